package tracing

import (
	"cmp"
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// The methods' colours, the same in every figure.
var methodTones = [volume.Methods]charts.Tone{charts.ToneInk, charts.Tone2, charts.Tone3, charts.Tone1}

// methodName is what readers call a method: the document's proposal is the dummy.
func methodName(m volume.Method) string {
	if m == volume.Dummy {
		return "proposed (dummy)"
	}
	return m.String()
}

// Said is a share of time that a document states, in per cent.
type Said struct {
	Shape  gpumodel.Shape
	Method volume.Method
	Share  float64
}

// MemoryShares draws the share of the wavefronts' time that each of the methods finds in
// texture references, for each shape of the points, with what the document says.
func MemoryShares(g volume.Renderer, points []Point, methods []volume.Method, said ...Said) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Where the time goes, by who measures it",
		Alt:   "Stacked bars of time in texture references and elsewhere, by method and shape of workgroup. By the simple method references are a small part, by the proposed one they are half of the time or nearly all.",
		X:     charts.Axis{Label: "method, workgroup"},
		Y:     charts.Axis{Label: "share of the time", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Note:  figures.Note(g.Assumed),
	}
	inside := charts.Bars{Name: "in texture references", Stack: "time", Tone: charts.Tone2}
	outside := charts.Bars{Name: "elsewhere", Stack: "time", Tone: charts.ToneMuted}
	document := charts.Line{Name: "the document", Style: charts.Dots, Measured: true, Tone: charts.ToneInk}
	for _, m := range methods {
		for _, p := range points {
			by := p.By[m]
			if by.Reference == 0 {
				return charts.Figure{}, fmt.Errorf("tracing: %v was not timed by %v", p.Shape, m)
			}
			share := 100 * by.Share()
			at := len(f.X.Categories)
			f.X.Categories = append(f.X.Categories, fmt.Sprintf("%v, %v", m, p.Shape))
			tip := fmt.Sprintf("%s, %v\n%.0f cycles of a reference, %.0f besides\n%.1f %% in references", methodName(m), p.Shape, by.Reference, by.Other, share)
			inside.Y, inside.Tips = append(inside.Y, share), append(inside.Tips, tip)
			outside.Y, outside.Tips = append(outside.Y, 100-share), append(outside.Tips, tip)
			for _, s := range said {
				if s.Shape == p.Shape && s.Method == m {
					document.X, document.Y = append(document.X, float64(at)), append(document.Y, s.Share)
					document.Tips = append(document.Tips, fmt.Sprintf("the document: %g %%", s.Share))
				}
			}
		}
	}
	f.Series = []charts.Series{inside, outside}
	if len(document.X) > 0 {
		f.Series = append(f.Series, document)
	}
	f.Caption = "The same program, the same GPU. The simple method finds hardly any time in the references, and tells its user to look elsewhere; the proposed one finds the bottleneck."
	return f, nil
}

// FrequencyAndHits draws how often a reference is made, as each method finds, beside
// the texture cache's hit rate, by shape of workgroup.
func FrequencyAndHits(t Trend, view string) (charts.Figure, error) {
	return frequencies(t, view, 0, "texture hit rate", t.Hit, func(h float64) string { return fmt.Sprintf("%.1f %% hits", 100*h) })
}

// FrequencyAndFrames does the same beside the frame rate.
func FrequencyAndFrames(t Trend, view string) (charts.Figure, error) {
	return frequencies(t, view, 1, "frame rate", t.Rate, func(r float64) string { return fmt.Sprintf("%.1f frames/s", r) })
}

// frequencies draws each curve as a share of its largest value: it is their run that is
// to be compared. Which says whether hits or frames are.
func frequencies(t Trend, view string, which int, name string, with []float64, tip func(float64) string) (charts.Figure, error) {
	f := charts.Figure{
		Title: fmt.Sprintf("View %s: reference frequency and %s", view, name),
		Alt:   fmt.Sprintf("Three curves over the shapes of workgroup: %s, reference frequency by the proposed method, and by the simple one.", name),
		X:     charts.Axis{Label: "workgroup", Unit: "pixels"},
		Y:     charts.Axis{Label: "share of the largest", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
	}
	add := func(name string, values []float64, style charts.LineStyle, tone charts.Tone, tip func(float64) string) {
		largest := 0.0
		for _, v := range values {
			largest = math.Max(largest, v)
		}
		l := charts.Line{Name: name, Style: style, Tone: tone}
		for i, v := range values {
			l.X, l.Y = append(l.X, float64(i)), append(l.Y, 100*v/cmp.Or(largest, 1))
			l.Tips = append(l.Tips, fmt.Sprintf("%v\n%s", t.Shapes[i], tip(v)))
		}
		f.Series = append(f.Series, l)
	}
	for _, s := range t.Shapes {
		f.X.Categories = append(f.X.Categories, s.String())
	}
	add(name, with, charts.Dashed, charts.ToneInk, tip)
	for _, m := range []volume.Method{volume.Dummy, volume.Simple} {
		if len(t.Frequency[m]) != len(t.Shapes) || len(t.Shapes) == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: %d frequencies by %v for %d shapes, want one for each", len(t.Frequency[m]), m, len(t.Shapes))
		}
		add(methodName(m), t.Frequency[m], charts.Joined, methodTones[m], func(v float64) string {
			return fmt.Sprintf("%.2f references in 1000 cycles\n%.0f cycles of a reference", 1000*v, 1/v)
		})
	}
	both := func(m volume.Method) float64 {
		hit, rate := t.Correlations(m)
		return [2]float64{hit, rate}[which]
	}
	f.Caption = fmt.Sprintf("Each curve as a share of its largest value. Correlation with the %s: proposed %.2f, simple %.2f.", name, both(volume.Dummy), both(volume.Simple))
	return f, nil
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
				row = append(row, fmt.Sprintf("%+.2f", c))
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
