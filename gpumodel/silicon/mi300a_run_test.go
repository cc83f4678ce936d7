package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

const (
	mi300aDies    = 6       // [ROCm]: XCDs, to which workgroups are dealt in turn
	productWhole  = 1280    // rows up to which a product is run whole, after an earlier launch
	productSteps  = 8       // of a product's tiles that are run; the rest goes on as the later half of them
	mi300aSampled = 1 << 13 // workgroups of a die from which on a tenth is run
)

// mi300aWork is a kernel of mi300a_kernels.csv, ready to be launched.
type mi300aWork struct {
	launch kernel.Launch
	kernel kernel.Kernel
	dies   float64        // that touch a line of memory, on average
	bytes  gpumodel.Bytes // of all arrays, which stay in memory from one launch to the next; their elements are ones
}

// mi300aKernel returns the kernel as its HIP program launches it. Registers are those of the
// machine code in MGPUSim's repository.
func mi300aKernel(d gpumodel.Device, r MI300ATime, steps int) (w mi300aWork, err error) {
	n := r.N
	w.dies = 1
	var m kernel.GlobalMemory
	array := func(name string, n int) *kernel.Global[float32] {
		w.bytes += 4 * gpumodel.Bytes(n)
		return kernel.Forgetful(&m, name, n, func(int) float32 { return 1 })
	}
	registers := 0
	switch r.Kernel {
	case "vectoradd":
		p := kernels.VectorAdd{Size: n, Lanes: 256}
		registers = 8
		w.kernel = p.Kernel(array("b", n), array("c", n), array("a", n))
		w.launch, err = p.Launch(d)
	case "matrixtranspose":
		p := kernels.TransposeByFours{Size: n, Edge: 16}
		registers = 36
		w.kernel = p.Kernel(array("in", n*n), array("out", n*n))
		w.launch, err = p.Launch(d)
	case "fft1D_512":
		p := kernels.FFT512{Lines: n / 512}
		registers = 78
		w.bytes = 8 * gpumodel.Bytes(n)
		w.kernel = p.Kernel(kernel.Forgetful(&m, "work", n, func(int) complex64 { return 1 }))
		w.launch, err = p.Launch(d)
	case "stencil2d":
		p := kernels.Smooth{Size: n, Centre: 0.25, Cardinal: 0.15, Diagonal: 0.05}
		all := (n + 2) * p.Pitch()
		w.dies = 1.06 // a workgroup reads two rows beside the 16 that it writes
		if n/16%mi300aDies != 0 {
			w.dies *= 1.5 // and its 64 columns lie in three lines of 32: the next, along a row, is of another die
		}
		w.kernel = p.Kernel(array("in", all), array("out", all))
		w.launch, err = p.Launch(d)
	case "matrixmultiplication":
		p := kernels.ProductByFours{Size: n, Edge: 8, Steps: steps}
		registers = 80
		w.dies = mi300aDies // of two matrices all; the third, of which it is one, is written once
		w.kernel = p.Kernel(array("a", n*n), array("b", n*n), array("c", n*n), array("tile", 1024))
		w.launch, err = p.Launch(d)
	case "simpleconvolution":
		p := kernels.Convolve{Size: n, Edge: r.Mask, Weights: make([]float32, r.Mask*r.Mask)}
		registers = 8
		w.dies = 2.75 // of the picture 4.5: rows below are other dies', three in turn, and half of the lines two workgroups'; of the result one
		w.bytes = 4 * gpumodel.Bytes(p.Pitch()*p.Pitch()+n*n)
		one := func(int) int32 { return 1 }
		w.kernel = p.Kernel(kernel.Forgetful(&m, "in", p.Pitch()*p.Pitch(), one), kernel.Forgetful(&m, "out", n*n, one))
		w.launch, err = p.Launch(d)
	default:
		err = fmt.Errorf("silicon: mi300a_kernels.csv: no kernel %q here", r.Kernel)
	}
	w.launch.Registers = registers
	return w, err
}

// mi300aDie is one of the MI300A's dies with its share of what lies behind the L2s. Of the
// Infinity Cache and DRAM that is a sixth for each of the dies that touch a line: one of them
// fetches it for all.
func mi300aDie(dies float64) gpumodel.Device {
	d := gpu.MI300A()
	c := &d.Caches
	share := dies / mi300aDies
	infinity := &c.Beyond[0]
	infinity.Sets = int(share * float64(infinity.Sets))
	infinity.Slices /= mi300aDies
	infinity.BytesPerCycle /= mi300aDies
	c.DRAM.BytesPerCycle *= share
	c.DRAM.Channels = int(share * float64(c.DRAM.Channels))
	c.L2.Sets /= mi300aDies
	c.L2.Slices /= mi300aDies
	c.L2.BytesPerCycle /= mi300aDies
	c.L2.Dies = 0
	d.CUs /= mi300aDies
	return d
}

// runMI300A runs a kernel on one die, which has every sixth of its workgroups: the whole GPU
// takes six times as long to simulate, and gives the same within 4 %, TestMI300AWhole. The L2
// is as an earlier launch has left it.
func runMI300A(r MI300ATime) (chip.Report, error) {
	if r.Kernel == "matrixmultiplication" {
		return runMI300AProduct(r)
	}
	return runMI300APart(r, 0, 0, 0, true)
}

// runMI300APart is runMI300A of so many workgroups of the die from the first on, 0 for all, and
// of a product of so many steps; with caches that an earlier launch has left, or an empty L2
// and in the Infinity Cache what a product reads.
func runMI300APart(r MI300ATime, steps, first, workgroups int, earlier bool) (chip.Report, error) {
	w, err := mi300aKernel(gpu.MI300A(), r, steps)
	if err != nil {
		return chip.Report{}, err
	}
	d := mi300aDie(w.dies)
	w.launch.Device = d
	if workgroups == 0 {
		workgroups = kernel.Cover(w.launch.Grid.Lanes(), mi300aDies)
	}
	o := chip.Options{Flush: true, Of: workgroups, Pick: func(i int) int { return (first + i) * mi300aDies }}
	if workgroups >= mi300aSampled {
		o.Sample = 0.1
	}
	if earlier {
		kept := max(2*d.Caches.L2.Size(), d.Caches.Beyond[0].Size()*3/2)
		o.Before = int(float64(workgroups) * min(1, mi300aDies*float64(kept)/float64(w.bytes)))
	} else {
		o.Held = w.bytes * 2 / 3
	}
	return chip.Time(w.launch, w.kernel, o)
}

// runMI300AProduct runs a product by rounds of as many workgroups as the die has room for: the
// first stands for all that are full, the last is run alone. Of many steps productSteps are run,
// and the rest goes on as the later half of these.
func runMI300AProduct(row MI300ATime) (chip.Report, error) {
	const edge = 32 // of a workgroup's tile
	n := row.N
	all := kernel.Cover((n/edge)*(n/edge), mi300aDies)
	round := gpu.MI300A().CUs / mi300aDies * 24 // workgroups: by the registers
	var out chip.Report
	total := 0.0
	run := func(steps int) int {
		if n <= productWhole {
			return steps
		}
		return min(steps, productSteps)
	}
	add := func(first, workgroups int, times float64) error {
		if workgroups == 0 || times == 0 {
			return nil
		}
		steps, kept := n/edge, n <= productWhole
		r, err := runMI300APart(row, run(steps), first, workgroups, kept)
		if err != nil {
			return err
		}
		cycles := float64(r.Cycles)
		if steps > run(steps) {
			half, err := runMI300APart(row, productSteps/2, first, workgroups, kept)
			if err != nil {
				return err
			}
			cycles += float64(steps-productSteps) * float64(r.Cycles-half.Cycles) / (productSteps / 2)
		}
		if out.Cycles == 0 {
			out = r
		}
		total += times * cycles
		return nil
	}
	if err := add(0, min(all, round), float64(max(1, all/round))); err != nil {
		return out, err
	}
	if all > round {
		if err := add(all-all%round, all%round, 1); err != nil {
			return out, err
		}
	}
	out.Seconds += (total - float64(out.Cycles)) / float64(out.Device.Clock)
	out.Cycles = gpumodel.Cycles(total)
	return out, nil
}
