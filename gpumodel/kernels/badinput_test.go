package kernels_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// Tiles that do not fit the LDS are refused, by the launch or at its first array,
// and nothing is written.
func TestBeyondLDS(t *testing.T) {
	small := gpu.H200()
	small.LDS.Size = 4 << 10
	turn := kernels.Transpose[complex64]{Width: 40, Height: 40, Tile: 32}
	product := kernels.DGEMM{M: 40, N: 40, K: 40, Rows: 4, Columns: 4}
	for name, run := range map[string]func(*kernel.GlobalMemory) (out []float64, err error){
		"transpose": func(m *kernel.GlobalMemory) ([]float64, error) {
			l, err := turn.Launch(small)
			if err != nil {
				return nil, err
			}
			in, out := kernel.Upload(m, "in", make([]complex64, 1600)), kernel.NewGlobal[complex64](m, "out", 1600)
			for i := range in.Data {
				in.Data[i] = 1
			}
			_, err = l.Run(turn.Kernel(in, out))
			sum := 0.0
			for _, v := range out.Data {
				sum += float64(real(v))
			}
			return []float64{sum}, err
		},
		"product": func(m *kernel.GlobalMemory) ([]float64, error) {
			l, err := product.Launch(small)
			if err != nil {
				return nil, err
			}
			ones := numbers[float64](1600)
			c := kernel.NewGlobal[float64](m, "c", 1600)
			_, err = l.Run(product.Kernel(kernel.Upload(m, "a", ones), kernel.Upload(m, "b", ones), c))
			return c.Data, err
		},
	} {
		out, err := run(new(kernel.GlobalMemory))
		if err == nil || !strings.Contains(err.Error(), "want at most the device's 4096") {
			t.Errorf("%s: error %v, want one about the LDS", name, err)
		}
		for i, v := range out {
			if v != 0 {
				t.Errorf("%s: element %d is %v after the refusal", name, i, v)
			}
		}
	}
}

// A transpose only moves: not-a-numbers keep every bit, zeroes their sign.
func TestTransposeKeepsBits(t *testing.T) {
	special := []uint64{0x7ff8000000000001, 0xfff0000000000000, 0x7ff0000000000000, 0x8000000000000000, 0x7ff0dead0000beef, 1}
	data := make([]float64, 7*5)
	for i := range data {
		data[i] = math.Float64frombits(special[i%len(special)])
	}
	got, _ := transpose(t, gpu.H200(), kernels.Transpose[float64]{Width: 7, Height: 5, Tile: 4, Pad: 1}, data, nil)
	for x := range 7 {
		for y := range 5 {
			if a, b := math.Float64bits(got[x*5+y]), math.Float64bits(data[y*7+x]); a != b {
				t.Errorf("out[%d][%d] is %#x, want %#x", x, y, a, b)
			}
		}
	}
}

// What is no number in a row of A spoils that row of C and no other, with the
// outer product too.
func TestOuterProductKeepsNaNInItsRow(t *testing.T) {
	p := kernels.OuterProduct{Tiling: gpumodel.OuterTiling{Depth: 8, Width: 6, Blocks: 4, Processors: 3, Rows: 2}}
	a, b := make([]float64, 3*8), make([]float64, 8*6)
	a[1*8+5], b[4] = math.NaN(), math.Inf(-1)
	c, _, err := p.Multiply(3, a, b)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range c {
		if want := i/6 == 1 || i%6 == 4; math.IsNaN(v) != want { // 0 · ∞ is none either
			t.Errorf("C[%d][%d] = %v", i/6, i%6, v)
		}
	}
}

// A tiling whose parts do not divide the matrix is refused.
func TestOuterProductRefusesRemainders(t *testing.T) {
	for want, change := range map[string]func(*gpumodel.OuterTiling){
		"Blocks = 3, want a divisor of Depth = 8":     func(t *gpumodel.OuterTiling) { t.Blocks = 3 },
		"Processors = 4, want a divisor of Width = 6": func(t *gpumodel.OuterTiling) { t.Processors = 4 },
		"Rows = 0, want 1":                            func(t *gpumodel.OuterTiling) { t.Rows = 0 },
	} {
		tiling := gpumodel.OuterTiling{Depth: 8, Width: 6, Blocks: 4, Processors: 3, Rows: 2}
		change(&tiling)
		if _, _, err := (kernels.OuterProduct{Tiling: tiling}).Multiply(1, make([]float64, 8), make([]float64, 48)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// Register blocks and tiles that leave remainders everywhere give the product.
func TestDGEMMRemainders(t *testing.T) {
	for _, p := range []kernels.DGEMM{{Rows: 3, Columns: 5, Edge: 4, Depth: 7}, {Rows: 2, Columns: 4, Edge: 8}, {Rows: 1, Columns: 1, Edge: 5, Depth: 3}} {
		for _, n := range []int{1, 2, 3, 31, 33} {
			p.M, p.N, p.K = n, n+1, n+2
			a, b := numbers[float64](p.M*p.K), numbers[float64](p.K*p.N) // sums of whole numbers: exact
			var m kernel.GlobalMemory
			c := kernel.NewGlobal[float64](&m, "c", p.M*p.N)
			l, err := p.Launch(gpu.H200())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.Run(p.Kernel(kernel.Upload(&m, "a", a), kernel.Upload(&m, "b", b), c)); err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			agree(t, "remainders", 0, c.Data, product(p.M, p.K, p.N, a, b))
		}
	}
}
