package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/figures"
)

// The figures of the transpose and of the matrix product are such as any renderer
// accepts.
func TestTransposeAndProductFigures(t *testing.T) {
	h200 := gpu.H200()
	turn := kernels.Transpose[complex64]{Width: 8, Height: 6, Tile: 4, Pad: 1}
	fft := kernels.FFT2D{Width: 8, Height: 6, Tile: 4, Row: func([]complex128) {}}
	picture := make([]complex64, 48)
	steps, err := fft.Run(h200, picture)
	if err != nil {
		t.Fatal(err)
	}
	product := kernels.DGEMM{M: 64, N: 96, K: 50, Rows: 2, Columns: 4, Edge: 8}
	block := gpumodel.Blocking{Rows: 2, Columns: 4}
	scheme := figures.Scheme{Name: "inner", Machine: gpu.C2050(), Traffic: gpumodel.InnerTraffic(block, 16, 1024, 8)}
	checkValid(t, map[string]func() (charts.Figure, error){
		"tile":  func() (charts.Figure, error) { return figures.TransposeTile(h200, turn, kernel.Point{X: 1, Y: 1}) },
		"table": func() (charts.Figure, error) { return figures.TransposeTable(h200, turn, 2) },
		"sweep": func() (charts.Figure, error) {
			return figures.TileSweep([]int{4, 8}, []gpumodel.Bytes{4, 16}, gpu.All()...)
		},
		"advice": func() (charts.Figure, error) {
			return figures.Advice(h200, gpumodel.Array{Rows: 8, Columns: 8, Element: 8}, 3)
		},
		"best": func() (charts.Figure, error) {
			return figures.BestLayouts([]int{4, 8}, []gpumodel.Bytes{4, 16}, gpu.All()...)
		},
		"transposes": figures.H200Transposes,
		"pictures":   func() (charts.Figure, error) { return figures.FFTPictures(fft, picture, steps) },
		"walk":       func() (charts.Figure, error) { return figures.MatrixProductWalk(4, 1, 2) },
		"coalescing": func() (charts.Figure, error) { return figures.Coalescing(h200, 64) },
		"inner":      func() (charts.Figure, error) { return figures.InnerProductFlow(product) },
		"tiles":      func() (charts.Figure, error) { return figures.OuterTiles(gpu.GrapeTiling()) },
		"outer":      func() (charts.Figure, error) { return figures.OuterProductFlow(gpu.GrapeTiling()) },
		"bounds": func() (charts.Figure, error) {
			return figures.BlockingBounds(gpu.Cypress(), gpu.C2050(), gpu.H200Machine())
		},
		"bounds-of-all": func() (charts.Figure, error) {
			return figures.BlockingBounds(gpu.Cypress(), gpu.C2050(), gpu.GrapeDR(), gpu.H200Machine())
		},
		"needs": func() (charts.Figure, error) {
			return figures.OuterNeeds(figures.OuterNeed{Name: "a", Tiling: gpu.GrapeTiling(), Flops: 1e9})
		},
		"blocking": figures.H200Blocking,
		"grape": func() (charts.Figure, error) {
			return figures.OuterOrInner(gpu.GrapeDR(), 256, map[string]float64{"a": 90})
		},
		"levels":     func() (charts.Figure, error) { return figures.LevelBounds(scheme) },
		"roofline":   func() (charts.Figure, error) { return figures.RooflineByLevel(scheme) },
		"add-c":      func() (charts.Figure, error) { return figures.WhereToAddC(figures.Host{Name: "a", Memory: 2, PCIe: 1}) },
		"technology": func() (charts.Figure, error) { return figures.EqualTechnology(3) },
	})
}

func TestTransposeAndProductFiguresRefuse(t *testing.T) {
	h200 := gpu.H200()
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"no such group": {func() (charts.Figure, error) {
			return figures.TransposeTile(h200, kernels.Transpose[float32]{Width: 4, Height: 4, Tile: 4}, kernel.Point{X: 1})
		}, "no group (1,0)"},
		"no tile": {func() (charts.Figure, error) {
			return figures.TransposeTable(h200, kernels.Transpose[float32]{Width: 4, Height: 4}, 2)
		}, "Rows = 0"},
		"a wide tile": {func() (charts.Figure, error) {
			return figures.Advice(h200, gpumodel.Array{Rows: 256, Columns: 256, Element: 16}, 3)
		}, "ends at byte"},
		"other sizes": {func() (charts.Figure, error) {
			return figures.FFTPictures(kernels.FFT2D{Width: 2, Height: 2}, nil, kernels.FFTSteps{})
		}, "want 2 × 2"},
		"outside":  {func() (charts.Figure, error) { return figures.MatrixProductWalk(4, 4, 0) }, "a place inside"},
		"no lanes": {func() (charts.Figure, error) { return figures.InnerProductFlow(kernels.DGEMM{M: 1, N: 1, K: 1}) }, "Rows = 0, want 1 to 16"},
		"too many tiles": {func() (charts.Figure, error) {
			return figures.InnerProductFlow(kernels.DGEMM{M: 65, N: 1, K: 1, Rows: 1, Columns: 1, Edge: 1})
		}, "65 × 1 × 1 tiles, want at most 64"},
		"no cut":    {func() (charts.Figure, error) { return figures.OuterTiles(gpumodel.OuterTiling{}) }, "Depth = 0"},
		"no tiling": {func() (charts.Figure, error) { return figures.OuterProductFlow(gpumodel.OuterTiling{}) }, "Depth = 0"},
		"no chips":  {func() (charts.Figure, error) { return figures.OuterNeeds() }, "at least one"},
		"an idle chip": {func() (charts.Figure, error) {
			return figures.OuterNeeds(figures.OuterNeed{Name: "a", Tiling: gpu.GrapeTiling()})
		}, "a makes 0 operations"},
		"no schemes": {func() (charts.Figure, error) { return figures.LevelBounds() }, "at least one"},
		"no level": {func() (charts.Figure, error) {
			return figures.RooflineByLevel(figures.Scheme{Machine: gpu.C2050()})
		}, "no level"},
		"a slow host":  {func() (charts.Figure, error) { return figures.WhereToAddC(figures.Host{Name: "a"}) }, "host a has 0"},
		"no memory":    {func() (charts.Figure, error) { return figures.OuterOrInner(gpumodel.Machine{}, 256, nil) }, "want more than 0"},
		"not a number": {func() (charts.Figure, error) { return figures.EqualTechnology(0) }, "gain = 0"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// The heat map says what the FFT document's padding does to its own tile.
func TestTileSweepFindsTheHarm(t *testing.T) {
	f, err := figures.TileSweep([]int{4}, []gpumodel.Bytes{8}, gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	cells := f.Series[0].(charts.Grid).Cells
	for i, want := range []string{"1 + 1", "2 + 2", "1 + 1"} { // plain, padded, swizzled
		if cells[i].Label != want {
			t.Errorf("row %d says %q, want %q", i, cells[i].Label, want)
		}
	}
}
