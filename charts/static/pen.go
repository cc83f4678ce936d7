package static

import (
	"image/color"
	"math"
	"strconv"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"lanebook/charts"
)

// pen draws on a gonum canvas in CSS pixels from the top left corner.
type pen struct {
	c      vg.Canvas
	height float64
	theme  charts.Theme
}

type point struct{ x, y float64 }

// box is a rectangle: its top left corner, its width and its height.
type box struct{ x, y, w, h float64 }

var dashes = []vg.Length{6, 4}

const dotRadius = 3.5

// fill fills boxes, as one path.
func (p pen) fill(ink color.Color, boxes ...box) {
	var path vg.Path
	for _, b := range boxes {
		path.Move(p.at(point{b.x, b.y}))
		path.Line(p.at(point{b.x + b.w, b.y}))
		path.Line(p.at(point{b.x + b.w, b.y + b.h}))
		path.Line(p.at(point{b.x, b.y + b.h}))
		path.Close()
	}
	p.c.SetColor(ink)
	p.c.Fill(path)
}

// stroke draws lines, as one path.
func (p pen) stroke(ink color.Color, width float64, dash []vg.Length, lines ...[]point) {
	var path vg.Path
	for _, line := range lines {
		for i, pt := range line {
			if i == 0 {
				path.Move(p.at(pt))
			} else {
				path.Line(p.at(pt))
			}
		}
	}
	p.c.SetColor(ink)
	p.c.SetLineWidth(vg.Length(width))
	p.c.SetLineDash(dash, 0)
	p.c.Stroke(path)
}

// dots draws discs around points, as one path.
func (p pen) dots(ink color.Color, radius float64, points ...point) {
	var path vg.Path
	for _, pt := range points {
		path.Move(p.at(point{pt.x + radius, pt.y}))
		path.Arc(p.at(pt), vg.Length(radius), 0, 2*math.Pi)
		path.Close()
	}
	p.c.SetColor(ink)
	p.c.Fill(path)
}

// words is how a text is set: to the right of its point unless centred or ended
// there, its middle at the point's height, turned by degrees against the clock.
type words struct {
	ink    color.Color
	size   float64 // charts.TextSize if 0
	anchor anchor
	turn   float64
	bold   bool
}

// anchor is which part of a text stands at its point, as SVG names it.
type anchor string

const (
	start  anchor = ""
	middle anchor = "middle"
	end    anchor = "end"
)

// texter is a canvas that anchors texts itself, with the reader's fonts.
type texter interface {
	text(at point, s string, w words)
}

func (p pen) text(at point, s string, w words) {
	if s == "" {
		return
	}
	if w.size == 0 {
		w.size = charts.TextSize
	}
	if t, ok := p.c.(texter); ok {
		t.text(at, s, w)
		return
	}
	face := faceOf(w)
	left := 0.0
	switch w.anchor {
	case middle:
		left = -float64(face.Width(s)) / 2
	case end:
		left = -float64(face.Width(s))
	}
	p.c.Push()
	p.c.SetColor(w.ink)
	p.c.Translate(p.at(at))
	p.c.Rotate(w.turn * math.Pi / 180)
	fillString(p.c, face, vg.Point{X: vg.Length(left), Y: vg.Length(-baseline * w.size)}, s)
	p.c.Pop()
}

// baseline is how far below the middle of its digits a text's base line is, in
// sizes of the font.
const baseline = 0.36

func (p pen) at(pt point) vg.Point {
	return vg.Point{X: vg.Length(pt.x), Y: vg.Length(p.height - pt.y)}
}

func (p pen) ink(t charts.Tone) color.Color { return ink(t, p.theme) }

// inkColour is a colour that remembers its tone, for the canvas that can use it.
// Heat maps' colours have none.
type inkColour struct {
	tone charts.Tone
	hex  string // "#rrggbb"
}

func ink(t charts.Tone, th charts.Theme) inkColour {
	hex, _ := charts.Colour(t, th)
	return inkColour{t, hex}
}

// RGBA implements color.Color.
func (i inkColour) RGBA() (r, g, b, a uint32) {
	n, _ := strconv.ParseUint(i.hex[1:], 16, 32)
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}.RGBA()
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
