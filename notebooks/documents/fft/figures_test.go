package fft_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/fft"
	"lanebook/notebooks/figures/figuretest"
)

// Every figure of the document is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	transform := kernels.FFT2D{Width: 8, Height: 6, Tile: 4, Row: func([]complex128) {}}
	picture := make([]complex64, 48)
	steps, err := transform.Run(gpu.H200(), picture)
	if err != nil {
		t.Fatal(err)
	}
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"sweep": func() (charts.Figure, error) {
			return fft.TileSweep([]int{4, 8}, []gpumodel.Bytes{4, 16}, gpu.Complete()...)
		},
		"best": func() (charts.Figure, error) {
			return fft.BestLayouts([]int{4, 8}, []gpumodel.Bytes{4, 16}, gpu.Complete()...)
		},
		"pictures": func() (charts.Figure, error) { return fft.FFTPictures(transform, picture, steps) },
		"scan":     func() (charts.Figure, error) { return fft.ScanPictures(picture[:16], picture[:16], picture[:16]) },
		"sectors":  func() (charts.Figure, error) { return fft.ScanSectors(), nil },
		"lines":    func() (charts.Figure, error) { return fft.LineTimes(1024) },
		"whole":    func() (charts.Figure, error) { return fft.WholeTimes(4096) },
		"transposes": func() (charts.Figure, error) {
			rows, err := silicon.TransposeResults(4096, 8)
			f := fft.Transposes(rows)
			f.Title, f.Caption = "title", fft.Misses(rows)
			return f, err
		},
		"walk": func() (charts.Figure, error) { return fft.MatrixProductWalk(4, 1, 2) },
	})
}

func TestFiguresRefuse(t *testing.T) {
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"other sizes": {func() (charts.Figure, error) {
			return fft.FFTPictures(kernels.FFT2D{Width: 2, Height: 2}, nil, kernels.FFTSteps{})
		}, "want 2 × 2"},
		"not a square": {func() (charts.Figure, error) { return fft.ScanPictures(make([]complex64, 5), nil, nil) }, "want one square"},
		"not timed":    {func() (charts.Figure, error) { return fft.WholeTimes(512) }, "want 4096"},
		"outside":      {func() (charts.Figure, error) { return fft.MatrixProductWalk(4, 4, 0) }, "a place inside"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// The heat map says what the FFT document's padding does to its own tile.
func TestTileSweepFindsTheHarm(t *testing.T) {
	f, err := fft.TileSweep([]int{4}, []gpumodel.Bytes{8}, gpu.H200())
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
