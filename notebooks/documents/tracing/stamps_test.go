package tracing_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/trace"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

// TestTraced: the kernel's own timestamps are the clock reads that the CU saw, two of
// each reference, and a wavefront's spans follow each other without a gap.
func TestTraced(t *testing.T) {
	p := tracing.VolumeRendering{Shape: gpumodel.Shape{X: 8, Y: 16}, Size: 16, Step: 0.25, Method: volume.Dummy, Records: 10, Placement: volume.InLDS}
	tr, timeline, err := tracing.Traced(gpu.GTX480(), p)
	if err != nil {
		t.Fatal(err)
	}
	at := map[gpumodel.Cycles]bool{}
	for _, c := range timeline.Clocks {
		at[c.Cycle] = true
	}
	references := 0
	for i, s := range tr.Spans {
		memory := tr.States[s.State].Name == trace.MemoryReference
		if memory {
			references++
		}
		if !at[s.Start] || !at[s.End] {
			t.Fatalf("span %+v begins or ends where no clock was read", s)
		}
		if i > 0 && tr.Spans[i-1].Slot == s.Slot {
			if before := tr.Spans[i-1]; before.End != s.Start || before.State == s.State {
				t.Fatalf("span %+v follows %+v, want the other state without a gap", s, before)
			}
		} else if !memory {
			t.Errorf("slot %d begins with %+v, want a reference", s.Slot, s)
		}
	}
	if references == 0 || 2*references != len(timeline.Clocks) {
		t.Errorf("%d references and %d clock reads, want two of each", references, len(timeline.Clocks))
	}
	p.Size = 64
	if _, _, err := tracing.Traced(gpu.GTX480(), p); err == nil || !strings.Contains(err.Error(), "not all are resident") {
		t.Errorf("32 workgroups give error %v, want one that says that not all are resident", err)
	}
}
