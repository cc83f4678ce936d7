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
	blocks bool // are signs in the entries' tones; without them each part draws its own
}

func (g legend) Plot(c draw.Canvas, _ *plot.Plot) {
	if g.blocks {
		for i, e := range g.Legend {
			sign := g.sign(c, i)
			sign.SetColor(Ink(e.Tone))
			sign.Fill(sign.Path())
		}
	}
	words := style(charts.ToneInk, charts.TextSize)
	for i, e := range g.Legend {
		c.FillText(words, g.sign(c, i).Min.Add(vg.Point{X: 24, Y: 6}), e.Label)
	}
}

// sign is where an entry has its sign.
func (g legend) sign(c draw.Canvas, entry int) draw.Canvas {
	e := g.Legend[entry]
	at := vg.Point{X: c.Min.X + vg.Length(e.X-g.Left), Y: c.Max.Y + vg.Length(g.Top-e.Y)}
	return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: at.Add(vg.Point{Y: -6}), Max: at.Add(vg.Point{X: 18, Y: 6})}}
}

// part is what gonum has for lines, their marks and bars.
type part interface {
	plot.Plotter
	plot.DataRanger
	plot.Thumbnailer
}

// entered is a part that draws its sign in the legend, too: in SVG both are one path.
type entered struct {
	series
	sign  plot.Thumbnailer
	in    legend
	entry int
}

func (e entered) Plot(c draw.Canvas, p *plot.Plot) {
	e.series.Plot(c, p)
	if len(e.in.Legend) > 0 {
		sign := e.in.sign(c, e.entry)
		e.sign.Thumbnail(&sign)
	}
}

// GlyphBoxes is the room above the plot, and to its right.
func (g legend) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	return []plot.GlyphBox{
		{Y: 1, Rectangle: vg.Rectangle{Max: vg.Point{Y: vg.Length(g.Top)}}},
		{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: vg.Length(g.Right)}}},
	}
}
