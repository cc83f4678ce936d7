//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// mi300aKernels are the kernels of mi300a_kernels.csv, as a reader would call them.
var mi300aKernels = []struct{ kernel, name string }{
	{"vectoradd", "vector add"}, {"matrixtranspose", "transpose"}, {"fft1D_512", "FFT of 512"},
	{"stencil2d", "stencil"}, {"matrixmultiplication", "matrix product"}, {"simpleconvolution", "convolution"},
}

// MI300AKernels draws by how many per cent the model is off on whole kernels of an MI300A,
// against the time that they took: the least of file 120, and of file 240 where it differs,
// beyond 256 MB. Rows that set a number are left out.
func MI300AKernels() (charts.Figure, error) {
	rows, err := silicon.MI300AResults()
	if err != nil {
		return charts.Figure{}, err
	}
	within := silicon.ScoreMI300A(rows, func(r silicon.MI300AResult) bool { return !r.Placed() }, leastMI300A)
	f := charts.Figure{
		Title:   "Whole kernels on an MI300A",
		Caption: fmt.Sprintf("Each kernel at all its sizes, from one workgroup to gigabytes. Of %d times of arrays that the Infinity Cache can hold, the model is off by %.1f %% on average; beyond, two files of the same chip differ by up to seven times.", within.Rows, 100*within.Mean),
		Alt:     "Error of the model in per cent against the measured time: near zero for small and middle sizes of most kernels, a third too slow for vector sums and transposes beyond 256 MB, a fifth to nearly a half too fast for convolutions of pictures of 512 rows and more, and far below zero for large transposes of one of two files.",
		X:       charts.Axis{Label: "measured", Unit: "µs", Scale: charts.Log10},
		Y:       charts.Axis{Label: "model is off by", Unit: "%"},
	}
	for i, k := range mi300aKernels {
		dots := charts.Line{Name: k.name, Style: charts.Dots, Tone: charts.Palette[i]}
		other := charts.Line{Name: k.name + ", file 240", Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, r := range rows {
			to := &dots
			if r.CUs == 240 {
				to = &other
			}
			if r.Kernel == k.kernel && !r.Set() && (r.CUs == 120 || r.Placed()) {
				to.X, to.Y = append(to.X, r.Least), append(to.Y, 100*r.Error())
			}
		}
		f.Series = append(f.Series, dots)
		if len(other.X) > 0 {
			f.Series = append(f.Series, other)
		}
	}
	return f, nil
}

func leastMI300A(r silicon.MI300AResult) float64 { return r.Least }

// mgpusimError is what MGPUSim's authors state for their own model of the chip: sarchlab/mgpusim,
// pull request 260 of 2026-03-14, 206 points of 19 programs.
const mgpusimError = "16.4 %"

// MI300AErrors is the table of how far the model is off on them, the kernel with the largest
// mean error first, and beside MGPUSim's own number as that counts.
func MI300AErrors() (charts.Figure, error) {
	rows, err := silicon.MI300AResults()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "kernels"}, {Head: "of"}, {Head: "times", Numeric: true}, {Head: "mean error", Numeric: true}, {Head: "weighted", Numeric: true}, {Head: "within 25 %", Numeric: true}, {Head: "worst", Numeric: true}}}
	add := func(name, of string, s silicon.MI300AScore, measured float64) {
		t.Rows = append(t.Rows, []string{name, of, fmt.Sprint(s.Rows), fmt.Sprintf("%.1f %%", 100*s.Mean), fmt.Sprintf("%.1f %%", 100*s.Weighted), fmt.Sprint(s.Within), fmt.Sprintf("%s %%, %s", Signed(100*(s.Worst.Model/measured-1), 0), s.Worst.Size)})
	}
	score := func(name, of string, take func(silicon.MI300AResult) bool) {
		s := silicon.ScoreMI300A(rows, take, leastMI300A)
		add(name, of, s, s.Worst.Least)
	}
	type part struct {
		name string
		silicon.MI300AScore
	}
	var parts []part
	for _, k := range mi300aKernels {
		parts = append(parts, part{k.name, silicon.ScoreMI300A(rows, func(r silicon.MI300AResult) bool { return r.Kernel == k.kernel && r.CUs == 120 }, leastMI300A)})
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.Mean, a.Mean) })
	for _, p := range parts {
		add(p.name, "file 120", p.MI300AScore, p.Worst.Least)
	}
	for _, cus := range []int{240, 120} {
		score("all, beyond 256 MB", fmt.Sprint("file ", cus), func(r silicon.MI300AResult) bool { return r.CUs == cus && r.Placed() })
	}
	score("all, up to 256 MB", "both", func(r silicon.MI300AResult) bool { return !r.Placed() })
	for _, cus := range []int{240, 120} {
		s := silicon.ScoreMI300A(rows, func(r silicon.MI300AResult) bool { return r.CUs == cus && r.Average >= 10 }, func(r silicon.MI300AResult) float64 { return r.Average })
		add("as MGPUSim counts", fmt.Sprint("file ", cus), s, s.Worst.Average)
	}
	t.Rows = append(t.Rows, []string{"MGPUSim, its own", "file 240", "206", "", mgpusimError, "", ""})
	return charts.Figure{
		Title:   "How far off, beside MGPUSim",
		Caption: "The worst kernel first. Least times; as MGPUSim counts: mean times of 10 µs and more. Weighted is the sum of errors over the sum of times. MGPUSim's number is of 19 programs and of sizes that it runs in 55 s.",
		Alt:     "Table of the model's errors by kernel and file, and MGPUSim's published one.",
		Series:  []charts.Series{t},
	}, nil
}
