package sass

// remembered are the latest issues of a SIMD by which waiting is accounted.
const remembered = 256

// issued is an issue of a SIMD: when, to which unit, and from when that had been free.
type issued struct {
	at         int64
	unit       Unit // FMAHeavy of all that is the FMA's, LSU of Global
	free, lite int64
}

// family returns the unit whose state decides when u is free.
func family(u Unit) Unit {
	switch u {
	case FMA, FMABoth:
		return FMAHeavy
	case Global:
		return LSU
	}
	return u
}

// state returns from when a unit of a family is free, and the FMA's other half.
func (r *run) state(s *simd, of Unit) (free, lite int64) {
	if of == FMAHeavy {
		return s.free[FMAHeavy], s.lite
	}
	return r.unitFree(s, of), 0
}

// remember notes that the SIMD issues now.
func (r *run) remember(s *simd, u Unit) {
	of := family(u)
	free, lite := r.state(s, of)
	s.log[uint(s.logged)%remembered] = issued{r.now, of, free, lite}
	s.logged++
}

// charge accounts the cycles since the wavefront's latest issue to reasons: first those that
// hold it alone, then what it shares with others.
func (r *run) charge(s *simd, w *wave) {
	p, cost := &r.steps[w.pc], &r.result.Costs[w.pc]
	cost.Issued++
	from := w.issued + 1
	if r.trace != nil {
		r.trace.note(r, s, w)
	}
	if from == r.now {
		return
	}
	held := w.held
	if p.math || w.at < w.parked {
		held = 0
	}
	for _, part := range [...]struct {
		why   Stall
		until int64
	}{{StallFixed, w.fixed}, {StallJump, w.jump}, {w.why, w.at}, {StallBarrier, held}} {
		if to := min(part.until, r.now); to > from {
			cost.Stalls[part.why] += to - from
			if r.trace != nil {
				r.trace.waited(r, s, Wait{part.why, from, to})
			}
			from = to
		}
	}
	if from < r.now {
		r.shared(s, w, cost, from)
	}
}

// shared accounts the cycles in which nothing of the wavefront's own holds it, from the last
// to the first: to the unit where that was not free; else to the choice where the SIMD issued
// from another wavefront; else registers were being read for the one that it had chosen.
func (r *run) shared(s *simd, w *wave, cost *Cost, from int64) {
	u := r.steps[w.pc].unit
	of, end, idle := family(u), r.now, StallUnit
	free, lite := r.state(s, of)
	for n := 1; end > from && n <= remembered; n++ {
		e := &s.log[uint(s.logged-n)%remembered]
		since := max(from, e.at+1) // nothing is issued from there to the end
		busy := min(max(busyUntil(u, of, free, lite), since), end)
		r.wait(cost, StallPorts, busy, end)
		r.wait(cost, StallUnit, since, busy)
		if since < end {
			idle = StallPorts
			if since < busy {
				idle = StallUnit
			}
		}
		if end = since; end == from {
			break
		}
		if e.unit == of {
			free, lite = e.free, e.lite
		}
		end = e.at
		if busyUntil(u, of, free, lite) > end {
			r.wait(cost, StallUnit, end, end+1)
		} else {
			r.wait(cost, StallChoice, end, end+1)
		}
	}
	if end > from { // before what is remembered: as many issues, and else what it was last
		others := min(end-from, int64(s.logged-w.logged-remembered))
		r.wait(cost, idle, from+others, end)
		r.wait(cost, StallChoice, from, from+others)
	}
	for i := len(r.backwards) - 1; i >= 0; i-- {
		r.trace.waited(r, s, r.backwards[i])
	}
	r.backwards = r.backwards[:0]
}

// busyUntil returns from when the unit is free, by its family's state.
func busyUntil(u, of Unit, free, lite int64) int64 {
	if of == FMAHeavy {
		return halvesFree(u, free, lite)
	}
	return free
}

// wait accounts cycles before those that it was given last.
func (r *run) wait(cost *Cost, why Stall, from, to int64) {
	if from >= to {
		return
	}
	cost.Stalls[why] += to - from
	if r.trace == nil {
		return
	}
	if last := len(r.backwards) - 1; last >= 0 && r.backwards[last].Why == why {
		r.backwards[last].From = from
	} else {
		r.backwards = append(r.backwards, Wait{why, from, to})
	}
}
