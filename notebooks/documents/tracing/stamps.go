package tracing

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/trace"
)

// Traced runs an instrumented volume renderer on one CU, cycle by cycle, and returns
// the trace that its own timestamps make, and the timeline that nobody had to measure.
//
// A slot is a wavefront (warp), in order of workgroups; between two references it
// computes. The error says if more workgroups are launched than are resident at once.
func Traced(d gpumodel.Device, p VolumeRendering) (trace.Trace, gpumodel.Timeline, error) {
	var t trace.Trace
	launch, err := p.Launch(d)
	if err != nil {
		return t, gpumodel.Timeline{}, err
	}
	arrays, err := p.Arrays(d, gpumodel.BlockLinear)
	if err != nil {
		return t, gpumodel.Timeline{}, err
	}
	h, err := memory.New(d, 1)
	if err != nil {
		return t, gpumodel.Timeline{}, err
	}
	launch.Memory, launch.Record = h.CU(0), 1<<20 // more than there is to record
	timeline, err := launch.Time(p.Kernel(arrays))
	if err != nil {
		return t, timeline, err
	}
	for _, w := range timeline.Wavefronts {
		if w.Start > 0 {
			return t, timeline, fmt.Errorf("tracing: workgroup %d begins in cycle %d: of %d not all are resident at once", w.Workgroup, w.Start, launch.Grid.Lanes())
		}
	}
	t = fromStamps(d.Clock, arrays.Rendered().Stamps)
	return t, timeline, t.Validate()
}

// fromStamps makes a trace of each wavefront's timestamps, first and second of each
// reference.
func fromStamps(clock gpumodel.Hertz, stamps [][]int32) trace.Trace {
	t := trace.Trace{Clock: clock, States: []trace.State{
		{Name: trace.MemoryReference, Args: []string{"reference"}},
		{Name: trace.Compute},
	}}
	for slot, s := range stamps {
		for i := 0; i+1 < len(s); i += 2 {
			from, to := gpumodel.Cycles(s[i]), gpumodel.Cycles(s[i+1])
			t.Spans = append(t.Spans, trace.Interval{Slot: slot, State: 0, Start: from, End: to, Args: [trace.MaxArgs]int64{int64(i/2 + 1)}})
			if i+2 < len(s) {
				t.Spans = append(t.Spans, trace.Interval{Slot: slot, State: 1, Start: to, End: gpumodel.Cycles(s[i+2])})
			}
		}
	}
	t.Sort()
	return t
}
