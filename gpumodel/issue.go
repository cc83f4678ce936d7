package gpumodel

import (
	"errors"
	"fmt"
	"math/bits"
)

// turn is one turn of a SIMD: wavefronts that have become ready are woken, those
// for which there is no unit are held, and of the rest the policy picks.
func (r *run) turn(s *simd) {
	s.wake(r.now)
	for m := s.held; m != 0; m &= m - 1 { // held until now, for the reason found at the last turn
		w := &s.slots[bits.TrailingZeros64(m)]
		r.charge(w, w.queue, min(w.queued, r.now))
		r.charge(w, StallUnit, r.now)
	}
	r.hold(s)
	eligible := s.ready &^ s.held
	if r.cu.Policy == TwoLevel {
		s.promote(r.cu.Group)
		eligible &= s.active
	}
	for picks := r.cu.Picks; picks > 0 && eligible != 0; picks-- {
		w := s.pick(r.cu.Policy, eligible)
		eligible &^= s.wants[r.unit[w.in.Kind]] | w.bit
		if picks < r.cu.Picks && !r.free(w) { // a second slot has taken its unit
			continue
		}
		r.dispatch(w)
		if r.err != nil {
			return
		}
	}
	s.event = s.next(r.now, r.cu.Cadence)
}

// hold finds the ready wavefronts whose next instruction has no unit, or no
// place in a queue, and when the first of them may have.
func (r *run) hold(s *simd) {
	s.held, s.until = 0, never
	for u, pool := range s.pools {
		if s.wants[u]&s.ready != 0 && pool.next > r.now {
			r.holdUp(s, s.wants[u], StallUnit, pool.next)
		}
	}
	if at := s.queue[s.oldest]; at > r.now {
		r.holdUp(s, s.wantLocal, StallLocalQueue, at)
	}
	at := s.memoryAt
	if r.oneQueue {
		at = max(at, s.queue[s.oldest])
	}
	if at > r.now {
		r.holdUp(s, s.wantMemory, StallMemoryQueue, at)
	}
}

func (r *run) holdUp(s *simd, wants uint64, why Stall, until Cycles) {
	wants &= s.ready
	if wants&^s.held != 0 {
		s.until = min(s.until, until)
	}
	for m := wants; m != 0; m &= m - 1 {
		w := &s.slots[bits.TrailingZeros64(m)]
		r.charge(w, StallNotSelected, r.now)
		if w.queue, w.queued = why, until; why == StallUnit {
			w.queued = 0
		}
	}
	s.held |= wants
}

// dispatch issues the wavefront's next instruction and, where the CU has a
// second slot, maybe the one after it.
func (r *run) dispatch(w *slot) {
	r.charge(w, StallNotSelected, r.now)
	t := &r.timeline
	life := &t.Wavefronts[w.life]
	life.Issued++
	w.accounted = r.now + 1
	w.simd.forget(w, r.unit[w.in.Kind])
	w.simd.last, w.simd.greedy = w, w

	first := len(t.Issues)
	kind, single := w.in.Kind, control(&w.in)
	from := r.execute(w, 0)
	if r.err != nil {
		return
	}
	fate := SecondNone
	if r.cu.Dispatch > 1 {
		fate = SecondControl
	}
	if !single {
		r.fetch(w)
		if r.cu.Dispatch > 1 {
			if fate = r.second(w, kind); fate == SecondIssued {
				r.execute(w, 1)
				r.fetch(w)
			}
		}
	} else if kind != Barrier && kind != Exit {
		r.fetch(w)
	}
	t.SecondSlots[fate]++
	if first < len(t.Issues) {
		t.Issues[first].Second = fate
	}
	switch {
	case r.err != nil:
	case kind == Barrier:
		r.arrive(w)
	case kind == Exit:
		r.end(w)
	default:
		r.charge(w, StallBranch, from)
		r.settle(w, from)
	}
}

// control reports whether an instruction issues without a second beside it.
func control(in *Instruction) bool {
	return in.Kind >= Barrier || in.Kind == Branch && in.Dst == NoRegister
}

// free reports whether there is a unit, and a place in its queue, for the
// wavefront's next instruction.
func (r *run) free(w *slot) bool {
	s, u := w.simd, r.unit[w.in.Kind]
	switch w.in.Kind {
	case Local:
		if s.queue[s.oldest] > r.now {
			return false
		}
	case Global, Texture:
		if w.in.fence() {
			break
		}
		if r.oneQueue && s.queue[s.oldest] > r.now || s.memoryAt > r.now {
			return false
		}
	}
	return u == len(s.pools) || s.pools[u].next <= r.now
}

// second says whether the wavefront's next instruction may issue in this cycle
// beside one of the given kind, and if not, why.
func (r *run) second(w *slot, first Kind) Second {
	in := &w.in
	until, _ := w.latest(r.now)
	switch {
	case control(in):
		return SecondControl
	case until > r.now:
		return SecondDependency
	case r.alone[first] || r.alone[in.Kind]:
		return SecondAlone
	case !r.free(w):
		return SecondUnit
	}
	return SecondIssued
}

// execute starts the instruction and returns the cycle from which the
// wavefront's next may issue, operands permitting.
func (r *run) execute(w *slot, place uint8) (from Cycles) {
	in, s, t := &w.in, w.simd, &r.timeline
	p := served{done: r.now + max(1, r.cu.Latency[in.Kind])}
	from = r.now + 1
	class := StallResult
	switch in.Kind {
	case Local:
		var err error
		if p, err = r.local.serve(r.now, s, in); err != nil {
			r.fail(w, err)
			return from
		}
		t.LocalPasses += int64(p.passes)
		t.LocalIdeal += int64(p.ideal)
		w.accesses = max(w.accesses, p.done)
		class = StallLocal
	case Global, Texture:
		enters, taken, err := r.enters(s, in)
		if err != nil {
			r.fail(w, err)
			return from
		}
		accept, done := enters, enters
		if !in.off() {
			if accept, done, err = r.memory.Serve(enters, in); err != nil {
				r.fail(w, err)
				return from
			}
		}
		read := r.now
		if p.done = max(done, from); !in.fence() {
			if in.Kind == Texture {
				if len(s.ahead) > 0 { // it waits for the unit with its coordinates unread
					read = r.now + accept - enters
				}
				accept = s.precede(accept)
			}
			s.memoryAt = max(r.now+accept-enters, taken)
		}
		if in.Read != NoRegister {
			w.write(in.Read, read+max(1, t.Device.Texture.ReadCycles), StallMemory)
		}
		class = StallMemory
		if done == Later && r.core == nil {
			r.fail(w, errors.New("the memory answers Later, want one that knows: that is for a Core"))
			return from
		}
		switch {
		case done == Later:
			r.core.wait(w, in)
		case in.Kind == Global:
			w.accesses = max(w.accesses, p.done)
		}
	case Branch:
		if in.Dst == NoRegister {
			from = p.done
		}
	case Clock:
		if w.clock != nil {
			w.clock.SetClock(r.now)
		}
		switch {
		case r.core != nil: // nobody is shown them
		case len(t.Clocks) < maxClocks:
			t.Clocks = append(t.Clocks, ClockRead{r.now, w.id, in.Line})
		default:
			t.Dropped++
		}
	}
	if u := r.unit[in.Kind]; u < len(s.pools) {
		s.pools[u].take(r.now, r.cu.Interval[in.Kind])
	}
	if in.Dst != NoRegister {
		w.write(in.Dst, p.done, class)
	}
	if p.done != Later {
		t.Cycles = max(t.Cycles, p.done)
	}
	t.Instructions[in.Kind]++
	t.Wavefronts[w.life].Instructions++
	if r.launch.Record > 0 {
		r.record(w, p, place)
	}
	return from
}

// fetch takes the wavefront's next instruction from its stream.
func (r *run) fetch(w *slot) {
	w.in = Instruction{}
	if w.stream.Next(&w.in) {
		if w.in.Kind >= Kinds {
			r.fail(w, fmt.Errorf("instruction of kind %d, want a kind below %d", w.in.Kind, Kinds))
			w.in.Kind = Exit
		}
		if r.lacks[w.in.Kind] {
			r.fail(w, fmt.Errorf("%s: %w", r.timeline.Device.Name, r.lacking(w.in.Kind)))
		}
		if w.in.Lanes&^r.lanes != 0 {
			r.fail(w, fmt.Errorf("instruction with Lanes = %#x, want lanes below %d, as on %s", uint64(w.in.Lanes), r.timeline.Device.Lanes, r.timeline.Device.Name))
		}
		return
	}
	if s, ok := w.stream.(interface{ Err() error }); ok {
		if err := s.Err(); err != nil {
			r.fail(w, err)
		}
	}
	w.in.Kind = Exit
}

// settle finds when the wavefront's next instruction may issue: not before the
// given cycle, its operands, and its SIMD's turn.
func (r *run) settle(w *slot, from Cycles) {
	s := w.simd
	if c := r.core; c != nil && from < c.cold && (w.in.Dst != NoRegister || w.in.Src[0] != NoRegister) {
		from = c.cold
		r.charge(w, StallBranch, from)
	}
	at := from
	switch until, why := w.latest(at); {
	case until == Later:
		w.blocked, w.from = true, from
		s.active &^= w.bit
		return
	case why < Stalls:
		at = r.waits(w, at, until, why)
	case until > at:
		for i, until := range w.operands() {
			at = r.waits(w, at, until, StallFence+Stall(i))
		}
	}
	if r.cu.Cadence > 1 {
		at = s.align(at, r.cu.Cadence)
		r.charge(w, StallTurn, at)
	}
	s.await(w, at, r.now, r.unit[w.in.Kind])
}

// waits lets the wavefront, which else may go on in a cycle, wait until another, and
// returns the later of them.
func (r *run) waits(w *slot, at, until Cycles, why Stall) Cycles {
	if until <= at {
		return at
	}
	r.charge(w, why, until)
	if why != StallResult {
		w.simd.active &^= w.bit
	}
	return until
}
