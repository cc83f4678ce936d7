package dgemm_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/documents/dgemm"
	"lanebook/notebooks/figures/figuretest"
)

// Every figure of the document is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	product := kernels.DGEMM{M: 64, N: 96, K: 50, Rows: 2, Columns: 4, Edge: 8}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"inner": func() (charts.Figure, error) { return dgemm.InnerProductFlow(product) },
		"tiles": func() (charts.Figure, error) { return dgemm.OuterTiles(gpu.GrapeTiling()) },
		"outer": func() (charts.Figure, error) { return dgemm.OuterProductFlow(gpu.GrapeTiling()) },
		"bounds": func() (charts.Figure, error) {
			return dgemm.BlockingBounds(gpu.Cypress(), gpu.C2050(), gpu.H200Machine())
		},
		"bounds-of-all": func() (charts.Figure, error) {
			return dgemm.BlockingBounds(gpu.Cypress(), gpu.C2050(), gpu.GrapeDR(), gpu.H200Machine())
		},
		"blocking": dgemm.H200Blocking,
	})
}

func TestFiguresRefuse(t *testing.T) {
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"no lanes": {func() (charts.Figure, error) { return dgemm.InnerProductFlow(kernels.DGEMM{M: 1, N: 1, K: 1}) }, "Rows = 0, want 1 to 16"},
		"too many tiles": {func() (charts.Figure, error) {
			return dgemm.InnerProductFlow(kernels.DGEMM{M: 65, N: 1, K: 1, Rows: 1, Columns: 1, Edge: 1})
		}, "65 × 1 × 1 tiles, want at most 64"},
		"no cut":    {func() (charts.Figure, error) { return dgemm.OuterTiles(gpumodel.OuterTiling{}) }, "Depth = 0"},
		"no tiling": {func() (charts.Figure, error) { return dgemm.OuterProductFlow(gpumodel.OuterTiling{}) }, "Depth = 0"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}
