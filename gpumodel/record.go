package gpumodel

// maxClocks bounds Timeline.Clocks.
const maxClocks = 1 << 24

func (r *run) record(w *slot, p served, place uint8) {
	t := &r.timeline
	if len(t.Issues) >= r.launch.Record {
		t.Dropped++
		return
	}
	t.Issues = append(t.Issues, Issue{
		Cycle: r.now, Done: p.done, Begin: p.begin, Passes: int32(p.passes),
		Wavefront: w.id, Line: w.in.Line, SIMD: int16(w.simd.index),
		Kind: w.in.Kind, Slot: place, Dst: w.in.Dst, Src: w.in.Src,
	})
}

// charge accounts the wavefront's cycles up to the given one to the reason; if that is
// one that comes after StallTurn, the cycles that are no turns of its SIMD go to that.
func (r *run) charge(w *slot, why Stall, until Cycles) {
	if until > w.accounted { // small, to be inlined: often there is nothing to account
		r.account(w, why, until)
	}
}

func (r *run) account(w *slot, why Stall, until Cycles) {
	cadence := r.cu.Cadence
	switch {
	case why <= StallTurn || cadence == 1:
		r.stall(w, why, until-w.accounted)
		if r.launch.Record > 0 {
			r.recordWait(Wait{w.accounted, until, w.id, w.in.Line, why}, w)
		}
		w.accounted = until
	case r.launch.Record > 0: // turn by turn
		for w.accounted < until {
			if r.charge(w, StallTurn, min(w.simd.align(w.accounted, cadence), until)); w.accounted < until {
				r.stall(w, why, 1)
				r.recordWait(Wait{w.accounted, w.accounted + 1, w.id, w.in.Line, why}, w)
				w.accounted++
			}
		}
	default: // the same at once
		turns := max(0, until-w.simd.align(w.accounted, cadence)+cadence-1) / cadence
		r.stall(w, why, turns)
		r.stall(w, StallTurn, until-w.accounted-turns)
		w.accounted = until
	}
}

// stall counts cycles for which the wavefront waits, and the line that it is to issue with it.
func (r *run) stall(w *slot, why Stall, cycles Cycles) {
	t := &r.timeline
	t.Wavefronts[w.life].Stalls[why] += cycles
	if line := uint(w.in.Line); line < uint(len(t.Lines)) {
		t.Lines[line].Stalls[why] += cycles
	}
}

// recordWait adds the wait, or lengthens the wavefront's last.
func (r *run) recordWait(v Wait, w *slot) {
	t := &r.timeline
	if w.wait < len(t.Waits) {
		if last := &t.Waits[w.wait]; last.Wavefront == v.Wavefront && last.To == v.From && last.Stall == v.Stall && last.Line == v.Line {
			last.To = v.To
			return
		}
	}
	if len(t.Waits) >= r.launch.Record {
		t.Dropped++
		return
	}
	w.wait = len(t.Waits)
	t.Waits = append(t.Waits, v)
}
