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

// SumForms is how long 2^24 floats take to be added up by so many blocks, each block or each
// warp adding what it has to the result.
func SumForms() (charts.Figure, error) {
	h200, _, err := atomicTwins()
	if err != nil {
		return charts.Figure{}, err
	}
	h200s := gpu.H200()
	reads, err := silicon.H200Bandwidth()
	if err != nil {
		return charts.Figure{}, err
	}
	pace := func(lanes, unroll int) float64 {
		return reads[slices.IndexFunc(reads, func(p silicon.BandwidthPoint) bool { return p.Lanes == lanes && p.Unroll == unroll })].BytesPerSecond
	}
	took := func(pace float64) float64 { return 1e6 * (4<<24/pace + h200s.Dispatch.Seconds) }
	few, most := pace(512, 1), pace(1024, 4) // 8 KB of an SM in flight, as in 1056 blocks, and 64
	f := charts.Figure{
		Name:    "sum-forms",
		Title:   "A sum of 16 million floats",
		Caption: fmt.Sprintf("By 1056 blocks, as many as fit, it takes as long as reading with as much in flight: 8 KB of an SM brought %.0f GB/s in littles.csv, and with the launch that is %.1f µs. At the %.0f GB/s that more would bring it is %.0f. By as many blocks as cover the numbers, half a million warps each add once to one word, which takes a number every 3.5 cycles.", few/1e9, took(few), most/1e9, took(most)),
		Alt:     "Bars: with 132, 1056 and 65536 blocks, by block 185, 33 and 121 microseconds, by warp 186, 44 and 926; the model's beside them.",
		Note:    "Hollow: the H200, atoms.csv. No number is from these rows; that floats of one word take 3.46 cycles is from another.",
		Y:       charts.Axis{Label: "time", Unit: "µs", Scale: charts.Log10},
	}
	for i, form := range []struct{ kernel, name string }{{"sum", "each block adds"}, {"sumw", "each warp adds"}} {
		model := charts.Bars{Name: form.name + ", model", Tone: charts.Palette[i]}
		chip := charts.Bars{Name: form.name + ", H200", Measured: true, Tone: model.Tone}
		for _, r := range h200 {
			if r.Kernel != form.kernel || r.N != 1<<24 {
				continue
			}
			if i == 0 {
				f.X.Categories = append(f.X.Categories, fmt.Sprint(r.Workgroups))
			}
			model.Y, chip.Y = append(model.Y, r.Model), append(chip.Y, r.Microseconds)
		}
		f.Series = append(f.Series, model, chip)
	}
	f.X.Label = "blocks of 256 threads"
	return f, nil
}

// AtomicKernels is the table of all kernels of atoms.cu, on both GPUs, the worst first.
func AtomicKernels() (charts.Figure, error) {
	h200, h100, err := atomicTwins()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "elements", Numeric: true}, {Head: "H200, µs", Numeric: true}, {Head: "model", Numeric: true}, {Head: "error, %", Numeric: true},
		{Head: "H100, µs", Numeric: true}, {Head: "model ", Numeric: true}, {Head: "error, % ", Numeric: true}}}
	order := make([]int, len(h200))
	for i := range order {
		order[i] = i
	}
	miss := func(i int) float64 { return max(math.Abs(h200[i].Error()), math.Abs(h100[i].Error())) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(miss(b), miss(a)) })
	for _, i := range order {
		row := []string{atomicWords(h200[i]), fmt.Sprintf("2^%d", int(math.Log2(float64(h200[i].N))))}
		for _, r := range []silicon.AtomicResult{h200[i], h100[i]} {
			row = append(row, fmt.Sprintf("%.1f", r.Microseconds), fmt.Sprintf("%.1f", r.Model), Signed(100*r.Error(), 0))
		}
		t.Rows = append(t.Rows, row)
	}
	kept, all := atomicOrders(h200)
	every, err := silicon.AtomicResults("H100")
	if err != nil {
		return charts.Figure{}, err
	}
	one, other, apart := atomicErrors(h200), atomicErrors(h100), atomicErrors(every)
	launch := 1e6 * gpu.H200().Dispatch.Seconds // in all of them, on both GPUs
	span := func(a, b silicon.Compared) int { return cmp.Compare(a.Measured, b.Measured) }
	return charts.Figure{
		Name:    "atomic-kernels",
		Title:   "Histograms, sums and scans",
		Caption: fmt.Sprintf("%d kernels, from %.0f microseconds to %.0f: the model is %.1f %% off on the H200 on average, %.1f %% on the H100 (less the launch, %.2f µs, which is in all: %.1f and %.1f). Of %d pairs of forms of one size that the H200 has at least a tenth apart, it keeps the order of %d; most are far apart. With the %d of Figure 11.3 it is %.1f %% off on the H100, at worst %.0f.", len(h200), slices.MinFunc(one.Points, span).Measured, slices.MaxFunc(one.Points, span).Measured, 100*one.Mean(), 100*other.Mean(), launch, 100*less(one, launch).Mean(), 100*less(other, launch).Mean(), all, kept, len(every)-len(h200), 100*apart.Mean(), 100*math.Abs(apart.Error(apart.Worst()))),
		Alt:     "Table of kernels: elements, the H200's time, the model's, the error, and the same of the H100, worst first.",
		Note:    "atoms.csv, atoms_h100.csv: medians of 15, as launched before. No number was set from them.",
		Series:  []charts.Series{t},
	}, nil
}

// atomicErrors sets the kernels beside the model.
func atomicErrors(rows []silicon.AtomicResult) (a silicon.Agreement) {
	for _, r := range rows {
		a.Points = append(a.Points, silicon.Compared{What: atomicWords(r), Measured: r.Microseconds, Model: r.Model})
	}
	return a
}

// less takes so many microseconds from what was measured and from what the model gives.
func less(a silicon.Agreement, microseconds float64) (out silicon.Agreement) {
	for _, p := range a.Points {
		out.Points = append(out.Points, silicon.Compared{What: p.What, Measured: p.Measured - microseconds, Model: p.Model - microseconds})
	}
	return out
}

// atomicWords is the kernel's form in words.
func atomicWords(r silicon.AtomicResult) string {
	bins := fmt.Sprintf("%d bins", r.Bins)
	if r.Bins == 0 {
		bins = "256 bins, equal ones in a row"
	}
	return map[string]string{
		"hist": "histogram in global memory, " + bins, "histl": fmt.Sprintf("in the LDS, %s, %d blocks", bins, r.Workgroups),
		"sum": fmt.Sprintf("sum, %d blocks add", r.Workgroups), "sumw": fmt.Sprintf("sum, the warps of %d blocks add", r.Workgroups), "scan": "scan of each block",
	}[r.Kernel]
}

// atomicOrders returns how many pairs of histograms of the same numbers, and of sums, the model has in
// the order that was measured, of those a tenth apart or more.
func atomicOrders(rows []silicon.AtomicResult) (kept, all int) {
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			same := a.N == b.N && a.Kernel[:3] == b.Kernel[:3] && a.Bins == b.Bins
			if !same || math.Abs(math.Log(a.Microseconds/b.Microseconds)) < math.Log(1.1) {
				continue
			}
			all++
			if (a.Microseconds < b.Microseconds) == (a.Model < b.Model) {
				kept++
			}
		}
	}
	return kept, all
}
