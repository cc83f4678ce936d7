package memory

// server is a resource that serves one thing after another, in the order in which
// they are asked for.
type server struct{ free float64 }

// take occupies the server for so many cycles, from the given one or from when it
// is free, and returns when it has done.
func (s *server) take(at, cycles float64) float64 {
	s.free = max(s.free, at) + cycles
	return s.free
}

// calendar is a resource that many use, who ask for it in any order of time: each
// tells from when it wants how much, and is given the first time that nobody else
// has. A server would have the early wait for the late when the late ask first.
//
// Time is cut into pages; within a page nothing is said of when.
type calendar struct {
	pages []page // a ring; none before the first is asked for
	first int64  // earliest page that may still be asked for
}

// page is what is left of so many cycles.
type page struct {
	number int64
	used   float64 // cycles
	next   int64   // when it is full, a page that is not, or leads to one
}

const (
	pageCycles = 16
	pagesAhead = 4096 // from the earliest to the latest
)

// take occupies the resource for so many cycles from the given one on, 0 or later, as
// soon as there is room, and returns when that has been. What wants to be served more
// than 65536 cycles before another that has asked already may have to wait that long.
func (c *calendar) take(at, cycles float64) float64 {
	p := c.open(max(int64(at)/pageCycles, c.first))
	for left := cycles; ; {
		part := min(left, pageCycles-p.used)
		p.used += part
		if left -= part; left <= 0 {
			return max(at+cycles, float64(p.number*pageCycles)+p.used)
		}
		p.next = p.number + 1
		p = c.open(p.number + 1)
	}
}

// open returns the first page from the given one on that is not full.
func (c *calendar) open(number int64) *page {
	from := number
	for {
		p := c.page(number)
		if p.used < pageCycles {
			for from != number { // shorten the way for those who come after
				q := c.page(from)
				from, q.next = q.next, number
			}
			return p
		}
		number = p.next
	}
}

// page returns the page with that number, an empty one if it is new.
func (c *calendar) page(number int64) *page {
	if c.pages == nil {
		c.pages = make([]page, pagesAhead)
		for i := range c.pages {
			c.pages[i].number = -1
		}
	}
	p := &c.pages[number%pagesAhead]
	if p.number != number {
		*p = page{number: number, next: number + 1}
		c.first = max(c.first, number-pagesAhead+1)
	}
	return p
}
