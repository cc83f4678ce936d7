package memory

import (
	"slices"

	"lanebook/gpumodel"
)

// store is the lines of one cache at work. Times are cycles.
type store struct {
	sets   uint64
	ways   int32
	lines  int  // that there is room for
	shift  uint // of an address to its line number
	hashed bool
	even   bool              // as many lines in a row as there are sets go to one each
	bits   *gpumodel.SetBits // nil: not known
	rings  []ring            // by set
	places []place           // those that a line has come to: of a large cache, few may ever be asked for
	heads  []int32           // by hash of the line: the first place of a chain, + 1; as many as places, or up to twice
	moves  bool              // where there is no place left, sets give some up
	giver  uint64            // the set that is the next to
	driven victim            // out by the latest find
	Counts
}

// ring is a set: its places in the order of their use.
type ring struct {
	oldest int32 // the place that is replaced next when all are in use
	used   int32 // places
}

// place is where a line lies: all of it is read at once, so it lies together.
type place struct {
	tag          uint64  // line number + 1
	ready        float64 // when what was fetched last is there
	newer, older int32   // the next in its set's ring of use, from the least recently used on, and the one before
	chain        int32   // the next place of its chain, + 1
	valid        uint8   // sectors that are there or on their way
	dirty        uint8   // of them, those that have been written
	bytes        uint16  // written in them, at most
}

// victim is a line that made room for another. Without written sectors it is of no
// interest.
type victim struct {
	number uint64
	dirty  uint8
	bytes  uint16
}

// Counts are what a cache was asked, in sectors. Hits were there, Merged on their
// way, Missed had to be fetched.
type Counts struct {
	Lookups              int64 // lines looked up
	Hits, Merged, Missed int64 // sectors
}

// HitRate returns the share of sectors that were not fetched anew: as the
// hardware's counters see it, a sector on its way is a hit. 0 without accesses.
func (c Counts) HitRate() float64 {
	all := c.Hits + c.Merged + c.Missed
	if all == 0 {
		return 0
	}
	return float64(c.Hits+c.Merged) / float64(all)
}

func (c *Counts) add(d Counts) {
	c.Lookups += d.Lookups
	c.Hits += d.Hits
	c.Merged += d.Merged
	c.Missed += d.Missed
}

// Less returns the counts since d was counted.
func (c Counts) Less(d Counts) Counts {
	return Counts{c.Lookups - d.Lookups, c.Hits - d.Hits, c.Merged - d.Merged, c.Missed - d.Missed}
}

func newStore(c gpumodel.Cache) *store {
	s := &store{sets: uint64(c.Sets), ways: int32(c.Ways), lines: int(c.Size() / c.Line), hashed: c.Hashed, even: c.Hashed && c.EvenSets, moves: c.Moves, rings: make([]ring, c.Sets), heads: make([]int32, 64)}
	for l := c.Line; l > 1; l >>= 1 {
		s.shift++
	}
	if c.SetBits[0] != 0 {
		s.bits = &c.SetBits
	}
	return s
}

// mix is a hash that spreads neighbouring numbers evenly (the finaliser of
// SplitMix64, Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// evenly deals numbers to so many: of as many in a row, from a multiple of that on, each gets one, in an order that is different from
// one row to the next.
func evenly(n, of uint64) uint64 { return (n + mix(n/of)) % of }

// find looks the line of the address up and makes room for it if it is not there.
// It returns the number of its place, and which of the sectors are not there yet.
func (s *store) find(address uint64, sectors uint8) (at int32, missing uint8) {
	number := address >> s.shift
	hash := mix(number)
	r := s.ring(number, hash)
	s.driven.dirty = 0
	if i := s.search(*s.head(hash), number); i != 0 {
		s.use(r, i-1)
		return i - 1, sectors &^ s.places[i-1].valid
	}
	var i int32
	switch {
	case r.used < s.ways && len(s.places) < s.lines:
		i = s.add(r)
	case r.used < s.ways && s.moves:
		i = s.move(r)
	default:
		i = r.oldest
		r.oldest = s.places[i].newer // which makes it the newest of the ring
		s.drive(i)
	}
	p, head := &s.places[i], s.head(hash)
	p.tag, p.valid, p.dirty, p.bytes, p.ready, p.chain = number+1, 0, 0, 0, 0, *head
	*head = i + 1
	return i, sectors
}

// ring returns the set of a line: of one for which no place is left the next that has any, unless places move.
func (s *store) ring(number, hash uint64) *ring {
	set := number
	switch {
	case s.bits != nil:
		set = s.bits.Set(number)
	case s.even:
		set = evenly(number, s.sets)
	case s.hashed:
		set = hash % s.sets
	default:
		set %= s.sets
	}
	for !s.moves && s.rings[set].used == 0 && len(s.places) == s.lines {
		set = (set + 1) % s.sets
	}
	return &s.rings[set]
}

// add gives a set one more place, its newest.
func (s *store) add(r *ring) int32 {
	i := int32(len(s.places))
	if len(s.places) == len(s.heads) {
		s.spread()
	}
	s.places = append(s.places, place{})
	s.join(r, i)
	return i
}

// move gives a set the place that another, or itself, would have replaced next: all sets that have any give one up in turn.
func (s *store) move(r *ring) int32 {
	for s.rings[s.giver].used == 0 {
		s.giver = (s.giver + 1) % s.sets
	}
	from := &s.rings[s.giver]
	s.giver = (s.giver + 1) % s.sets
	i := from.oldest
	p := &s.places[i]
	s.places[p.older].newer, s.places[p.newer].older = p.newer, p.older
	from.oldest = p.newer
	from.used--
	s.drive(i)
	s.join(r, i)
	return i
}

// drive drives out what lies in a place.
func (s *store) drive(i int32) {
	s.unchain(i + 1)
	s.driven = victim{s.places[i].tag - 1, s.places[i].dirty, s.places[i].bytes}
}

// join makes a place a set's newest.
func (s *store) join(r *ring, i int32) {
	p := &s.places[i]
	p.newer, p.older = i, i
	if r.used++; r.used == 1 {
		r.oldest = i
		return
	}
	first := &s.places[r.oldest]
	p.newer, p.older = r.oldest, first.older
	s.places[first.older].newer, first.older = i, i
}

// spread makes room for twice as many places, on as many chains.
func (s *store) spread() {
	s.heads = make([]int32, 2*len(s.heads))
	s.places = slices.Grow(s.places, len(s.places))
	for i := range s.places {
		p := &s.places[i]
		head := s.head(mix(p.tag - 1))
		p.chain, *head = *head, int32(i+1)
	}
}

// holds reports whether all the sectors of a line are there, or on their way.
func (s *store) holds(address uint64, sectors uint8) bool {
	number := address >> s.shift
	i := s.search(*s.head(mix(number)), number)
	return i != 0 && sectors&^s.places[i-1].valid == 0
}

// drop forgets sectors of the line of that number.
func (s *store) drop(number uint64, sectors uint8) {
	if i := s.search(*s.head(mix(number)), number); i != 0 {
		s.places[i-1].valid &^= sectors
	}
}

// head returns where the chain of the lines with that hash begins.
func (s *store) head(hash uint64) *int32 { return &s.heads[hash>>20&uint64(len(s.heads)-1)] }

// search returns the line of that number in a chain, its place and 1, or 0.
func (s *store) search(i int32, number uint64) int32 {
	for i != 0 && s.places[i-1].tag != number+1 {
		i = s.places[i-1].chain
	}
	return i
}

// use makes the i'th place the most recently used of its set.
func (s *store) use(r *ring, i int32) {
	p := &s.places[i]
	first := r.oldest
	if i == first {
		r.oldest = p.newer
		return
	}
	newest := s.places[first].older
	if i == newest {
		return
	}
	s.places[p.older].newer, s.places[p.newer].older = p.newer, p.older
	s.places[newest].newer, p.older = i, newest
	p.newer, s.places[first].older = first, i
}

// unchain takes the line in a place, given + 1, out of its chain.
func (s *store) unchain(i int32) {
	p := &s.places[i-1]
	at := s.head(mix(p.tag - 1))
	for *at != i {
		at = &s.places[*at-1].chain
	}
	*at = p.chain
}
