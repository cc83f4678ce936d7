package trace

import (
	"fmt"
	"slices"

	"lanebook/gpumodel"
)

// The states of FromTimelines beyond the stall reasons, which keep their names.
// A wavefront (warp) that issues memory accesses, waits for their data, or for a
// fence, is in a memory reference: the part of it that nothing hides.
const (
	MemoryReference = "memory reference"
	Compute         = "compute"
	LocalAccess     = "LDS access"
	Synchronise     = "synchronise"
)

// FromTimelines returns what the wavefronts of the timelines did, the first
// timeline's as CU 0. A slot is a place for a wavefront in a SIMD, the lowest that
// is free when the wavefront starts: slot = SIMD · wavefronts of a SIMD + place.
//
// A wavefront is in one state at a time, and every cycle of its life is in one:
// what it issues, or why it waits. The argument "line" is the kernel's line, and
// "wavefront" the index into Timeline.Wavefronts. The timelines must have been
// recorded whole (Workload.Record), on devices of the same clock.
func FromTimelines(timelines ...gpumodel.Timeline) (Trace, error) {
	t := Trace{States: timelineStates()}
	for cu, tl := range timelines {
		if tl.Dropped > 0 {
			return Trace{}, fmt.Errorf("trace: timeline %d lacks %d records, want a greater Record", cu, tl.Dropped)
		}
		if len(tl.Issues) == 0 && tl.Issued() > 0 {
			return Trace{}, fmt.Errorf("trace: timeline %d has no records, want a Record of more than 0", cu)
		}
		if cu > 0 && tl.Device.Clock != t.Clock {
			return Trace{}, fmt.Errorf("trace: timeline %d has a clock of %v Hz, want %v, as timeline 0", cu, float64(tl.Device.Clock), float64(t.Clock))
		}
		t.Clock = tl.Device.Clock
		t.addTimeline(cu, &tl)
	}
	return t, nil
}

// timelineStates returns the four states of issue, then one for each stall reason
// that has a state of its own.
func timelineStates() []State {
	var states []State
	for _, name := range []string{MemoryReference, Compute, LocalAccess, Synchronise} {
		states = append(states, State{Name: name, Args: []string{"wavefront", "line"}})
	}
	for s := range gpumodel.Stalls {
		if stallState(s) != 0 {
			states = append(states, State{Name: "wait: " + s.String(), Args: []string{"wavefront", "line"}})
		}
	}
	return states
}

// issueState returns the index of the state of an issued instruction.
func issueState(k gpumodel.Kind) int {
	switch k {
	case gpumodel.Global, gpumodel.Texture:
		return 0
	case gpumodel.Local:
		return 2
	case gpumodel.Barrier, gpumodel.Fence, gpumodel.Exit:
		return 3
	}
	return 1
}

// stallState returns the index of the state of a stall.
func stallState(s gpumodel.Stall) int {
	if s == gpumodel.StallMemory || s == gpumodel.StallFence {
		return 0
	}
	i := 4
	for r := range s {
		if r != gpumodel.StallMemory && r != gpumodel.StallFence {
			i++
		}
	}
	return i
}

func (t *Trace) addTimeline(cu int, tl *gpumodel.Timeline) {
	slots := slotsOf(tl)
	first := len(t.Spans)
	for _, s := range tl.Issues {
		if s.Slot == 0 { // the second of two that issue together adds no time
			t.add(cu, slots, issueState(s.Kind), s.Wavefront, s.Line, s.Cycle, s.Cycle+1)
		}
	}
	for _, w := range tl.Waits {
		t.add(cu, slots, stallState(w.Stall), w.Wavefront, w.Line, w.From, w.To)
	}
	t.Sort()
	merged := t.Spans[:first]
	for _, s := range t.Spans[first:] {
		if n := len(merged); n > first {
			last := &merged[n-1]
			if last.Slot == s.Slot && last.State == s.State && last.End == s.Start && last.Args[0] == s.Args[0] {
				last.End = s.End
				continue
			}
		}
		merged = append(merged, s)
	}
	t.Spans = merged
}

func (t *Trace) add(cu int, slots []int, state int, wavefront, line int32, from, to gpumodel.Cycles) {
	t.Spans = append(t.Spans, Interval{
		CU: cu, Slot: slots[wavefront], State: state, Start: from, End: to,
		Args: [MaxArgs]int64{int64(wavefront), int64(line)},
	})
}

// slotsOf returns the slot of each wavefront.
func slotsOf(tl *gpumodel.Timeline) []int {
	slots := make([]int, len(tl.Wavefronts))
	order := make([]int, len(tl.Wavefronts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(tl.Wavefronts[a].Start - tl.Wavefronts[b].Start) })
	busy := make(map[int]gpumodel.Cycles) // slot to the end of its latest wavefront
	for _, i := range order {
		w := &tl.Wavefronts[i]
		slot := w.SIMD * tl.Device.Wavefronts
		for busy[slot] > w.Start {
			slot++
		}
		slots[i], busy[slot] = slot, w.End
	}
	return slots
}
