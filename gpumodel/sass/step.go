package sass

import (
	"fmt"
	"slices"

	"lanebook/gpumodel"
)

// step is an instruction as the schedulers see it.
type step struct {
	place      int // of its instruction in Kernel.Code
	unit       Unit
	control    Control
	banks      []uint8 // register banks that an access reads when it leaves its queue
	math       bool    // a workgroup's barrier does not hold it
	line       int64   // of the instruction line that it is in
	interval   int64   // that it keeps its unit
	latency    int64   // of Variable units, from the unit's start until the barrier is released
	path       int64   // of the memory queue: cycles until the next may leave it
	store      bool
	draws      []int64 // passes through the banks, of one go after the other
	drawn      int     // the one that is next
	reads      gpumodel.Reads
	rivals     [][]int16 // registers of which it cannot take all on their way, see forward.go
	keptRivals [][]int16 // the same, if operands are kept
	results    []int16   // registers whose values are read on their way
	holds      int64     // cycles beyond its stall count that it holds its wavefront
	targets    []int     // steps of a jump that is taken, of an indirect one in turn; nil otherwise
	taken      int       // which of them is next
	turns      int32     // of a jump back: how often its loop runs
	leave      int       // of a jump back that nothing guards: where it goes at last; 0: to the next step, −1: to the end
	call       bool
	ret        bool
	exit       bool
	why        Stall // what its barrier is for
}

// steps prepares the launch's code, and behind it the functions that it calls.
func (l *Launch) steps(m *Machine) (all []step, assumed []string, err error) {
	var n notes
	n.said[noteDerived] = l.Kernel.Derived
	c := regions{{l.From, l.To, 0}}
	for at := 0; at < len(c); at++ {
		for i := c[at].from; i < c[at].to; i++ {
			in := &l.Kernel.Code[i]
			s, err := l.step(m, &c, c[at], i, &n)
			if err != nil {
				return nil, nil, &Error{l.Kernel.file, in.Line, l.Kernel.Name, fmt.Sprintf("%04x", in.Address), err.Error()}
			}
			all = append(all, s)
		}
	}
	return all, n.words(m), nil
}

// step prepares instruction i of a region.
func (l *Launch) step(m *Machine, c *regions, of region, i int, n *notes) (s step, err error) {
	in := &l.Kernel.Code[i]
	s = step{
		place: i, unit: in.Opcode.Unit, control: in.Control, line: in.Address / m.Line,
		interval: in.interval(), latency: int64(in.Opcode.Latency), holds: m.Holds(in),
	}
	s.math = in.Opcode.math()
	code := l.Kernel.Code[of.from:of.to]
	s.reads, s.rivals = m.Reads(code, i-of.from), in.rivals(nil)
	if s.unit.forwards() {
		_, results := in.registers()
		for _, name := range results {
			if name.kind == Register {
				s.results = append(s.results, name.number)
			}
		}
	}
	if s.reads.Back > 0 {
		s.keptRivals = in.rivals(&l.Kernel.Code[i-int(s.reads.Back)])
	}
	n.use(in)
	switch s.unit {
	case Branches:
		err = s.jump(l, c, of, i, n)
	case Barriers:
		n.barrier(in)
	case LSU, Global:
		s.steals(in)
		err = s.access(l, m, in, n)
	case XU:
		s.path, s.why = m.XUQueue, StallXU
		s.latency -= m.XUEnter
	case Constants:
		s.why = StallOther
	}
	return s, err
}

// keeper returns the instruction whose kept operands are there for the i'th: the one
// before it, or before an access that lies between, which reads its registers later
// (pipes.csv, sts); in double precision the one before of double precision, for what that
// keeps is its own (dF); −1 if there is none.
func keeper(code []Instruction, i int) int {
	double := code[i].Opcode.Unit == FP64
	for j := i - 1; j >= 0 && i-j <= 2; j-- {
		switch u := code[j].Opcode.Unit; {
		case u == Branches:
			return -1
		case double && u != FP64 || !double && u == LSU: // one may lie between
		case !double && u == FP64:
			return -1
		case slices.ContainsFunc(code[j].Operands, func(o Operand) bool { return o.Reuse }):
			return j
		default:
			return -1
		}
	}
	return -1
}
