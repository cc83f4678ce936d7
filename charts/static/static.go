// Package static draws a figure: as SVG, and with gonum/plot's canvases as PNG and
// PDF, the same bytes for the same figure on every run.
//
// One drawing serves all three; svg.go is the canvas that writes SVG, so that it
// is small, says what it shows, and follows the theme of the page it stands in.
// For a browser (GOOS=js) there is SVG alone, without gonum/plot in the program.
package static

import "lanebook/charts"

// SVG draws the figure as SVG, with its title and Alt inside. Colours are CSS
// custom properties with the light theme's inks behind them: a page that defines
// "--lb-" and the tone recolours the picture. An invalid figure is an error.
func SVG(f charts.Figure) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	return ValidSVG(f), nil
}

// ValidSVG is SVG for a figure that is known to be valid.
func ValidSVG(f charts.Figure) []byte {
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
	case charts.Flow:
		drawFlow(p, s, l)
	case charts.Table:
		drawTable(p, s, l)
	default:
		drawPlot(p, f, l)
	}
	drawLegend(p, l)
}

func drawLegend(p pen, l charts.Layout) {
	for _, e := range l.Legend {
		x, y, ink := float64(e.X), float64(e.Y), p.ink(e.Tone)
		switch e.Mark {
		case charts.MarkLine:
			p.stroke(ink, 2, nil, []point{{x, y}, {x + 18, y}})
		case charts.MarkDashed:
			p.stroke(ink, 2, dashes, []point{{x, y}, {x + 18, y}})
		case charts.MarkDot:
			p.dots(ink, dotRadius, point{x + 9, y})
		default:
			p.fill(ink, box{x, y - 6, 18, 12})
		}
	}
	for _, e := range l.Legend {
		p.text(point{float64(e.X) + 24, float64(e.Y)}, e.Label, words{ink: p.ink(charts.ToneInk)})
	}
}
