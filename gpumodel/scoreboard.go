package gpumodel

// scoreboard says when each register of a wavefront may be read.
type scoreboard struct {
	registers []uint64 // by Register: the cycle, shifted left by 2, and what writes it
	latest    uint64   // the latest of all
}

// What writes a register.
const (
	fromResult uint64 = iota
	fromLocal
	fromMemory
)

func (b *scoreboard) clear() {
	clear(b.registers)
	b.latest = 0
}

func (b *scoreboard) write(r Register, done Cycles, from uint64) {
	if int(r) >= len(b.registers) {
		grown := make([]uint64, max(2*len(b.registers), int(r)+1, 64))
		copy(grown, b.registers)
		b.registers = grown
	}
	v := uint64(done)<<2 | from
	b.registers[r] = v
	b.latest = max(b.latest, v)
}

// operands returns when the operands of the wavefront's next instruction are
// there, not before the given cycle, and what it waits for until then.
func (w *slot) operands(from Cycles) (at Cycles, why Stall) {
	in := &w.in
	var v uint64
	for _, r := range [4]Register{in.Src[0], in.Src[1], in.Src[2], in.Dst} {
		if int(r) < len(w.registers) { // index 0, NoRegister, is never written
			v = max(v, w.registers[r])
		}
	}
	if in.Kind == Exit { // nothing may write into registers that another wavefront owns by then
		v = w.latest
	}
	if at = Cycles(v >> 2); in.Kind == Fence && w.accesses > max(at, from) {
		return w.accesses, StallFence
	}
	if at > from {
		return at, [...]Stall{StallResult, StallLocal, StallMemory}[v&3]
	}
	return from, StallResult
}
