package gpumodel

// scoreboard says when each register of a wavefront may be read.
type scoreboard struct {
	registers []uint64 // by Register: the cycle, shifted left by 2, and whose operands it is
	latest    operands // of all registers
}

// operands says until when a wavefront waits, by the reason less StallFence: for its
// fence, and for operands from arithmetic, the LDS and memory.
type operands [4]Cycles

func (b *scoreboard) clear() {
	clear(b.registers)
	b.latest = operands{}
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
		b.latest[from&3] = max(b.latest[from&3], done)
	}
}

// operands returns until when the wavefront's next instruction waits, and for what.
func (w *slot) operands() (until operands) {
	in := &w.in
	switch in.Kind {
	case Exit: // nothing may write into registers that another wavefront owns by then
		until = w.latest
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
	for _, r := range [4]Register{in.Src[0], in.Src[1], in.Src[2], in.Dst} {
		if int(r) < len(w.registers) { // index 0, NoRegister, is never written
			v := w.registers[r]
			until[v&3] = max(until[v&3], Cycles(v>>2))
		}
	}
	return until
}
