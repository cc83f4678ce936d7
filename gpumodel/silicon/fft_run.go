package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/memory"
)

// RunFFT returns the microseconds that the device takes for the kernel, without its
// launch: one CU is simulated, with its share of the workgroups, of the L2 and of DRAM.
// Registers is how many a lane has; 0: they limit nothing.
//
// The CU gets neighbouring lines, so that those who want the same sectors meet in its
// share of the L2 as they would in the whole; in its L1 they do not meet, for on the
// GPU they run on different CUs: the picture goes past it, the roots through it.
func RunFFT(device gpumodel.Device, p kernels.FFTLines, registers int) (float64, error) {
	launch, err := p.Launch(device)
	if err != nil {
		return 0, err
	}
	busy := min(device.CUs, launch.Grid.X)
	launch.Grid.X = kernel.Cover(launch.Grid.X, device.CUs)
	launch.Registers = registers
	h, err := memory.New(device, device.CUs/busy) // where CUs are idle, the others share what is theirs
	if err != nil {
		return 0, err
	}
	var m kernel.GlobalMemory
	n := p.Size * p.Size
	in := kernel.Function(&m, "in", n, func(i int) complex64 { return complex(float32(i), 0) })
	out := kernel.NewGlobal[complex64](&m, "out", n)
	roots := kernel.Upload(&m, "roots", kernels.Roots(p.Size))
	h.Copy(roots.Base()) // what the launch before left in the L2
	launch.Memory = pastUpTo{roots.Base(), h.CU(0).PastL1(), h.CU(0)}
	t, err := launch.Time(p.Kernel(in, out, roots))
	if err != nil {
		return 0, fmt.Errorf("silicon: %w", err)
	}
	return float64(t.Cycles) / float64(device.Clock) * 1e6, nil
}

// pastUpTo is a memory whose loads below an address go past the L1.
type pastUpTo struct {
	end        gpumodel.Bytes
	past, byL1 gpumodel.Memory
}

func (m pastUpTo) Serve(now gpumodel.Cycles, in *gpumodel.Instruction) (accept, done gpumodel.Cycles, err error) {
	for lane, at := range in.Access.Addr {
		if in.Access.Active.Has(lane) && at < m.end {
			return m.past.Serve(now, in)
		}
	}
	return m.byL1.Serve(now, in)
}
