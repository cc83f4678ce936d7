package static

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Flow is a plotter of a flow diagram. It fills X from 0 to its Columns and Y from 0
// to 1; the names of its levels stand to the left of it.
type Flow struct{ charts.Flow }

// DataRange implements plot.DataRanger.
func (f Flow) DataRange() (xmin, xmax, ymin, ymax float64) { return 0, float64(f.Columns), 0, 1 }

// GlyphBoxes implements plot.GlyphBoxer: the room for the names of the levels.
func (f Flow) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	wide := vg.Length(charts.Figure{Series: []charts.Series{f.Flow}}.Layout().Left)
	return []plot.GlyphBox{{Rectangle: vg.Rectangle{Min: vg.Point{X: -wide}}}}
}

// Plot implements plot.Plotter.
func (f Flow) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	plan := f.Plan(float64(trX(float64(f.Columns)) - trX(0)))
	at := func(s charts.Spot) vg.Point { return vg.Point{X: trX(0) + vg.Length(s.X), Y: trY(1 - s.Y/plan.Height)} }
	lines := func(tone charts.Tone, width vg.Length, all [][]charts.Spot) {
		for _, spots := range all {
			var points []vg.Point
			for _, s := range spots {
				points = append(points, at(s))
			}
			c.StrokeLines(draw.LineStyle{Color: Ink(tone), Width: width}, points)
		}
	}
	var outlines []vg.Path
	for _, a := range plan.Areas {
		path := box(at(charts.Spot{X: a.X, Y: a.Y}), at(charts.Spot{X: a.X + a.W, Y: a.Y + a.H}))
		c.SetColor(Ink(a.Tone))
		c.Fill(path)
		if a.Layer == charts.BoxLayer {
			outlines = append(outlines, path)
		}
	}
	lines(charts.TonePaper, charts.TileSeam, plan.Seams)
	c.SetLineStyle(draw.LineStyle{Color: Ink(charts.ToneSoft), Width: 1})
	for _, path := range outlines {
		c.Stroke(path)
	}
	lines(charts.ToneSoft, charts.ArrowWidth, plan.Arrows)
	for _, w := range plan.Words {
		words := style(w.Tone, float64(w.Size))
		words.XAlign = text.XAlignment(-w.Align)
		if w.Bold {
			words.Font.Weight = bold.Weight
		}
		c.FillText(words, at(w.At), w.Text)
	}
}
