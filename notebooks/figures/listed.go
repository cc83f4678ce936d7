//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// ListedKernels draws by how much the model was off on whole kernels of which it had nothing but their machine code,
// told before an H200 was asked: the kernel with the worst point first, by size.
func ListedKernels() (charts.Figure, error) {
	all, err := silicon.ListedResults()
	if err != nil {
		return charts.Figure{}, err
	}
	return toldKernels(all, "H200, listed.cu: medians of 15, as launched before, with launches; told and committed before it ran, from listings of another version of the compiler."), nil
}

// toldKernels is the heat map of kernels that were told.
func toldKernels(all []silicon.ListedResult, note string) charts.Figure {
	g := charts.Grid{Columns: []string{"small", "middle", "large"}, Across: "launch", Down: "kernel", Unit: "% off"}
	worst := map[string]float64{}
	mean, again, near := 0.0, 0.0, 0
	for _, r := range all {
		off := math.Abs(r.ToldError())
		worst[r.Kernel] = max(worst[r.Kernel], off)
		mean, again = mean+off, again+math.Abs(r.Second/r.Microseconds-1)
		if off <= 0.1 {
			near++
		}
	}
	for _, r := range all {
		if !slices.Contains(g.Rows, r.Kernel) {
			g.Rows = append(g.Rows, r.Kernel)
		}
	}
	slices.SortStableFunc(g.Rows, func(a, b string) int { return cmp.Compare(worst[b], worst[a]) })
	column := map[string]int{}
	for _, r := range all {
		off := 100 * r.ToldError()
		g.Cells = append(g.Cells, charts.Cell{
			Row: slices.Index(g.Rows, r.Kernel), Column: column[r.Kernel], Value: math.Abs(off), Label: Signed(off, 0),
			Tip: fmt.Sprintf("%s, %s: told %.1f µs, the H200 took %.1f, then %.1f\nof issue, LDS, L2, DRAM most: %s, %.0f %%", r.Kernel, binary(r.Size), r.Told, r.Microseconds, r.Second, Worded(gpu.H200(), r.Part), 100*r.Used),
		})
		column[r.Kernel]++
	}
	n := float64(len(all))
	return charts.Figure{
		Title: "Told from the listing alone",
		Caption: fmt.Sprintf("By how many per cent the model was off, below zero too fast; the kernel with the worst launch on top. Of %d launches it was %.1f off on average, %d within 10, the worst %s. A second run of the H200 differs from the first by %.1f.",
			len(all), 100*mean/n, near, Signed(worstOf(all), 0), 100*again/n),
		Alt:    fmt.Sprintf("Heat map of the model's error, %d kernels by three sizes: the first rows are bright in places, most cells are dark.", len(g.Rows)),
		Note:   note,
		Series: []charts.Series{g},
	}
}

func worstOf(all []silicon.ListedResult) (worst float64) {
	for _, r := range all {
		if off := 100 * r.ToldError(); math.Abs(off) > math.Abs(worst) {
			worst = off
		}
	}
	return worst
}
