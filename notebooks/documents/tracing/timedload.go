package tracing

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/documents/tracing/volume"
)

// LoadTiming is one load of one wavefront (warp) with a clock read on each side.
type LoadTiming struct {
	Method      volume.Method
	FirstClock  gpumodel.Cycles // t1: in which the first clock read issues
	Start       gpumodel.Cycles // in which the load issues
	End         gpumodel.Cycles // from which its data may be used
	SecondClock gpumodel.Cycles // t2: in which the second clock read issues
}

// Measured returns what the kernel takes for the load's time, t2 − t1.
func (l LoadTiming) Measured() gpumodel.Cycles { return l.SecondClock - l.FirstClock }

// TimeLoad runs a kernel of one wavefront and one load on a CU, cycle by cycle,
//
//	t1 = clock; d = D[i]; what the method puts here; t2 = clock; O[i] = d + 1
//
// and returns when each happened, with the whole timeline. The memory serves the
// load; nil stands for the device's own. The method is Simple, Fence or Dummy.
func TimeLoad(d gpumodel.Device, memory gpumodel.Memory, m volume.Method) (LoadTiming, gpumodel.Timeline, error) {
	if m == volume.None || m >= volume.Methods {
		return LoadTiming{}, gpumodel.Timeline{}, fmt.Errorf("time load: method %v, want simple, fence or dummy", m)
	}
	const plenty = 100 // of records
	l := kernel.Launch{Name: "timed load", Device: d, Workgroup: gpumodel.Shape{X: d.Lanes}, Memory: memory, Record: plenty}
	tl, err := l.Time(timedLoad(d.Lanes, m))
	if err != nil {
		return LoadTiming{}, gpumodel.Timeline{}, err
	}
	for _, i := range tl.Issues {
		if i.Kind == gpumodel.Global && i.Dst != gpumodel.NoRegister {
			return LoadTiming{m, tl.Clocks[0].Cycle, i.Cycle, i.Done, tl.Clocks[1].Cycle}, tl, nil
		}
	}
	return LoadTiming{}, tl, fmt.Errorf("time load: no load among %d records", len(tl.Issues))
}

// timedLoad is the kernel of TimeLoad.
func timedLoad(lanes int, m volume.Method) kernel.Kernel {
	var memory kernel.GlobalMemory
	in, out := kernel.NewGlobal[int32](&memory, "D", lanes), kernel.NewGlobal[int32](&memory, "O", lanes)
	times := kernel.NewGlobal[int32](&memory, "times", lanes)
	return func(w *kernel.Wavefront) {
		i := w.Lane()
		t1 := w.Clock()
		v := in.Load(i)
		switch m {
		case volume.Fence:
			w.Fence()
		case volume.Dummy:
			w.If(v.Below(0), func() { kernel.Set(&v, v.Plus(1)) })
		}
		t2 := w.Clock()
		out.Store(i, v.Plus(1))
		times.Store(i, kernel.To[int32](t2.Sub(t1)))
	}
}
