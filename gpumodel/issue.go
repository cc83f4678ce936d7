package gpumodel

import (
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
		w := s.picked
		if w == nil || eligible&w.bit == 0 {
			w = s.pick(r.cu.Policy, eligible)
		}
		if r.cu.Ports > 0 && !r.reads(w) {
			break
		}
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
		if s.wants[u]&s.ready != 0 {
			if at := pool.next(); at > r.now {
				r.holdUp(s, s.wants[u], StallUnit, at)
			}
		}
	}
	if at := s.queue.oldest(); at > r.now {
		r.holdUp(s, s.wantLocal, StallLocalQueue, at)
	}
	at := s.memoryAt
	if r.oneQueue {
		at = max(at, s.queue.oldest())
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
		why := StallResult // by its Stall
		if kind == Branch {
			why = StallBranch
		}
		r.charge(w, why, from)
		r.settle(w, from)
	}
}

// control reports whether an instruction issues without a second beside it.
func control(in *Instruction) bool {
	return in.Kind >= Barrier && in.Kind < Integer || in.Kind == Branch && in.Dst == NoRegister
}

// free reports whether there is a unit, and a place in its queue, for the
// wavefront's next instruction.
func (r *run) free(w *slot) bool {
	s, u := w.simd, r.unit[w.in.Kind]
	switch w.in.Kind {
	case Local:
		if s.queue.oldest() > r.now {
			return false
		}
	case Global, Texture:
		if w.in.fence() {
			break
		}
		if r.oneQueue && s.queue.oldest() > r.now || s.memoryAt > r.now {
			return false
		}
	}
	return u >= len(s.pools) || s.pools[u].next() <= r.now
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
