package memory

import (
	"math"
	"slices"

	"lanebook/gpumodel"
)

// later marks a time that is not known: later + n is that of the client's n'th
// request. Cycles of a run stay far below.
const later = 1 << 50

// request is what a CU asks of the L2: sectors of one line, to be read or written.
type request struct {
	at     float64 // in which it leaves the L1, or a store the CU
	done   float64 // when the sectors have come, or are written; once answered
	line   Line
	store  bool
	words  uint8   // of an atomic addition, which is a store too; 0: it is none
	adds   adds    // of one
	share  float32 // of the sectors that another store writes
	access uint32  // whose line it is
	room   slot
}

// slot is where the time of a request goes once it is known: to a place of a cache,
// and to one of the latest misses; of a store, to one of the latest stores.
type slot struct {
	level *level // nil: no cache keeps it
	place int32
	at    int32
}

// exchange is what a CU among many asks of the L2 and what that answers, by spans of
// time: while the CU runs through one and writes down what it asks, the requests of the
// span before are being answered. Those of the one before that are answered.
type exchange struct {
	spans   [4]span // a ring
	now     int     // the span in which the CU is
	next    int     // number of the next request
	stores  latest  // the latest of those that are answered
	needs   []need  // of the access that is being served
	answers []gpumodel.Cycles
	open    int // references to textures that wait for an answer
}

// span is what the CU has asked in one.
type span struct {
	first    int // number of its first request
	requests []request
	accesses []access // of which some request was not answered
	needs    []need   // of those, one after another
}

// before returns the span so many before the one in which the CU is.
func (x *exchange) before(n int) *span { return &x.spans[(x.now-n)&3] }

// access is an access of the CU.
type access struct {
	known float64 // when all is there that is known
	needs int     // what else it needs

	texture bool
	queues  bool    // a texture: it returns not before those that were asked for before it,
	gap     float64 // and so many cycles
}

// need is a request that an access waits for.
type need struct {
	request int
	more    float64 // cycles from its answer until the data are there
}

// Share lets many CUs at work share the rest in fair order: from now on, what a CU
// asks of the L2 is answered in Answer, between two of Exchange, in the order of
// time over all CUs. Until then Serve answers Later.
func (h *Hierarchy) Share() {
	for i := range h.cus {
		h.CU(i).shared = &exchange{stores: newLatest(h.caches.L1.Misses)}
	}
}

// Forget empties the first-level caches and those before the L2, as the beginning of a kernel does, and
// which slice of the L2 was busiest with additions.
func (h *Hierarchy) Forget() {
	for i := range h.dies {
		clear(h.dies[i].adding)
	}
	for i := range h.cus {
		c := h.CU(i)
		for _, l := range []*level{c.l1, c.texture} {
			if l != nil {
				counts := l.store.Counts
				l.store = newStore(l.Cache)
				l.store.Counts = counts
			}
		}
	}
	for _, same := range h.before {
		for i := range same {
			counts := same[i].store.Counts
			same[i].store = newStore(same[i].Cache)
			same[i].store.Counts = counts
		}
	}
}

// Fill fills the L2 and the levels beyond it with lines of no interest, such a part of them
// written, 0 to 1, as long kernels leave them.
func (h *Hierarchy) Fill(written float64) {
	for s := range h.stores {
		s.fill(&h.caches.L2.Cache, written)
	}
	for i := range h.beyond {
		h.beyond[i].store.fill(&h.beyond[i].Cache, written)
	}
}

// fill is Fill of a cache.
func (s *store) fill(c *gpumodel.Cache, written float64) {
	for n := range uint64(s.sets) * uint64(s.ways) * 5 / 4 { // dealt at random, some sets get fewer
		i, _ := s.find(1<<50+n*uint64(c.Line), 0)
		p := &s.places[i]
		p.valid = 1<<(c.Line/c.Sector) - 1
		if math.Ceil(float64(n+1)*written) > math.Ceil(float64(n)*written) {
			p.dirty, p.bytes = p.valid, uint16(c.Line)
		}
	}
	s.driven = victim{}
}

// Span returns how long a span of time may be: what is asked in one is never there before
// the next but one begins.
func (h *Hierarchy) Span() gpumodel.Cycles {
	l2 := &h.caches.L2
	nearest := l2.Latency - l2.Spread/2
	for _, l := range h.caches.Before {
		nearest = min(nearest, l.Latency)
	}
	return max(1, (nearest-1)/2)
}

// Exchange ends the CU's span of time: what it has asked in it is Answer's from now on. A
// CU that was Quiet may leave it out: the next call ends a longer span.
func (c *Client) Exchange() {
	x := c.shared
	x.now++
	s := x.before(0)
	*s = span{x.next, s.requests[:0], s.accesses[:0], s.needs[:0]}
}

// Quiet reports whether the CU has asked for nothing in this span and the one before, so
// that nothing but what it asks later will come to it.
func (c *Client) Quiet() bool {
	s, before := c.shared.before(0), c.shared.before(1)
	return len(s.requests)+len(s.accesses)+len(before.requests)+len(before.accesses) == 0
}

// Answer answers what the CUs asked before the last Exchange. It may run while they
// ask anew.
func (h *Hierarchy) Answer() {
	order := h.order[:0]
	for i := range h.cus {
		for n, r := range h.cus[i].shared.before(1).requests {
			order = append(order, turn{r.at, int32(i), int32(n)})
		}
	}
	slices.SortFunc(order, turn.compare)
	for _, t := range order {
		c := &h.cus[t.cu]
		r := &c.shared.before(1).requests[t.request]
		switch {
		case r.store:
			l := &c.shared.stores
			r.done = c.write(l.leave(r.at), r)
			l.note(r.done)
		case r.room.level != nil:
			l := &r.room.level.answered
			r.done = c.answer(l.leave(r.at), r.access, r.line)
			l.note(r.done)
		default:
			r.done = c.answer(r.at, r.access, r.line)
		}
	}
	h.order = order
}

// turn is a request's place in the order of time.
type turn struct {
	at          float64
	cu, request int32
}

func (t turn) compare(u turn) int {
	switch {
	case t.at < u.at:
		return -1
	case t.at > u.at:
		return 1
	case t.cu != u.cu:
		return int(t.cu - u.cu)
	}
	return int(t.request - u.request)
}

// Collect takes what Answer found in the span before and returns when the accesses that
// it completes are complete, in the order in which Serve answered Later. The next call
// overwrites them.
func (c *Client) Collect() []gpumodel.Cycles {
	x := c.shared
	s, older := x.before(2), x.before(3)
	for i := range s.requests {
		r := &s.requests[i]
		mark := float64(later + s.first + i)
		switch l := r.room.level; {
		case r.store:
			set(&c.stores.done[r.room.at], mark, r.done)
		case l != nil:
			set(&l.fills.done[r.room.at], mark, r.done)
			set(&l.store.places[r.room.place].ready, mark, r.done)
		}
	}
	x.answers = x.answers[:0]
	needs := s.needs
	for _, a := range s.accesses {
		done := a.known
		for _, n := range needs[:a.needs] {
			of := s
			if n.request < s.first {
				of = older
			}
			done = max(done, of.requests[n.request-of.first].done+n.more)
		}
		needs = needs[a.needs:]
		if a.texture {
			x.open--
			done = c.unit.answer(done, a.queues, a.gap)
		}
		x.answers = append(x.answers, gpumodel.Cycles(math.Ceil(done)))
	}
	return x.answers
}

func set(time *float64, from, to float64) {
	if *time == from {
		*time = to
	}
}

// ask writes down a request and returns its number as a time.
func (x *exchange) ask(r request) float64 {
	s := x.before(0)
	s.requests = append(s.requests, r)
	x.next++
	return float64(later + x.next - 1)
}

// begin begins an access.
func (x *exchange) begin() { x.needs = x.needs[:0] }

// depend lets the access wait for a request, given by its number as a time.
func (x *exchange) depend(on, more float64) {
	x.needs = append(x.needs, need{int(on - later), more})
}

// waits ends an access, of which all but its needs is known, and
// reports whether there are any. A texture that queues waits for those before it too, and a gap.
func (x *exchange) waits(a access) bool {
	if a.needs = len(x.needs); a.needs == 0 && (!a.queues || x.open == 0) {
		return false
	}
	if a.texture {
		x.open++
	}
	s := x.before(0)
	s.accesses = append(s.accesses, a)
	s.needs = append(s.needs, x.needs...)
	return true
}
