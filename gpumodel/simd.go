package gpumodel

import "math/bits"

// maxSlots is how many wavefronts one SIMD can hold: the bits of a word.
const maxSlots = 64

// simd is one scheduler and the wavefronts it looks after, each a bit of the
// masks. A wavefront is ready, or sleeps until a cycle that is known: the
// operands of an instruction are known to the cycle as soon as the instruction
// before it has issued. So waking is a table of the next 64 cycles.
type simd struct {
	index int
	slots []slot
	used  uint64 // slots with a wavefront
	live  int    // how many
	ready uint64 // wavefronts whose next instruction has its operands
	held  uint64 // of those, wavefronts without a unit or a place in a queue at the last turn
	until Cycles // when the first of held may go on
	event Cycles // of the next turn in which anything can happen

	sleeping [64]uint64 // wavefronts to wake in cycle c, at index c mod 64
	filled   uint64     // which of sleeping are not empty
	far      uint64     // wavefronts to wake in 64 cycles or more
	farAt    Cycles     // the first of them

	wants      []uint64 // by pool: wavefronts whose next instruction it executes
	wantLocal  uint64
	wantMemory uint64
	pools      []*pool // by unit, and then run.parts
	queue      ring    // when each of the latest accesses leaves the queue
	left       Cycles  // when the latest leaves it
	memoryAt   Cycles  // from which another access may issue to the memory
	taken      ring    // when that takes each of the latest Global ones
	ahead      ring    // when the texture unit takes each of the latest references

	last   *slot  // the latest to issue, for the turn of RoundRobin
	greedy *slot  // the same, unless it has ended
	active uint64 // TwoLevel's group

	banks  Banks // of registers
	picked *slot // it waits for them; nil: none does
}

// slot is a place for a wavefront and all that is known of the one there.
type slot struct {
	in        Instruction // the next to issue
	stream    Stream
	clock     ClockStream // the same, if it is one
	simd      *simd
	bit       uint64
	group     *group
	id        int32  // in the order of their start
	life      int32  // index into Timeline.Wavefronts
	parked    bool   // at a barrier
	queue     Stall  // of a wavefront that was held at the last turn, the queue without a place
	queued    Cycles // until when; after that it has no unit
	ready     Cycles
	accounted Cycles // its cycles before this one have been accounted
	accesses  Cycles // when its latest access that a fence waits for completes, of those of which that is known
	fenced    int    // accesses of which it is not known yet, those that a fence waits for
	loads     int    // the same, those that write a register
	blocked   bool   // it waits for such a one
	from      Cycles // the cycle from which it does
	wait      int    // index of its latest Wait
	streak    int    // instructions that its SIMD has issued from it and, since the first, from no other
	scoreboard
}

// pool is the instances of one unit that a kind of instruction may take.
type pool struct {
	free []Cycles // from which each may start an instruction
	all  bool     // an instruction takes all of them
}

// next returns the first cycle from which an instruction may take what it needs.
func (p *pool) next() Cycles {
	at := p.free[0]
	for _, other := range p.free[1:] {
		if p.all == (other > at) {
			at = other
		}
	}
	return at
}

// take occupies an instance that is free, or all, and returns how many that is.
func (p *pool) take(now, interval Cycles) (taken Cycles) {
	for i, at := range p.free {
		if p.all || at <= now {
			p.free[i] = now + interval
			if taken++; !p.all {
				break
			}
		}
	}
	return taken
}

// part returns a unit's instances as instructions of the kind take them: Multiply the last alone, Packed all together.
func (p *pool) part(k Kind) *pool {
	if k == Multiply {
		return &pool{free: p.free[len(p.free)-1:]}
	}
	return &pool{free: p.free, all: true}
}

func (s *simd) prepare(index, slots int, cu *CU, shared []pool, parts []part) {
	s.index, s.event = index, never
	s.slots = make([]slot, slots)
	for i := range s.slots {
		s.slots[i].simd, s.slots[i].bit = s, 1<<i
	}
	s.wants = make([]uint64, len(cu.Units)+mostParts+1)
	s.pools = make([]*pool, len(cu.Units), len(s.wants))
	for i, u := range cu.Units {
		s.pools[i] = &shared[i]
		if !u.Shared {
			s.pools[i] = &pool{free: make([]Cycles, u.Count)}
		}
	}
	for _, of := range parts {
		s.pools = append(s.pools, s.pools[of.unit].part(of.kind))
	}
	s.queue, s.taken = newRing(cu.LocalQueue), newRing(max(1, cu.GlobalQueue))
}

// place puts a new wavefront into the first free slot.
func (s *simd) place(stream Stream) *slot {
	w := &s.slots[bits.TrailingZeros64(^s.used)]
	s.used |= w.bit
	s.live++
	w.stream, w.parked, w.accesses, w.wait = stream, false, 0, 0
	w.fenced, w.loads, w.blocked, w.streak = 0, 0, false, 0
	w.clock, _ = stream.(ClockStream)
	w.scoreboard.clear()
	return w
}

func (s *simd) remove(w *slot) {
	s.used &^= w.bit
	s.active &^= w.bit
	s.live--
	w.stream, w.clock = nil, nil
	if s.greedy == w {
		s.greedy = nil
	}
}

// await lets the wavefront sleep until the given cycle, in which its next
// instruction, for the given unit, may issue.
func (s *simd) await(w *slot, at, now Cycles, unit int) {
	w.ready = at
	s.wants[unit] |= w.bit
	switch w.in.Kind {
	case Local:
		s.wantLocal |= w.bit
	case Global, Texture:
		if !w.in.fence() {
			s.wantMemory |= w.bit
		}
	}
	s.sleep(w, now)
	s.event = min(s.event, at)
}

func (s *simd) sleep(w *slot, now Cycles) {
	if w.ready-now < 64 {
		s.sleeping[w.ready&63] |= w.bit
		s.filled |= 1 << (w.ready & 63)
		return
	}
	if s.far == 0 || w.ready < s.farAt {
		s.farAt = w.ready
	}
	s.far |= w.bit
}

// wake makes ready what has slept until now.
func (s *simd) wake(now Cycles) {
	if i := now & 63; s.filled>>i&1 != 0 {
		s.ready |= s.sleeping[i]
		s.sleeping[i] = 0
		s.filled &^= 1 << i
	}
	if s.far == 0 || s.farAt > now {
		return
	}
	far := s.far
	s.far = 0
	for ; far != 0; far &= far - 1 {
		w := &s.slots[bits.TrailingZeros64(far)]
		if w.ready <= now {
			s.ready |= w.bit
		} else {
			s.sleep(w, now)
		}
	}
}

// next returns the first turn after now in which anything can happen.
func (s *simd) next(now, cadence Cycles) Cycles {
	at := never
	if s.ready&^s.held != 0 {
		at = now + cadence
	} else if s.held != 0 {
		at = s.align(s.until, cadence)
	}
	if near := bits.RotateLeft64(s.filled, -int((now+1)&63)); near != 0 {
		at = min(at, now+1+Cycles(bits.TrailingZeros64(near)))
	}
	if s.far != 0 {
		at = min(at, s.farAt)
	}
	return at
}

// align returns the SIMD's first turn not before the given cycle.
func (s *simd) align(at, cadence Cycles) Cycles {
	return at + (Cycles(s.index)-at)&(cadence-1)
}

// ring has the latest of some cycles, as many as it was made for.
type ring struct {
	at    []Cycles
	first int // index of the oldest
}

func newRing(n int) ring { return ring{at: make([]Cycles, n)} }

// oldest returns the oldest; of a ring that has room for one that is the latest.
func (r *ring) oldest() Cycles { return r.at[r.first] }

// add puts a cycle in the place of the oldest.
func (r *ring) add(c Cycles) {
	r.at[r.first] = c
	if r.first++; r.first == len(r.at) {
		r.first = 0
	}
}

// enqueue notes an access that leaves the queue in the given cycle.
func (s *simd) enqueue(left Cycles) {
	s.queue.add(left)
	s.left = left
}

// precede notes a reference that the texture unit takes in the given cycle, and returns from when another may
// wait for it.
func (s *simd) precede(taken Cycles) Cycles {
	if len(s.ahead.at) == 0 {
		return taken
	}
	s.ahead.add(taken)
	return s.ahead.oldest()
}

// forget removes from the masks a wavefront that issues.
func (s *simd) forget(w *slot, unit int) {
	s.ready &^= w.bit
	s.wants[unit] &^= w.bit
	s.wantLocal &^= w.bit
	s.wantMemory &^= w.bit
}

// pick chooses among the eligible wavefronts, of which there is one at least.
func (s *simd) pick(p Policy, eligible uint64) *slot {
	switch {
	case p == GreedyOldest && s.greedy != nil && eligible&s.greedy.bit != 0:
		return s.greedy
	case p == GreedyOldest || p == Oldest:
		w := &s.slots[bits.TrailingZeros64(eligible)]
		for m := eligible & (eligible - 1); m != 0; m &= m - 1 {
			if v := &s.slots[bits.TrailingZeros64(m)]; v.id < w.id {
				w = v
			}
		}
		return w
	}
	return s.after(eligible)
}

// after returns the first wavefront of the mask in turn after the last to issue.
func (s *simd) after(m uint64) *slot {
	start := 0
	if s.last != nil {
		start = bits.TrailingZeros64(s.last.bit) + 1
	}
	return &s.slots[(bits.TrailingZeros64(bits.RotateLeft64(m, -start))+start)&63]
}

// promote fills TwoLevel's active group with ready wavefronts.
func (s *simd) promote(size int) {
	for out := s.ready &^ s.active; out != 0 && bits.OnesCount64(s.active) < size; {
		w := s.after(out)
		s.active |= w.bit
		out &^= w.bit
	}
}
