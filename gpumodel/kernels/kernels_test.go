package kernels_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

var devices = []gpumodel.Device{gpu.H200(), gpu.Fiji()} // wavefronts of 32 and of 64 lanes

// numbers returns 1, 2, 3…: every element tells where it came from.
func numbers[T float32 | float64 | int32](n int) []T {
	v := make([]T, n)
	for i := range v {
		v[i] = T(i + 1)
	}
	return v
}

func TestParameters(t *testing.T) {
	d := gpu.H200()
	for _, tt := range []struct {
		name, want string
		launch     func() (kernel.Launch, error)
	}{
		{"empty matrix", "0 × 5", func() (kernel.Launch, error) {
			return kernels.Transpose[float32]{Height: 5, Tile: 4}.Launch(d)
		}},
		{"too large a matrix", "2^31−1", func() (kernel.Launch, error) {
			return kernels.NaiveTranspose[float32]{Width: 1 << 20, Height: 1 << 20}.Launch(d)
		}},
		{"no tile", "Rows = 0", func() (kernel.Launch, error) {
			return kernels.Transpose[float32]{Width: 5, Height: 5}.Launch(d)
		}},
		{"rows do not divide", "Rows = 3, want a divisor of Tile = 8", func() (kernel.Launch, error) {
			return kernels.Transpose[float32]{Width: 5, Height: 5, Tile: 8, Rows: 3}.Launch(d)
		}},
		{"swizzle leaves the row", "multiple of Swizzle.Span", func() (kernel.Launch, error) {
			return kernels.Transpose[float32]{Width: 5, Height: 5, Tile: 6, Swizzle: gpumodel.Swizzle{Span: 4}}.Launch(d)
		}},
	} {
		if _, err := tt.launch(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want it to say %q", tt.name, err, tt.want)
		}
	}
}

// 33 × 33 lanes are more than a workgroup may have: the launch itself says so.
func TestTooManyLanes(t *testing.T) {
	p := kernels.Transpose[float32]{Width: 33, Height: 33, Tile: 33}
	l, err := p.Launch(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(p.Kernel(nil, nil)); err == nil || !strings.Contains(err.Error(), "Workgroup = 33×33, want at most 1024") {
		t.Errorf("error %v, want one about Workgroup", err)
	}
}
