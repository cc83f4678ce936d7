package charts_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// TestContrast holds the inks to WCAG 2: 4.5 for words, 3 for what must be seen.
func TestContrast(t *testing.T) {
	ink := func(tone charts.Tone, th charts.Theme) string {
		c, ok := charts.Colour(tone, th)
		if !ok {
			t.Fatalf("no ink for %q", tone)
		}
		return c
	}
	for _, th := range []charts.Theme{charts.Light, charts.Dark} {
		paper := ink(charts.TonePaper, th)
		for _, tone := range []charts.Tone{charts.ToneInk, charts.ToneSoft} {
			if c := charts.Contrast(ink(tone, th), paper); c < 4.5 {
				t.Errorf("%s: words in %s have contrast %.2f, want 4.5", th, tone, c)
			}
		}
		for _, tone := range charts.Palette {
			if c := charts.Contrast(ink(tone, th), paper); c < 2.7 {
				t.Errorf("%s: lines in %s have contrast %.2f, want 2.7", th, tone, c)
			}
			if c := charts.Contrast(ink(charts.On(tone), th), ink(tone, th)); c < 4 {
				t.Errorf("%s: words on %s have contrast %.2f, want 4", th, tone, c)
			}
		}
	}
	for i := range 101 {
		back, words := charts.Heat(float64(i) / 100)
		if c := charts.Contrast(back, words); c < 4.5 {
			t.Errorf("words on a heat of %d %% have contrast %.2f, want 4.5", i, c)
		}
	}
}

// TestContrastOfKnown compares with values that follow from WCAG's formula by hand.
func TestContrastOfKnown(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#123456", "#123456", 1}, {"#ffffff", "#777777", 4.48}} {
		if got := charts.Contrast(c.a, c.b); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("contrast of %s and %s is %.3f, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestTones(t *testing.T) {
	f := sample.Stride() // the third names a tone
	if got, want := f.Tones(), []charts.Tone{charts.Tone1, charts.Tone2, charts.ToneSoft}; !reflect.DeepEqual(got, want) {
		t.Errorf("tones %v, want %v", got, want)
	}
	l := f.Series[2].(charts.Line)
	l.Tone = charts.Tone1 // now taken: the others begin after it
	f.Series[2] = l
	if got, want := f.Tones(), []charts.Tone{charts.Tone2, charts.Tone3, charts.Tone1}; !reflect.DeepEqual(got, want) {
		t.Errorf("tones %v, want %v", got, want)
	}
}

func TestHeat(t *testing.T) {
	ramp := charts.Ramp()
	for i, want := range ramp {
		if got, _ := charts.Heat(float64(i) / float64(len(ramp)-1)); got != want {
			t.Errorf("heat %d of %d is %s, want %s", i, len(ramp)-1, got, want)
		}
	}
	for _, c := range []struct {
		at   float64
		want string
	}{{-1, ramp[0]}, {2, ramp[len(ramp)-1]}} {
		if got, _ := charts.Heat(c.at); got != c.want {
			t.Errorf("heat %v is %s, want %s", c.at, got, c.want)
		}
	}
	for i := range 100 { // lighter at every step: it can be read in grey
		a, _ := charts.Heat(float64(i) / 100)
		b, _ := charts.Heat(float64(i+1) / 100)
		if charts.Contrast(a, "#000000") >= charts.Contrast(b, "#000000") {
			t.Errorf("heat %d %% is not darker than %d %%", i, i+1)
		}
	}
}

func TestStylesheet(t *testing.T) {
	css := charts.Stylesheet()
	for _, tone := range charts.AllTones() {
		if n := strings.Count(css, "--lb-"+string(tone)+":#"); n != 3 {
			t.Errorf("--lb-%s is set %d times, want 3: light, dark by preference, dark by choice", tone, n)
		}
	}
	for _, want := range []string{"--lb-theme:light", "--lb-theme:dark", "prefers-color-scheme:dark"} {
		if !strings.Contains(css, want) {
			t.Errorf("the style sheet lacks %s", want)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{0, "0"}, {math.Copysign(0, -1), "0"}, {-12.5, "-12.5"}, {1024, "1024"}, {123456789, "123456789"}, {1e9, "1e+09"}, {31.622776, "31.62"}, {0.00012345, "0.0001234"}, {1.0 / 3, "0.3333"}} {
		if got := charts.FormatNumber(c.v); got != c.want {
			t.Errorf("%v is written %s, want %s", c.v, got, c.want)
		}
	}
}

func TestTextWidth(t *testing.T) {
	if a, b := charts.TextWidth("bank", 13), charts.TextWidth("バンク", 13); a >= b {
		t.Errorf("three kana are %.0f wide, four small letters %.0f: want more", b, a)
	}
}
