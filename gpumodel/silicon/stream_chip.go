package silicon

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// RunStream returns the bytes a second of init, read, scale or triad, by a row of the H200,
// on the chip of its preset: two workgroups on a CU, twelve rounds of them and twice as many. The
// bytes that lie between are set against the cycles that lie between. No number of the preset
// is from stream_occupancy.csv.
func RunStream(p StreamPoint, stream int) (float64, error) {
	if p.GPU != "H200" || stream < initKernel || stream > triadKernel {
		return 0, fmt.Errorf("silicon: stream %d of %s, want 0 to %d of the H200", stream, p.GPU, triadKernel)
	}
	const rounds = 12
	d := gpu.H200()
	var cycles [2]gpumodel.Cycles
	for i := range cycles {
		workgroups := (i + 1) * rounds * 2 * d.CUs
		l := kernel.Launch{Device: d, Grid: gpumodel.Shape{X: workgroups}, Workgroup: gpumodel.Shape{X: p.Workgroup}}
		r, err := chip.Time(l, streamKernel(stream, workgroups*p.Workgroup), chip.Options{Resident: 2, Full: true})
		if err != nil {
			return 0, err
		}
		cycles[i] = r.Cycles
	}
	s := p.Kernel(stream, d.CUs, d.Lanes)
	bytes := rounds * s.Lanes * float64(s.Element) * float64(s.Loads+s.Stores)
	return bytes / float64(cycles[1]-cycles[0]) * float64(d.Clock), nil
}

// streamKernel is the kernel of an element a lane; what read does with it is a comparison.
func streamKernel(stream, size int) kernel.Kernel {
	var m kernel.GlobalMemory
	a, b, c := kernel.NewGlobal[float64](&m, "a", size), kernel.NewGlobal[float64](&m, "b", size), kernel.NewGlobal[float64](&m, "c", size)
	return func(w *kernel.Wavefront) {
		x := w.GlobalX()
		switch stream {
		case initKernel:
			a.Store(x, w.Float64(1))
		case readKernel:
			v := b.Load(x)
			w.If(v.Below(-1), func() { a.Store(x, v) })
		case scaleKernel:
			a.Store(x, b.Load(x).Times(2))
		default:
			a.Store(x, b.Load(x).FMA(w.Float64(2), c.Load(x)))
		}
	}
}
