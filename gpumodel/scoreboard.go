package gpumodel

import "slices"

// scoreboard says when each register of a wavefront may be read.
type scoreboard struct {
	registers []uint64 // by Register: the cycle, shifted left by 2, and whose operands it is
	last      operands // of all registers
}

// operands says until when a wavefront waits, by the reason less StallFence: for its
// fence, and for operands from arithmetic, the LDS and memory.
type operands [4]Cycles

func (b *scoreboard) clear() {
	clear(b.registers)
	b.last = operands{}
}

func (b *scoreboard) write(r Register, done Cycles, why Stall) {
	if int(r) >= len(b.registers) {
		grown := make([]uint64, max(2*len(b.registers), int(r)+1, 64))
		copy(grown, b.registers)
		b.registers = grown
	}
	from := uint64(why - StallFence)
	b.registers[r] = uint64(done)<<2 | from
	if done != Later {
		b.last[from&3] = max(b.last[from&3], done)
	}
}

// operands returns until when the wavefront's next instruction waits, and for what.
func (w *slot) operands() (until operands) {
	in := &w.in
	switch in.Kind {
	case Exit: // nothing may write into registers that another wavefront owns by then
		until = w.last
		if w.loads > 0 {
			until[StallMemory-StallFence] = Later
		}
		return until
	case Fence:
		until[0] = w.accesses
		if w.fenced > 0 {
			until[0] = Later
		}
	}
	for _, r := range [...]Register{in.Src[0], in.Src[1], in.Src[2], in.Src[3], in.Src[4], in.Dst} {
		if int(r) < len(w.registers) { // index 0, NoRegister, is never written
			v := w.registers[r]
			until[v&3] = max(until[v&3], Cycles(v>>2))
		}
	}
	return until
}

// latest returns until when the wavefront's next instruction waits, and for what, or Stalls
// if not for one thing alone after the given cycle: what operands says, where no more is
// asked for.
func (w *slot) latest(at Cycles) (until Cycles, why Stall) {
	in := &w.in
	if in.Kind == Exit || in.Kind == Fence {
		until := w.operands()
		return slices.Max(until[:]), Stalls
	}
	most, whys := uint64(0), uint64(0)
	for _, r := range [...]Register{in.Src[0], in.Src[1], in.Src[2], in.Src[3], in.Src[4], in.Dst} {
		if int(r) < len(w.registers) {
			v := w.registers[r]
			most = max(most, v)
			if Cycles(v>>2) > at {
				whys |= 1 << (v & 3)
			}
		}
	}
	if whys&(whys-1) != 0 {
		return Cycles(most >> 2), Stalls
	}
	return Cycles(most >> 2), StallFence + Stall(most&3)
}
