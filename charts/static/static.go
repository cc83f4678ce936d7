// Package static draws a figure with gonum/plot's canvases: SVG, PNG and PDF, the
// same bytes for the same figure on every run.
//
// One drawing serves all three; svg.go is the canvas that writes SVG, so that it
// is small, says what it shows, and follows the theme of the page it stands in.
package static

import (
	"bytes"
	"fmt"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"lanebook/charts"
)

// SVG draws the figure as SVG, with its title and Alt inside. Colours are CSS
// custom properties with the light theme's inks behind them: a page that defines
// "--lb-" and the tone recolours the picture. An invalid figure is an error.
func SVG(f charts.Figure) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	l := f.Layout()
	c := newSVG(float64(l.Height))
	draw(f, pen{c: c, height: float64(l.Height), theme: charts.Light})
	return c.document(l, f.Heading(), f.Alt), nil
}

// PNG draws the figure in a theme's inks, 1280 pixels wide and with a palette.
// An invalid figure is an error.
func PNG(f charts.Figure, th charts.Theme) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	if th != charts.Light && th != charts.Dark {
		return nil, fmt.Errorf("figure %q: theme %q, want light or dark", f.Name, th)
	}
	l := f.Layout()
	c := vgimg.NewWith(
		vgimg.UseWH(vg.Length(l.Width), vg.Length(l.Height)),
		vgimg.UseDPI(dotsPerInch),
		vgimg.UseBackgroundColor(ink(charts.TonePaper, th)),
	)
	draw(f, pen{c: c, height: float64(l.Height), theme: th})
	return encodePNG(c.Image())
}

// dotsPerInch makes charts.Width CSS pixels, drawn as points, 1280 dots.
const dotsPerInch = 1280 * 72 / charts.Width

// PDF draws the figure in the light theme. Its words are shapes, so that it needs
// no fonts. An invalid figure is an error.
func PDF(f charts.Figure) ([]byte, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	l := f.Layout()
	c := vgpdf.New(vg.Length(l.Width), vg.Length(l.Height))
	draw(f, pen{c: c, height: float64(l.Height), theme: charts.Light})
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure %q: PDF: %w", f.Name, err)
	}
	return b.Bytes(), nil
}

// Under each PDF is fpdf, which would write the date of today into it.
func init() {
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
}

// draw draws a valid figure.
func draw(f charts.Figure, p pen) {
	l := f.Layout()
	p.fill(p.ink(charts.TonePaper), box{0, 0, float64(l.Width), float64(l.Height)})
	switch s := f.Series[0].(type) {
	case charts.Grid:
		drawGrid(p, s, l)
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
