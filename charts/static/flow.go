package static

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Flow is a plotter of a flow diagram. It fills X from 0 to its Columns and Y from 0
// to 1. Words are not part of it but those in boxes and beside arrows.
type Flow struct{ charts.Flow }

// DataRange implements plot.DataRanger.
func (f Flow) DataRange() (xmin, xmax, ymin, ymax float64) { return 0, float64(f.Columns), 0, 1 }

// GlyphBoxes implements plot.GlyphBoxer: a Flow keeps to its range.
func (f Flow) GlyphBoxes(*plot.Plot) []plot.GlyphBox { return nil }

// Plot implements plot.Plotter.
func (f Flow) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	plan := f.Plan(float64(trX(float64(f.Columns)) - trX(0)))
	at := func(s charts.Spot) vg.Point { return vg.Point{X: trX(0) + vg.Length(s.X), Y: trY(1 - s.Y/plan.Height)} }
	path := func(r charts.Rect) vg.Path {
		return box(at(charts.Spot{X: r.X, Y: r.Y}), at(charts.Spot{X: r.X + r.W, Y: r.Y + r.H}))
	}
	fill := func(t charts.Tone, r charts.Rect) {
		c.SetColor(Ink(t))
		c.Fill(path(r))
	}
	for _, r := range plan.Levels {
		fill(charts.TonePlain, r)
	}
	for i, b := range f.Boxes {
		fill(b.Tone, plan.Boxes[i])
	}
	for i, b := range f.Boxes {
		for _, m := range b.Tiles.Marked {
			fill(m.Tone, b.Tiles.Rect(plan.Tiles[i], m))
		}
	}
	for i, b := range f.Boxes {
		for _, s := range b.Tiles.Seams(plan.Tiles[i]) {
			c.StrokeLines(draw.LineStyle{Color: Ink(charts.TonePaper), Width: charts.TileSeam}, []vg.Point{at(s[0]), at(s[1])})
		}
	}
	c.SetLineStyle(draw.LineStyle{Color: Ink(charts.ToneSoft), Width: 1})
	for _, r := range plan.Boxes {
		c.Stroke(path(r))
	}
	for _, a := range plan.Arrows {
		var points []vg.Point
		for _, s := range a {
			points = append(points, at(s))
		}
		c.StrokeLines(draw.LineStyle{Color: Ink(charts.ToneSoft), Width: charts.ArrowWidth}, points)
	}
	for _, w := range plan.Words {
		words := style(w.Tone, float64(w.Size))
		words.XAlign = text.XAlignment(-w.Align)
		if w.Bold {
			words.Font.Weight = bold.Weight
		}
		c.FillText(words, at(w.At).Add(vg.Point{X: vg.Length(w.After), Y: vg.Length(-w.Below)}), w.Text)
	}
}

// addFlow adds a flow diagram with the names of its levels.
func addFlow(p *plot.Plot, f charts.Flow, l charts.Layout) {
	p.Add(Flow{f})
	p.HideX()
	var names plot.ConstantTicks
	plan := f.Plan(float64(l.Width - l.Left - l.Right))
	for i, r := range plan.Levels {
		names = append(names, plot.Tick{Value: 1 - (r.Y+r.H/2)/plan.Height, Label: f.Levels[i]})
	}
	p.Y.LineStyle.Width, p.Y.Tick.Marker = 0, names
	p.Y.Tick.Label.Color = Ink(charts.ToneInk)
}
