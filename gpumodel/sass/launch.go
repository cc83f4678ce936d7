package sass

import (
	"fmt"

	"lanebook/gpumodel"
)

// Launch is machine code to run: one workgroup on one CU.
type Launch struct {
	Device     gpumodel.Device // its LDS serves accesses of shared memory, by its rules and laws
	Kernel     *Kernel
	From, To   int           // what runs of Kernel.Code: From ≤ i < To; To of 0: to the end
	Wavefronts int           // of the workgroup, dealt to the SIMDs in turn
	Turns      int           // of every loop that Times does not have; 1 or more
	Times      map[int64]int // turns of a loop, by the address of its jump
	// Access returns what the lanes of an access to shared memory ask for, or false if that
	// is not known: then it is assumed free of bank conflicts, and Result.Assumed says so.
	Access func(*Instruction) (gpumodel.Access, bool)
	// Draws returns what an access asks for in one go after the other, if that changes; nil
	// where Access says it. The goes of all wavefronts take them in turn.
	Draws func(*Instruction) []gpumodel.Access
	// Warm runs the code twice, with a barrier between, and measures the second time, when
	// queues are as full as in the middle of a kernel.
	Warm bool
	// Stop is asked now and then, if it is not nil: an error of it ends the run.
	Stop func() error
}

// Stall is why a wavefront does not issue.
type Stall uint8

// The reasons, in the order in which they are charged.
const (
	StallFixed   Stall = iota // the compiler's stall count
	StallJump                 // a jump's target, or the instruction line behind it, is not there yet
	StallLocal                // a barrier that an access to shared memory releases
	StallGlobal               // a barrier that an access to global memory releases
	StallXU                   // a barrier that a special function releases
	StallOther                // a barrier that a constant or a special register releases
	StallBarrier              // the workgroup's barrier
	StallUnit                 // the unit is busy, or its queue is full
	StallChoice               // the unit is free, but the scheduler issued from another wavefront
	StallPorts                // it issued nothing: registers of one bank are still being read, or a product of matrices has the cycle, for this wavefront or the one it chose
	Stalls                    // how many there are
)

// String says it in words.
func (s Stall) String() string {
	return [...]string{"stall count", "jump", "shared memory", "global memory", "special function", "constant", "workgroup barrier", "unit busy", "not selected", "register ports", "unknown"}[min(s, Stalls)]
}

// Cost is what one instruction cost all wavefronts together.
type Cost struct {
	Issued int64
	Stalls [Stalls]int64 // cycles that wavefronts waited before it, by reason
}

// Result is what a run found.
type Result struct {
	Cycles  int64        // from the first issue to the last
	Issued  [Units]int64 // instructions by unit
	Busy    [Units]int64 // cycles that units were kept, all SIMDs together; of LSU passes through the banks
	Ports   [2]int64     // cycles that register banks, even and odd, were read, all SIMDs together
	Queue   int64        // cycles that leaving the memory queues took, all SIMDs together
	Costs   []Cost       // of Kernel.Code[From:To]
	Assumed []string     // what was assumed of this code, in words
}

// Total returns the instructions that were issued.
func (r *Result) Total() int64 {
	n := int64(0)
	for _, u := range r.Issued {
		n += u
	}
	return n
}

// check returns what is wrong with the launch, and fills in defaults.
func (l *Launch) check(m *Machine) error {
	switch {
	case l.Kernel == nil || len(l.Kernel.Code) == 0:
		return fmt.Errorf("launch: Kernel has no code, want an instruction at least")
	case l.From < 0 || l.From >= len(l.Kernel.Code):
		return fmt.Errorf("launch: From = %d, want 0 to %d", l.From, len(l.Kernel.Code)-1)
	case l.To < 0 || l.To > len(l.Kernel.Code) || l.To != 0 && l.To <= l.From:
		return fmt.Errorf("launch: To = %d, want From+1 to %d, or 0", l.To, len(l.Kernel.Code))
	case l.Wavefronts < 1 || l.Wavefronts > m.SIMDs*m.Wavefronts:
		return fmt.Errorf("launch: Wavefronts = %d, want 1 to %d", l.Wavefronts, m.SIMDs*m.Wavefronts)
	case l.Turns < 1 || l.Turns > 1<<20:
		return fmt.Errorf("launch: Turns = %d, want 1 to %d", l.Turns, 1<<20)
	}
	for at, n := range l.Times {
		if n < 1 || n > 1<<20 {
			return fmt.Errorf("launch: Times[0x%x] = %d, want 1 to %d", at, n, 1<<20)
		}
	}
	if l.To == 0 {
		l.To = len(l.Kernel.Code)
	}
	return nil
}
