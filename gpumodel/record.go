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
	if why > StallTurn && r.cu.Cadence > 1 {
		for w.accounted < until {
			r.account(w, StallTurn, min(w.simd.align(w.accounted, r.cu.Cadence), until))
			r.account(w, why, min(w.accounted+1, until))
		}
		return
	}
	r.account(w, why, until)
}

func (r *run) account(w *slot, why Stall, until Cycles) {
	if until <= w.accounted {
		return
	}
	t := &r.timeline
	t.Wavefronts[w.id].Stalls[why] += until - w.accounted
	if r.launch.Record > 0 {
		r.recordWait(Wait{w.accounted, until, w.id, w.in.Line, why}, w)
	}
	w.accounted = until
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
