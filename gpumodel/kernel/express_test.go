package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// A register-blocked matrix product fed from the LDS, against plain loops:
// each lane holds 2 × 2 elements of C, and a workgroup of 8 × 8 lanes 16 × 16.
func TestMatrixProduct(t *testing.T) {
	const n, tile, depth = 48, 16, 8
	var m kernel.GlobalMemory
	a, b, c := kernel.NewGlobal[float64](&m, "a", n*n), kernel.NewGlobal[float64](&m, "b", n*n), kernel.NewGlobal[float64](&m, "c", n*n)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range a.Data {
		a.Data[i], b.Data[i] = float64(rng.IntN(10)), float64(rng.IntN(10)) // whole: exact in any order
	}
	l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: n / tile, Y: n / tile}, Workgroup: gpumodel.Shape{X: 8, Y: 8}}
	r := run(t, l, func(w *kernel.Wavefront) {
		as, bs := kernel.NewLocal[float64](w, "as", depth*tile), kernel.NewLocal[float64](w, "bs", depth*tile)
		x, y, lane := w.LocalX(), w.LocalY(), w.Linear()
		var sum [2][2]kernel.Float64
		for i := range sum {
			sum[i] = [2]kernel.Float64{w.Float64(0), w.Float64(0)}
		}
		for k := 0; k < n; k += depth {
			for part := range 2 { // 64 lanes bring 128 elements of each
				e := lane.Plus(64 * part)
				row, column := kernel.DivMod(e, depth)
				as.Store(column.TimesPlus(tile, row), a.Load(row.Plus(w.Group.Y*tile).TimesPlus(n, column.Plus(k))))
				row, column = kernel.DivMod(e, tile)
				bs.Store(e, b.Load(row.Plus(k).TimesPlus(n, column.Plus(w.Group.X*tile))))
			}
			w.Barrier()
			for d := range depth {
				var u, v [2]kernel.Float64
				u[0], u[1] = as.Load2(y.Times(2).Plus(d * tile))
				v[0], v[1] = bs.Load2(x.Times(2).Plus(d * tile))
				for i := range u {
					for j := range v {
						sum[i][j] = u[i].FMA(v[j], sum[i][j])
					}
				}
			}
			w.Barrier()
		}
		for i := range sum {
			row := y.Times(2).Plus(w.Group.Y*tile + i)
			c.Store2(row.TimesPlus(n, x.Times(2).Plus(w.Group.X*tile)), sum[i][0], sum[i][1])
		}
	})
	for i := range n {
		for j := range n {
			want := 0.0
			for k := range n {
				want += a.Data[i*n+k] * b.Data[k*n+j]
			}
			if c.Data[i*n+j] != want {
				t.Fatalf("c[%d][%d] = %v, want %v", i, j, c.Data[i*n+j], want)
			}
		}
	}
	if got, want := r.Instructions[gpumodel.FP64], n*n*n/32; got != want {
		t.Errorf("%d FP64 instructions, want %d: one FMA for each product, 32 lanes at once", got, want)
	}
}

// Rays through a volume that is a function, front to back, each until it is
// opaque or out: a while loop with a break, and an instrumented load with its
// dummy use, which is never taken and changes nothing.
func TestRayCasting(t *testing.T) {
	const n, opaque = 32, 0.95
	density := func(i int) float32 {
		x, y, z := float64(i%n)-15.5, float64(i/n%n)-15.5, float64(i/n/n)-15.5
		return float32(max(0, 0.2-0.01*math.Sqrt(x*x+y*y+z*z)))
	}
	render := func(instrumented bool) []float32 {
		var m kernel.GlobalMemory
		volume := kernel.Function(&m, "volume", n*n*n, density)
		image := kernel.NewGlobal[float32](&m, "image", n*n)
		l := kernel.Launch{Device: gpu.GTX480(), Grid: gpumodel.Shape{X: n / 16, Y: n / 8}, Workgroup: gpumodel.Shape{X: 16, Y: 8}}
		run(t, l, func(w *kernel.Wavefront) {
			stamps := kernel.NewLocal[int32](w, "stamps", 4)
			x, y := w.GlobalX(), w.GlobalY()
			pixel := y.TimesPlus(n, x)
			z, through := w.Int(0), w.Float32(1)
			w.While(func() kernel.Mask { return z.Below(n) }, func() {
				before := w.Clock()
				d := volume.Fetch(z.TimesPlus(n*n, pixel))
				if instrumented {
					w.If(d.Below(0), func() { image.Store(pixel, d) })
					spent := w.Clock().Sub(before)
					w.If(w.Lane().Is(0), func() { stamps.Store(w.Int(w.Index), kernel.To[int32](spent)) })
				}
				kernel.Set(&through, through.Mul(w.Float32(1).Sub(d)))
				w.Break(through.Below(1 - opaque))
				kernel.Set(&z, z.Plus(1))
			})
			image.Store(pixel, w.Float32(1).Sub(through))
		})
		return image.Data
	}
	plain, instrumented := render(false), render(true)
	for p := range plain {
		through := float32(1)
		for z := 0; z < n && through >= 1-float32(opaque); z++ {
			through *= 1 - density(z*n*n+p)
		}
		if plain[p] != 1-through || instrumented[p] != plain[p] {
			t.Fatalf("pixel %d is %v, instrumented %v, want %v", p, plain[p], instrumented[p], 1-through)
		}
	}
}

// Each width of access, to each kind of memory.
func TestWidths(t *testing.T) {
	var m kernel.GlobalMemory
	x, y := kernel.NewGlobal[float32](&m, "x", 128), kernel.NewGlobal[float32](&m, "y", 128)
	for i := range x.Data {
		x.Data[i] = float32(i)
	}
	r := run(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		kernel.NewLocal[float32](w, "odd", 3) // what follows is aligned all the same
		tile := kernel.NewLocal[float32](w, "tile", 128)
		four := w.Lane().Times(4)
		a, b, c, d := x.Load4(four)
		tile.Store4(four, a, b, c, d)
		w.Barrier()
		for part := range 2 {
			two := w.Lane().Times(2).Plus(64 * part)
			a, b := tile.Load2(two)
			y.Store2(two, b, a)
		}
	})
	for i, got := range y.Data {
		if want := float32(i ^ 1); got != want {
			t.Errorf("y[%d] = %v, want %v", i, got, want)
		}
	}
	for _, s := range r.Sites {
		want := gpumodel.Bytes(8)
		if s.Op == gpumodel.Load == (s.Kind == gpumodel.Global) {
			want = 16
		}
		if s.Width != want {
			t.Errorf("%v of kind %d at line %d is %d bytes wide, want %d", s.Op, s.Kind, s.Line, s.Width, want)
		}
	}
}

// 32 lanes on blocks of 128 bytes in an order that goes up, down and back.
func TestBlocks(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 32*32)
	order := []int{5, 3, 4, 5, 3, 9, 0, 9}
	r := run(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		block := kernel.Map(gpumodel.FP32, w.Lane(), func(i int) int { return order[i%8] })
		x.Load(block.Times(32))
	})
	if s := r.Sites[0]; s.Lines != 5 || s.Sectors != 5 {
		t.Errorf("%d lines and %d sectors, want 5 each: 0, 3, 4, 5, 9", s.Lines, s.Sectors)
	}
}

// One call, through function values, of several memories is a site for each.
func TestSitesOfFunctionValues(t *testing.T) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 32)
	r := run(t, one(gpu.H200(), 32), func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 32)
		tile.Store(w.Lane(), w.Float32(0))
		w.Barrier()
		for _, load := range []func(kernel.Int) kernel.Float32{x.Load, x.Fetch, tile.Load, tile.Load} {
			load(w.Lane())
		}
	})
	var got []string
	for _, s := range r.Sites[1:] {
		got = append(got, fmt.Sprint(s.Kind, s.Accesses, s.Passes, s.Sectors, s.Line == r.Sites[1].Line))
	}
	if want := []string{"global 1 0 4 true", "texture 1 0 4 true", "local 2 2 0 true"}; !slices.Equal(got, want) {
		t.Errorf("sites %q, want %q", got, want)
	}
}
