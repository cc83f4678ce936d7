package figures_test

import (
	"slices"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// Of both TLBs the reach is marked, and what set a number comes last in the table: the misses
// of the others first.
func TestPageFigures(t *testing.T) {
	runs := must[[]silicon.PageRun](t)(silicon.ComparePages())
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"reach":  func() (charts.Figure, error) { return figures.PageReach(runs) },
		"errors": func() (charts.Figure, error) { return figures.PageErrors(runs) },
	})
	var marks []float64
	for _, s := range must[charts.Figure](t)(figures.PageReach(runs)).Series {
		if l := s.(charts.Line); l.Style == charts.Dashed {
			marks = append(marks, l.X...)
		} else if (l.Name != "model") != l.Measured || !slices.IsSorted(l.X) && !l.Measured {
			t.Errorf("%s: measured: %v, from %v GB", l.Name, l.Measured, l.X)
		}
	}
	if want := []float64{0.234375, 0.234375, 64, 64}; !slices.Equal(marks, want) {
		t.Errorf("marks at %v GB, want %v", marks, want)
	}
	rows := must[charts.Figure](t)(figures.PageErrors(runs)).Series[0].(charts.Table).Rows
	if n := len(rows); n != 13 || rows[0][1] != "any lines, not in the L2" || rows[0][2] != "no" || rows[n-4][2] != "no" || rows[n-3][2] == "no" || rows[n-2][2] == "no" || rows[n-1][2] == "no" {
		t.Errorf("%d rows, the first %v, the last four %v; want 13, cold lines first, three that had a part in something last", n, rows[0], rows[max(0, n-4):])
	}
}
