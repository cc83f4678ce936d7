package kernels

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// The kernels that tutorials on CUDA begin with, in our own words: a tree of sums, a
// stencil and a matrix product, each also in the way in which it should not be done.

// Order is the order in which the lanes of a Reduction add up.
type Order uint8

// The orders, in each of which a step adds half as many pairs as the one before.
const (
	Scattered   Order = iota // every 2nd lane adds its neighbour's, then every 4th its second one's, …: wavefronts stay half empty
	Interleaved              // the first lanes add, to the same elements: whole wavefronts, and bank conflicts
	Sequential               // the first lanes add the far half to the near one: neither
)

// String says it in a word.
func (o Order) String() string { return [...]string{"scattered", "interleaved", "sequential"}[o] }

// Reduction is the sum of each workgroup's elements, as a tree in the LDS (Mark Harris,
// Optimizing Parallel Reduction in CUDA, NVIDIA 2007).
type Reduction struct {
	Size  int // elements; a multiple of a workgroup's
	Lanes int // of a workgroup: a power of two
	Order Order
	Pairs bool // a lane adds two elements as it loads them, so that a workgroup has 2·Lanes
}

// Launch returns the launch that covers the elements. The error says which parameter is
// wrong.
func (p Reduction) Launch(d gpumodel.Device) (kernel.Launch, error) {
	var errs []error
	if !powerOfTwo(p.Lanes) {
		errs = append(errs, fmt.Errorf("reduction: Lanes = %d, want a power of two", p.Lanes))
	} else if p.Size < 1 || p.Size%p.elements() != 0 {
		errs = append(errs, fmt.Errorf("reduction: Size = %d, want a multiple of a workgroup's %d", p.Size, p.elements()))
	}
	if p.Order > Sequential {
		errs = append(errs, fmt.Errorf("reduction: Order = %d, want 0 to %d", p.Order, Sequential))
	}
	return line("reduction", d, p.Size/max(1, p.elements()), p.Lanes), errors.Join(errs...)
}

func (p Reduction) elements() int {
	if p.Pairs {
		return 2 * p.Lanes
	}
	return p.Lanes
}

// Kernel returns out = the sums, one of each workgroup.
func (p Reduction) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		sums := kernel.NewLocal[float32](w, "sums", p.Lanes)
		x := w.LocalX()
		from := x.Plus(w.Group.X * p.elements())
		v := in.Load(from)
		if p.Pairs {
			v = v.Add(in.Load(kernel.Offset(from, p.Lanes)))
		}
		sums.Store(x, v)
		for near := 1; near < p.Lanes; near *= 2 {
			at, apart, adds := x, near, x.Below(p.Lanes/2/near)
			switch p.Order {
			case Scattered:
				adds = kernel.And(x, 2*near-1).Below(1)
			case Interleaved:
				at = x.Times(2 * near)
			case Sequential:
				apart = p.Lanes / 2 / near
			}
			w.Barrier() // who adds is known before, as nvcc has it
			w.Predicate(adds, func() { sums.Store(at, sums.Load(at).Add(sums.Load(kernel.Offset(at, apart)))) })
		}
		w.If(x.Below(1), func() { out.Store(x.Plus(w.Group.X), sums.Load(x)) }) // its own wavefront has added it
	}
}

// Stencil adds to each element its Radius neighbours on both sides (Cyril Zeller, CUDA
// C/C++ Basics, NVIDIA 2011).
type Stencil struct {
	Size   int // elements of the output, a multiple of Lanes; the input has Radius more at both ends
	Lanes  int // of a workgroup, at least 2·Radius
	Radius int
	Local  bool // by way of the LDS; else each lane loads all that it adds
}

// Launch returns the launch that covers the output. The error says which parameter is
// wrong.
func (p Stencil) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Radius < 1 || p.Lanes < 2*p.Radius || p.Size < 1 || p.Size%p.Lanes != 0 {
		return kernel.Launch{}, fmt.Errorf("stencil: Size, Lanes and Radius = %d, %d, %d, want a Radius of 1 or more, twice as many Lanes, and a Size that is a multiple of these", p.Size, p.Lanes, p.Radius)
	}
	return line("stencil", d, p.Size/p.Lanes, p.Lanes), nil
}

// Kernel returns out = the sums of in, which begins Radius elements before.
func (p Stencil) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		x, i := w.LocalX(), w.GlobalX()
		load := func(k int) kernel.Float32 { return in.Load(kernel.Offset(i, k)) }
		if p.Local {
			near := kernel.NewLocal[float32](w, "near", p.Lanes+2*p.Radius)
			near.Store(x, in.Load(i))
			w.If(x.Below(2*p.Radius), func() { near.Store(kernel.Offset(x, p.Lanes), in.Load(kernel.Offset(i, p.Lanes))) }) // the halo; nvcc has a predicate
			w.Barrier()
			load = func(k int) kernel.Float32 { return near.Load(kernel.Offset(x, k)) }
		}
		sum := load(0)
		for k := 1; k <= 2*p.Radius; k++ {
			sum = sum.Add(load(k))
		}
		out.Store(i, sum)
	}
}

// Product is the product of two square matrices of floats, by rows: a lane has an element
// of it (CUDA C Programming Guide, NVIDIA, "Shared Memory").
type Product struct {
	Size  int  // of the matrices, a multiple of Edge
	Edge  int  // lanes of a workgroup each way
	Local bool // by way of tiles in the LDS, of Edge × Edge; else each lane loads its row and its column
}

// How many elements of each factor are loaded before the first is used, from global memory
// and from the LDS, where four of a tile's row are one load, if Edge is a multiple of four: what
// nvcc makes of these loops for sm_90 (tutorials.sass of package silicon).
const aheadGlobal, aheadLocal = 16, 8

// Launch returns the launch that covers the product. The error says which parameter is
// wrong.
func (p Product) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Edge < 1 || p.Size < 1 || p.Size%p.Edge != 0 {
		return kernel.Launch{}, fmt.Errorf("product: Size = %d, Edge = %d, want the one a multiple of the other", p.Size, p.Edge)
	}
	groups := p.Size / p.Edge
	return kernel.Launch{Name: "product", Device: d, Grid: gpumodel.Shape{X: groups, Y: groups}, Workgroup: gpumodel.Shape{X: p.Edge, Y: p.Edge}}, matrix("product", p.Size, p.Size)
}

// Kernel returns c = a·b.
func (p Product) Kernel(a, b, c *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		x, y := w.LocalX(), w.LocalY()
		row, column := w.GlobalY().Times(p.Size), w.GlobalX()
		sum := w.Float32(0)
		if p.Local {
			as, bs := kernel.NewLocal[float32](w, "a", p.Edge*p.Edge), kernel.NewLocal[float32](w, "b", p.Edge*p.Edge)
			mine, own := y.TimesPlus(p.Edge, x), y.Times(p.Edge)
			rows := each(func(k int) kernel.Float32 { return as.Load(kernel.Offset(own, k)) })
			if p.Edge%4 == 0 {
				rows = func(k int, to []kernel.Float32) {
					for i := 0; i < len(to); i += 4 {
						to[i], to[i+1], to[i+2], to[i+3] = as.Load4(kernel.Offset(own, k+i))
					}
				}
			}
			for first := 0; first < p.Size; first += p.Edge {
				u, v := a.Load(row.Add(x).Plus(first)), b.Load(y.Plus(first).TimesPlus(p.Size, column))
				as.Store(mine, u)
				bs.Store(mine, v)
				w.Barrier()
				sum = dot(sum, p.Edge, aheadLocal, rows, each(func(k int) kernel.Float32 { return bs.Load(kernel.Offset(x, k*p.Edge)) }))
				w.Barrier()
			}
		} else {
			sum = dot(sum, p.Size, aheadGlobal, each(func(k int) kernel.Float32 { return a.Load(kernel.Offset(row, k)) }), each(func(k int) kernel.Float32 { return b.Load(column.Plus(k * p.Size)) }))
		}
		c.Store(row.Add(column), sum)
	}
}

// dot adds to a sum the products of n elements of a row and of a column, of which so many are loaded ahead.
func dot(sum kernel.Float32, n, ahead int, row, column func(k int, to []kernel.Float32)) kernel.Float32 {
	var u, v [max(aheadGlobal, aheadLocal)]kernel.Float32
	for from := 0; from < n; from += ahead {
		m := min(ahead, n-from)
		row(from, u[:m])
		column(from, v[:m])
		for k := range m {
			sum = u[k].FMA(v[k], sum)
		}
	}
	return sum
}

// each loads elements from the k'th on one by one.
func each(load func(k int) kernel.Float32) func(k int, to []kernel.Float32) {
	return func(k int, to []kernel.Float32) {
		for i := range to {
			to[i] = load(k + i)
		}
	}
}

// line is a launch of so many workgroups of lanes in a row.
func line(name string, d gpumodel.Device, groups, lanes int) kernel.Launch {
	return kernel.Launch{Name: name, Device: d, Grid: gpumodel.Shape{X: groups}, Workgroup: gpumodel.Shape{X: lanes}}
}
