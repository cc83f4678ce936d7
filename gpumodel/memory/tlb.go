package memory

import (
	"slices"

	"lanebook/gpumodel"
)

// tlb is a CU's gpumodel.Translation at work.
type tlb struct {
	*gpumodel.Translation
	entries []entry   // the latest used last
	waiting latest    // lines that have not passed yet
	port    *calendar // of the group, whose CUs ask in any order
	now     float64   // when the latest line went on, or began to wait: lines keep their order
	access  uint32    // the latest, of which
	passed  []entry   // pieces of memory have been asked for, and when they pass
}

// entry is a page that a tlb has, or that is on its way to it.
type entry struct {
	number uint64
	ready  float64
}

func newTLB(t *gpumodel.Translation, port *calendar) *tlb {
	return &tlb{Translation: t, port: port, waiting: newLatest(t.Waiting)}
}

// translate returns when a line goes on that an access asks for at a time.
func (t *tlb) translate(now float64, access uint32, address uint64) float64 {
	if access != t.access {
		t.access, t.passed = access, t.passed[:0]
	}
	t.now = max(t.now, now)
	piece := address / uint64(t.Together)
	i := slices.IndexFunc(t.passed, func(e entry) bool { return e.number == piece })
	if i < 0 {
		i = len(t.passed)
		t.passed = append(t.passed, entry{piece, t.page(address / uint64(t.Page))})
	}
	passes := t.passed[i].ready
	if passes <= t.now {
		return t.now
	}
	t.now = t.waiting.leave(t.now)
	t.waiting.note(passes)
	return passes + float64(t.Miss)
}

// page returns when lines of a page go on: at once if it is there; when a line before brings it, or at
// their turn, with the page in place of the one that was used least recently.
func (t *tlb) page(number uint64) float64 {
	if t.use(number) {
		return t.now
	}
	if at := t.waiting.leave(t.now); at > t.now {
		if t.now = at; t.use(number) {
			return t.now
		}
	}
	for _, e := range t.entries {
		if e.number == number && e.ready < t.port.turn(t.now, 1/t.TurnsPerCycle) {
			return e.ready
		}
	}
	turn := t.port.take(t.now, 1/t.TurnsPerCycle)
	if len(t.entries) == int(t.Reach/t.Page) {
		t.entries = slices.Delete(t.entries, 0, 1)
	}
	t.entries = append(t.entries, entry{number, turn + float64(t.Comes)})
	return turn
}

// use makes a page that is there the most recently used, and reports whether it is. Of two entries that have it
// only the later stays.
func (t *tlb) use(number uint64) bool {
	last := -1
	for i := len(t.entries) - 1; i >= 0; i-- {
		if t.entries[i].number != number || t.entries[i].ready > t.now {
			continue
		}
		if last >= 0 {
			t.entries = slices.Delete(t.entries, i, i+1)
			last--
			continue
		}
		last = i
	}
	if last < 0 {
		return false
	}
	e := t.entries[last]
	copy(t.entries[last:], t.entries[last+1:])
	t.entries[len(t.entries)-1] = e
	return true
}
