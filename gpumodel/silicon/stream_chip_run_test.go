package silicon

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// streamChips are the GPUs whose chips run streams, and how many rounds of workgroups are left
// out and then timed.
var streamChips = map[string]struct {
	make   func() gpumodel.Device
	rounds int
}{"H200": {gpu.H200, 12}, "MI300A": {gpu.MI300A, 4}, "MI300X": {gpu.MI300X, 4}}

// RunStream returns the bytes a second of init, read, scale or triad, by a row of the H200,
// the MI300A or the MI300X, on the chip of its preset: rounds of as many workgroups as are resident,
// and twice as many. The bytes that lie between are set against the cycles that lie between. No
// number of the presets is from stream_occupancy.csv.
func RunStream(p StreamPoint, stream int) (float64, error) {
	return runStream(p, stream, 0)
}

// RunCached is RunStream of a row of l2_stream.csv, on arrays that lie in the levels beyond the
// L2 as far as there is room, workgroups of all the grid going through them again and again.
func RunCached(p CachedStream, stream int) (float64, error) {
	if p.Workgroup < 1 || p.Size < gpumodel.Bytes(16*p.Workgroup) {
		return 0, fmt.Errorf("silicon: two arrays of %d bytes for workgroups of %d lanes, want room for one of them", p.Size, p.Workgroup)
	}
	return runStream(p.StreamPoint, stream, int(p.Size+1<<10)/16/p.Workgroup) // its sizes are a KB less than what divides
}

// runStream runs a stream through arrays of so many workgroups' elements; 0: of as many as run.
func runStream(p StreamPoint, stream, around int) (float64, error) {
	c, ok := streamChips[p.GPU]
	if !ok || stream < initKernel || stream > triadKernel {
		return 0, fmt.Errorf("silicon: stream %d of %s, want 0 to %d of the H200, the MI300A or the MI300X", stream, p.GPU, triadKernel)
	}
	d := c.make()
	s := p.Kernel(stream, d.CUs, d.Lanes)
	resident := 2
	if p.Workgroup > 0 && p.Lanes < 1.5*float64(p.Workgroup*d.CUs) {
		resident = 1
	}
	var cycles [2]gpumodel.Cycles
	for i := range cycles {
		workgroups := (i + 1) * c.rounds * resident * d.CUs
		o := chip.Options{Resident: resident}
		arrays := workgroups
		if around > 0 {
			arrays = around
			o.Held = gpumodel.Bytes(32 * around * p.Workgroup)
		} else {
			o.Full = max(0.001, float64(s.Stores)/float64(s.Stores+s.Loads)) // as the streams before it have left it
			if p.GPU == "H200" {
				o.Full = 0.5
			}
		}
		l := kernel.Launch{Device: d, Grid: gpumodel.Shape{X: workgroups}, Workgroup: gpumodel.Shape{X: p.Workgroup}}
		r, err := chip.Time(l, streamKernel(stream, s.Loads, arrays, p.Workgroup), o)
		if err != nil {
			return 0, err
		}
		cycles[i] = r.Cycles
	}
	bytes := float64(c.rounds) * math.Round(s.Lanes) * float64(s.Element) * float64(s.Loads+s.Stores)
	return bytes / float64(cycles[1]-cycles[0]) * float64(d.Clock), nil
}

// streamKernel is the kernel of an element a lane, by workgroups that go round arrays for so many of them; what
// read does with an element is a comparison.
func streamKernel(stream, loads, workgroups, lanes int) kernel.Kernel {
	var m kernel.GlobalMemory
	array := func(name string) *kernel.Global[float64] {
		return kernel.Forgetful(&m, name, workgroups*lanes, func(int) float64 { return 0 })
	}
	a, b, c, e := array("a"), array("b"), array("c"), array("d")
	return func(w *kernel.Wavefront) {
		x := w.LocalX().Plus(w.Group.X % workgroups * lanes)
		switch {
		case stream == initKernel:
			a.Store(x, w.Float64(1))
		case stream == readKernel:
			v := b.Load(x)
			w.If(v.Below(-1), func() { a.Store(x, v) })
		case stream == scaleKernel:
			a.Store(x, b.Load(x).Times(2))
		case loads == 2:
			a.Store(x, b.Load(x).FMA(w.Float64(2), c.Load(x)))
		default:
			a.Store(x, b.Load(x).FMA(c.Load(x), e.Load(x)))
		}
	}
}
