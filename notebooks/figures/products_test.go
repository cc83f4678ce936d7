package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/figures/figuretest"
)

// The figures of the transpose and of the matrix product are such as any renderer
// accepts.
func TestTransposeAndProductFigures(t *testing.T) {
	h200 := gpu.H200()
	turn := kernels.Transpose[complex64]{Width: 8, Height: 6, Tile: 4, Pad: 1}
	all, err := turn.Indices(h200)
	if err != nil {
		t.Fatal(err)
	}
	block := gpumodel.Blocking{Rows: 2, Columns: 4}
	scheme := figures.Scheme{Name: "inner", Machine: gpu.C2050(), Traffic: gpumodel.InnerTraffic(block, 16, 1024, 8)}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"tile":  func() (charts.Figure, error) { return figures.TileTurn(8, 6, 4, 1, all[3]), nil },
		"table": func() (charts.Figure, error) { return figures.IndexTable(4, 2, all), nil },
		"advice": func() (charts.Figure, error) {
			return figures.Advice(h200, gpumodel.Array{Rows: 8, Columns: 8, Element: 8}, 3)
		},
		"levels":   func() (charts.Figure, error) { return figures.LevelBounds(scheme) },
		"roofline": func() (charts.Figure, error) { return figures.RooflineByLevel(scheme) },
	})
}

func TestTransposeAndProductFiguresRefuse(t *testing.T) {
	h200 := gpu.H200()
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"a wide tile": {func() (charts.Figure, error) {
			return figures.Advice(h200, gpumodel.Array{Rows: 256, Columns: 256, Element: 16}, 3)
		}, "ends at byte"},
		"no schemes": {func() (charts.Figure, error) { return figures.LevelBounds() }, "at least one"},
		"no level": {func() (charts.Figure, error) {
			return figures.RooflineByLevel(figures.Scheme{Machine: gpu.C2050()})
		}, "no level"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}
