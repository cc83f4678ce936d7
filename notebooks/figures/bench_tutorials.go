//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// The sizes at which the tutorials' kernels are run: elements, and rows of a matrix.
const (
	tutorialElements = 1 << 18
	tutorialRows     = 192
)

// TutorialNames are the tutorials' kernels, by the steps in which the tutorials make them
// faster, as silicon.TutorialTime names them.
var TutorialNames = []string{"reduction scattered", "reduction interleaved", "reduction sequential", "reduction pairs", "stencil", "stencil local", "product", "product local"}

// Tutorial returns a tutorial's kernel, as launched before, with as many blocks as fill an
// H200 once or less. The error names it where there is none of the name.
func Tutorial(name string) (Variant, error) {
	k := silicon.TutorialTime{Name: name, Size: tutorialElements}
	if strings.HasPrefix(name, "product") {
		k.Size = tutorialRows
	}
	l, kernel, err := k.Launch(gpu.H200())
	return Variant{Bench: Bench{Launch: l, Kernel: kernel}, Again: true}, err
}

// Tutorials is the table of the tutorials' kernels on the GTX 480 and on the H200, whose
// times were measured too.
func Tutorials() (charts.Figure, error) {
	times, err := silicon.H200Tutorials()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "GTX 480, µs", Numeric: true}, {Head: "limited by"}, {Head: "H200, µs", Numeric: true}, {Head: "measured, twice"}, {Head: "limited by "}}}
	for _, name := range TutorialNames {
		v, err := Tutorial(name)
		if err != nil {
			return charts.Figure{}, err
		}
		var runs [2]WholeRun
		for i, d := range []gpumodel.Device{gpu.GTX480(), gpu.H200()} {
			v.Again = i == 1
			if runs[i], err = v.run(d); err != nil {
				return charts.Figure{}, err
			}
		}
		measured := ""
		for _, m := range times {
			if m.Name == name && (m.Size == tutorialElements || m.Size == tutorialRows) {
				measured = fmt.Sprintf("%.1f, %.1f", m.Microseconds, m.Again)
			}
		}
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%.1f", runs[0].Seconds*1e6), runs[0].limit(), fmt.Sprintf("%.1f", runs[1].Seconds*1e6), measured, runs[1].limit()})
	}
	return charts.Figure{
		Title:   "Three kernels from tutorials",
		Caption: fmt.Sprintf("Sums of %d floats, a stencil of radius 8 over them, and a product of matrices of %d² floats. On the H200 they were launched before, so that its L2 holds all data; 4.9 µs are the launch. On the GTX 480 it is the first time, and the launch is left out.", tutorialElements, tutorialRows),
		Alt:     "Table of eight kernels: time and limiter on the GTX 480, time, measured times and limiter on the H200.",
		Note:    "H200, tutorials.csv: medians of 15, by two runs. Nothing was set from them. The model's kernels are Go functions, and the order of their instructions ours, not a compiler's. What is the H200's machine code's was looked up after misses: how far ahead a product loads, and four of a tile's row at once; constants in addresses, but of a product's columns; predicates for branches in the sums. Of the GTX 480 it is assumed.",
		Series:  []charts.Series{t},
	}, nil
}

// TutorialSizes is the table of the tutorials' kernels at all other sizes, beside what the H200 took. Its caption is of all sizes, and has the orders that the model misses.
func TutorialSizes() (charts.Figure, error) {
	all, err := silicon.TutorialResults()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "size", Numeric: true}, {Head: "model, µs", Numeric: true}, {Head: "measured, twice"}, {Head: "error, %", Numeric: true}}}
	sum := 0.0
	for _, r := range all {
		sum += math.Abs(r.Error())
		if r.Size == tutorialElements || r.Size == tutorialRows {
			continue // Tutorials has them
		}
		t.Rows = append(t.Rows, []string{r.Name, fmt.Sprint(r.Size), fmt.Sprintf("%.1f", r.Model), fmt.Sprintf("%.1f, %.1f", r.Microseconds, r.Again), Signed(100*r.Error(), 0)})
	}
	worst := slices.MaxFunc(all, func(a, b silicon.TutorialResult) int { return cmp.Compare(math.Abs(a.Error()), math.Abs(b.Error())) })
	pairs := silicon.TutorialPairs(all)
	var missed []string
	for _, p := range pairs {
		if !p.Kept() {
			missed = append(missed, fmt.Sprintf("of %d, %s is faster than %s", p.Faster.Size, p.Faster.Name, p.Slower.Name))
		}
	}
	says := "The model misses none of them"
	if len(missed) > 0 {
		says = fmt.Sprintf("The model misses %d of them: %s", len(missed), strings.Join(missed, "; "))
	}
	return charts.Figure{
		Title:   "The same by size",
		Caption: fmt.Sprintf("Sizes that the figure above does not have. With those that it has, the H200's two runs agree on the order of %d pairs of forms. %s. Beyond the nearer of the two runs it is %.0f %% off on average, at worst %s %%: %s of %d.", len(pairs), says, 100*sum/float64(len(all)), Signed(100*worst.Error(), 0), worst.Name, worst.Size),
		Alt:     "Table of kernels and sizes: the model's time, the H200's two, and the error.",
		Note:    "As launched before. The error is 0 between the two runs. Nothing was set from them. What the product by tiles loads at once was looked up in machine code when its largest size, run last, had come out 18 % slow (not kept).",
		Series:  []charts.Series{t},
	}, nil
}
