package kernels_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.Float64() - 0.5
	}
	return v
}

// product is gonum's.
func product(m, k, n int, a, b []float64) []float64 {
	var c mat.Dense
	c.Mul(mat.NewDense(m, k, a), mat.NewDense(k, n, b))
	return c.RawMatrix().Data
}

// agree holds a product to gonum's, within the rounding of k additions.
func agree(t *testing.T, name string, k int, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > float64(k)*1e-16 {
			t.Fatalf("%s: element %d is %v, want %v", name, i, got[i], want[i])
		}
	}
}

func TestDGEMM(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range devices {
		for _, p := range []kernels.DGEMM{
			{M: 1, N: 1, K: 1, Rows: 1, Columns: 1}, {M: 64, N: 64, K: 32, Rows: 4, Columns: 4}, {M: 33, N: 70, K: 19, Rows: 1, Columns: 2},
			{M: 17, N: 5, K: 40, Rows: 2, Columns: 4, Edge: 8, Depth: 7}, {M: 40, N: 50, K: 16, Rows: 8, Columns: 8, Edge: 4, Depth: 3},
		} {
			a, b := random(rng, p.M*p.K), random(rng, p.K*p.N)
			var m kernel.GlobalMemory
			c := kernel.NewGlobal[float64](&m, "c", p.M*p.N)
			l, err := p.Launch(d)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.Run(p.Kernel(kernel.Upload(&m, "a", a), kernel.Upload(&m, "b", b), c)); err != nil {
				t.Fatalf("%s, %+v: %v", d.Name, p, err)
			}
			agree(t, d.Name, p.K, c.Data, product(p.M, p.K, p.N, a, b))
		}
	}
}

// An element that is no number spoils its row and no other: what lies outside
// the matrices never meets it.
func TestDGEMMKeepsNaNInItsRow(t *testing.T) {
	p := kernels.DGEMM{M: 20, N: 20, K: 20, Rows: 2, Columns: 2}
	a, b := make([]float64, 400), make([]float64, 400)
	a[7*20+3], b[5] = math.NaN(), math.Inf(1)
	var m kernel.GlobalMemory
	c := kernel.NewGlobal[float64](&m, "c", 400)
	l, err := p.Launch(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(p.Kernel(kernel.Upload(&m, "a", a), kernel.Upload(&m, "b", b), c)); err != nil {
		t.Fatal(err)
	}
	for i, v := range c.Data {
		if want := i/20 == 7 || i%20 == 5; math.IsNaN(v) != want { // 0 · ∞ is none either
			t.Errorf("C[%d][%d] = %v", i/20, i%20, v)
		}
	}
}

// The register block decides what the LDS delivers: (r+c)/(r·c) elements for each
// multiply-add.
func TestDGEMMTraffic(t *testing.T) {
	for _, b := range []gpumodel.Blocking{{Rows: 1, Columns: 1}, {Rows: 2, Columns: 4}, {Rows: 4, Columns: 4}} {
		p := kernels.DGEMM{M: 64, N: 64, K: 32, Rows: b.Rows, Columns: b.Columns}
		var m kernel.GlobalMemory
		l, err := p.Launch(gpu.H200())
		if err != nil {
			t.Fatal(err)
		}
		r, err := l.Run(p.Kernel(kernel.NewGlobal[float64](&m, "a", 64*32), kernel.NewGlobal[float64](&m, "b", 32*64), kernel.NewGlobal[float64](&m, "c", 64*64)))
		if err != nil {
			t.Fatal(err)
		}
		loaded, fmas := 0, 64*64*32
		for _, s := range r.Sites {
			if s.Kind == gpumodel.Local && s.Op == gpumodel.Load {
				loaded += s.Lanes
			}
		}
		if got, want := float64(fmas)/float64(loaded), b.FMAsPerWord(); math.Abs(got-want) > 1e-12 {
			t.Errorf("%+v: %v multiply-adds for each load, want %v", b, got, want)
		}
	}
}

func TestOuterProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, p := range []kernels.OuterProduct{
		{Tiling: gpu.GrapeTiling()}, {Tiling: gpumodel.OuterTiling{Depth: 12, Width: 10, Blocks: 3, Processors: 5, Rows: 4}},
	} {
		g, m := p.Tiling, 5
		a, b := random(rng, m*g.Depth), random(rng, g.Depth*g.Width)
		got, moved, err := p.Multiply(m, a, b)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, "outer product", g.Depth, got, product(m, g.Depth, g.Width, a, b))
		want := kernels.Moved{In: m * g.Depth, Reads: m * g.Depth, Heard: m * g.Depth * g.Processors, FMAs: m * g.Depth * g.Width, Partial: m * g.Width * g.Blocks, Additions: m * g.Width * (g.Blocks - 1), Out: m * g.Width}
		if moved != want {
			t.Errorf("moved %+v, want %+v", moved, want)
		}
		in, out := g.FlopsPerWord()
		if perIn, perOut := 2*float64(moved.FMAs)/float64(moved.In), 2*float64(moved.FMAs)/float64(moved.Out); perIn != in || perOut != out {
			t.Errorf("%v and %v operations a word, want %v and %v", perIn, perOut, in, out)
		}
	}
}

func TestProductsRefuse(t *testing.T) {
	if _, err := (kernels.DGEMM{M: 1, N: 1, K: 0, Rows: 17, Columns: 1}).Launch(gpu.H200()); err == nil || !strings.Contains(err.Error(), "dgemm: Rows = 17, want 1 to 16") || !strings.Contains(err.Error(), "dgemm, A") {
		t.Errorf("error %v, want one about K and one about Rows", err)
	}
	if _, _, err := (kernels.OuterProduct{Tiling: gpu.GrapeTiling()}).Multiply(1, make([]float64, 3), nil); err == nil || !strings.Contains(err.Error(), "A and B of 3 and 0 elements") {
		t.Errorf("error %v, want one about the sizes", err)
	}
}
