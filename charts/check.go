package charts

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// check collects faults.
type check struct {
	figure string
	faults []error
}

func (c *check) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("figure %q: %s", c.figure, fmt.Sprintf(format, args...)))
}

func (c *check) scale(at string, s Scale) {
	if s != Linear && s != Log2 && s != Log10 {
		c.fault("%s = %q, want linear (empty), log2 or log10", at, s)
	}
}

func (c *check) numbers(at string, v []float64, s Scale) {
	for i, x := range v {
		switch {
		case math.IsNaN(x) || math.Abs(x) > largest:
			c.fault("%s[%d] = %v, want a number within ±%v", at, i, x, largest)
		case s != Linear && x < 1/largest:
			c.fault("%s[%d] = %v, want more than 0 on a %s scale", at, i, x, s)
		default:
			continue
		}
		return // one fault of a series says enough
	}
}

// largest is the largest magnitude of a number in a figure. It leaves room for sums.
const largest = 1e100

// places checks that the values of an axis of categories stand at categories.
func (c *check) places(at string, v []float64, a Axis) {
	n := float64(len(a.Categories))
	if n == 0 {
		return
	}
	if i := slices.IndexFunc(v, func(x float64) bool { return x < 0 || x > n-1 || x != math.Trunc(x) }); i >= 0 {
		c.fault("%s[%d] = %v, want a whole number from 0 to %v, the place of a category", at, i, v[i], n-1)
	}
}

func (c *check) length(at string, got, want int, why string) {
	if got != want {
		c.fault("%s has %d values, want %d, %s", at, got, want, why)
	}
}

func (c *check) tips(at string, tips []string, want int, of string) {
	if tips == nil {
		return
	}
	c.length(at+".Tips", len(tips), want, "as many as "+of+" (or none)")
	for i, s := range tips {
		c.text(fmt.Sprintf("%s.Tips[%d]", at, i), s)
	}
}

func (c *check) tone(at string, t Tone) {
	if _, ok := inks[t]; !ok && t != ToneAuto {
		c.fault("%s = %q, want one of the tones", at, t)
	}
}

func (c *check) labels(at string, v []string) {
	for i, s := range v {
		c.label(fmt.Sprintf("%s[%d]", at, i), s)
	}
}

// label checks a text of one line, text one of any number of lines. Control
// characters have no place in either: SVG, which is XML, cannot hold them.
func (c *check) label(at, s string) {
	if strings.ContainsRune(s, '\n') {
		c.fault("%s = %q, want a single line", at, s)
		return
	}
	c.text(at, s)
}

func (c *check) text(at, s string) {
	bad := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF' }
	if !utf8.ValidString(s) || strings.ContainsFunc(s, bad) {
		c.fault("%s = %q, want UTF-8 text without control characters", at, s)
	}
}
