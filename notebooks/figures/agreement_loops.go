//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// LoopErrors draws how far the device, running the H200's machine code, is from what
// the H200 took: loops down, wavefronts across. Of a loop that was timed at several
// strides the row is the first; hovering tells the others.
func LoopErrors(d gpumodel.Device) (charts.Figure, error) {
	points, err := silicon.H200Mixes()
	if err != nil {
		return charts.Figure{}, err
	}
	cycles, err := silicon.RunMixes(d, points)
	if err != nil {
		return charts.Figure{}, err
	}
	g := charts.Grid{Across: Worded(d, "wavefronts on the CU"), Down: "a step of the loop", Unit: "% off"}
	places := map[[2]string]int{} // index of the cell of a loop and its wavefronts
	var least, more []float64     // errors of points unseen: of each loop at its first stride, and at others
	for i, p := range points {
		e := 100 * (float64(cycles[i])/float64(p.Cycles) - 1)
		row, column := place(&g.Rows, loopName(p)), place(&g.Columns, fmt.Sprint(p.Wavefronts))
		at := [2]string{p.Loop, g.Columns[column]}
		k, known := places[at]
		if !known {
			k = len(g.Cells)
			places[at] = k
			g.Cells = append(g.Cells, charts.Cell{Row: row, Column: column, Value: math.Abs(e), Label: Signed(e, 0),
				Tip: fmt.Sprintf("%s\n%s: %d", p.Step(), Worded(d, "wavefronts"), p.Wavefronts)})
		}
		switch {
		case p.Fitted() || p.Integer():
		case known:
			more = append(more, math.Abs(e))
		default:
			least = append(least, math.Abs(e))
		}
		g.Cells[k].Tip += fmt.Sprintf("\nstride %d: %.1f cycles a step, model %.1f (%s %%)", p.Stride,
			float64(p.Cycles)/silicon.Steps, float64(cycles[i])/silicon.Steps, Signed(e, 1))
	}
	first, _ := silicon.Spread(least)
	others, _ := silicon.Spread(more)
	return charts.Figure{
		Title: "The model runs the chip's own code",
		Caption: fmt.Sprintf("By how many per cent the model is off; below zero it is too fast. Numbers of the model were set from the loops marked *, and the integer loops ask for units that it does not have. Of the others, unseen, %d points at each loop's first stride are %.1f %% off on average, %d at more strides, where mostly the banks decide, %.1f.",
			len(least), first, len(more), others),
		Alt:    fmt.Sprintf("Heat map of the model's error, %d loops by %d counts of warps. Loops of loads and stores are dark; integer arithmetic and arithmetic after barriers are bright.", len(g.Rows), len(g.Columns)),
		Series: []charts.Series{g},
	}, nil
}

// loopName is what a step is, marked where numbers were set from it.
func loopName(p silicon.MixPoint) string {
	if p.Fitted() {
		return p.Step() + " *"
	}
	return p.Step()
}

// place returns the index of a name in the list, to which it is added if new.
func place(list *[]string, name string) int {
	i := slices.Index(*list, name)
	if i < 0 {
		i = len(*list)
		*list = append(*list, name)
	}
	return i
}
