package tracing_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/trace"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

// TestTimeLoad: the simple method's second clock comes while the load is under way,
// the others' after it.
func TestTimeLoad(t *testing.T) {
	for _, d := range gpu.Complete() {
		for m := volume.Simple; m < volume.Methods; m++ {
			l, timeline, err := tracing.TimeLoad(d, nil, m)
			if err != nil {
				t.Fatal(err)
			}
			if err := timeline.Check(); err != nil {
				t.Errorf("%s, %v: %v", d.Name, m, err)
			}
			if l.End < l.SecondClock != (m != volume.Simple) || !(l.FirstClock < l.Start && l.Start < l.SecondClock) {
				t.Errorf("%s: %+v; want the load between the clock reads, but with simple only its start", d.Name, l)
			}
			if took := l.End - l.Start; m != volume.Simple && l.Measured() > took+10*max(d.CU.Latency[gpumodel.FP32], 8) {
				t.Errorf("%s, %v: measured %d cycles of a load of %d, want little more", d.Name, m, l.Measured(), took)
			}
			if _, err := trace.FromTimelines(timeline); err != nil {
				t.Error(err)
			}
		}
	}
	if _, _, err := tracing.TimeLoad(gpu.GTX480(), nil, volume.None); err == nil {
		t.Error("no clock reads: no error")
	}
}

// TestTimeLoadDRAM: a GTX 480's first load of a line comes from DRAM, in 500 cycles.
func TestTimeLoadDRAM(t *testing.T) {
	for m := volume.Simple; m < volume.Methods; m++ {
		h, err := memory.New(gpu.GTX480(), gpu.GTX480().CUs) // a lone load has all of the GPU
		if err != nil {
			t.Fatal(err)
		}
		l, _, err := tracing.TimeLoad(gpu.GTX480(), h.CU(0), m)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%v: t1 = %d, start = %d, end = %d, t2 = %d: measured %d cycles", m, l.FirstClock, l.Start, l.End, l.SecondClock, l.Measured())
		if took := l.End - l.Start; took < 500 || took > 530 {
			t.Errorf("%v: the load takes %d cycles, want DRAM's 500 and the transfer of a line", m, took)
		}
	}
}

// TestPaperDummy: with the paper's own listing, which tests the kernel's argument, it
// hangs on what becomes of the body. Jumped over, nothing waits for the load; executed
// under a predicate, the addition does.
func TestPaperDummy(t *testing.T) {
	d := gpu.GTX480()
	step := d.CU.Latency[gpumodel.FP32] // of instructions that need each other
	for name, tt := range map[string]struct {
		between     func(w *kernel.Wavefront, v *kernel.Vec[int32])
		least, most gpumodel.Cycles
	}{
		"jumped over": {func(w *kernel.Wavefront, v *kernel.Vec[int32]) {
			w.If(w.Int(0).Below(0), func() { kernel.Set(v, v.Plus(1)) })
		}, 2*step + 4, 2*step + 4}, // a comparison, a branch, and two issues of 2
		"predicated": {func(w *kernel.Wavefront, v *kernel.Vec[int32]) {
			kernel.Set(v, kernel.Select(w.Int(0).Below(0), v.Plus(1), *v))
		}, 500, 560}, // DRAM's 500, the transfer of a line, and the addition
	} {
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		var m kernel.GlobalMemory
		in, out := kernel.NewGlobal[int32](&m, "D", d.Lanes), kernel.NewGlobal[int32](&m, "O", d.Lanes)
		times := kernel.NewGlobal[int32](&m, "times", d.Lanes)
		l := kernel.Launch{Name: "paper's dummy", Device: d, Workgroup: gpumodel.Shape{X: d.Lanes}, Memory: h.CU(0)}
		timeline, err := l.Time(func(w *kernel.Wavefront) {
			t1 := w.Clock()
			v := in.Load(w.Lane())
			tt.between(w, &v)
			t2 := w.Clock()
			out.Store(w.Lane(), v.Plus(1))
			times.Store(w.Lane(), kernel.To[int32](t2.Sub(t1)))
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := timeline.Clocks[1].Cycle - timeline.Clocks[0].Cycle; got < tt.least || got > tt.most {
			t.Errorf("%s: the clock reads are %d cycles apart, want %d to %d", name, got, tt.least, tt.most)
		} else {
			t.Logf("%s: %d cycles", name, got)
		}
	}
}
