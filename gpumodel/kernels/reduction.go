package kernels

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Reduction sums a vector: each workgroup halves its lanes' sums again and
// again in the LDS and writes one. Running it on those sums, until one is left,
// completes it.
type Reduction struct {
	N     int // elements
	Block int // lanes of a workgroup, a power of two; 0 means 256

	// Strided lets lane 2·s·i add element 2·s·i + s, s = 1, 2, 4…, where
	// otherwise lane i adds element i + s, s falling from half the block: the
	// same sums, but neighbours in the LDS stay apart in the banks.
	Strided bool
}

// Launch returns the launch that covers all elements; its Grid.X is the number
// of sums. The error says which parameter is wrong.
func (p Reduction) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Block&(p.Block-1) != 0 {
		return kernel.Launch{}, fmt.Errorf("reduction: Block = %d, want a power of two, or 0 for 256", p.Block)
	}
	return line("reduction", d, p.N, p.Block)
}

// Kernel returns sums[g] = the sum of workgroup g's elements of in.
func (p Reduction) Kernel(in, sums *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		block := w.Workgroup.X
		partial := kernel.NewLocal[float32](w, "partial", block)
		lane, i := w.LocalX(), w.GlobalX()

		x := w.Float32(0)
		w.If(i.Below(p.N), func() { kernel.Set(&x, in.Load(i)) })
		partial.Store(lane, x)
		w.Barrier()

		for s := 1; s < block; s *= 2 {
			at, step, lanes := lane, block/2/s, block/2/s
			if p.Strided {
				at, step = lane.Times(2*s), s
			}
			w.If(lane.Below(lanes), func() {
				partial.Store(at, partial.Load(at).Add(partial.Load(at.Plus(step))))
			})
			w.Barrier()
		}

		w.If(lane.Is(0), func() {
			sums.Store(w.Int(w.Group.X), partial.Load(lane))
		})
	}
}
