package gpumodel_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// A kernel written as a Go function, timed on every device: its streams come
// through the scheduler with their barriers, its clocks read the scheduler's
// cycles, and its result is right.
func TestRunKernel(t *testing.T) {
	for _, d := range gpu.Complete() {
		var m kernel.GlobalMemory
		const lanes = 256
		x, y := kernel.NewGlobal[int32](&m, "x", 4*lanes), kernel.NewGlobal[int32](&m, "y", 4*lanes)
		for i := range x.Data {
			x.Data[i] = int32(i)
		}
		reverse := func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[int32](w, "tile", lanes)
			i := w.LocalX()
			before := w.Clock()
			tile.Store(i, x.Load(w.GlobalX()))
			w.Barrier()
			v := tile.Load(w.Int(lanes - 1).Sub(i))
			after := w.Clock()
			w.If(after.Sub(before).Below(1), func() { kernel.Set(&v, v.Times(0)) }) // a clock that stands still
			y.Store(w.GlobalX(), v)
		}
		tl, err := kernel.Launch{Device: d, Grid: gpumodel.Shape{X: 4}, Workgroup: gpumodel.Shape{X: lanes}, Record: 1 << 20}.Time(reverse)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		if err := tl.Check(); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		for i, v := range y.Data {
			if want := int32(i/lanes*lanes + lanes - 1 - i%lanes); v != want {
				t.Fatalf("%s: y[%d] = %d, want %d", d.Name, i, v, want)
			}
		}
		if n := len(tl.Clocks); n != 2*len(tl.Wavefronts) {
			t.Errorf("%s: %d clock reads of %d wavefronts", d.Name, n, len(tl.Wavefronts))
		}
	}
}

// A kernel's own fault ends the run with the kernel's words.
func TestRunKernelFault(t *testing.T) {
	d := gpu.H200()
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[int32](&m, "x", 8)
	s, err := kernel.Launch{Device: d, Workgroup: gpumodel.Shape{X: 32}}.Start(func(w *kernel.Wavefront) { x.Load(w.LocalX()) })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = d.Run(gpumodel.Workload{Workgroups: 1, Wavefronts: 1, Stream: s.Stream})
	if err == nil || !strings.Contains(err.Error(), "lane 8") {
		t.Errorf("error %v, want one that names lane 8", err)
	}
}

// A kernel's streams are refused on a GPU whose wavefronts are of another size, and so
// is an instruction of lanes that there are not.
func TestRunForAnotherDevice(t *testing.T) {
	s, err := kernel.Launch{Device: gpu.MI300X(), Workgroup: gpumodel.Shape{X: 64}}.Start(func(w *kernel.Wavefront) { w.Lane().Plus(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	wide := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Lanes: gpumodel.AllLanes(64)}}, Times: 1}
	for want, work := range map[string]gpumodel.Workload{
		"launch: Stream(0, 0) was made for MI300X, wavefronts of 64 lanes, want 32 lanes as on H200": {Workgroups: 1, Wavefronts: 1, Stream: s.Stream},
		"Lanes = 0xffffffffffffffff, want lanes below 32, as on H200":                                wide.Workload(1, 1),
	} {
		if _, err := gpu.H200().Run(work); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
