package static

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"

	"lanebook/charts"
)

// Ink is the colour of a tone: its ink in the light theme, on a canvas of In that of
// its theme, and in SVG a custom property that the page defines.
type Ink charts.Tone

// RGBA implements color.Color, in the light theme.
func (i Ink) RGBA() (r, g, b, a uint32) {
	hex, _ := charts.Colour(charts.Tone(i), charts.Light)
	return rgb(hex).RGBA()
}

// rgb is the colour "#rrggbb"; black if it is none.
func rgb(hex string) color.Color {
	n, _ := strconv.ParseUint(hex[min(1, len(hex)):], 16, 32)
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

// In returns a canvas on which each Ink has its colour in the theme. Other colours
// stay as they are.
func In(th charts.Theme, c vg.CanvasSizer) vg.CanvasSizer { return themed{c, th} }

type themed struct {
	vg.CanvasSizer
	theme charts.Theme
}

func (t themed) SetColor(c color.Color) {
	if ink, ok := c.(Ink); ok {
		hex, _ := charts.Colour(charts.Tone(ink), t.theme)
		c = rgb(hex)
	}
	t.CanvasSizer.SetColor(c)
}
