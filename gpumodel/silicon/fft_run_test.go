package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// runFFT runs one of fft.cu's line kernels on a whole GPU, whose caches are as an
// earlier launch has left them.
func runFFT(device gpumodel.Device, c FFTCount, o chip.Options) (chip.Report, error) {
	p := c.Lines()
	l, err := p.Launch(device)
	if err != nil {
		return chip.Report{}, err
	}
	l.Registers = c.Registers
	var m kernel.GlobalMemory
	n := p.Size * p.Size
	in := kernel.Function(&m, "in", n, func(i int) complex64 { return complex(float32(i), 0) })
	out := kernel.NewGlobal[complex64](&m, "out", n)
	roots := kernel.Upload(&m, "roots", kernels.Roots(p.Size))
	r, err := chip.Time(l, p.Kernel(in, out, roots), again(device, o, l.Grid.Lanes(), gpumodel.Bytes(16*n)))
	if err != nil {
		return r, fmt.Errorf("silicon: %s of %d², %d together: %w", c.Kernel, c.Size, c.Together, err)
	}
	return r, nil
}
