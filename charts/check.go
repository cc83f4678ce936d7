package charts

import (
	"fmt"
	"math"
	"reflect"
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

// want notes a fault where something is not as it shall be.
func (c *check) want(ok bool, format string, args ...any) {
	if !ok {
		c.faults = append(c.faults, fmt.Errorf("figure %q: %s", c.figure, fmt.Sprintf(format, args...)))
	}
}

// manyLines are the fields whose texts may have several lines. Those of all others
// stand in one.
var manyLines = []string{"Caption", "Alt", "Note", "Tip", "Tips"}

// values checks what can be said of a text, a number, a scale or a tone wherever it
// stands: all those in v, which is called at and belongs to the field of that name.
// Control characters have no place in texts: SVG, which is XML, cannot hold them.
func (c *check) values(v reflect.Value, field string, at func() string) {
	switch x := v.Interface().(type) {
	case Scale:
		c.want(x == Linear || x == Log2 || x == Log10, "%s = %q, want linear (empty), log2 or log10", lazy(at), x)
	case Tone:
		_, ok := inked(x)
		c.want(ok || x == ToneAuto, "%s = %q, want one of the tones", lazy(at), x)
	case LineStyle:
		c.want(x == Joined || x == Dashed || x == Dots || x == Steps, "%s = %q, want joined (empty), dashed, dots or steps", lazy(at), x)
	case string:
		if !slices.Contains(manyLines, field) && strings.Contains(x, "\n") {
			c.want(false, "%s = %q, want a single line", lazy(at), x)
			return
		}
		bad := func(r rune) bool { return r != '\n' && unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF' }
		c.want(utf8.ValidString(x) && !strings.ContainsFunc(x, bad), "%s = %q, want UTF-8 text without control characters", lazy(at), x)
	case []float64:
		if i := slices.IndexFunc(x, func(f float64) bool { return !finite(f) }); i >= 0 { // one of them says enough
			c.want(false, "%s[%d] = %v, want 0, or between %v and %v without its sign", lazy(at), i, x[i], 1/largest, largest)
		}
	case float64:
		c.want(finite(x), "%s = %v, want 0, or between %v and %v without its sign", lazy(at), x, 1/largest, largest)
	default:
		c.parts(v, field, at)
	}
}

// parts checks the values in a struct, a slice or a series.
func (c *check) parts(v reflect.Value, field string, at func() string) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if !v.IsNil() {
			c.values(v.Elem(), field, at)
		}
	case reflect.Slice:
		for i := range v.Len() {
			c.values(v.Index(i), field, func() string { return fmt.Sprintf("%s[%d]", at(), i) })
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Type() == reflect.TypeFor[Box]() && name == "Label" {
				field = manyLines[0]
			} else {
				field = name
			}
			c.values(v.Field(i), field, func() string { return strings.TrimPrefix(at()+"."+name, ".") })
		}
	}
}

// lazy is the name of a value, which is made only where it is written.
type lazy func() string

func (l lazy) String() string { return l() }

// largest is the largest magnitude of a number in a figure, and one over it the least but 0. It leaves room for
// sums, and for the powers of ten of rounding.
const largest = 1e100

func finite(v float64) bool { return v == 0 || math.Abs(v) >= 1/largest && math.Abs(v) <= largest } // no NaN is

// positive checks numbers that stand on a scale.
func (c *check) positive(at string, v []float64, s Scale) {
	if i := slices.IndexFunc(v, func(x float64) bool { return x < 1/largest }); i >= 0 && s != Linear {
		c.want(false, "%s[%d] = %v, want more than 0 on a %s scale", at, i, v[i], s)
	}
}

// places checks that the values of an axis of categories stand at categories.
func (c *check) places(at string, v []float64, a Axis) {
	most := float64(len(a.Categories) - 1)
	if i := slices.IndexFunc(v, func(x float64) bool { return x < 0 || x > most || x != math.Trunc(x) }); i >= 0 && most >= 0 {
		c.want(false, "%s[%d] = %v, want a whole number from 0 to %v, the place of a category", at, i, v[i], most)
	}
}

func (c *check) length(at string, got, want int, why string) {
	c.want(got == want, "%s has %d values, want %d, %s", at, got, want, why)
}

// index checks the number of one of so many things.
func (c *check) index(at string, i, of int) {
	c.want(i >= 0 && i < of, "%s = %d, want 0 to %d", at, i, of-1)
}

func (c *check) tips(at string, tips []string, want int, of string) {
	if tips != nil {
		c.length(at+".Tips", len(tips), want, "as many as "+of+" (or none)")
	}
}

// keys checks a legend's and returns which tones it has.
func (c *check) keys(at string, keys []Key) map[Tone]bool {
	known := map[Tone]bool{}
	for i, k := range keys {
		at := fmt.Sprintf("%s[%d]", at, i)
		_, ok := inked(k.Tone)
		c.want(ok, "%s.Tone = %q, want one of the tones", at, k.Tone)
		c.want(!known[k.Tone], "%s.Tone = %q, want each tone once", at, k.Tone)
		c.want(k.Label != "", "%s.Label is empty, want what the tone means", at)
		known[k.Tone] = true
	}
	return known
}
