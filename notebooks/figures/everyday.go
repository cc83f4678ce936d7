package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// Everyday is the table of kernels that an H100 was asked for after the model, the worst first.
func Everyday() (charts.Figure, error) {
	all, err := silicon.EverydayResults()
	if err != nil {
		return charts.Figure{}, err
	}
	slices.SortStableFunc(all, func(a, b silicon.EverydayResult) int {
		return cmp.Compare(math.Abs(b.ToldError()), math.Abs(a.ToldError()))
	})
	t := charts.Table{Columns: []charts.Column{{Head: "kernel", Code: true}, {Head: "size", Numeric: true}, {Head: "told, µs", Numeric: true}, {Head: "measured", Numeric: true}, {Head: "error, %", Numeric: true}, {Head: "error since, %", Numeric: true}, {Head: "another H100, µs", Numeric: true}, {Head: "used most, since"}}}
	mean, since, second, near := 0.0, 0.0, 0.0, 0
	for _, r := range all {
		mean += 100 * math.Abs(r.ToldError()) / float64(len(all))
		since += 100 * math.Abs(r.Error()) / float64(len(all))
		second += 100 * math.Abs(r.Told/r.Second-1) / float64(len(all))
		if math.Abs(r.ToldError()) <= 0.2 {
			near++
		}
		t.Rows = append(t.Rows, []string{r.Name, fmt.Sprint(r.Size), fmt.Sprintf("%.1f", r.Told), fmt.Sprintf("%.1f", r.Microseconds), Signed(100*r.ToldError(), 0), Signed(100*r.Error(), 0), fmt.Sprintf("%.1f", r.Second), fmt.Sprintf("%s, %.0f %%", r.Part, 100*r.Used)})
	}
	return charts.Figure{
		Title: "Told before they were measured",
		Caption: fmt.Sprintf("%d kernels of an H100: %.0f %% off on average, %d within 20 %%, the worst %s %%; of another H100, whose launches take longer, %.0f %% off. Since: the preset after reads of its L2 had got the pace that an H200's clocks gave, less what another H100's did, when these errors had been seen; %.0f %% off. rows, columns: a matrix times a vector, a warp to a row or a thread to a column; blur: 5 × 5 taps of a picture; options: Black and Scholes; bodies: forces of all on each; softmax: of rows of 1024; bitonic: a step of a sort, with partners so far apart; sparse: a matrix with 16 elements a row by chance, times a vector.",
			len(all), mean, near, Signed(100*all[0].ToldError(), 0), second, since),
		Alt:    fmt.Sprintf("Table of %d kernels and sizes: what the model told, the measured time, the error, the error since the L2's pace was set anew, the time on another H100, the part that the model uses most.", len(all)),
		Note:   "H100, everyday.cu: medians of 15, as launched before. The model's kernels are Go functions, and the order of their instructions ours, not a compiler's.",
		Series: []charts.Series{t},
	}, nil
}
