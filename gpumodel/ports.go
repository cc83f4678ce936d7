package gpumodel

import "math/bits"

// Reads says what an instruction reads of a SIMD's two banks of registers, that of the even ones and that of the odd.
type Reads struct {
	Fresh [2]uint8 // registers of each, as it stands; more than 32 count as 32
	Kept  [2]uint8 // where operands are still there that an instruction before it kept
	Back  uint8    // how many issues ago that was: they are there if the SIMD has issued from no other wavefront since; 0: none are kept

	// Both, if not 0, has bit c where each bank reads a register for it c cycles after its issue: of the lowest bits as many as the
	// bank that is asked for more has registers to read. It issues when all these cycles are free. 0: each bank reads as it can.
	Both uint16

	// Math has bit 0 of arithmetic, and, of what keeps other arithmetic away, bit c where none may issue c cycles later. Nor may two
	// instructions keep the same cycle.
	Math uint16
}

// Asked returns what is asked of the banks, where the SIMD's latest issues were so many of the same wavefront.
func (r *Reads) Asked(streak int) *[2]uint8 {
	if r.Back > 0 && streak >= int(r.Back) {
		return &r.Kept
	}
	return &r.Fresh
}

// pairs returns the first cycles of Both in which it asks for pairs.
func (r *Reads) pairs(asks *[2]uint8) uint64 {
	rest := r.Both
	for range max(asks[0], asks[1]) {
		rest &= rest - 1
	}
	return uint64(r.Both &^ rest)
}

// Banks are a SIMD's two banks of registers at work, and the cycles in which no arithmetic issues.
type Banks struct {
	now  Cycles    // the cycle of bit 0
	busy [2]uint64 // in which each bank reads
	math uint64
}

// mostAsked keeps what is asked within the bits of Banks.
const mostAsked = 32

// Free returns the first cycle from now on in which an instruction may issue that asks for so many registers. A bank must have
// read them within ports cycles of the issue, 64 at most, or within as many as they are. Cycles never go back from call to call.
func (b *Banks) Free(r *Reads, asks *[2]uint8, now, ports Cycles) Cycles {
	later := *b
	for later.pass(now); !later.fits(r, asks, ports); {
		later.pass(later.now + 1)
	}
	return later.now
}

// fits reports whether the instruction may issue in the cycle of bit 0.
func (b *Banks) fits(r *Reads, asks *[2]uint8, ports Cycles) bool {
	if b.busy[0]|b.busy[1]|b.math == 0 { // most often
		return true
	}
	if b.math&uint64(r.Math) != 0 {
		return false
	}
	if r.Both != 0 {
		return (b.busy[0]|b.busy[1])&r.pairs(asks) == 0
	}
	for i, n := range asks {
		if n := min(Cycles(n), mostAsked); n > 0 && bits.OnesCount64(b.busy[i]<<(64-max(ports, n))) > int(max(0, ports-n)) {
			return false
		}
	}
	return true
}

// pass lets cycles go by until the given one.
func (b *Banks) pass(now Cycles) {
	by := now - b.now
	b.now = now
	b.busy[0] >>= by
	b.busy[1] >>= by
	b.math >>= by
}

// Read lets them read for an instruction that issues now.
func (b *Banks) Read(r *Reads, asks *[2]uint8, now Cycles) {
	b.pass(now)
	b.math |= uint64(r.Math)
	if r.Both != 0 {
		pairs := r.pairs(asks)
		b.busy[0] |= pairs
		b.busy[1] |= pairs
		return
	}
	for i, n := range asks {
		for range min(n, mostAsked) {
			b.busy[i] |= b.busy[i] + 1 // the first free cycle
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
	if s.banks.Free(&w.in.Reads, asks, r.now, r.cu.Ports) > r.now {
		s.picked = w
		r.charge(w, StallNotSelected, r.now)
		r.charge(w, StallUnit, r.now+1)
		return false
	}
	s.picked = nil
	s.banks.Read(&w.in.Reads, asks, r.now)
	if w.streak++; w.in.Kind == Branch { // what it leads to need not be what comes next
		w.streak = 0
	}
	return true
}
