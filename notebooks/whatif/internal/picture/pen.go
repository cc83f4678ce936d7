package picture

import (
	"lanebook/charts"
)

// pen draws in CSS pixels from the top left corner, in a theme's inks.
type pen struct {
	canvas
	theme charts.Theme
}

// canvas is what the drawing of a figure needs: svg.go is one, gonum.go another.
type canvas interface {
	fill(ink inkColour, boxes ...box)                                      // as one path
	stroke(ink inkColour, width float64, dash []float64, lines ...[]point) // as one path
	dots(ink inkColour, radius float64, points ...point)                   // discs, as one path
	write(at point, s string, w words)                                     // s is not empty
}

type point struct{ x, y float64 }

// box is a rectangle: its top left corner, its width and its height.
type box struct{ x, y, w, h float64 }

var dashes = []float64{6, 4}

const dotRadius = 3.5

// words is how a text is set: to the right of its point unless centred or ended
// there, its middle at the point's height, turned by degrees against the clock.
type words struct {
	ink    inkColour
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

func (p pen) text(at point, s string, w words) {
	if s == "" {
		return
	}
	if w.size == 0 {
		w.size = charts.TextSize
	}
	p.write(at, s, w)
}

// baseline is how far below the middle of its digits a text's base line is, in
// sizes of the font.
const baseline = 0.36

func (p pen) ink(t charts.Tone) inkColour { return ink(t, p.theme) }

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
