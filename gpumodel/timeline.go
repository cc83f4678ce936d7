package gpumodel

// Timeline is what Run found: plain records, and counters that are there even
// when nothing was recorded.
type Timeline struct {
	Device       Device             // that ran
	Cycles       Cycles             // until the last wavefront ended and the last access completed
	Instructions [Kinds]int64       // issued, by kind
	Busy         [Kinds]Cycles      // for which they kept instances of their units
	SecondSlots  [SecondFates]int64 // what became of the second dispatch slot
	LocalPasses  int64              // passes through the LDS banks, each of LDS.PassCycles
	LocalIdeal   int64              // of them, those needed without bank conflicts
	GlobalPasses int64              // passes through the same banks of global loads and stores, where L1.OnePath; of other accesses and textures one each
	Wavefronts   []Life             // in order of their start
	Clocks       []ClockRead        // in order of their cycle
	Products     [2]Cycles          // in which the first and the last Product issued, none of them in cycle 0; both 0 without any

	Lines []LineTotals // by Instruction.Line, up to Workload.Lines; nil if that is 0

	// Recorded only up to Workload.Record of each.
	Issues  []Issue // in order of their cycle
	Waits   []Wait  // those of one wavefront in order
	Dropped int64   // issues and waits beyond that, and clock reads beyond 16 million
}

// Life is the life of one wavefront (warp):
//
//	End − Start = Issued + the sum of Stalls
type Life struct {
	Workgroup    int            // index in the launch
	Index        int            // in its workgroup
	SIMD         int            // on which it was resident
	Start, End   Cycles         // resident in Start ≤ cycle < End
	Instructions int64          // that it issued
	Issued       Cycles         // cycles in which it issued one instruction or two
	Stalls       [Stalls]Cycles // in which it did not, by reason
}

// LineTotals is what a line of the kernel cost, of all wavefronts together.
type LineTotals struct {
	Issued int64          // times that a wavefront issued it
	Lanes  int64          // for which it did so, summed: over Issued, of one time
	Stalls [Stalls]Cycles // in which a wavefront could not issue it, by reason
}

// Waited returns the sum of Stalls.
func (l *LineTotals) Waited() (n Cycles) {
	for _, cycles := range l.Stalls {
		n += cycles
	}
	return n
}

// Issue is one instruction.
type Issue struct {
	Cycle     Cycles   // of its issue
	Done      Cycles   // from which its result may be used, or its access is complete
	Begin     Cycles   // Local: when the first of its passes begins, each of LDS.PassCycles
	Passes    int32    // Local: through the banks
	Wavefront int32    // index into Timeline.Wavefronts
	Line      int32    // of the kernel
	SIMD      int16    // on which it issued
	Kind      Kind     // of instruction
	Slot      uint8    // dispatch slot: 0, or 1 for the second
	Second    Second   // of slot 0: what became of slot 1
	Dst       Register // that it writes
	Src       Sources  // that it reads
}

// Wait is a span From ≤ cycle < To in which a wavefront did not issue, for one
// reason. With the issues, the waits fill a wavefront's life without a gap.
type Wait struct {
	From, To  Cycles // To − From of 1 or more
	Wavefront int32  // index into Timeline.Wavefronts
	Line      int32  // of the instruction that waits, or of the barrier
	Stall     Stall  // the reason
}

// ClockRead is what a Clock instruction read.
type ClockRead struct {
	Cycle     Cycles // of its issue, which is what it reads
	Wavefront int32  // index into Timeline.Wavefronts
	Line      int32  // of the kernel
}

// Issued returns the number of instructions of all kinds.
func (t Timeline) Issued() int64 {
	n := int64(0)
	for _, c := range t.Instructions {
		n += c
	}
	return n
}

// PerCycle returns the instructions of the given kinds issued in a cycle, on
// average over the timeline; of all kinds if none is given.
func (t Timeline) PerCycle(kinds ...Kind) float64 {
	if t.Cycles == 0 {
		return 0
	}
	n := int64(0)
	for _, k := range kinds {
		if k < Kinds {
			n += t.Instructions[k]
		}
	}
	if len(kinds) == 0 {
		n = t.Issued()
	}
	return float64(n) / float64(t.Cycles)
}

// Stalled returns the cycles that all wavefronts together spent for each
// reason, and those in which they issued.
func (t Timeline) Stalled() (stalls [Stalls]Cycles, issued Cycles) {
	for i := range t.Wavefronts {
		w := &t.Wavefronts[i]
		issued += w.Issued
		for r, c := range w.Stalls {
			stalls[r] += c
		}
	}
	return stalls, issued
}
