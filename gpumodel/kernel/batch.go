package kernel

import (
	"slices"
	"sync/atomic"

	"lanebook/gpumodel"
)

// batch is instructions of a wavefront that are recorded and not yet read. Recording
// many at a turn keeps the price of a coroutine's switch small.
type batch struct {
	record []recorded       // shared with other wavefronts, but for a turn's
	addrs  []gpumodel.Bytes // of the accesses in record: of a strided one the first and the step
}

// A batch is full with so many instructions, or accesses that are not strided.
const (
	batchSize     = 256
	batchAccesses = 16
)

// recorded is an Instruction in a quarter of its room, without its addresses.
type recorded struct {
	lanes gpumodel.LaneMask
	line  int32
	dst   gpumodel.Register
	src   gpumodel.Sources
	kind  gpumodel.Kind
	op    gpumodel.Op
	width uint8 // of the access; 0: it has none

	strided bool // its addresses are a step apart from lane to lane
}

// sharedRecords are what wavefronts of a launch have recorded in a turn, by a hash of when.
// They are never written again, so that goroutines may share them.
type sharedRecords [64]atomic.Pointer[[]recorded]

// share returns what has been recorded in this turn, which ends when the wavefront has
// executed so many instructions: of another that has recorded just the same, as nearly all do.
func (m *machine) share(executed int) []recorded {
	same := &m.shared[uint32(executed)*0x9e3779b9>>26] // multiplicative hashing
	if known := same.Load(); known != nil && slices.Equal(*known, m.turn.record) {
		return *known
	}
	made := slices.Clip(slices.Clone(m.turn.record))
	same.Store(&made)
	return made
}

// add appends what was recorded in a turn, of which the instructions are shared.
func (b *batch) add(turn *batch, shared []recorded) {
	b.addrs = append(b.addrs, turn.addrs...)
	if len(b.record) == 0 {
		b.record = shared
		return
	}
	b.record = append(slices.Clip(b.record), shared...)
}

// addresses returns those of the next access.
func (s *stream) addresses(strided bool) []gpumodel.Bytes {
	lanes, from := s.s.m.Device.Lanes, s.addr
	if !strided {
		s.addr += lanes
		return s.addrs[from:s.addr:s.addr]
	}
	s.addr += 2
	all, at := s.w.addrs[:lanes:lanes], s.addrs[from]
	for i := range all {
		all[i] = at
		at += s.addrs[from+1]
	}
	return all
}

// append records an instruction, which may have to wait for its reader.
func (w *Wavefront) append(kind gpumodel.Kind, made, a, b, c uint32) {
	turn := &w.m.turn
	if (len(turn.record) >= batchSize || len(turn.addrs) >= batchAccesses*w.lanes) && !w.ahead {
		w.pause()
	}
	turn.record = append(turn.record, recorded{}) // filled in there: copied it would take longer
	in := &turn.record[len(turn.record)-1]
	in.kind, in.dst, in.lanes = kind, w.register(made), w.active
	w.read(in, a)
	w.read(in, b)
	w.read(in, c)
	if w.predicated {
		w.read(in, w.guard)
	}
	switch kind {
	case gpumodel.FP32, gpumodel.FP64, gpumodel.SFU, gpumodel.Scalar:
		if w.m.EveryLine {
			in.line = w.m.lineAt(w.pc[0])
		}
	default:
		in.line = w.m.lineAt(w.pc[0])
	}
}

// read makes an instruction wait for another result too, if it has room for one.
func (w *Wavefront) read(in *recorded, made uint32) {
	r := w.register(made)
	for i := range in.src {
		if r == gpumodel.NoRegister || in.src[i] == r {
			return
		}
		if in.src[i] == gpumodel.NoRegister {
			in.src[i] = r
			return
		}
	}
}

// join returns the later of two results, some lanes of one register, having made its
// instruction wait for the earlier: if it is among the latest, for those before may have been read.
func (w *Wavefront) join(a, b uint32) uint32 {
	earlier, later := min(a, b), max(a, b)
	r, record := w.register(later), w.m.turn.record
	for i := len(record) - 1; r != gpumodel.NoRegister && i >= max(0, len(record)-16); i-- {
		if record[i].dst == r {
			w.read(&record[i], earlier)
			break
		}
	}
	return later
}

// readAll makes the instruction just recorded, a store, wait for all that it stores.
func readAll[T Number](w *Wavefront, v []Vec[T]) {
	if n := len(w.m.turn.record); n > 0 && w.issues(gpumodel.Global) {
		for _, one := range v {
			w.read(&w.m.turn.record[n-1], one.made)
		}
	}
}

// attach gives the instruction just recorded its access.
func (w *Wavefront) attach(a gpumodel.Access) {
	turn := &w.m.turn
	in := &turn.record[len(turn.record)-1]
	in.op, in.width, in.strided = a.Op, uint8(a.Width), len(a.Addr) > 1
	step := a.Addr[min(1, len(a.Addr)-1)] - a.Addr[0]
	for i := 1; i < len(a.Addr) && in.strided; i++ {
		in.strided = a.Addr[i]-a.Addr[i-1] == step
	}
	if in.strided {
		turn.addrs = append(turn.addrs, a.Addr[0], step)
		return
	}
	turn.addrs = append(turn.addrs, a.Addr...)
}

// registers is how many a wavefront's results take in turn, about as many as a
// lane of today's GPUs may have.
const registers = 256

// register returns the register of a result. One whose register has been taken
// again needs no wait: a wavefront issues in order, and the later result could
// not be issued before the earlier was complete.
func (w *Wavefront) register(made uint32) gpumodel.Register {
	if made == 0 || w.made-made >= registers {
		return gpumodel.NoRegister
	}
	return gpumodel.Register(made%registers) + 1
}
