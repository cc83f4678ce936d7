package sass

import "slices"

// A result of arithmetic is read on its way to its bank until Machine.Forward cycles after
// its issue. Of the registers of one bank that an instruction reads it can take one in this
// way: where two are on their way, it waits until the older is Machine.Settled cycles old.
// A wide product takes none of its factors so: it waits until both are older than Forward.
// The source is forward.csv (package silicon/code), of arithmetic that reads two; assumed: of
// three the same, and that operands kept by reuse count for nothing.

// forwards reports whether the unit's results go that way.
func (u Unit) forwards() bool { return u == FMA || u == FMAHeavy || u == FMABoth || u == ALU }

// rivals are the registers that the instruction reads of a bank, of those banks of which it
// reads several; of a wide product its factors.
func (in *Instruction) rivals(before *Instruction) (all [][]int16) {
	if !in.Opcode.Unit.forwards() {
		return nil
	}
	registers := in.read(before)
	if in.wide() {
		var operands [3]Operand
		in.places(&operands)
		return [][]int16{slices.DeleteFunc(registers, func(r int16) bool {
			return !slices.ContainsFunc(operands[:2], func(o Operand) bool { return o.Kind == Register && o.Number == r })
		})}
	}
	var of [2][]int16
	for _, register := range registers {
		of[register&1] = append(of[register&1], register)
	}
	for _, registers := range of {
		if len(registers) > 1 {
			all = append(all, registers)
		}
	}
	return all
}

// settled returns from when nothing on its way keeps the wavefront's step from reading.
func (r *run) settled(w *wave, p *step, again bool) (at int64) {
	rivals := p.rivals
	if w.keeps(p, again) {
		rivals = p.keptRivals
	}
	for _, registers := range rivals {
		older, younger := never, int64(0) // issues of what is on its way
		for _, register := range registers {
			if issue := w.wrote[register]; r.now-issue <= r.m.Forward {
				older, younger = min(older, issue), max(younger, issue)
			}
		}
		switch {
		case p.holds > 0 && younger > 0:
			at = max(at, younger+r.m.Forward+1)
		case older < younger:
			at = max(at, older+r.m.Settled)
		}
	}
	return at
}
