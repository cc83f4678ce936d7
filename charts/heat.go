package charts

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ramp is the scale of heat maps: ten steps of viridis (Smith and van der Walt,
// 2015), which rises evenly in lightness for every reader and in print.
var ramp = []string{
	"#440154", "#482878", "#3e4989", "#31688e", "#26828e",
	"#1f9e89", "#35b779", "#6ece58", "#b5de2b", "#fde725",
}

// Ramp returns the colours of a heat map's scale from low to high, evenly spaced.
func Ramp() []string { return slices.Clone(ramp) }

// Heat returns the colour at t, from 0 (low) to 1 (high), on the scale of heat
// maps, and the colour for words that stand on it.
func Heat(t float64) (back, words string) {
	x := math.Min(math.Max(t, 0), 1) * float64(len(ramp)-1)
	i := min(int(x), len(ramp)-2)
	a, b := rgb(ramp[i]), rgb(ramp[i+1])
	var c [3]int
	for k := range c {
		c[k] = int(math.Round(float64(a[k]) + (x-float64(i))*float64(b[k]-a[k])))
	}
	back = fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2])
	if Contrast(back, "#000000") > Contrast(back, "#ffffff") {
		return back, "#000000"
	}
	return back, "#ffffff"
}

// readable returns the theme's ink or paper, whichever contrasts more with back.
func readable(back string, th Theme) string {
	ink, _ := Colour(ToneInk, th)
	paper, _ := Colour(TonePaper, th)
	if Contrast(ink, back) >= Contrast(paper, back) {
		return ink
	}
	return paper
}

// Contrast returns the contrast of two colours "#rrggbb" as WCAG 2 defines it:
// 1 for equal ones to 21 for black and white. Small text wants 4.5.
//
//	(L1 + 0.05) / (L2 + 0.05), L the relative luminance, L1 of the lighter
func Contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (math.Max(x, y) + 0.05) / (math.Min(x, y) + 0.05)
}

func luminance(colour string) float64 {
	weights := [3]float64{0.2126, 0.7152, 0.0722}
	sum := 0.0
	for i, v := range rgb(colour) {
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weights[i] * c
	}
	return sum
}

func rgb(colour string) (c [3]int) {
	n, _ := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	return [3]int{int(n >> 16 & 255), int(n >> 8 & 255), int(n & 255)}
}
