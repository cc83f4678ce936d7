package sass

import "lanebook/gpumodel"

// simd is a scheduler with its units.
type simd struct {
	waves  []*wave
	last   int   // wavefront that issued last
	issued int64 // when that was
	chosen int   // the next, while the banks of its registers are busy; −1: none is
	yield  bool  // it gives way to the others
	event  int64 // the next turn in which anything can happen
	free   [Units]int64
	lite   int64           // the FMA half that is not FMAHeavy, free from then
	taken  [2][ahead]int64 // cycles in which an access reads a bank; the cycle's number, by its remainder
	ports  gpumodel.Banks  // of registers
	queue  ring            // when accesses leave it; never, if that is not known yet
	leave  int64           // from which the next may
	came   accesses        // that are at the banks
	stored int64           // when its latest store came there
	served int64           // when its latest access has been served
	log    [remembered]issued
	logged int // how many there were
}

// issue is a turn of the SIMD: it issues one instruction, or finds when it may. A wavefront
// that is chosen keeps the SIMD while the banks of its registers are busy (pipes.csv, rand
// and solo at 8 and more wavefronts: nobody else issues then).
func (r *run) issue(s *simd) {
	i, next := s.chosen, never
	if i < 0 {
		if i, next = r.choose(s); i < 0 {
			s.event = next
			return
		}
	}
	w, again := s.waves[i], i == s.last
	p := &r.steps[w.pc]
	if at := max(r.portsFree(s, p, w.reads(p, again)), r.settled(w, p, again)); at > r.now {
		s.chosen, s.event = i, at
		return
	}
	r.execute(s, w, again)
	s.last, s.chosen, s.issued, s.event = i, -1, r.now, r.now+1
}

// choose returns the wavefront that issues now, or −1 and when one may. The SIMD stays
// with its wavefront. Where that only stalls, the youngest comes next (pipes.csv, policy
// and who: the younger run to their ends before the oldest begin); where it yields or
// waits for a barrier, the one before it in turn, so that all get on.
func (r *run) choose(s *simd) (wave int, next int64) {
	i, next := s.last-1, never
	if !s.yield && len(s.waves) > 0 {
		if r.ready(s, s.waves[s.last]) <= r.now {
			return s.last, 0
		}
		i = len(s.waves) - 1
	}
	for range s.waves {
		if i < 0 {
			i += len(s.waves)
		}
		at := r.ready(s, s.waves[i])
		if at <= r.now {
			return i, 0
		}
		next = min(next, at)
		i--
	}
	return -1, next
}

// reads returns the registers that a wavefront's step reads; again says that the SIMD
// issued from the same wavefront last.
func (w *wave) reads(p *step, again bool) *[2]uint8 {
	if !again {
		return &p.reads.Fresh
	}
	return p.reads.Asked(w.streak)
}

// keeps reports whether the operands that an instruction before the step kept are there.
func (w *wave) keeps(p *step, again bool) bool {
	return w.reads(p, again) == &p.reads.Kept
}

// portsFree returns when the register banks take what the step asks of them, and no access has one of them.
func (r *run) portsFree(s *simd, p *step, asks *[2]uint8) int64 {
	at := int64(s.ports.Free(&p.reads, asks, gpumodel.Cycles(r.now), gpumodel.Cycles(r.m.Ports)))
	for asks[0] > 0 && s.taken[0][at%ahead] == at || asks[1] > 0 && s.taken[1][at%ahead] == at {
		at++
	}
	return at
}

// ahead is how many cycles ahead an access's reads are remembered; its queue is full
// before it must wait for longer.
const ahead = 64

// unitFree returns when the step's unit, or its queue, takes an instruction.
func (r *run) unitFree(s *simd, u Unit) int64 {
	switch u {
	case FMA, FMAHeavy, FMABoth:
		return halvesFree(u, s.free[FMAHeavy], s.lite)
	case LSU, Global:
		return s.queue.oldest()
	case Constants:
		return max(s.free[u]-r.m.ConstantQueue, r.constants-r.m.ConstantsQueue)
	}
	return s.free[u]
}

// halvesFree returns when those of the FMA's halves are free that a unit needs.
func halvesFree(u Unit, heavy, lite int64) int64 {
	switch u {
	case FMA:
		return min(heavy, lite)
	case FMABoth:
		return max(heavy, lite)
	}
	return heavy
}

// ready returns the first cycle in which the wavefront may be chosen.
func (r *run) ready(s *simd, w *wave) int64 {
	if w.at > r.now && w.at > w.held { // most often
		return w.at
	}
	return r.may(s, w)
}

// may is ready where stall count and barriers do not say it.
func (r *run) may(s *simd, w *wave) int64 {
	p, at := &r.steps[w.pc], w.at
	if !p.math && at >= w.parked {
		at = max(at, w.held)
	}
	return max(at, r.unitFree(s, p.unit))
}

// execute issues the wavefront's step.
func (r *run) execute(s *simd, w *wave, again bool) {
	r.charge(s, w)
	p, now := &r.steps[w.pc], r.now
	r.remember(s, p.unit)
	w.logged = s.logged
	r.first, r.last = min(r.first, now), max(r.last, now)
	r.result.Issued[p.unit]++
	r.result.Queue += p.path
	for _, b := range p.banks {
		r.result.Ports[b]++
	}
	asks := w.reads(p, again)
	for b, n := range asks {
		r.result.Ports[b] += int64(n)
	}
	s.ports.Read(&p.reads, asks, gpumodel.Cycles(now))
	s.yield = p.control.Yield
	if w.streak++; !again {
		w.streak = 1
	}
	w.issued, w.line = now, p.line
	w.fixed = now + max(1, int64(p.control.Stall)) + p.holds
	for i, register := range p.results {
		w.wrote[register] = now + int64(i)*p.holds // the upper half of a wide product comes with the second pass
	}
	if p.unit == LSU || p.unit == Global {
		r.access(s, w, p)
	} else {
		r.serve(s, w, p)
	}
	r.advance(w, p)
	s.yield = s.yield || w.at > w.jump // it waits for a barrier
}

// release notes when a barrier is released.
func (w *wave) release(barrier uint8, at int64, why Stall) {
	if barrier < 6 && at > w.barriers[barrier] {
		w.barriers[barrier], w.reasons[barrier] = at, why
	}
}

// serve keeps the step's unit busy, and releases barriers when its results have arrived and
// when its registers have been read.
func (r *run) serve(s *simd, w *wave, p *step) {
	now, busy := r.now, p.interval
	release, read := now+1, int64(0)
	switch p.unit {
	case FMA:
		if s.lite <= now {
			s.lite = now + busy
		} else {
			s.free[FMAHeavy] = now + busy
		}
	case FMABoth:
		s.lite, s.free[FMAHeavy] = now+busy, now+busy
	case XU: // one waits beside the one that it works on
		begin := max(now+r.m.XUEnter, s.free[XU]+busy)
		s.free[XU] = begin
		s.leave = max(now+r.m.Enter, s.leave) + p.path
		release, read = begin+p.latency, begin+p.latency-r.m.XURead
	case Constants:
		begin := max(now, r.constants)
		r.constants = begin + busy
		s.free[Constants] = max(now, s.free[Constants]) + busy
		release = begin + p.latency
	case Tensor: // of doubles they release a barrier; others' time is fixed
		s.free[Tensor] = now + busy
		release = now + p.latency
	default:
		s.free[p.unit] = now + busy
	}
	r.result.Busy[p.unit] += busy
	if r.trace != nil && p.unit.Variable() {
		r.trace.done(r, s, len(r.trace.Issues)-1, max(release, read))
	}
	w.release(p.control.Write, release, p.why)
	w.release(p.control.Read, read, p.why)
}

// draw returns the passes that an access takes this time.
func (p *step) draw() int64 {
	n := p.draws[p.drawn]
	if p.drawn++; p.drawn == len(p.draws) {
		p.drawn = 0
	}
	return n
}

// end takes the wavefront off the CU.
func (r *run) end(w *wave) {
	w.at, w.held, w.ended = never, 0, true
	r.live--
	r.meet()
}

// meet lets the workgroup go on when all that live have arrived at its barrier.
func (r *run) meet() {
	if r.arrived == 0 || r.arrived < r.live {
		return
	}
	r.arrived = 0
	for i := range r.waves {
		r.waves[i].held = max(r.barrier, r.now) + r.m.Barrier
	}
	for i := range r.simds {
		r.simds[i].event = min(r.simds[i].event, r.now+1)
	}
}
