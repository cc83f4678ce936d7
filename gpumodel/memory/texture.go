package memory

import (
	"math/bits"
	"slices"

	"lanebook/gpumodel"
)

// textureUnit is a CU's texture unit at work.
type textureUnit struct {
	passes  server  // looks up
	misses  server  // sends lines to the L2
	last    float64 // when the latest reference of which that is known is done, but for those that overtake and wait for nothing
	held    []held  // references, in the order in which they were asked for
	inside  int     // passes of those
	lines   []Line  // of the reference that is being served, in the order of their first pass; one again for what is asked for after JoinCycles
	at      []float64
	sectors int  // asked for by them, anew by each two lanes, or as many as go together
	once    bool // some two lanes that go together need one turn of the tags
	pass    pass
}

// held is a reference that the unit holds.
type held struct {
	done   float64 // later: not known yet
	passes int
}

// room returns when the unit can take another reference like the latest: when the first of
// those that it holds has ended. As long as none is known to end, it takes more than it should:
// of references that take few passes, up to two spans of time's worth.
func (u *textureUnit) room(now float64, d *gpumodel.TextureUnit, like int) float64 {
	for len(u.held) > 0 && (len(u.held) >= d.Queue || u.inside+like > d.QueuePasses) {
		first := 0
		for i := range u.held {
			if u.held[i].done < u.held[first].done {
				first = i
			}
		}
		h := u.held[first]
		if h.done >= later {
			break
		}
		now = max(now, h.done)
		u.inside -= h.passes
		u.held = slices.Delete(u.held, first, first+1)
	}
	return now
}

// sample serves a reference of the lanes given. It returns when the unit can take another,
// and when the result is there, or later, if that is not known yet.
func (c *Client) sample(now float64, s *gpumodel.Samples, lanes gpumodel.LaneMask) (accept, done float64) {
	d := &c.h.texture
	u, l := &c.unit, c.texture
	if lanes == 0 { // a fence
		begin := u.passes.take(now, d.FencePasses) - d.FencePasses
		return now, begin + float64(d.FenceCycles)
	}
	if d.Latency == 0 {
		u.gather(d.Together, l, s, lanes)
		l.store.Hits += int64(u.sectors) - int64(sectors(u.lines)) // asked for again by other lanes
		return c.filter(now, d.Cycles, u.lines)
	}
	passes := u.touch(d, l, s, lanes)
	if d.Ahead > 0 { // it waits before the unit, and others behind it
		now = u.room(now, d, int(passes))
	}
	begin := u.passes.take(now, passes) - passes
	done = begin + passes + float64(d.Latency)
	unique := 0
	for i, line := range u.lines {
		unique += bits.OnesCount8(line.Sectors)
		at := begin + u.at[i]
		if i > 0 && u.at[i] != u.at[i-1] { // of other lanes
			c.accesses++
		}
		place, missing := l.store.find(line.Address, line.Sectors)
		if d.MissCycles > 0 && missing != 0 {
			at = max(at, u.misses.take(at, d.MissCycles)-d.MissCycles)
		}
		ready := c.found(l, at, line, place, missing)
		if ready >= later {
			c.shared.depend(ready, float64(d.FillCycles))
		} else if ready > at {
			done = max(done, ready+float64(d.FillCycles))
		}
	}
	l.store.Hits += int64(u.sectors - unique) // asked for again by other lanes
	queues := !d.Overtakes || !u.once
	gap := u.gap(d, passes)
	if c.shared != nil && c.shared.waits(access{known: done, texture: true, queues: queues, gap: gap}) {
		done = later
	} else if queues || c.shared == nil {
		done = u.behind(done, queues, gap)
	}
	u.inside += int(passes)
	u.held = append(u.held, held{done, int(passes)})
	if d.Ahead > 0 {
		return begin, done
	}
	return max(begin, u.room(now, d, int(passes))), done
}

// gap returns how long after those before it a reference that waits for them is done: by its passes, where others do not wait.
func (u *textureUnit) gap(d *gpumodel.TextureUnit, passes float64) float64 {
	if d.Overtakes {
		return passes
	}
	return 0
}

// behind returns when a reference is done: one that queues not before those that were asked for before it, and a gap.
func (u *textureUnit) behind(done float64, queues bool, gap float64) float64 {
	if queues {
		done = max(done, u.last+gap)
	}
	u.last = max(u.last, done)
	return done
}

// answer tells the oldest reference of which it was not known when it is done, and returns that.
func (u *textureUnit) answer(done float64, queues bool, gap float64) float64 {
	done = u.behind(done, queues, gap)
	for i := range u.held {
		if u.held[i].done >= later {
			u.held[i].done = done
			break
		}
	}
	return done
}
