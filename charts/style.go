package charts

import (
	"math"
	"strconv"
	"strings"
)

// Tone is a colour by its role. Renderers turn it into ink by Colour, so that
// the same role looks the same in every figure, in light and in dark.
type Tone string

// The tones. Tone1 to Tone8 are a palette that stays distinct for readers with
// any common colour-vision deficiency: Okabe and Ito, "Color Universal Design"
// (2008), lightened or darkened for contrast with the page.
const (
	ToneAuto  Tone = ""      // the next of Tone1…Tone8
	Tone1     Tone = "c1"    // blue
	Tone2     Tone = "c2"    // vermilion
	Tone3     Tone = "c3"    // bluish green
	Tone4     Tone = "c4"    // reddish purple
	Tone5     Tone = "c5"    // orange
	Tone6     Tone = "c6"    // sky blue
	Tone7     Tone = "c7"    // yellow
	Tone8     Tone = "c8"    // brown
	TonePlain Tone = "plain" // an unremarkable cell
	ToneMuted Tone = "muted" // unused, inactive
	ToneInk   Tone = "ink"   // text and axes
	ToneSoft  Tone = "soft"  // secondary text, grid lines
	TonePaper Tone = "paper" // the background
)

// Theme is a set of inks for the tones.
type Theme string

// The themes.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// Palette is the order in which ToneAuto series take their colours.
var Palette = [...]Tone{Tone1, Tone2, Tone3, Tone4, Tone5, Tone6, Tone7, Tone8}

// inks are the tones that have one, in alphabetical order, with "#rrggbb" in light and in dark.
var inks = [...]struct {
	tone Tone
	hex  [2]string
}{
	{Tone1, [2]string{"#0072b2", "#5ab4e5"}},
	{Tone2, [2]string{"#d55e00", "#f28e4c"}},
	{Tone3, [2]string{"#008a66", "#3cc79b"}},
	{Tone4, [2]string{"#b5528c", "#dd8fbd"}},
	{Tone5, [2]string{"#c98200", "#f0b53a"}},
	{Tone6, [2]string{"#3a97c9", "#8fd0f2"}},
	{Tone7, [2]string{"#a89b00", "#efe45a"}},
	{Tone8, [2]string{"#7a5230", "#c29a78"}},
	{ToneInk, [2]string{"#1c232b", "#e6eaef"}},
	{ToneMuted, [2]string{"#c7ced6", "#465160"}},
	{TonePaper, [2]string{"#ffffff", "#14191f"}},
	{TonePlain, [2]string{"#e8edf2", "#2b3440"}},
	{ToneSoft, [2]string{"#5a6672", "#a5b0bc"}},
}

// inked returns the inks of a tone that is among them, and whether it is.
func inked(t Tone) (hex [2]string, ok bool) {
	for i := range inks {
		if inks[i].tone == t {
			return inks[i].hex, true
		}
	}
	return hex, false
}

// Colour returns a tone's ink in a theme as "#rrggbb", and false for a tone
// that is none of the constants (ToneAuto among them) and none of their On.
func Colour(t Tone, th Theme) (string, bool) {
	back, on := strings.CutPrefix(string(t), string(On("")))
	c, ok := inked(Tone(back))
	if on && ok {
		return readable(c[th.index()], th), true
	}
	return c[th.index()], ok
}

// index is the theme's place among a tone's inks.
func (th Theme) index() int {
	if th == Dark {
		return 1
	}
	return 0
}

// On returns the tone for words that stand on an area of tone t: the ink or the
// paper of the theme, whichever is easier to read.
func On(t Tone) Tone { return "on-" + t }

// AllTones returns every tone that has an ink, in a fixed order.
func AllTones() []Tone {
	var tones, on []Tone
	for _, of := range inks {
		tones, on = append(tones, of.tone), append(on, On(of.tone))
	}
	return append(tones, on...)
}

// Tones returns the tone of each series: the one it names, or the next of the
// Palette that no series names. A Grid, Spans, a Flow or a Table has none.
func (f Figure) Tones() []Tone {
	named := map[Tone]bool{}
	for _, s := range f.Series {
		named[traceOf(s).Tone] = true
	}
	var free []Tone
	for _, t := range Palette {
		if !named[t] {
			free = append(free, t)
		}
	}
	free = append(free, Palette[:]...) // where all are named, begin anew
	tones := make([]Tone, len(f.Series))
	next := 0
	for i, s := range f.Series {
		if tones[i] = traceOf(s).Tone; tones[i] == ToneAuto {
			tones[i] = free[next%len(free)]
			next++
		}
	}
	return tones
}

// FormatNumber writes v as every figure writes numbers: whole numbers in full
// up to nine digits, others with at most four significant digits.
func FormatNumber(v float64) string {
	if v == math.Trunc(v) && math.Abs(v) < 1e9 {
		return strconv.FormatFloat(v+0, 'f', -1, 64) // −0 is 0
	}
	s := strconv.FormatFloat(v, 'g', 4, 64)
	if f, err := strconv.ParseFloat(s, 64); err == nil && math.Abs(f) >= 1e-3 && math.Abs(f) < 1e6 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return s
}
