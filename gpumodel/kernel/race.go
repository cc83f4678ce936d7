package kernel

import "fmt"

// mark remembers who last read, or wrote, an element of the LDS. Two accesses
// of different lanes, one of them a write, race unless something orders them:
// a barrier, or, within a wavefront, a fence.
type mark struct {
	epoch   uint32 // barriers and workgroups until then; 0 is before all
	fence   uint32 // fences of the wavefront until then
	wave    uint16
	lane    uint8
	several uint8 // others have done so too since the last barrier or fence
	site    int32 // where
}

const (
	severalLanes = 1 + iota // of the wavefront
	severalWaves
)

// races reports whether nothing orders the access now after those of m.
func (m *mark) races(now *mark) bool {
	return m.epoch == now.epoch && m.unordered(now)
}

func (m *mark) unordered(now *mark) bool {
	if m.several == severalWaves || m.wave != now.wave {
		return true
	}
	return m.fence == now.fence && (m.several == severalLanes || m.lane != now.lane)
}

// note adds an access.
func (m *mark) note(now *mark) {
	several := uint8(0)
	if m.epoch == now.epoch && m.unordered(now) {
		several = severalLanes
		if m.several == severalWaves || m.wave != now.wave {
			several = severalWaves
		}
	}
	m.set(now, now.lane, several)
}

// set makes it the mark of an access, by a lane of it.
func (m *mark) set(now *mark, lane, several uint8) {
	m.epoch, m.fence, m.site = now.epoch, now.fence, now.site // one by one: as a whole it would wait for the lane, just written
	m.wave, m.lane, m.several = now.wave, lane, several
}

// now returns the mark of the access being executed, without its lane.
func (w *Wavefront) now() mark {
	return mark{epoch: w.group.epoch, fence: w.fences, wave: uint16(w.Index), site: w.site}
}

// checkRead refuses a read that races with a write. One of what was never
// written is refused too, but not at once: if another lane writes it before the
// next barrier, then it is a race, and the reader is told so.
func (l Local[T]) checkRead(now *mark, i int) {
	c, g := &l.cells[i], l.w.group
	if c.write.epoch < g.first && g.unwritten == nil {
		g.unwritten = l.w.newFault(l.w.pc[0], now.linear(l.w), "read of %s[%d], which nothing has written", l.name, i)
	}
	if c.write.races(now) {
		l.race(i, "read of", *now, "writes", c.write)
	}
	if l.adds != nil && l.adds[i].races(now) {
		l.race(i, "read of", *now, "adds to", l.adds[i])
	}
	c.read.note(now)
}

// checkWrite refuses a write that races with a read or an atomic, or with a write of a
// different value.
func (l Local[T]) checkWrite(now *mark, i int, v T) {
	c := &l.cells[i]
	read, write := &c.read, &c.write
	if read.races(now) {
		l.race(i, "read of", *read, "writes", *now)
	}
	if l.adds != nil && l.adds[i].races(now) {
		l.race(i, "addition to", l.adds[i], "writes", *now)
	}
	if write.races(now) {
		if old := c.value; v != old && (v == v || old == old) { // two NaNs are the same value here
			w := l.w
			w.end(w.newFault(w.pc[0], now.linear(w), "race: write of %s[%d], to which %swrote another value at line %d%s",
				l.name, i, write.who(w, *now), w.m.sites[write.site].Line, between(*write, *now)))
		}
	}
	write.note(now)
}

// checkAdd refuses an atomic that races with a read or a write which is none.
func (l Local[T]) checkAdd(now *mark, i int) {
	c, g := &l.cells[i], l.w.group
	if c.write.epoch < g.first && g.unwritten == nil {
		g.unwritten = l.w.newFault(l.w.pc[0], now.linear(l.w), "atomic on %s[%d], which nothing has written", l.name, i)
	}
	if c.read.races(now) {
		l.race(i, "read of", c.read, "adds to", *now)
	}
	if c.write.races(now) {
		l.race(i, "addition to", *now, "writes", c.write)
	}
	l.adds[i].note(now)
}

// race refuses two accesses that nothing orders, as a fault of the first, in words what it is and
// what the other does.
func (l Local[T]) race(i int, what string, one mark, does string, other mark) {
	w := l.w
	sites := w.m.sites
	f := w.newFault(0, one.linear(w), "race: %s %s[%d], which %s%s at line %d%s",
		what, l.name, i, other.who(w, one), does, sites[other.site].Line, between(one, other))
	f.File, f.Line = sites[one.site].File, sites[one.site].Line
	w.end(f)
}

// linear returns the lane's number in its workgroup.
func (m mark) linear(w *Wavefront) int { return int(m.wave)*w.lanes + int(m.lane) }

// who names the lane of a mark to another. Of several lanes a mark names the
// last, which may be that other itself.
func (m mark) who(w *Wavefront, other mark) string {
	if m.wave == other.wave && m.lane == other.lane {
		return "another lane "
	}
	return fmt.Sprintf("lane %d ", m.linear(w))
}

func between(a, b mark) string {
	if a.wave == b.wave && a.several != severalWaves && b.several != severalWaves {
		return " with no barrier or fence between"
	}
	return " with no barrier between"
}
