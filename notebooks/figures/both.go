//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// OnePath draws how long loops of loads take by how often their data go through the path that shared memory and the L1 have
// in common: alone, and side by side.
func OnePath() (charts.Figure, error) {
	loops, err := silicon.SharedLoops()
	if err != nil {
		return charts.Figure{}, err
	}
	local, global, both := hollow("shared memory", charts.Tone1), hollow("global memory", charts.Tone2), hollow("both", charts.Tone3)
	model := charts.Line{Name: "model", Style: charts.Dots, Tone: charts.ToneSoft}
	off, n := 0.0, 0
	for _, l := range loops {
		of := &both
		switch {
		case l.Tags < 1:
			of = &local
		case l.Shared < 1:
			of = &global
		default:
			off, n = off+math.Abs(l.Model/l.Cycles-1), n+1
		}
		mark(of, l.Passes, l.Cycles, fmt.Sprintf("%s: %.0f passes, %.0f of shared memory\n%.1f cycles, the model %.1f", l.Name, l.Passes, l.Shared, l.Cycles, l.Model))
		model.X, model.Y = append(model.X, l.Passes), append(model.Y, l.Model)
	}
	return charts.Figure{
		Name:    "one-path",
		Title:   "Shared memory and L1 hits: one path",
		Caption: fmt.Sprintf("Turns of loops, 48 warps on each SM: cycles of a warp's turn, timed, by how often its data pass, as Nsight counts. The dashed line is a pass a cycle. Far above it are loads from 32 lines of memory each, whose tags take longer; a fifth above it loads of 16 bytes from shared memory alone. Of the %d loops of both the model is %.1f %% off on average.", n, 100*off/float64(n)),
		Alt:     "Marks of loops along a dashed diagonal, of shared memory, of global memory and of both; two far above, with 16 and 32 passes and 137 and 138 cycles.",
		Note:    "Hollow: an H200, means of two medians of 11 at 1.98 GHz, less the launch (shared_l1.cu, shared_l1.csv). Full: the model, from the listings; no number is from these loops.",
		X:       charts.Axis{Label: "passes of a turn", Scale: charts.Log2, Ticks: []float64{8, 16, 32, 64, 128}},
		Y:       charts.Axis{Label: "cycles of a turn", Scale: charts.Log2, Ticks: []float64{8, 16, 32, 64, 128}},
		Series:  []charts.Series{local, global, both, model, passACycle(160)},
	}, nil
}

// hollow is a series of marks of what was measured.
func hollow(name string, tone charts.Tone) charts.Line {
	return charts.Line{Name: name, Style: charts.Dots, Measured: true, Tone: tone}
}

// mark adds a mark to the line, with what it says when it is asked.
func mark(l *charts.Line, x, y float64, tip string) {
	l.X, l.Y, l.Tips = append(l.X, x), append(l.Y, y), append(l.Tips, tip)
}

// passACycle is the line of as many cycles as passes, from 8 on.
func passACycle(last float64) charts.Line {
	ends := []float64{8, last}
	return charts.Line{Name: "a pass a cycle", X: ends, Y: ends, Style: charts.Dashed, Tone: charts.ToneSoft}
}

// BothKernels is the table of kernels that read shared memory and, by way of the L1, global memory, with the model as it was, each of
// the two with a path of its own, and as it is.
func BothKernels() (charts.Figure, error) {
	all, err := silicon.BothResults()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "kernel", Code: true}, {Head: "H200, µs", Numeric: true}, {Head: "before, %", Numeric: true}, {Head: "now, %", Numeric: true}}}
	before, now, told, two, again := 0.0, 0.0, 0.0, 0.0, 0.0
	sizes := 0
	for i, r := range all {
		before, now = before+math.Abs(r.Before/r.Microseconds-1), now+math.Abs(r.Error())
		told, two, again = told+math.Abs(r.ToldError()), two+math.Abs(r.ToldBefore/r.Microseconds-1), again+math.Abs(r.Second/r.Microseconds-1)
		if sizes++; i+1 < len(all) && all[i+1].Kernel == r.Kernel {
			continue
		}
		row := []string{r.Kernel, "", "", ""}
		for _, k := range all[i+1-sizes : i+1] {
			for c, text := range []string{fmt.Sprintf("%.1f", k.Microseconds), Signed(100*(k.Before/k.Microseconds-1), 0), Signed(100*k.Error(), 0)} {
				row[c+1] = strings.TrimSpace(row[c+1] + "  " + text)
			}
		}
		t.Rows, sizes = append(t.Rows, row), 0
	}
	worst := slices.MaxFunc(all, func(a, b silicon.BothResult) int {
		if math.Abs(a.Error()) < math.Abs(b.Error()) {
			return -1
		}
		return 1
	})
	n := float64(len(all)) / 100
	return charts.Figure{
		Name:  "both-kernels",
		Title: "Nine kernels of both, before and after",
		Caption: fmt.Sprintf("By how many per cent the model is off, small, middle and large, of launches with caches as an earlier one leaves them; before: with a path for each. It is %.1f %% off on average of %d launches, then %.1f, at worst %s (%s); a second run of the H200 differs by %.1f. Told and committed before they ran, of empty caches by mistake: %.1f with two paths, %.1f with one.",
			before/n, len(all), now/n, Signed(100*worst.Error(), 0), worst.Kernel, again/n, two/n, told/n),
		Alt:    "Table of nine kernels: times of three sizes, and the model's errors before and after.",
		Note:   "H200, both.cu: medians of 15, as launched before, with launches. Both columns were computed after the runs; between them lie also what l1_passes.csv taught, banks of registers, and the L2 of keep.csv (both_told.csv, both_before.csv, both_model.csv).",
		Series: []charts.Series{t},
	}, nil
}

// PastL1 draws how long loops of loads that no L1 has, of stores, and of these beside shared memory take, by how often their data pass.
func PastL1() (charts.Figure, error) {
	loops, err := silicon.PastLoops()
	if err != nil {
		return charts.Figure{}, err
	}
	local, loads, stores, both := hollow("shared memory", charts.Tone1), hollow("loads", charts.Tone2), hollow("stores", charts.Tone4), hollow("beside shared memory", charts.Tone3)
	model := charts.Line{Name: "model", Style: charts.Dots, Tone: charts.ToneSoft}
	off, n := 0.0, 0.0
	for _, l := range loops {
		of := &both
		switch {
		case l.Passes-l.Shared < 1:
			of = &local
		case l.Shared < 1 && l.Stores():
			of = &stores
		case l.Shared < 1:
			of = &loads
		}
		off, n = off+math.Abs(l.Model/l.Cycles-1), n+1
		mark(of, l.Passes, l.Cycles, fmt.Sprintf("%s: %.1f passes, %.1f of shared memory\n%.1f cycles, the model %.1f", l.Name, l.Passes, l.Shared, l.Cycles, l.Model))
		model.X, model.Y = append(model.X, l.Passes), append(model.Y, l.Model)
	}
	return charts.Figure{
		Name:    "past-l1",
		Title:   "Past the L1, by the same path",
		Caption: fmt.Sprintf("Turns of loops, 32 warps on one SM: cycles of a warp's turn by how often its data pass. Eight passes of loads are bound by what comes from the L2, those of stores by 32 bytes a cycle to it. With 24 passes and more of loads and shared memory it is the passes, to 15 %%. Of %.0f loops the model is %.1f %% off on average.", n, 100*off/n),
		Alt:     "Marks of loops, most along a dashed diagonal of a pass a cycle; loads of eight passes above it with 11 to 13 cycles, stores with 32.",
		Note:    "Hollow: an H200, means of two medians of 11 launches behind another kernel, at 1.98 GHz, less an empty one (past_l1.cu, past_l1.csv). Full: the model, from the listings; no number is from these loops.",
		X:       charts.Axis{Label: "passes of a turn", Scale: charts.Log2, Ticks: []float64{8, 16, 32, 64}},
		Y:       charts.Axis{Label: "cycles of a turn", Scale: charts.Log2, Ticks: []float64{8, 16, 32, 64}},
		Series:  []charts.Series{local, loads, stores, both, model, passACycle(64)},
	}, nil
}

// QueuedKernels draws how far the model is off for launches that do not wait for the host, by how long they take.
func QueuedKernels() (charts.Figure, error) {
	sets, err := silicon.QueuedSets()
	if err != nil {
		return charts.Figure{}, err
	}
	code := charts.Line{Name: "machine code", Style: charts.Dots, Tone: charts.Tone1}
	functions := charts.Line{Name: "Go functions", Style: charts.Dots, Tone: charts.Tone2}
	of, launches := [2]float64{}, [2]float64{}
	fast := 0
	for _, s := range sets {
		to, k := &functions, 1
		if s.Code {
			to, k = &code, 0
		}
		for _, r := range s.Runs {
			mark(to, r.Measured, 100*r.Error(), fmt.Sprintf("%s, %s\n%.1f µs, the model %.1f", s.Program, r.Name, r.Measured, r.Model))
			of[k], launches[k] = of[k]+math.Abs(r.Error()), launches[k]+1
			if s.Code && r.Error() < 0 {
				fast++
			}
		}
	}
	return charts.Figure{
		Name:    "queued",
		Title:   "Where no launch waits for the host",
		Caption: fmt.Sprintf("Of kernels of up to 40 µs that an H200 is given while it is busy: how far the model is off, by how long they take. Machine code: %.0f launches, %.1f %% on average, and %d of them too fast; Go functions: %.0f, %.1f %%.", launches[0], 100*of[0]/launches[0], fast, launches[1], 100*of[1]/launches[1]),
		Alt:     "Two clouds of marks from 3 to 40 microseconds, most between −15 and 5 per cent; those of machine code mostly below 0.",
		Note:    "Medians of 15 launches by events, on an H200, behind a kernel of 50 µs (queued_h200.csv). No number is from these; what an empty launch takes is from launch.csv.",
		X:       charts.Axis{Label: "measured", Unit: "µs", Scale: charts.Log2, Ticks: []float64{4, 8, 16, 32}},
		Y:       charts.Axis{Label: "model's error", Unit: "%"},
		Series:  []charts.Series{code, functions},
	}, nil
}
