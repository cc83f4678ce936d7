package kernels_test

import (
	"math/rand/v2"
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

func TestVectorAdd(t *testing.T) {
	for _, d := range devices {
		for _, n := range []int{1, 31, 32, 33, 64, 80, 255, 256, 257, 1000} {
			for _, block := range []int{0, 1, 33, 128, 1024} {
				var m kernel.DeviceMemory
				a, b := kernel.Upload(&m, "a", numbers[float32](n)), kernel.Upload(&m, "b", numbers[float32](n))
				c := kernel.NewGlobal[float32](&m, "c", n)
				p := kernels.VectorAdd{N: n, Block: block}
				l, err := p.Launch(d)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := l.Run(p.Kernel(a, b, c)); err != nil {
					t.Fatalf("%s, %+v: %v", d.Name, p, err)
				}
				for i, got := range c.Data {
					if want := float32(2 * (i + 1)); got != want {
						t.Fatalf("%s, %+v: c[%d] = %v, want %v", d.Name, p, i, got, want)
					}
				}
			}
		}
	}
}

// Whole numbers: their sum is exact in any order.
func TestReduction(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range devices {
		for _, p := range []kernels.Reduction{{N: 1}, {N: 255}, {N: 256}, {N: 257}, {N: 5000}, {N: 1000, Block: 1}, {N: 1000, Block: 2}, {N: 1000, Block: 64}, {N: 3000, Block: 1024}} {
			for _, p.Strided = range []bool{false, true} {
				var m kernel.DeviceMemory
				in := kernel.NewGlobal[float32](&m, "in", p.N)
				l, err := p.Launch(d)
				if err != nil {
					t.Fatal(err)
				}
				want := make([]float32, l.Grid.X)
				for i := range in.Data {
					in.Data[i] = float32(rng.IntN(100))
					want[i/l.Workgroup.X] += in.Data[i]
				}
				sums := kernel.NewGlobal[float32](&m, "sums", len(want))
				if _, err := l.Run(p.Kernel(in, sums)); err != nil {
					t.Fatalf("%s, %+v: %v", d.Name, p, err)
				}
				for g := range want {
					if sums.Data[g] != want[g] {
						t.Fatalf("%s, %+v: sum %d is %v, want %v", d.Name, p, g, sums.Data[g], want[g])
					}
				}
			}
		}
	}
}

func TestParameters(t *testing.T) {
	d := gpu.H200()
	for _, tt := range []struct {
		name, want string
		launch     func() (kernel.Launch, error)
	}{
		{"no elements", "N = 0", func() (kernel.Launch, error) { return kernels.VectorAdd{}.Launch(d) }},
		{"negative block", "Block = -1", func() (kernel.Launch, error) { return kernels.VectorAdd{N: 1, Block: -1}.Launch(d) }},
		{"block of a tree", "Block = 96, want a power of two", func() (kernel.Launch, error) { return kernels.Reduction{N: 1, Block: 96}.Launch(d) }},
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
