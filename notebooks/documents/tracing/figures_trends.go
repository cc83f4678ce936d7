package tracing

import (
	"cmp"
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// FrequencyAndHits draws how often a reference is made, as each method finds, beside
// the texture cache's hit rate, by shape of block. Where says of which GPU and view.
func FrequencyAndHits(t Trend, where string) (charts.Figure, error) {
	return frequencies(t, where+": reference frequency and texture hit rate", hitRate(t))
}

// FrequencyAndFrames does the same beside the frame rate.
func FrequencyAndFrames(t Trend, where string) (charts.Figure, error) {
	return frequencies(t, where+": reference frequency and frame rate", frameRate(t))
}

// FrequencyAndBoth does the same beside both.
func FrequencyAndBoth(t Trend, where string) (charts.Figure, error) {
	hits := hitRate(t)
	hits.tone = charts.Tone4 // apart from the frames
	return frequencies(t, where+": reference frequency, hits and frames", hits, frameRate(t))
}

// curve is what a frequency is held against, or a frequency.
type curve struct {
	name   string
	values []float64
	style  charts.LineStyle
	tone   charts.Tone
	tip    func(float64) string
}

func hitRate(t Trend) curve {
	return curve{"texture hit rate", t.Hit, charts.Dashed, charts.ToneInk, func(h float64) string { return fmt.Sprintf("%.1f %% hits", 100*h) }}
}

func frameRate(t Trend) curve {
	return curve{"frame rate", t.Rate, charts.Dashed, charts.ToneInk, func(r float64) string { return fmt.Sprintf("%.1f frames/s", r) }}
}

// frequencies draws each curve as a share of its largest value: it is their run that is
// to be compared.
func frequencies(t Trend, title string, with ...curve) (charts.Figure, error) {
	f := charts.Figure{
		Title: title,
		X:     charts.Axis{Label: "block", Unit: "pixels"},
		Y:     charts.Axis{Label: "share of the largest", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
	}
	for _, s := range t.Shapes {
		f.X.Categories = append(f.X.Categories, s.String())
	}
	curves := with
	for _, m := range []volume.Method{volume.Dummy, volume.Simple} {
		if len(t.Frequency[m]) != len(t.Shapes) || len(t.Shapes) == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: %d frequencies by %v for %d shapes, want one for each", len(t.Frequency[m]), m, len(t.Shapes))
		}
		curves = append(curves, curve{methodName(m), t.Frequency[m], charts.Joined, methodTones[m], func(v float64) string {
			return fmt.Sprintf("%.2f references in 1000 cycles\n%.0f cycles of a reference", 1000*v, 1/v)
		}})
	}
	f.Alt = fmt.Sprintf("%d curves over the shapes of block, in per cent of the largest.", len(curves))
	for _, c := range curves {
		l := c.line(t)
		f.Series = append(f.Series, l)
		f.Alt += fmt.Sprintf(" %s:", c.name)
		for _, y := range l.Y {
			f.Alt += fmt.Sprintf(" %.0f", y)
		}
		f.Alt += "."
	}
	f.Caption = "Each curve as a share of its largest value."
	for _, c := range with {
		proposed, simple := volume.Correlation(t.Frequency[volume.Dummy], c.values), volume.Correlation(t.Frequency[volume.Simple], c.values)
		f.Caption += fmt.Sprintf(" Correlation with the %s: proposed %.2f, simple %.2f; %s.", c.name, proposed, simple, closer(proposed, simple))
	}
	return f, nil
}

func (c curve) line(t Trend) charts.Line {
	largest := 0.0
	for _, v := range c.values {
		largest = math.Max(largest, v)
	}
	l := charts.Line{Name: c.name, Style: c.style, Measured: t.Measured, Tone: c.tone}
	for i, v := range c.values {
		l.X, l.Y = append(l.X, float64(i)), append(l.Y, math.Round(1e4*v/cmp.Or(largest, 1))/100)
		l.Tips = append(l.Tips, fmt.Sprintf("%v\n%s", t.Shapes[i], c.tip(v)))
	}
	return l
}

// closer says which method's frequency goes with a curve more closely, as far as two
// decimals tell, or that neither does or both run against it.
func closer(proposed, simple float64) string {
	a, b := math.Round(100*proposed), math.Round(100*simple)
	switch {
	case a < 0 && b < 0:
		return "both run against it"
	case max(proposed, simple) < clear:
		return "neither method goes with it"
	case a > b:
		return "the proposed method goes with it more closely"
	case a < b:
		return "the simple method goes with it more closely"
	}
	return "neither method goes with it more closely"
}

// NamedTrend is a Trend and the GPU and view that it is of.
type NamedTrend struct {
	Name string
	Trend
}

// Correlations is the table of how each method's reference frequency goes with the hit
// rate and with the frame rate.
func Correlations(trends ...NamedTrend) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "experiment"}, {Head: "method"},
		{Head: "with hits", Numeric: true}, {Head: "with frames", Numeric: true},
		{Head: "with hits, x ≥ 8", Numeric: true}, {Head: "with frames, x ≥ 8", Numeric: true},
	}}
	for _, n := range trends {
		for m := volume.Simple; m < volume.Methods; m++ {
			if len(n.Frequency[m]) == 0 {
				continue
			}
			hit, rate := n.Correlations(m)
			wideHit, wideRate := n.Between(8, 128).Correlations(m)
			row := []string{n.Name, methodName(m)}
			for _, c := range []float64{hit, rate, wideHit, wideRate} {
				row = append(row, figures.Signed(c, 2))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return charts.Figure{
		Title:   "Does the trace tell what the program does?",
		Caption: "Correlation of reference frequency with the texture hit rate and with the frame rate over the shapes, and over those at least 8 wide. +1: they rise and fall together.",
		Alt:     "Table of correlation coefficients by experiment and method.",
		Series:  []charts.Series{t},
	}, nil
}
