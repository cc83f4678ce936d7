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
	for _, d := range gpu.All() {
		var m kernel.DeviceMemory
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
		s, err := kernel.Launch{Device: d, Grid: gpumodel.Shape{X: 4}, Workgroup: gpumodel.Shape{X: lanes}}.Start(reverse)
		if err != nil {
			t.Fatal(err)
		}
		tl, err := d.Run(gpumodel.Workload{Workgroups: s.Workgroups(), Wavefronts: s.Wavefronts(), Stream: s.Stream, Record: 1 << 20})
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
		s.Close()
	}
}

// A kernel's own fault ends the run with the kernel's words.
func TestRunKernelFault(t *testing.T) {
	d := gpu.H200()
	var m kernel.DeviceMemory
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
