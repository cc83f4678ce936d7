package gpumodel

import (
	"errors"
	"fmt"
)

// Cycles counts the clock cycles of a CU: a moment or a span, 0 or more.
type Cycles int64

// CU says how one compute unit (SM) issues and executes instructions. The
// schedulers are the device's SIMDs. All of it is data: no scheduler code asks
// which GPU it is.
//
// In its turn a SIMD picks up to Picks wavefronts and issues up to Dispatch
// consecutive instructions of each:
//
//	            Picks  Dispatch  Cadence
//	Fermi, H200     1         1        1
//	Kepler          1         2        1
//	GCN, CDNA       5         1        4
type CU struct {
	Policy   Policy // which wavefront is picked
	Group    int    // wavefronts that TwoLevel keeps active in a SIMD, 1 or more; otherwise ignored
	Picks    int    // wavefronts that issue in one turn of a SIMD, each to a different unit; 1 to 8
	Dispatch int    // consecutive instructions of one wavefront that may issue together; 1 or 2
	Cadence  Cycles // a SIMD's turn comes once in so many cycles, the SIMDs' one after another; a power of two, 1 to 16

	Units []Unit // of a kind that no unit executes there may issue one in a turn: Barrier, Exit…
	// Latency is from issue until a dependent instruction may issue: 1 or more, or 0 where
	// it is not known, so that Run refuses the kind. By kind it is also
	//
	//	Local    of an access that is served in one cycle; not used where the LDS has a law in Latencies
	//	Global   not used: Memory says when an access completes; so for Texture
	//	Branch   until the wavefront's own next instruction may issue, when there is no destination
	//	Barrier  from the last arrival until the workgroup goes on
	//	Clock    until the value read may be used
	Latency [Kinds]Cycles

	Interval [Kinds]Cycles // that one instruction keeps an instance of its unit busy; 1 or more of a kind in Units
	Loads    LoadPath      // that Global instructions of all SIMDs pass one after another; zero where unknown

	// Ports is how many cycles from its issue a bank of registers, even or odd, has to read what an instruction asks of it
	// (Instruction.Reads), one register a cycle; as many as it asks for, if that is more, or in cycles that it names. Until a bank can do so the
	// SIMD keeps the wavefront that it has picked, and issues nothing. 0 to 16, in a CU with one pick and one instruction
	// a turn; 0: registers are always there.
	Ports Cycles

	LocalQueue int // accesses of a SIMD that may wait for the LDS, so that issue goes on; 1 to 64

	// GlobalQueue is how many Global accesses of a SIMD, the newest among them, may have issued that the memory has not
	// taken yet; 0 to 64. With 0 or 1 each waits until the memory has the one before.
	GlobalQueue int

	Memory Pipe // serves Global and Texture when a Workload brings no Memory of its own; zero where unknown
}

// Unit is a pool of like execution units.
type Unit struct {
	Name   string // for figures and messages
	Kinds  []Kind // of instructions that it executes; no other unit may
	Count  int    // of the CU when Shared, of each SIMD otherwise; 1 to 64
	Shared bool   // by all SIMDs of the CU
	Alone  bool   // an instruction for it issues with no other of its wavefront: Kepler's double precision
}

// Policy is how a scheduler chooses among wavefronts that could issue.
type Policy uint8

// The policies.
const (
	// RoundRobin, loose: the next in turn after the last to issue, skipping
	// those that cannot.
	RoundRobin Policy = iota
	// GreedyOldest stays with a wavefront until it stalls, then takes the
	// oldest (Rogers, O'Connor and Aamodt, MICRO 2012).
	GreedyOldest
	// TwoLevel goes round among Group active wavefronts. One that waits for
	// memory, the LDS or a barrier leaves the group to another that is ready
	// (Gebhart and others, ISCA 2011; Narasiman and others, MICRO 2011).
	TwoLevel
	// Oldest takes the wavefront that has been resident longest.
	Oldest
	Policies // how many there are
)

// String says it in words: "oldest first".
func (p Policy) String() string {
	return name(int(p), "loose round robin", "greedy then oldest", "two-level", "oldest first")
}

// name returns the i'th of the names.
func name(i int, names ...string) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("unknown (%d)", i)
}

// String says it in words: "FP32", "barrier".
func (k Kind) String() string {
	return name(int(k), "FP32", "FP64", "SFU", "scalar", "branch", "local", "global", "texture", "barrier", "fence", "clock", "exit", "integer", "matrix", "multiply", "packed")
}

// Validate returns everything that is wrong with the CU, joined.
func (c CU) Validate() (err error) {
	all := []bound{{"Policy", float64(c.Policy), 0, float64(Policies) - 1}, {"Picks", float64(c.Picks), 1, 8}, {"Dispatch", float64(c.Dispatch), 1, 2},
		{"Cadence", float64(c.Cadence), 1, 16}, {"LocalQueue", float64(c.LocalQueue), 1, 64}, {"GlobalQueue", float64(c.GlobalQueue), 0, 64}, {"Ports", float64(c.Ports), 0, 16}, {"len(Units)", float64(len(c.Units)), 1, 16}}
	if c.Policy == TwoLevel {
		all = append(all, bound{"Group", float64(c.Group), 1, maxSlots})
	}
	if c.Ports > 0 && (c.Picks > 1 || c.Dispatch > 1 || c.Cadence > 1) {
		err = fault(err, "cu: Ports", c.Ports, "0 where Picks, Dispatch or Cadence is more than 1")
	}
	if c.Cadence&(c.Cadence-1) != 0 {
		err = fault(err, "cu: Cadence", c.Cadence, "a power of two")
	}
	var seen [Kinds]bool
	for i, u := range c.Units {
		name := fmt.Sprintf("Units[%d] (%s).", i, u.Name)
		all = append(all, bound{name + "Count", float64(u.Count), 1, 64})
		for _, k := range u.Kinds {
			if k >= Kinds || seen[k] {
				err = errors.Join(err, fmt.Errorf("cu: %sKinds has %v, want a kind that no other unit executes", name, k))
				continue
			}
			seen[k] = true
			if (k == Multiply || k == Packed) && c.Picks > 1 {
				err = errors.Join(err, fmt.Errorf("cu: %sKinds has %v, want it where Picks is 1 alone", name, k))
			}
			all = append(all, bound{fmt.Sprintf("Interval[%v]", k), float64(c.Interval[k]), 1, 1 << 20})
		}
	}
	for _, k := range []Kind{FP32, FP64, SFU, Scalar, Branch, Local, Barrier, Clock, Matrix, Multiply, Packed} {
		all = append(all, bound{fmt.Sprintf("Latency[%v]", k), float64(c.Latency[k]), 0, 1 << 20})
	}
	if c.Memory != (Pipe{}) {
		err = errors.Join(err, c.Memory.check())
	}
	return errors.Join(err, within("cu: ", all...))
}

// Lacks returns what is not known of the CU but needed to run instructions of the kinds,
// joined; nil if all is known. Global and Texture need Memory, unless a Workload brings
// its own.
func (c CU) Lacks(kinds ...Kind) (err error) {
	for _, k := range kinds {
		switch k {
		case Global, Texture:
			if c.Memory == (Pipe{}) {
				err = errors.Join(err, fmt.Errorf("cu: Memory = %+v, unknown, want a measured one for %v instructions", c.Memory, k))
			}
		case Fence, Exit:
		default:
			if c.Latency[k] == 0 {
				err = errors.Join(err, fmt.Errorf("cu: Latency[%v] = 0, unknown, want a measured one of 1 cycle or more", k))
			}
		}
	}
	return err
}
