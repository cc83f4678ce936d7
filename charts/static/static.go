// Package static draws figures with gonum/plot. Plot returns a figure as a
// *plot.Plot, which its user can go on changing and draw on any of gonum's
// canvases, but for a Flow on vgpdf, which lacks its bold font; SVG, PNG and PDF are
// ready files, the same bytes on every run.
//
// What gonum/plot lacks are plotters here, which any plot takes: Grid (a bank map or
// a heat map), Spans (a timeline) and Flow. NewSVG is a canvas that writes small SVG
// in the inks of the page around it; vgsvg's is six times as large.
package static

import (
	"bytes"
	"fmt"
	"image"
	"regexp"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"lanebook/charts"
)

// SVG draws the figure as SVG, with its title and Alt inside. Colours are CSS
// custom properties with the light theme's inks behind them: a page that defines
// "--lb-" and the tone recolours the picture. A figure that is invalid or a Table,
// which has no picture, is an error.
func SVG(f charts.Figure) ([]byte, error) {
	p, err := Plot(f)
	if err != nil {
		return nil, err
	}
	c := NewSVG(size(f))
	c.Title, c.Description = f.Heading(), f.Alt
	drawOn(c, f, p)
	var b bytes.Buffer
	_, err = c.WriteTo(&b)
	return b.Bytes(), err
}

// dotsPerInch makes charts.Width CSS pixels, drawn as points, 1280 dots.
const dotsPerInch = 1280 * 72 / charts.Width

// PNG draws the figure in a theme's inks, 1280 pixels wide and with a palette.
// Errors are those of SVG, and an unknown theme.
func PNG(f charts.Figure, th charts.Theme) ([]byte, error) {
	if th != charts.Light && th != charts.Dark {
		return nil, fmt.Errorf("figure %q: theme %q, want light or dark", f.Name, th)
	}
	p, err := Plot(f)
	if err != nil {
		return nil, err
	}
	c := vgimg.NewWith(vgimg.UseWH(size(f)), vgimg.UseDPI(dotsPerInch))
	drawOn(In(th, c), f, p)
	return encodePNG(c.Image().(*image.RGBA)) // which is what vgimg makes
}

// PDF draws the figure in the light theme. Its words are shapes, so that it needs
// no fonts. Errors are those of SVG.
func PDF(f charts.Figure) ([]byte, error) {
	p, err := Plot(f)
	if err != nil {
		return nil, err
	}
	c := vgpdf.New(size(f))
	drawOn(outlined{c}, f, p)
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure %q: PDF: %w", f.Name, err)
	}
	return dates.ReplaceAll(b.Bytes(), []byte("${1}19700101000000")), nil
}

// dates are today's, which fpdf under vgpdf writes into each PDF. It can be told another
// only for all PDFs of a program, also for those of others.
var dates = regexp.MustCompile(`(/(?:Creation|Mod)Date \(D:)\d{14}`)

// Writes says whether PNG and PDF can write all words of a figure's picture. Their
// font knows Latin, Greek and Cyrillic letters, but no Japanese: that is left to
// SVG, which takes the reader's fonts, and to a Table, which has no picture.
func Writes(f charts.Figure) bool {
	p, err := Plot(f)
	if err != nil {
		return true
	}
	c := new(recorder.Canvas)
	drawOn(c, f, p)
	for _, a := range c.Actions {
		if a, ok := a.(*recorder.FillString); ok && !hasLetters(a.String) {
			return false
		}
	}
	return true
}

// size is that of a figure's picture.
func size(f charts.Figure) (w, h vg.Length) {
	l := f.Layout()
	return vg.Length(l.Width), vg.Length(l.Height)
}

// drawOn draws a figure's plot where its layout has it: the live chart, which takes the
// picture's place, has the same margins around the data.
func drawOn(c vg.Canvas, f charts.Figure, p *plot.Plot) {
	l := f.Layout()
	area := draw.NewCanvas(c, vg.Length(l.Width), vg.Length(l.Height))
	area.SetColor(p.BackgroundColor)
	area.Fill(area.Path())
	p.BackgroundColor = nil
	p.Draw(within(p, area, vg.Rectangle{
		Min: vg.Point{X: vg.Length(l.Left), Y: vg.Length(l.Bottom)},
		Max: vg.Point{X: vg.Length(l.Width - l.Right), Y: vg.Length(l.Height - l.Top)},
	}))
}

// edge is how far the base line of an axis's title is from the edge of a picture.
const edge = (24 - capHeight*charts.TextSize) / 2

// within returns the part of a canvas in which gonum puts a plot's data there, and
// the titles of its axes at the edges: their padding takes what room is left.
func within(p *plot.Plot, c draw.Canvas, data vg.Rectangle) draw.Canvas {
	c = draw.Crop(c, edge, 0, edge-capHeight*descent*charts.TextSize, 0)
	at := p.DataCanvas(c)
	p.X.Label.Padding += data.Min.Y - at.Min.Y
	p.Y.Label.Padding += data.Min.X - at.Min.X
	at = p.DataCanvas(c)
	return draw.Crop(c, data.Min.X-at.Min.X, data.Max.X-at.Max.X, data.Min.Y-at.Min.Y, data.Max.Y-at.Max.Y)
}
