package memory

// server is a resource that serves one thing after another, in the order in which
// they are asked for.
type server struct{ free, busy float64 }

// take occupies the server for so many cycles, from the given one or from when it
// is free, and returns when it has done.
func (s *server) take(at, cycles float64) float64 {
	s.free = max(s.free, at) + cycles
	s.busy += cycles
	return s.free
}

// latest is when each of the latest requests is answered, a ring of as many as may be
// under way.
type latest struct {
	done []float64
	next int
}

func newLatest(n int) latest { return latest{done: make([]float64, max(1, n))} }

// leave returns when a request can leave that wants to in the given cycle: not before
// the oldest is answered. Where that is not known yet Answer sees to it.
func (l *latest) leave(at float64) float64 {
	if oldest := l.done[l.next]; oldest < later {
		return max(at, oldest)
	}
	return at
}

// note keeps when a request is answered, in place of the oldest.
func (l *latest) note(done float64) {
	l.done[l.next] = done
	if l.next++; l.next == len(l.done) {
		l.next = 0
	}
}

// calendar is a resource that many use, who ask for it in any order of time: each
// tells from when it wants how much, and is given the first time that nobody else
// has. A server would have the early wait for the late when the late ask first.
//
// Time is cut into pages; within a page nothing is said of when.
type calendar struct {
	pages *[pagesAhead]page // a ring; nil before the first is asked for
	first int64             // earliest page that may still be asked for
	busy  float64           // cycles for which it has been occupied
}

// page is what is left of so many cycles.
type page struct {
	lap  uint32  // of the ring, + 1; 0: none
	skip uint32  // when it is full, so many pages after the next one is one that is not, or leads to one
	used float64 // cycles
}

const (
	pageCycles = 16
	pagesAhead = 4096 // from the earliest to the latest
)

// take occupies the resource for so many cycles from the given one on, 0 or later, as
// soon as there is room, and returns when that has been. What wants to be served more
// than 65536 cycles before another that has asked already may have to wait that long.
func (c *calendar) take(at, cycles float64) float64 {
	c.busy += cycles
	number, p := c.open(max(int64(at)/pageCycles, c.first))
	for left := cycles; ; {
		part := min(left, pageCycles-p.used)
		p.used += part
		if left -= part; left <= 0 {
			return max(at+cycles, float64(number*pageCycles)+p.used)
		}
		p.skip = 0
		number, p = c.open(number + 1)
	}
}

// turn returns what take would, for fewer cycles than a page has, and occupies nothing.
func (c *calendar) turn(at, cycles float64) float64 {
	number, p := c.open(max(int64(at)/pageCycles, c.first))
	return max(at, float64(number*pageCycles)+p.used) + cycles
}

// open returns the first page from the given one on that is not full, and its number.
func (c *calendar) open(from int64) (int64, *page) {
	p := c.page(from)
	if p.used < pageCycles {
		return from, p
	}
	number := from
	for p.used >= pageCycles {
		number += 1 + int64(p.skip)
		p = c.page(number)
	}
	for from = max(from, c.first); from < number; { // shorten the way for those who come after
		q := c.page(from)
		next := from + 1 + int64(q.skip)
		q.skip = uint32(number - from - 1)
		from = next
	}
	return number, p
}

// page returns the page with that number, an empty one if it is new.
func (c *calendar) page(number int64) *page {
	if c.pages == nil {
		c.pages = new([pagesAhead]page)
	}
	p := &c.pages[number%pagesAhead]
	if lap := uint32(number/pagesAhead) + 1; p.lap != lap {
		*p = page{lap: lap}
		c.first = max(c.first, number-pagesAhead+1)
	}
	return p
}
