package memory

import (
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// Fetch reads lines from the given cycle on, by way of the texture cache or the L1,
// or past it when the access is to be kept in the L2 only. It returns when the
// cache can look up the next access, and when all the data are there.
func (c *Client) Fetch(now float64, path Path, lines []Line) (accept, done float64) {
	c.begin()
	return c.fetch(now, path, lines, 1)
}

// fetch is Fetch of an access that takes so many passes through the banks of the L1.
func (c *Client) fetch(now float64, path Path, lines []Line, passes int) (accept, done float64) {
	l := c.l1
	if path == ByTexture {
		l = c.texture
	}
	accept, done = now, now
	if l == nil {
		for _, line := range lines {
			done = max(done, c.pastL1(now, line))
		}
		return accept, done
	}
	if path != ByTexture && l.MissCycles > 0 {
		return c.load(l, now, path, lines, passes)
	}
	for _, line := range lines {
		begin := l.tags.take(now, 1/l.LinesPerTurn) - 1/l.LinesPerTurn
		if path == PastL1 {
			done = max(done, c.pastL1(begin, line))
		} else {
			deliver := float64(bits.OnesCount8(line.Sectors)) * float64(l.Sector) / l.BytesPerCycle
			done = max(done, c.through(l, begin, line, deliver))
		}
	}
	return max(now, l.tags.free), done
}

// load is fetch of a global load where the L1 says what such a load costs: turns of
// the tags, passes of the banks, and lines that must come from the L2.
func (c *Client) load(l *level, now float64, path Path, lines []Line, passes int) (accept, done float64) {
	n := float64(len(lines))
	missing := n
	if path == ByL1 {
		missing = 0
		for _, line := range lines {
			if !l.store.holds(line.Address, line.Sectors) {
				missing++
			}
		}
	}
	turns := l.turns(lines)
	busy := max(turns, float64(passes), missing*l.MissCycles)
	begin := l.loads.take(now, busy) - busy
	alone := max(busy, l.PassCycles*float64(passes)) // of one SIMD
	for i, line := range lines {
		at := max(begin+busy*float64(i)/n, now+alone*float64(i)/n)
		if path == PastL1 {
			done = max(done, c.pastL1(at, line))
		} else {
			done = max(done, c.through(l, at, line, 0)) // its passes are in busy
		}
	}
	return max(now+alone, l.loads.free), max(done, begin+busy, now+alone)
}

// turns returns in how many cycles the tags of lines are looked up.
func (l *level) turns(lines []Line) float64 {
	if l.TagBanks == (gpumodel.TagBanks{}) {
		return math.Ceil(float64(len(lines)) / l.LinesPerTurn)
	}
	return float64(l.byTurn(lines, nil))
}

// byTurn says in which turn of the banks of tags each line is looked up, from 0 on, where that is asked, and returns how many
// turns there are.
func (l *level) byTurn(lines []Line, of []int) (turns int) {
	var asked [4]int
	for i, line := range lines {
		bank := &asked[l.TagBanks.Of(uint32(line.Address/uint64(l.Line)))]
		if of != nil {
			of[i] = *bank
		}
		*bank++
		turns = max(turns, *bank)
	}
	return turns
}

// Path is the way that an access takes.
type Path uint8

// The ways.
const (
	ByL1 Path = iota
	ByTexture
	PastL1 // kept in the L2 only (ld.cg)
)

// through reads one line by way of a first-level cache, which takes so many cycles to
// deliver it.
func (c *Client) through(l *level, at float64, line Line, deliver float64) float64 {
	ready := c.lookup(l, at, line)
	hit := l.data.take(at, deliver) + float64(l.Latency) - 1
	switch {
	case ready >= later:
		c.shared.depend(ready, l.pipeline)
		return hit
	case ready > at:
		return max(ready+l.pipeline, hit)
	}
	return max(hit, at+float64(l.Latency))
}

// lookup looks one line up in a first-level cache, and asks the L2 for what it has not. It
// returns when all of it is there, or the number by which that will be known.
func (c *Client) lookup(l *level, at float64, line Line) (ready float64) {
	i, missing := l.store.find(line.Address, line.Sectors)
	return c.found(l, at, line, i, missing)
}

// found is lookup of a line for which there is a place, and of which some sectors are missing.
func (c *Client) found(l *level, at float64, line Line, i int32, missing uint8) (ready float64) {
	s := l.store
	s.Lookups++
	asked := int64(bits.OnesCount8(line.Sectors))
	there := &s.places[i]
	from := at
	if missing != 0 {
		if left := l.fills.leave(at); left > at {
			at = left
			l.tags.free, l.loads.free = max(l.tags.free, at), max(l.loads.free, at)
		}
		fetched := int64(bits.OnesCount8(missing))
		s.Missed += fetched
		asked -= fetched
		fill := c.fromL2(at, Line{line.Address, c.h.inL2(missing, l.Sector)}, slot{l, i, int32(l.fills.next)})
		l.fills.note(fill)
		there.valid |= missing
		there.ready = max(there.ready, fill)
	}
	if there.ready > from {
		s.Merged += asked
	} else {
		s.Hits += asked
	}
	return there.ready
}

// pastL1 reads sectors of one line that no cache of the CU keeps.
func (c *Client) pastL1(now float64, line Line) float64 {
	if c.l1 != nil {
		line.Sectors = c.h.inL2(line.Sectors, c.l1.Sector)
	}
	done := c.fromL2(now, line, slot{})
	if done >= later {
		c.shared.depend(done, 0)
		return now
	}
	return done
}

// inL2 returns the L2's sectors that such sectors of a line are made of.
func (h *Hierarchy) inL2(sectors uint8, size gpumodel.Bytes) uint8 {
	each := int(size / h.caches.L2.Sector)
	if each <= 1 {
		return sectors
	}
	wide := uint8(0)
	for ; sectors != 0; sectors &= sectors - 1 {
		wide |= (1<<each - 1) << (each * bits.TrailingZeros8(sectors))
	}
	return wide
}

// fromL2 reads sectors of one line by way of the L2, and returns when they have
// come to the CU, or where many CUs are at work the number by which that will be
// known. It has room for the sectors in the given slot.
func (c *Client) fromL2(now float64, line Line, room slot) float64 {
	if c.shared != nil {
		return c.shared.ask(request{at: now, line: line, room: room, access: c.accesses})
	}
	return c.answer(now, c.accesses, line)
}
