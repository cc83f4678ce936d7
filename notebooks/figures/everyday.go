package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// Everyday is the table of kernels that an H100 was asked for after the model, the latest told first, and of
// those the worst.
func Everyday() (charts.Figure, error) {
	all, err := silicon.EverydayResults()
	if err != nil {
		return charts.Figure{}, err
	}
	var rounds [3][]silicon.EverydayResult // the latest first
	for _, r := range all {
		rounds[3-r.Round] = append(rounds[3-r.Round], r)
	}
	t := charts.Table{Columns: []charts.Column{{Head: "eight"}, {Head: "kernel", Code: true}, {Head: "sizes"}, {Head: "told, µs"}, {Head: "measured, µs"}, {Head: "error, %"}}}
	for i, round := range rounds {
		for _, sizes := range everydayKernels(round) {
			of := func(text func(r silicon.EverydayResult) string) string {
				var cells []string
				for _, r := range sizes {
					cells = append(cells, text(r))
				}
				return strings.Join(cells, "\u00a0· ")
			}
			t.Rows = append(t.Rows, []string{
				[]string{"third", "second", "first"}[i], sizes[0].Name,
				of(func(r silicon.EverydayResult) string { return binary(r.Size) }),
				of(func(r silicon.EverydayResult) string { return fmt.Sprintf("%.1f", r.Told) }),
				of(func(r silicon.EverydayResult) string { return fmt.Sprintf("%.1f", r.Microseconds) }),
				of(func(r silicon.EverydayResult) string { return Signed(100*r.ToldError(), 0) }),
			})
		}
	}
	third, second, first := everydayMeans(rounds[0]), everydayMeans(rounds[1]), everydayMeans(rounds[2])
	return charts.Figure{
		Title: "Told before they were measured",
		Caption: fmt.Sprintf("The first eight kernels of an H100: %s; on another H100 %.0f %%. The second: %s; on an H200 %.0f %%. The third, with the machine code in view: %s. k and M: 2¹⁰ and 2²⁰.",
			first, first.second, second, second.h200, third),
		Alt:    fmt.Sprintf("Table of %d kernels, each at some sizes: what the model told, the measured times, the errors.", len(t.Rows)),
		Note:   "H100, everyday.cu: medians of 15, as launched before.",
		Series: []charts.Series{t},
	}, nil
}

// everydayKernels groups times by kernel, the worst told first.
func everydayKernels(round []silicon.EverydayResult) (kernels [][]silicon.EverydayResult) {
	for _, r := range round {
		i := slices.IndexFunc(kernels, func(k []silicon.EverydayResult) bool { return k[0].Name == r.Name })
		if i < 0 {
			i, kernels = len(kernels), append(kernels, nil)
		}
		kernels[i] = append(kernels[i], r)
	}
	worst := func(k []silicon.EverydayResult) (most float64) {
		for _, r := range k {
			most = max(most, math.Abs(r.ToldError()))
		}
		return most
	}
	slices.SortStableFunc(kernels, func(a, b []silicon.EverydayResult) int { return cmp.Compare(worst(b), worst(a)) })
	return kernels
}

// everydayMean is what a round's errors are on average, in percent.
type everydayMean struct {
	n, near                  int
	off, worst, second, h200 float64
}

func (m everydayMean) String() string {
	return fmt.Sprintf("%d times, %.0f %% off on average, %d within 20 %%, the worst %s %%", m.n, m.off, m.near, Signed(m.worst, 0))
}

func everydayMeans(round []silicon.EverydayResult) (m everydayMean) {
	m.n = len(round)
	share := 100 / float64(m.n)
	for _, r := range round {
		off := r.ToldError()
		m.off += share * math.Abs(off)
		m.second += share * math.Abs(r.Told/r.Second-1)
		if r.Round == 2 {
			m.h200 += share * math.Abs(r.ModelH200/r.H200-1)
		}
		if math.Abs(off) <= 0.2 {
			m.near++
		}
		if math.Abs(100*off) > math.Abs(m.worst) {
			m.worst = 100 * off
		}
	}
	return m
}

// binary writes a number that is a multiple of 2¹⁰ or 2²⁰ by it, from 16 times as much on.
func binary(n int) string {
	switch {
	case n%(1<<20) == 0:
		return fmt.Sprint(n>>20, "\u00a0M")
	case n >= 16<<10 && n%(1<<10) == 0:
		return fmt.Sprint(n>>10, "\u00a0k")
	}
	return fmt.Sprint(n)
}
