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
	inside  size    // of those
	free    float64 // when the latest that it no longer holds is done, and all before it
	lines   []Line  // of the reference that is being served, in the order of their first pass; one again for what is asked for after JoinCycles
	at      []float64
	sectors int      // asked for by them, anew by each two lanes, or as many as go together
	once    bool     // some two lanes that go together need one turn of the tags
	between int      // fours of lanes of which one lies between texels along x or y
	data    calendar // gives results
	pass    pass
}

// held is a reference that the unit holds.
type held struct {
	done float64 // later: not known yet
	size
}

// size is what references take of the unit's room, as Queue and half a pass of QueuePasses count it.
type size struct{ queue, halves int }

// size returns that of the latest reference, of such lanes and passes.
func (u *textureUnit) size(d *gpumodel.TextureUnit, lanes gpumodel.LaneMask, passes float64) size {
	if !d.Overtakes {
		return size{1, 2 * int(passes)}
	}
	fours := 0
	for ; lanes != 0; lanes >>= 4 {
		if lanes&15 != 0 {
			fours++
		}
	}
	return size{fours + u.between + 2, 2*int(passes) + fours + 8}
}

// room returns when the unit can look up another reference like the latest: when enough of those that it holds are done, in the order in
// which they were asked for, that as many more like it have room as have been taken by then. As long as of the first of them that is
// not known, it takes more than it should: of references that take few passes, up to two spans of time's worth.
func (u *textureUnit) room(now float64, d *gpumodel.TextureUnit, like size) float64 {
	ahead := max(1, d.Taken)
	for len(u.held) > 0 && (u.inside.queue+ahead*like.queue > d.Queue || u.inside.halves+ahead*like.halves > 2*d.QueuePasses) {
		h := u.held[0]
		if h.done >= later {
			break
		}
		u.free = max(u.free, h.done)
		now = max(now, u.free)
		u.inside.queue -= h.queue
		u.inside.halves -= h.halves
		u.held = slices.Delete(u.held, 0, 1)
	}
	return now
}

// hold notes a reference that is done when it says.
func (u *textureUnit) hold(done float64, takes size) {
	u.held = append(u.held, held{done, takes})
	u.inside.queue += takes.queue
	u.inside.halves += takes.halves
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
	takes := u.size(d, lanes, passes)
	waits := d.Ahead > 0 || d.Overtakes // before the unit, and others behind it
	if waits {
		now = u.room(now, d, takes)
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
	} else {
		done = u.give(done, gap)
	}
	u.hold(done, takes)
	if waits {
		return begin, done
	}
	return max(begin, u.room(now, d, takes)), done
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
	done = u.give(done, gap)
	u.last = max(u.last, done)
	return done
}

// give returns when a reference is done that could be then, in so many cycles in which no other is.
func (u *textureUnit) give(done, cycles float64) float64 {
	if cycles == 0 {
		return done
	}
	return u.data.take(done-cycles, cycles)
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
