package memory

import (
	"cmp"
	"math/bits"

	"lanebook/gpumodel"
)

// tier is a level before the L2 or beyond it at work.
type tier struct {
	gpumodel.CacheLevel
	store      *store
	parts      []calendar // its slices
	perPart    float64    // cycles that a byte occupies one
	interleave uint64     // bytes in a row of one
	way        float64    // cycles from the level before it
	next       int        // of Beyond, to which it sends what it drives out
	busy       float64    // cycles for which its slices have been occupied
}

// Work is what a level of Caches.Before or Beyond has done.
type Work struct {
	Name   string
	Counts         // of what is read there, in its own sectors
	Busy   float64 // cycles for which its slices have been occupied, on average
}

// Less returns the work since w was asked for.
func (w Work) Less(v Work) Work { return Work{w.Name, w.Counts.Less(v.Counts), w.Busy - v.Busy} }

// Levels returns what the levels of Caches.Before have done, and then those of Beyond.
func (h *Hierarchy) Levels() []Work {
	var all []Work
	for _, same := range h.before {
		w := Work{Name: same[0].Name}
		for i := range same {
			w.add(same[i].store.Counts)
			w.Busy += same[i].busy / float64(len(same)*len(same[i].parts))
		}
		all = append(all, w)
	}
	for i := range h.beyond {
		t := &h.beyond[i]
		all = append(all, Work{t.Name, t.store.Counts, t.busy / float64(len(t.parts))})
	}
	return all
}

// newTier returns a share of a level at work.
func newTier(l gpumodel.CacheLevel, share float64, before gpumodel.Cycles, interleave gpumodel.Bytes, next int) tier {
	n := portion(l.Slices, share)
	l.Sets = portion(l.Sets, share)
	return tier{
		CacheLevel: l, store: newStore(l.Cache), parts: make([]calendar, n), perPart: float64(n) / (l.BytesPerCycle * share),
		interleave: uint64(interleave), way: float64(l.Latency-before) / 2, next: next,
	}
}

// shareLevels makes the levels before the L2, for so many CUs, and those beyond it.
func (h *Hierarchy) shareLevels(c *gpumodel.Caches, cus int, share float64) {
	before := gpumodel.Cycles(0)
	for _, l := range c.Before {
		n := min(l.CUs, cus)
		same := make([]tier, (cus+n-1)/n)
		for i := range same {
			same[i] = newTier(l, float64(n)/float64(l.CUs), before, l.Line, 0)
		}
		h.before = append(h.before, same)
		before = l.Latency
	}
	before = c.L2.Latency
	for i, l := range c.Beyond {
		h.beyond = append(h.beyond, newTier(l, share, before, c.DRAM.Interleave, i+1))
		before = l.Latency
	}
	h.toMemory = float64(c.DRAM.Latency-before) / 2
}

// Hold reads so many bytes from address 0 on into the levels beyond the L2, at no cost of time,
// as what ran before has left them there.
func (h *Hierarchy) Hold(size gpumodel.Bytes) {
	for i := range h.beyond {
		t := &h.beyond[i]
		for at := gpumodel.Bytes(0); at < size; at += t.Line {
			i, _ := t.store.find(uint64(at), 0)
			t.store.places[i].valid = 1<<(t.Line/t.Sector) - 1
		}
		t.store.driven = victim{}
	}
}

// nearer reads the L2's sectors of a line by way of the i'th level before the L2 and those after
// it. It returns when that level, or without any the L2, has them to send to the CU.
func (c *Client) nearer(i int, now float64, line Line, size float64) float64 {
	h := c.h
	if i == len(h.before) {
		return c.atL2(now, line, size)
	}
	t := &h.before[i][c.index/h.before[i][0].CUs]
	way := float64(t.Latency) / 2
	p, wanted, missing, at, _ := h.pass(t, now+way, line.Address, line.Sectors, h.caches.L2.Sector, size)
	t.count(p, wanted, missing, at)
	if missing != 0 {
		line.Sectors = h.inL2(missing, t.Sector)
		size = float64(bits.OnesCount8(line.Sectors)) * float64(h.caches.L2.Sector)
		p.ready = max(p.ready, c.nearer(i+1, at-way, line, size)+h.back(i+1)-way)
	}
	return max(at, p.ready)
}

// back returns the cycles that data take to the CU from the i'th level before the L2, or from the L2.
func (h *Hierarchy) back(i int) float64 {
	if i == len(h.before) {
		return float64(h.caches.L2.Latency) / 2
	}
	return float64(h.before[i][0].Latency) / 2
}

// further reads sectors of a line, as large as the level before has them, by way of the i'th
// level beyond the L2, or DRAM after the last. It returns when the level before has them, which
// is so much more of a way than usual.
func (h *Hierarchy) further(i int, at float64, address uint64, sectors uint8, sector gpumodel.Bytes, more float64) float64 {
	bytes := gpumodel.Bytes(bits.OnesCount8(sectors)) * sector
	if i == len(h.beyond) {
		return h.fromDRAM(at, address, bytes, h.toMemory+more)
	}
	t := &h.beyond[i]
	way := t.way + more
	p, wanted, missing, at, _ := h.pass(t, at+way, address, sectors, sector, float64(bytes))
	t.count(p, wanted, missing, at)
	if missing != 0 {
		p.ready = max(p.ready, h.further(i+1, at, address&^uint64(t.Line-1), missing, t.Sector, 0))
	}
	return max(at, p.ready) + way
}

// count counts the sectors of a line that were read at a time.
func (t *tier) count(p *place, wanted, missing uint8, at float64) {
	fetched := int64(bits.OnesCount8(missing))
	t.store.Lookups++
	t.store.Missed += fetched
	if there := int64(bits.OnesCount8(wanted)) - fetched; p.ready > at {
		t.store.Merged += there
	} else {
		t.store.Hits += there
	}
}

// writeBack writes what the latest find in a cache of such sectors has driven out to the i'th
// level beyond the L2, which keeps it, or to DRAM after the last. It returns when it is there:
// not before what it drives out itself is in the next; 0 where there was nothing to write.
func (h *Hierarchy) writeBack(i int, s *store, sector gpumodel.Bytes, at float64) float64 {
	v := &s.driven
	if v.dirty == 0 {
		return 0
	}
	if i == len(h.beyond) {
		return h.toDRAM(s, sector, at)
	}
	t := &h.beyond[i]
	each := cmp.Or(t.WriteSector, float64(sector))
	p, written, _, at, done := h.pass(t, at, v.number<<s.shift, v.dirty, sector, float64(bits.OnesCount8(v.dirty))*each)
	p.dirty |= written
	p.bytes = min(p.bytes+v.bytes, uint16(t.Line))
	return max(at, done)
}

// pass takes sectors of a line through the slice of t that holds it, which costs as much as
// reading so many bytes, and makes room for the line. It returns the line's place, the sectors
// of t that are wanted and those missing, when the slice is done, and when the next level has
// what was driven out.
func (h *Hierarchy) pass(t *tier, at float64, address uint64, sectors uint8, sector gpumodel.Bytes, bytes float64) (p *place, wide, missing uint8, passed, done float64) {
	occupied := max(1/t.LinesPerTurn, bytes*t.perPart)
	t.busy += occupied
	passed = t.parts[h.deal(address/t.interleave, len(t.parts))].take(at, occupied)
	for ; sectors != 0; sectors &= sectors - 1 {
		at := address + uint64(bits.TrailingZeros8(sectors))*uint64(sector)
		wide |= 1 << (at % uint64(t.Line) / uint64(t.Sector))
	}
	i, missing := t.store.find(address, wide)
	done = h.writeBack(t.next, t.store, t.Sector, passed)
	p = &t.store.places[i]
	p.valid |= wide
	return p, wide, missing, passed, done
}
