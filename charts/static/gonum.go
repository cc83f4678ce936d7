//go:build !js

package static

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"

	"lanebook/charts"
)

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
	draw(f, pen{vgCanvas{c, float64(l.Height)}, th})
	return encodePNG(c.Image())
}

// Writes says whether PNG and PDF can write all words of a valid figure's picture.
// Their font knows Latin, Greek and Cyrillic letters, but no Japanese: that is left
// to SVG, which takes the reader's fonts.
func Writes(f charts.Figure) bool {
	reader := new(reader)
	draw(f, pen{reader, charts.Light})
	var buffer sfnt.Buffer
	font := faceOf(words{size: charts.TextSize}).Face
	for _, r := range reader.text.String() {
		if glyph, err := font.GlyphIndex(&buffer, r); err != nil || glyph == 0 {
			return false
		}
	}
	return true
}

// reader is a canvas that keeps the words only.
type reader struct{ text strings.Builder }

func (*reader) fill(inkColour, ...box)                           {}
func (*reader) stroke(inkColour, float64, []float64, ...[]point) {}
func (*reader) dots(inkColour, float64, ...point)                {}
func (c *reader) write(_ point, s string, _ words)               { c.text.WriteString(s) }

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
	draw(f, pen{vgCanvas{c, float64(l.Height)}, charts.Light})
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

// vgCanvas is a canvas on one of gonum's, which reckons from the bottom.
type vgCanvas struct {
	c      vg.Canvas
	height float64
}

func (g vgCanvas) fill(ink inkColour, boxes ...box) {
	var path vg.Path
	for _, b := range boxes {
		path.Move(g.at(point{b.x, b.y}))
		path.Line(g.at(point{b.x + b.w, b.y}))
		path.Line(g.at(point{b.x + b.w, b.y + b.h}))
		path.Line(g.at(point{b.x, b.y + b.h}))
		path.Close()
	}
	g.c.SetColor(ink)
	g.c.Fill(path)
}

func (g vgCanvas) stroke(ink inkColour, width float64, dash []float64, lines ...[]point) {
	var path vg.Path
	for _, line := range lines {
		for i, pt := range line {
			if i == 0 {
				path.Move(g.at(pt))
			} else {
				path.Line(g.at(pt))
			}
		}
	}
	var lengths []vg.Length
	for _, d := range dash {
		lengths = append(lengths, vg.Length(d))
	}
	g.c.SetColor(ink)
	g.c.SetLineWidth(vg.Length(width))
	g.c.SetLineDash(lengths, 0)
	g.c.Stroke(path)
}

func (g vgCanvas) dots(ink inkColour, radius float64, points ...point) {
	var path vg.Path
	for _, pt := range points {
		path.Move(g.at(point{pt.x + radius, pt.y}))
		path.Arc(g.at(pt), vg.Length(radius), 0, 2*math.Pi)
		path.Close()
	}
	g.c.SetColor(ink)
	g.c.Fill(path)
}

func (g vgCanvas) write(at point, s string, w words) {
	face := faceOf(w)
	left := 0.0
	switch w.anchor {
	case middle:
		left = -float64(face.Width(s)) / 2
	case end:
		left = -float64(face.Width(s))
	}
	g.c.Push()
	g.c.SetColor(w.ink)
	g.c.Translate(g.at(at))
	g.c.Rotate(w.turn * math.Pi / 180)
	fillString(g.c, face, vg.Point{X: vg.Length(left), Y: vg.Length(-baseline * w.size)}, s)
	g.c.Pop()
}

func (g vgCanvas) at(pt point) vg.Point {
	return vg.Point{X: vg.Length(pt.x), Y: vg.Length(g.height - pt.y)}
}

var (
	regular = font.Font{Typeface: "Liberation", Variant: "Sans"}
	bold    = font.Font{Typeface: "Liberation", Variant: "Sans", Weight: stdfont.WeightBold}
	faces   = font.NewCache(font.Collection{
		{Font: regular, Face: parse(liberationsansregular.TTF)},
		{Font: bold, Face: parse(liberationsansbold.TTF)},
	})
)

func faceOf(w words) font.Face {
	if w.bold {
		return faces.Lookup(bold, vg.Length(w.size))
	}
	return faces.Lookup(regular, vg.Length(w.size))
}

func parse(ttf []byte) *opentype.Font {
	f, err := opentype.Parse(ttf)
	if err != nil {
		panic("static: the font within this program: " + err.Error())
	}
	return f
}

// RGBA implements color.Color.
func (i inkColour) RGBA() (r, g, b, a uint32) {
	n, _ := strconv.ParseUint(i.hex[1:], 16, 32)
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}.RGBA()
}
