package gpumodel

import "fmt"

// group is one resident workgroup.
type group struct {
	workgroup     int
	members       []*slot
	live, arrived int // wavefronts that have not ended; of them, those at the barrier
}

// admit starts a workgroup in the given cycle: its wavefronts go one by one to the
// SIMD that has the fewest.
func (r *run) admit(g *group, workgroup int, at Cycles) {
	g.workgroup, g.live, g.arrived = workgroup, r.launch.Wavefronts, 0
	g.members = g.members[:0]
	for i := range r.launch.Wavefronts {
		s := &r.simds[0]
		for j := range r.simds {
			if r.simds[j].live < s.live {
				s = &r.simds[j]
			}
		}
		w := s.place(r.launch.Stream(g.workgroup, i))
		if w.stream == nil {
			r.err = fmt.Errorf("launch: Stream(%d, %d) = nil, want a stream", g.workgroup, i)
			return
		}
		if made, ok := w.stream.(DeviceStream); ok && made.Device().Lanes != r.timeline.Device.Lanes {
			r.err = fmt.Errorf("launch: Stream(%d, %d) was made for %s, wavefronts of %d lanes, want %d lanes as on %s",
				g.workgroup, i, made.Device().Name, made.Device().Lanes, r.timeline.Device.Lanes, r.timeline.Device.Name)
			return
		}
		w.group, w.id, w.accounted = g, r.started, at
		r.started++
		r.begin(w, Life{Workgroup: g.workgroup, Index: i, SIMD: s.index, Start: at})
		r.live++
		g.members = append(g.members, w)
	}
	for _, w := range g.members { // after all have their streams, for the first instruction may need them
		r.fetch(w)
		r.settle(w, at)
	}
}

// begin gives the wavefront its place among the timeline's: its own, or where a Core
// drives and only sums are kept, that of one that has ended.
func (r *run) begin(w *slot, life Life) {
	t := &r.timeline
	if r.core != nil && len(r.core.free) > 0 {
		n := len(r.core.free) - 1
		w.life, r.core.free = r.core.free[n], r.core.free[:n]
		t.Wavefronts[w.life] = life
		return
	}
	w.life = int32(len(t.Wavefronts))
	t.Wavefronts = append(t.Wavefronts, life)
}

// end takes a wavefront that has issued its Exit off the CU.
func (r *run) end(w *slot) {
	g := w.group
	r.timeline.Wavefronts[w.life].End = r.now + 1
	r.timeline.Cycles = max(r.timeline.Cycles, r.now+1)
	w.simd.remove(w)
	r.live--
	g.live--
	if r.core != nil {
		r.core.ended(w)
	}
	switch {
	case g.live == 0 && r.core != nil:
		r.core.done(g, r.now+1)
	case g.live == 0 && r.next < r.launch.Workgroups:
		r.next++
		r.admit(g, r.next-1, r.now+1)
	case g.live == 0:
	case g.arrived == g.live:
		r.release(g)
	}
}

// arrive parks a wavefront that has issued its Barrier.
func (r *run) arrive(w *slot) {
	w.parked = true
	w.simd.active &^= w.bit
	if w.group.arrived++; w.group.arrived == w.group.live {
		r.release(w.group)
	}
}

// release lets the workgroup go on after its barrier.
func (r *run) release(g *group) {
	at := r.now + r.cu.Latency[Barrier]
	g.arrived = 0
	for _, w := range g.members {
		if w.group == g && w.parked { // not one of another workgroup, in the slot of one that has ended
			w.parked = false
			r.charge(w, StallBarrier, at)
			r.fetch(w)
			r.settle(w, at)
		}
	}
}
