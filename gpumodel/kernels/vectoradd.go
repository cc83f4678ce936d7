package kernels

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// VectorAdd adds two vectors, one element in each lane.
type VectorAdd struct {
	N     int // elements
	Block int // lanes of a workgroup; 0 means 256
}

// Launch returns the launch that covers all elements. The error says which
// parameter is wrong.
func (p VectorAdd) Launch(d gpumodel.Device) (kernel.Launch, error) {
	return line("vector add", d, p.N, p.Block)
}

// Kernel returns c = a + b.
func (p VectorAdd) Kernel(a, b, c *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		w.If(i.Below(p.N), func() {
			c.Store(i, a.Load(i).Add(b.Load(i)))
		})
	}
}

// line returns the launch of one lane for each of n elements, in workgroups of
// block lanes; 0 means 256.
func line(name string, d gpumodel.Device, n, block int) (kernel.Launch, error) {
	if n < 1 || n > 1<<31-1 {
		return kernel.Launch{}, fmt.Errorf("%s: N = %d, want 1 to 2^31−1", name, n)
	}
	if block < 0 {
		return kernel.Launch{}, fmt.Errorf("%s: Block = %d, want 1 or more, or 0 for 256", name, block)
	}
	if block == 0 {
		block = 256
	}
	return kernel.Launch{Name: name, Device: d, Grid: gpumodel.Shape{X: kernel.Cover(n, block)}, Workgroup: gpumodel.Shape{X: block}}, nil
}
