//go:build !js

package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
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
// H200 once or less.
func Tutorial(name string) (Variant, error) {
	const lanes = 256
	var m kernel.GlobalMemory
	array := func(name string, n int) *kernel.Global[float32] { return kernel.NewGlobal[float32](&m, name, n) }
	var launched func(gpumodel.Device) (kernel.Launch, error)
	var k kernel.Kernel
	reduction := kernels.Reduction{Size: tutorialElements, Lanes: lanes}
	stencil := kernels.Stencil{Size: tutorialElements, Lanes: lanes, Radius: 8}
	product := kernels.Product{Size: tutorialRows, Edge: 16}
	switch name {
	case "reduction scattered", "reduction interleaved", "reduction sequential", "reduction pairs":
		reduction.Order = map[string]kernels.Order{"reduction scattered": kernels.Scattered, "reduction interleaved": kernels.Interleaved}[name]
		if name == "reduction sequential" || name == "reduction pairs" {
			reduction.Order, reduction.Pairs = kernels.Sequential, name == "reduction pairs"
		}
		launched, k = reduction.Launch, reduction.Kernel(array("in", tutorialElements), array("out", tutorialElements/lanes))
	case "stencil", "stencil local":
		stencil.Local = name == "stencil local"
		launched, k = stencil.Launch, stencil.Kernel(array("in", tutorialElements+2*stencil.Radius), array("out", tutorialElements))
	case "product", "product local":
		product.Local = name == "product local"
		const n = tutorialRows * tutorialRows
		launched, k = product.Launch, product.Kernel(array("a", n), array("b", n), array("c", n))
	default:
		return Variant{}, fmt.Errorf("figures: no tutorial's kernel %q, want one of %q", name, TutorialNames)
	}
	l, err := launched(gpu.H200())
	return Variant{Bench: Bench{Launch: l, Kernel: k}, Again: true}, err
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
		Note:    "H200, tutorials.csv: medians of 15, by two runs. Nothing was set from them. The model's kernels are Go functions, and the order of their instructions ours, not a compiler's.",
		Series:  []charts.Series{t},
	}, nil
}
