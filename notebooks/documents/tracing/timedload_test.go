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
	for _, d := range gpu.All() {
		for m := volume.Simple; m < volume.Methods; m++ {
			l, timeline, err := tracing.TimeLoad(d, nil, m)
			if err != nil {
				t.Fatal(err)
			}
			if err := timeline.Check(); err != nil {
				t.Errorf("%s, %v: %v", d.Name, m, err)
			}
			if l.Encloses() != (m != volume.Simple) || !(l.FirstClock < l.Start && l.Start < l.SecondClock) {
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
		h, err := memory.New(gpu.GTX480(), 1)
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

// TestPaperDummy: the model skips a body that is not taken, so a test of the kernel's
// argument alone, as the paper's listing has it, does not wait for the load.
func TestPaperDummy(t *testing.T) {
	d := gpu.GTX480()
	h, err := memory.New(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[int32](&m, "D", d.Lanes), kernel.NewGlobal[int32](&m, "O", d.Lanes)
	times := kernel.NewGlobal[int32](&m, "times", d.Lanes)
	l := kernel.Launch{Name: "paper's dummy", Device: d, Workgroup: gpumodel.Shape{X: d.Lanes}, Memory: h.CU(0)}
	timeline, err := l.Time(func(w *kernel.Wavefront) {
		dummy := w.Int(0)
		t1 := w.Clock()
		v := in.Load(w.Lane())
		w.If(dummy.Below(0), func() { kernel.Set(&v, v.Plus(1)) })
		t2 := w.Clock()
		out.Store(w.Lane(), v.Plus(1))
		times.Store(w.Lane(), kernel.To[int32](t2.Sub(t1)))
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := timeline.Clocks[1].Cycle - timeline.Clocks[0].Cycle; got != 40 {
		t.Errorf("the clock reads are %d cycles apart, want 40: two instructions of %d that need each other, and two issues of 2", got, d.CU.Latency[gpumodel.FP32])
	}
}
