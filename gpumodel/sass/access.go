package sass

import (
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel"
)

// steals notes the banks of an access's registers. If there are several it reads them when
// it leaves its queue, and then nobody else reads the bank; one alone it reads like others,
// when it issues (pipes.csv, stsr, ldsr and lds1).
func (s *step) steals(in *Instruction) {
	if banks := in.sent(); len(banks) > 1 {
		s.banks = banks
	}
}

// sent returns the bank of each register that an access sends, or of which it sends the first.
func (in *Instruction) sent() (banks []uint8) {
	var mine [3]Operand
	in.places(&mine)
	for _, o := range mine {
		if o.Kind == Register {
			banks = append(banks, uint8(o.Number&1))
		}
	}
	return banks
}

// access fills in what an access to memory takes.
func (s *step) access(l *Launch, m *Machine, in *Instruction, n *notes) error {
	op, width, matrices := in.local()
	s.path = max(1, m.Register*in.sends(op, matrices))
	s.latency -= m.Enter + m.Register + m.Pass // what comes before and is counted when it runs
	s.store, s.why = in.Store(), StallLocal
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
	case "SHFL", "MATCH", "MOVM", "SYNCS":
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

// sends returns how many registers go with an access: addresses, and data that it does not write.
func (in *Instruction) sends(op gpumodel.Op, matrices int) (registers int64) {
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
	return registers
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
		cycles, err := lds.Copies.Cycles(a, nil)
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
	case "LDGSTS":
		return gpumodel.AsyncCopy, width, 0
	}
	if in.Store() {
		return gpumodel.Store, width, 0
	}
	return gpumodel.Load, width, 0 // and ATOMS.POPC, which counts the lanes of a word at once
}
