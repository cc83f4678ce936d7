package sass

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/gpumodel"
)

// step is an instruction as the schedulers see it.
type step struct {
	place    int // of its instruction in Kernel.Code
	unit     Unit
	control  Control
	banks    []uint8  // register banks that an access reads when it leaves its queue
	math     bool     // a workgroup's barrier does not hold it
	line     int64    // of the instruction line that it is in
	interval int64    // that it keeps its unit
	latency  int64    // of Variable units, from the unit's start until the barrier is released
	path     int64    // of the memory queue: cycles until the next may leave it
	draws    []int64  // passes through the banks, of one go after the other
	drawn    int      // the one that is next
	fresh    [2]int64 // registers that it reads of the even and of the odd bank
	reused   [2]int64 // the same, if the wavefront has issued without a break since the instruction that kept some
	back     int      // how many issues ago that was; 0: none keeps any
	targets  []int    // steps of a jump that is taken, of an indirect one in turn; nil otherwise
	taken    int      // which of them is next
	turns    int32    // of a jump back: how often its loop runs
	leave    int      // of a jump back that nothing guards: where it goes at last; 0: to the next step, −1: to the end
	call     bool
	ret      bool
	exit     bool
	why      Stall // what its barrier is for
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
		interval: in.interval(), latency: int64(in.Opcode.Latency),
	}
	s.math = s.unit != Nothing && !s.unit.Variable() && s.unit != Barriers && s.unit != Branches
	s.fresh = in.reads(nil)
	if j := keeper(l.Kernel.Code[of.from:of.to], i-of.from); j >= 0 {
		j += of.from
		s.reused, s.back = in.reads(&l.Kernel.Code[j]), i-j
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

// steals notes the banks of an access's registers. If there are several it reads them when
// it leaves its queue, and then nobody else reads the bank; one alone it reads like others,
// when it issues (pipes.csv, stsr, ldsr and lds1).
func (s *step) steals(in *Instruction) {
	var mine [3]Operand
	in.places(&mine)
	for _, o := range mine {
		if o.Kind == Register {
			s.banks = append(s.banks, uint8(o.Number&1))
		}
	}
	if len(s.banks) < 2 {
		s.banks = nil
		return
	}
	s.fresh, s.reused = [2]int64{}, [2]int64{}
}

// access fills in what an access to memory takes.
func (s *step) access(l *Launch, m *Machine, in *Instruction, n *notes) error {
	op, width, matrices := in.local()
	registers := int64(0)
	for i, o := range in.Operands {
		switch {
		case o.Kind == Memory && o.Base != Zero:
			registers++
		case o.Kind == Register && o.Number != Zero && (i > 1 || !in.writes() || i == 1 && in.Operands[0].Kind != Predicate):
			registers++
			if op == gpumodel.StoreMatrix {
				registers += int64(matrices) - 1
			}
		}
	}
	s.path = max(1, m.Register*registers)
	s.latency -= m.Enter + m.Register + m.Pass // what comes before and is counted when it runs
	s.why = StallLocal
	if s.unit == Global {
		n.said[noteGlobal] = true
		s.why = StallGlobal
		s.latency += m.GlobalLatency
		s.draws = []int64{max(1, int64(l.Device.LDS.Lanes*in.Width()/globalBytes))}
		if op != gpumodel.AsyncCopy {
			return nil
		}
	}
	switch in.Opcode.Name {
	case "SHFL", "MATCH", "SYNCS":
		s.draws = []int64{1}
		return nil
	case "ATOMS.CAST": // see Tries
		n.said[noteLoop] = true
		s.draws = []int64{spinPasses * max(1, int64(in.Width())/4)}
		return nil
	}
	all, known := l.asks(in)
	if !known {
		n.said[noteShared] = true
		all = []gpumodel.Access{gpumodel.Stride(width, l.Device.LDS.Lanes, 0, width)}
	}
	least := int64(0) // passes of a copy through the L1
	if s.unit == Global {
		least, s.draws = s.draws[0], nil
	}
	ideal := 1
	for _, a := range all {
		a.Op, a.Width = op, width
		if matrices > 0 {
			a.Active &= gpumodel.AllLanes(8 * matrices)
		}
		passes, best, err := served(&l.Device.LDS, a, in, n)
		if err != nil {
			return err
		}
		for _, p := range passes {
			s.draws = append(s.draws, max(p, least))
		}
		ideal = best
	}
	if op != gpumodel.LoadMatrix && op != gpumodel.AsyncCopy {
		s.latency += int64(ideal) - 1 // the opcode's is of one phase
	}
	return nil
}

// globalBytes are what an access to global memory moves in a pass, and the CU in a cycle:
// assumed, as the L1 of gpu.H200's caches.
const globalBytes = 128

// served returns the passes through the banks that an access takes, and those of one without
// conflicts: by the LDS's rule, by lines if it is a copy of 16 bytes, and as a loop's if it
// is an atomic without a rule. A copy's are no whole number, so that it takes turns.
func served(lds *gpumodel.LDS, a gpumodel.Access, in *Instruction, n *notes) (passes []int64, ideal int, err error) {
	if _, ok := lds.Rule(a.Op, a.Width); ok {
		s, err := lds.Serve(a)
		return []int64{int64(s.Passes)}, s.Ideal, err
	}
	switch a.Op {
	case gpumodel.AsyncCopy:
		if a.Width == 16 && !strings.Contains(in.Name, ".BYPASS") {
			n.said[noteThrough] = true
		}
		cycles, err := lds.Copies.Cycles(a)
		twice := int64(math.Round(2 * cycles))
		return []int64{twice / 2, twice - twice/2}, 1, err
	case gpumodel.Atomic, gpumodel.CompareSwap:
		n.said[noteNoRule] = true
		tries, err := Tries(*lds, a)
		all := int64(0)
		for _, t := range tries {
			all += int64(t.Passes)
		}
		return []int64{all}, 1, err
	}
	return nil, 0, fmt.Errorf("%v: the LDS has no rule for a %v of %d bytes", in, a.Op, a.Width)
}

// asks returns what the access asks for, in one go after the other, or false.
func (l *Launch) asks(in *Instruction) ([]gpumodel.Access, bool) {
	if l.Draws != nil {
		if all := l.Draws(in); len(all) > 0 {
			return all, true
		}
	}
	if l.Access != nil {
		a, known := l.Access(in)
		return []gpumodel.Access{a}, known
	}
	return nil, false
}

// local returns what an access does to the LDS, the bytes of a lane, and how many matrices
// it moves.
func (in *Instruction) local() (op gpumodel.Op, width gpumodel.Bytes, matrices int) {
	width = gpumodel.Bytes(min(max(in.Width(), 4), 16))
	switch in.Opcode.Name {
	case "LDSM", "STSM":
		matrices = 1
		if n := in.Name[len(in.Name)-1]; in.Name[len(in.Name)-2] == '.' && (n == '2' || n == '4') {
			matrices = int(n - '0')
		}
		if in.Opcode.Name == "STSM" {
			return gpumodel.StoreMatrix, 16, matrices
		}
		return gpumodel.LoadMatrix, 16, matrices
	case "ATOMS":
		return gpumodel.Atomic, width, 0
	case "ATOMS.CAS":
		return gpumodel.CompareSwap, width, 0
	}
	if in.Opcode.Name == "LDGSTS" {
		return gpumodel.AsyncCopy, width, 0
	}
	if in.Store() {
		return gpumodel.Store, width, 0
	}
	return gpumodel.Load, width, 0 // and ATOMS.POPC, which counts the lanes of a word at once
}

// reads counts the registers that the instruction reads of the even and of the odd bank.
// A register that several operands name is read once, and one that the instruction before
// kept in the same operand's place not at all.
func (in *Instruction) reads(before *Instruction) (n [2]int64) {
	var mine, kept [3]Operand
	in.places(&mine)
	if before != nil {
		before.places(&kept)
	}
	for i, o := range mine {
		if o.Kind != Register || kept[i].Kind == Register && kept[i].Reuse && kept[i].Number == o.Number {
			continue
		}
		twice := false
		for j, p := range mine[:i] {
			twice = twice || p.Kind == Register && p.Number == o.Number && !(kept[j].Kind == Register && kept[j].Reuse && kept[j].Number == o.Number)
		}
		if twice {
			continue
		}
		for w := range in.registersOf(i) {
			n[(int(o.Number)+w)&1]++
		}
	}
	if strings.HasPrefix(in.Opcode.Name, "IMAD.") { // wide products go through twice
		n[0], n[1] = 2*n[0], 2*n[1]
	}
	return n
}

// registersOf returns how many registers the operand in a place stands for.
func (in *Instruction) registersOf(place int) int {
	switch name := in.Opcode.Name; {
	case in.Opcode.Unit == FP64 || name == "IMAD.WIDE" && place == 2:
		return 2
	case name == "HMMA" || name == "IMMA": // a lane's share: of 16×16 halves 4 registers, of 16×8 2, of 16×8 sums 4, as halves 2
		large := strings.Contains(in.Name, ".16816") && name == "HMMA" || strings.Contains(in.Name, ".16832") || strings.HasSuffix(in.Name, ".TF32")
		words := [3]int{2, 1, 4}
		if large {
			words = [3]int{4, 2, 4}
		}
		if strings.HasSuffix(in.Name, ".F16") {
			words[2] = 2
		}
		return words[place]
	}
	return 1
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

// places returns the source registers by the place of their operand, from 0.
func (in *Instruction) places(to *[3]Operand) {
	place := 0
	for i, o := range in.Operands {
		if o.Kind == Predicate || o.Kind == UniformPredicate || i == 0 && in.writes() || i == 1 && in.writes() && in.Operands[0].Kind == Predicate {
			continue
		}
		if o.Kind == Memory {
			o.Kind, o.Number = Register, o.Base
		}
		if place < len(to) && o.Kind == Register && o.Number != Zero {
			to[place] = o
		}
		if place++; place == len(to) {
			return
		}
	}
}
