package gpumodel

import (
	"errors"
	"fmt"
)

// execute starts the instruction and returns the cycle from which the
// wavefront's next may issue, operands permitting.
func (r *run) execute(w *slot, place uint8) (from Cycles) {
	in, s, t := &w.in, w.simd, &r.timeline
	p := served{done: r.now + max(1, r.cu.Latency[in.Kind], Cycles(in.Later))}
	from = r.now + max(1, Cycles(in.Stall))
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
		done, err := r.reach(w, in)
		if err != nil {
			r.fail(w, err)
			return from
		}
		if in.Into != nil {
			if p, err = r.local.copied(r.now, in); err != nil {
				r.fail(w, err)
				return from
			}
			t.LocalPasses += int64(p.passes)
			t.LocalIdeal += int64(p.ideal)
		}
		class, p.done = StallMemory, max(done, from)
		switch {
		case done == Later:
			r.core.wait(w, in)
		case in.Kind == Global:
			w.accesses = max(w.accesses, p.done)
		}
	case Branch:
		if in.Dst == NoRegister {
			from = max(from, p.done)
		}
	case Matrix:
		if in.Product {
			if t.Products[1] == 0 {
				t.Products[0] = r.now
			}
			t.Products[1] = r.now
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
		interval := max(r.cu.Interval[in.Kind], Cycles(in.Busy))
		t.Busy[in.Kind] += interval * s.pools[u].take(r.now, interval)
	}
	if in.Dst != NoRegister {
		w.write(in.Dst, p.done, class)
	}
	if p.done != Later {
		t.Cycles = max(t.Cycles, p.done)
	}
	t.Instructions[in.Kind]++
	t.Wavefronts[w.life].Instructions++
	if line := uint(in.Line); line < uint(len(t.Lines)) {
		t.Lines[line].Issued++
		t.Lines[line].Lanes += int64(in.Lanes.Count())
	}
	if r.launch.Record > 0 {
		r.record(w, p, place)
	}
	return from
}

// reach sends the access, or the reference to a texture, to the memory, and returns the cycle from which its data
// are there, or Later.
func (r *run) reach(w *slot, in *Instruction) (done Cycles, err error) {
	s := w.simd
	enters, taken, err := r.enters(s, in)
	if err != nil {
		return done, err
	}
	accept, done := enters, enters
	if !in.off() {
		if accept, done, err = r.memory.Serve(enters, in); err != nil {
			return done, err
		}
		if r.counts != nil {
			passes := r.counts.Passes()
			r.local.banks += Cycles(passes)*max(r.local.lds.PassCycles, 1) - 1 // of which enters has counted a cycle
			r.timeline.GlobalPasses += int64(passes)
		}
	}
	read := r.now
	if !in.fence() {
		if in.Kind == Texture {
			if len(s.ahead.at) > 0 { // it waits for the unit with its coordinates unread
				read += accept - enters
			}
			accept = s.precede(accept)
		}
		s.memoryAt = max(r.now+accept-enters, taken)
		if in.Kind == Global {
			s.taken.add(s.memoryAt)
			s.memoryAt = s.taken.oldest()
		}
	}
	if in.Read != NoRegister {
		w.write(in.Read, read+max(1, r.timeline.Device.Texture.ReadCycles), StallMemory)
	}
	if done == Later && r.core == nil {
		return done, errors.New("the memory answers Later, want one that knows: that is for a Core")
	}
	return done, nil
}

// fetch takes the wavefront's next instruction from its stream.
func (r *run) fetch(w *slot) {
	w.in = Instruction{}
	if w.stream.Next(&w.in) {
		if k := w.in.Kind; (k == Integer || k == Multiply || k == Packed) && r.cu.Latency[k] == 0 {
			w.in.Kind = FP32
		}
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
