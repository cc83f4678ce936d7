package gpumodel

// Reads counts the registers that an instruction reads of a SIMD's two banks, that of the even ones and that of the odd.
type Reads struct {
	Fresh [2]uint8 // as it stands
	Kept  [2]uint8 // where operands are still there that an instruction before it kept
	Back  uint8    // how many issues ago that was: they are there if the SIMD has issued from no other wavefront since; 0: none are kept
}

// Asked returns what is asked of the banks, where the SIMD's latest issues were so many of the same wavefront.
func (r *Reads) Asked(streak int) *[2]uint8 {
	if r.Back > 0 && streak >= int(r.Back) {
		return &r.Kept
	}
	return &r.Fresh
}

// Banks are a SIMD's two banks of registers at work: the cycle from which each may read for another instruction.
type Banks [2]Cycles

// Free returns from when on an instruction may issue that asks them for so many registers, which each must have read within so many
// cycles of the issue, or as it can if they are more.
func (b *Banks) Free(asks *[2]uint8, ports Cycles) (at Cycles) {
	for i, n := range asks {
		if n > 0 {
			at = max(at, b[i]-max(0, ports-Cycles(n)))
		}
	}
	return at
}

// Read lets them read for an instruction that issues now.
func (b *Banks) Read(asks *[2]uint8, now Cycles) {
	for i, n := range asks {
		if n > 0 {
			b[i] = max(b[i], now) + Cycles(n)
		}
	}
}

// reads lets the banks of the SIMD's registers read for the wavefront's next instruction, and reports whether they can:
// else the SIMD waits for them with it.
func (r *run) reads(w *slot) bool {
	s := w.simd
	if s.last != w {
		w.streak = 0
	}
	asks := w.in.Reads.Asked(w.streak)
	if s.banks.Free(asks, r.cu.Ports) > r.now {
		s.picked = w
		r.charge(w, StallNotSelected, r.now)
		r.charge(w, StallUnit, r.now+1)
		return false
	}
	s.picked = nil
	s.banks.Read(asks, r.now)
	if w.streak++; w.in.Kind == Branch { // what it leads to need not be what comes next
		w.streak = 0
	}
	return true
}
