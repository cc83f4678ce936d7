// Package picture draws the figures of what-ifs as SVG without gonum/plot, which the
// program of the page must not link. It is what package static drew with before that
// was gonum's, and goes when a page answers with the live chart: then the program
// draws nothing.
package picture

import (
	"lanebook/charts"
)

// SVG draws a valid figure of lines, bars, a grid or spans, with its title and Alt
// inside. Colours are the custom properties of static.SVG.
func SVG(f charts.Figure) []byte {
	l := f.Layout()
	c := new(svg)
	draw(f, pen{c, charts.Light})
	return c.document(l, f.Heading(), f.Alt)
}

// draw draws a valid figure.
func draw(f charts.Figure, p pen) {
	l := f.Layout()
	p.fill(p.ink(charts.TonePaper), box{0, 0, float64(l.Width), float64(l.Height)})
	switch s := f.Series[0].(type) {
	case charts.Grid:
		drawGrid(p, s, l)
	case charts.Spans:
		drawSpans(p, f, s, l)
	default:
		drawPlot(p, f, l)
	}
	drawLegend(p, f, l)
}

func drawLegend(p pen, f charts.Figure, l charts.Layout) {
	for i, e := range l.Legend {
		x, y, ink := float64(e.X), float64(e.Y), p.ink(e.Tone)
		line, ok := f.Series[min(i, len(f.Series)-1)].(charts.Line)
		switch {
		case !ok:
			p.fill(ink, box{x, y - 6, 18, 12})
		case line.Style == charts.Dots:
			p.dots(ink, dotRadius, point{x + 9, y})
		case line.Style == charts.Dashed:
			p.stroke(ink, 2, dashes, []point{{x, y}, {x + 18, y}})
		default:
			p.stroke(ink, 2, nil, []point{{x, y}, {x + 18, y}})
		}
	}
	for _, e := range l.Legend {
		p.text(point{float64(e.X) + 24, float64(e.Y)}, e.Label, words{ink: p.ink(charts.ToneInk)})
	}
}
