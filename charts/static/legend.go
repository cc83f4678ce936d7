package static

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// legend draws the layout's legend, in lines above the plot. gonum's own is a column
// within it.
type legend struct {
	charts.Layout
	signs [][]plot.Thumbnailer // blocks in the entries' tones where nil
}

func (g legend) Plot(c draw.Canvas, _ *plot.Plot) {
	words := style(charts.ToneInk, charts.TextSize)
	at := func(e charts.Entry) vg.Point {
		return vg.Point{X: c.Min.X + vg.Length(e.X-g.Left), Y: c.Max.Y + vg.Length(g.Top-e.Y)}
	}
	for i, e := range g.Legend {
		sign := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: at(e).Add(vg.Point{Y: -6}), Max: at(e).Add(vg.Point{X: 18, Y: 6})}}
		if g.signs != nil {
			for _, s := range g.signs[i] {
				s.Thumbnail(&sign)
			}
		} else {
			sign.SetColor(Ink(e.Tone))
			sign.Fill(sign.Path())
		}
	}
	for _, e := range g.Legend {
		c.FillText(words, at(e).Add(vg.Point{X: 24}), e.Label)
	}
}

// GlyphBoxes is the room above the plot, and to its right.
func (g legend) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{
		{Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: vg.Length(g.Top)}}},
		{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: vg.Length(g.Right)}}},
	}
}
