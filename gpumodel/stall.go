package gpumodel

// Stall is why a wavefront did not issue in a cycle. The set is closed: in each
// cycle between its start and its end a wavefront issues or has one reason, the
// first of this order that holds.
type Stall uint8

// The reasons.
const (
	StallBarrier     Stall = iota // others of the workgroup have not reached the barrier
	StallBranch                   // the target's instruction is not there yet; on a chip also a CU's first instructions and constants
	StallFence                    // its own memory accesses are not complete
	StallResult                   // an operand comes from arithmetic under way
	StallLocal                    // an operand comes from the LDS
	StallMemory                   // an operand comes from global memory or a texture
	StallTurn                     // it is another SIMD's turn (GCN's cadence)
	StallLocalQueue               // too many accesses of the SIMD wait for the LDS
	StallMemoryQueue              // the memory takes no further access yet
	StallUnit                     // every unit for the instruction is busy, or the banks of its registers are
	StallNotSelected              // it could issue, but the scheduler chose another
	Stalls                        // how many reasons there are
)

// String says it in words: "LDS data".
func (s Stall) String() string {
	return name(int(s), "barrier", "branch", "fence", "arithmetic result", "LDS data", "memory data", "another SIMD's turn",
		"LDS queue full", "memory queue full", "unit busy", "not selected")
}

// Second says what became of a dispatch's second slot.
type Second uint8

// What becomes of the second slot.
const (
	SecondNone       Second = iota // the CU has no second slot
	SecondIssued                   // the next instruction issued in it
	SecondDependency               // empty: the next instruction waits for an operand, maybe for the first's result
	SecondUnit                     // empty: no unit is free for the next instruction
	SecondAlone                    // empty: one of the two issues alone (double precision)
	SecondControl                  // empty: the first or the next is a branch, barrier, fence, clock read or exit
	SecondFates                    // how many there are
)

// String says it in words: "unit busy".
func (s Second) String() string {
	return name(int(s), "no second slot", "issued", "dependency", "unit busy", "issues alone", "control")
}
