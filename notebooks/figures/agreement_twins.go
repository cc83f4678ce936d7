//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// TwinRatios draws how many times as long each kernel takes the H100 as the H200, measured
// against modelled: where the two are the same, a mark is on the line.
func TwinRatios(kernels []silicon.Twins) (charts.Figure, error) {
	if len(kernels) == 0 || len(kernels) > len(charts.Palette) {
		return charts.Figure{}, fmt.Errorf("figures: %d sets of kernels, want 1 to %d", len(kernels), len(charts.Palette))
	}
	f := charts.Figure{
		Title: "The H100's time over the H200's",
		X:     charts.Axis{Label: "H100 / H200 by the model"},
		Y:     charts.Axis{Label: "measured"},
	}
	least, most := 1.0, 1.0
	var all silicon.Agreement
	for i, k := range kernels {
		dots := charts.Line{Name: k.H100.Subject, Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for j, p := range k.Ratio().Points {
			all.Points = append(all.Points, p)
			least, most = min(least, p.Measured, p.Model), max(most, p.Measured, p.Model)
			dots.X, dots.Y = append(dots.X, thousandths(p.Model)), append(dots.Y, thousandths(p.Measured))
			a, b := k.H100.Points[j], k.H200.Points[j]
			dots.Tips = append(dots.Tips, fmt.Sprintf("%s\nH100 %.1f µs, model %.1f\nH200 %.1f µs, model %.1f", p.What, a.Measured, a.Model, b.Measured, b.Model))
		}
		f.Series = append(f.Series, dots)
	}
	f.Series = slices.Insert(f.Series, 0, charts.Series(charts.Line{Name: "model", X: []float64{least, most}, Y: []float64{least, most}, Tone: charts.ToneInk}))
	f.Caption = fmt.Sprintf("%d kernels that ran on both. By their widths and clocks the H100's memory delivers 0.70 of the H200's, so that what waits for it alone should take 1.43 times as long (reads alone took 1.46); what computes takes as long on both. The modelled ratio is off by %.1f %% on average, by %s %% at worst.", len(all.Points), 100*all.Mean(), Signed(100*all.Error(all.Worst()), 0))
	f.Alt = fmt.Sprintf("Measured ratio against the model's, from %.2f to %.2f: most marks follow the line of equal ratios.", least, most)
	f.Note = "No number of the H100 was set from a time of its own; the H200's launch was set from its empty kernels."
	return f, nil
}

// TwinErrors is the table of how far the model is off on each set that both GPUs have, the
// H100's worst mean error first, and of all kernels and latencies at its end.
func TwinErrors(title string, sets []silicon.Twins) (charts.Figure, error) {
	if len(sets) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no sets of two GPUs")
	}
	t := charts.Table{Columns: []charts.Column{
		{Head: "what was measured"}, {Head: "points", Numeric: true}, {Head: "H100", Numeric: true}, {Head: "H100 worst", Numeric: true}, {Head: "in 25 %", Numeric: true},
		{Head: "H200", Numeric: true}, {Head: "set", Numeric: true}, {Head: "ratio", Numeric: true}, {Head: "ratio worst", Numeric: true}, {Head: "the H100's worst"},
	}}
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	add := func(name string, w silicon.Twins) {
		ratio, worst := w.Ratio(), w.H100.Worst()
		t.Rows = append(t.Rows, []string{name, fmt.Sprint(len(w.H100.Points)), percent(w.H100.Mean()), Signed(100*w.H100.Error(worst), 0) + " %", fmt.Sprint(w.H100.Within(0.25)),
			percent(w.H200.Mean()), fmt.Sprint(w.H200.Set), percent(ratio.Mean()), Signed(100*ratio.Error(ratio.Worst()), 0) + " %", worst.What})
	}
	sets = slices.Clone(sets)
	slices.SortStableFunc(sets, func(a, b silicon.Twins) int { return cmp.Compare(b.H100.Mean(), a.H100.Mean()) })
	var all silicon.Twins
	for _, w := range sets {
		add(w.H100.Subject, w)
		all.H100.Points = append(all.H100.Points, w.H100.Points...)
		all.H200.Points = append(all.H200.Points, w.H200.Points...)
		all.H200.Set += w.H200.Set
	}
	add("all", all)
	return charts.Figure{
		Title:   title,
		Caption: fmt.Sprintf("Mean errors of the model on the H100, on the H200, and of the ratio of the two; the worst set first. Of the H100's %d points none set a number. Set is how many of its own the H200's did; in 25 %%, how many of the H100's points are that near.", len(all.H100.Points)),
		Alt:     "Table of sets of measurements that both GPUs have: points, the model's mean error and worst on the H100, its mean error on the H200, and of the ratio of the two.",
		Series:  []charts.Series{t},
	}, nil
}
