package kernels

import (
	"errors"
	"fmt"
	"math/bits"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// What lanes must do together: they count in bins that all share, and add up what each has.

// Histogram counts how often each of so many numbers comes.
type Histogram struct {
	Size       int  // numbers, from 0 to Bins − 1
	Bins       int  // of 4 bytes
	Apart      int  // elements from bin to bin in global memory; 0: 1
	Lanes      int  // of a workgroup
	Local      bool // each workgroup counts in the LDS, and adds what it has to the bins in the end; else every lane adds 1 in global memory
	Workgroups int  // of Local, which go through the numbers together; else as many as cover them
}

// Launch returns the launch. The error says which parameters are wrong.
func (p Histogram) Launch(d gpumodel.Device) (kernel.Launch, error) {
	groups, errs := p.Workgroups, []error{positive("histogram", "Size", p.Size), positive("histogram", "Bins", p.Bins), positive("histogram", "Lanes", p.Lanes)}
	if p.Apart < 0 {
		errs = append(errs, fmt.Errorf("histogram: Apart = %d, want 0 or more", p.Apart))
	}
	if p.Local {
		errs = append(errs, positive("histogram", "Workgroups", groups))
	} else {
		groups = kernel.Cover(p.Size, max(1, p.Lanes))
	}
	return line("histogram", d, groups, p.Lanes), errors.Join(errs...)
}

// Kernel adds to bins, of which there are Bins·Apart elements, how often each number is in in.
func (p Histogram) Kernel(in, bins *kernel.Global[int32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		one := kernel.To[int32](w.Int(1))
		place := func(bin kernel.Int) kernel.Int {
			if p.Apart > 1 {
				return bin.Times(p.Apart)
			}
			return bin
		}
		if !p.Local {
			i := w.GlobalX()
			w.If(i.Below(p.Size), func() { bins.Add(place(kernel.To[int](in.Load(i))), one) })
			return
		}
		mine := kernel.NewLocal[int32](w, "bins", p.Bins)
		each := func(do func(bin kernel.Int)) {
			for from := 0; from < p.Bins; from += p.Lanes {
				bin := w.LocalX().Plus(from)
				w.If(bin.Below(p.Bins), func() { do(bin) })
			}
		}
		each(func(bin kernel.Int) { mine.Store(bin, kernel.To[int32](w.Int(0))) })
		w.Barrier()
		strided(w, p.Size, func(i kernel.Int) { mine.Count(kernel.To[int](in.Load(i))) })
		w.Barrier()
		each(func(bin kernel.Int) { bins.Add(place(bin), mine.Load(bin)) })
	}
}

// strided goes through the first n elements, every lane on by as many as the grid has lanes.
func strided(w *kernel.Wavefront, n int, do func(i kernel.Int)) {
	i := w.GlobalX()
	w.While(func() kernel.Mask { return i.Below(n) }, func() {
		do(i)
		kernel.Set(&i, i.Plus(w.Grid.X*w.Workgroup.X))
	})
}

// Sum adds up numbers by shuffles (Justin Luitjens, Faster Parallel Reductions on Kepler, NVIDIA
// 2014): each lane those that it goes through, each wavefront its lanes', then the workgroup its
// wavefronts', which it adds to the result.
type Sum struct {
	Size       int
	Lanes      int  // of a workgroup: so many whole wavefronts that these are no more than a wavefront has lanes
	Workgroups int  // that go through the numbers together
	Each       bool // each wavefront adds to the result; the workgroup has no sum
}

// Launch returns the launch. The error says which parameters are wrong.
func (p Sum) Launch(d gpumodel.Device) (kernel.Launch, error) {
	errs := []error{positive("sum", "Size", p.Size), positive("sum", "Workgroups", p.Workgroups), wholeWavefronts("sum", p.Lanes, d.Lanes)}
	return line("sum", d, p.Workgroups, p.Lanes), errors.Join(errs...)
}

// Kernel adds the sum of in to out's first element.
func (p Sum) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		lanes, first := w.Active().Count(), w.Lane().Is(0) // whole wavefronts
		fold := func(v kernel.Float32, from int) kernel.Float32 {
			for apart := from / 2; apart > 0; apart /= 2 {
				v = v.Add(v.ShuffleDown(apart))
			}
			return v
		}
		v := w.Float32(0)
		strided(w, p.Size, func(i kernel.Int) { kernel.Set(&v, v.Add(in.Load(i))) })
		v = fold(v, lanes)
		if p.Each {
			w.If(first, func() { out.Add(w.Int(0), v) })
			return
		}
		waves := p.Lanes / lanes
		sums := kernel.NewLocal[float32](w, "sums", waves)
		w.If(first, func() { sums.Store(w.Int(w.Index), v) })
		w.Barrier()
		if w.Index > 0 {
			return
		}
		v = w.Float32(0)
		w.If(w.Lane().Below(waves), func() { kernel.Set(&v, sums.Load(w.Lane())) })
		v = fold(v, 1<<bits.Len(uint(waves-1)))
		w.If(first, func() { out.Add(w.Int(0), v) })
	}
}

// Scan sums up each workgroup's numbers so far, an element of each lane: inclusive prefix sums by shuffles
// (Mark Harris and others, Parallel Prefix Sum with CUDA, GPU Gems 3, 2007).
type Scan struct {
	Size  int // elements; a multiple of Lanes
	Lanes int // of a workgroup: a multiple of a wavefront's
}

// Launch returns the launch. The error says which parameters are wrong.
func (p Scan) Launch(d gpumodel.Device) (kernel.Launch, error) {
	errs := []error{wholeWavefronts("scan", p.Lanes, d.Lanes)}
	if p.Size < 1 || p.Size%max(1, p.Lanes) != 0 {
		errs = append(errs, fmt.Errorf("scan: Size = %d, want a multiple of Lanes = %d", p.Size, p.Lanes))
	}
	return line("scan", d, p.Size/max(1, p.Lanes), p.Lanes), errors.Join(errs...)
}

// Kernel returns out = the sums of in.
func (p Scan) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		lanes := w.Active().Count() // whole wavefronts
		sums := kernel.NewLocal[float32](w, "sums", p.Lanes/lanes)
		i := w.GlobalX()
		v := in.Load(i)
		for apart := 1; apart < lanes; apart *= 2 {
			before := v.ShuffleUp(apart)
			w.If(w.Lane().Below(apart).Not(), func() { kernel.Set(&v, v.Add(before)) })
		}
		w.If(w.Lane().Is(lanes-1), func() { sums.Store(w.Int(w.Index), v) })
		w.Barrier()
		for wave := range w.Index {
			v = v.Add(sums.Load(w.Int(wave)))
		}
		out.Store(i, v)
	}
}

func positive(kernel, field string, n int) error {
	if n < 1 {
		return fmt.Errorf("%s: %s = %d, want 1 or more", kernel, field, n)
	}
	return nil
}

// wholeWavefronts says what is wrong with the lanes of a workgroup that must be whole wavefronts, at most as
// many as one has lanes.
func wholeWavefronts(kernel string, lanes, of int) error {
	if lanes < 1 || of < 1 || lanes%of != 0 || lanes > of*of {
		return fmt.Errorf("%s: Lanes = %d, want a multiple of a wavefront's %d, at most %d", kernel, lanes, of, of*of)
	}
	return nil
}
