package memory

import "lanebook/gpumodel"

// store is the lines of one cache at work. Times are cycles.
type store struct {
	sets, ways uint64
	shift      uint // of an address to its line number
	hashed     bool
	tags       []uint64  // line number + 1, by set and way; 0: empty
	valid      []uint8   // sectors that are there or on their way
	newer      []int32   // by place: the next in its set's ring of use, from the least recently used on
	older      []int32   // the same the other way
	oldest     []int32   // by set: the place that is replaced next
	ready      []float64 // when what was fetched last is there
	heads      []int32   // by hash of the line: the first place of a chain, + 1
	chain      []int32   // by place: the next of its chain, + 1
	Counts
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

func newStore(c gpumodel.Cache) *store {
	n := c.Sets * c.Ways
	s := &store{sets: uint64(c.Sets), ways: uint64(c.Ways), hashed: c.Hashed,
		tags: make([]uint64, n), valid: make([]uint8, n), newer: make([]int32, n), older: make([]int32, n), oldest: make([]int32, c.Sets), ready: make([]float64, n)}
	for i := range n { // a ring in each set
		first := i / c.Ways * c.Ways
		s.newer[i] = int32(first + (i-first+1)%c.Ways)
		s.older[i] = int32(first + (i-first+c.Ways-1)%c.Ways)
		s.oldest[i/c.Ways] = int32(first)
	}
	buckets := 1
	for buckets < n {
		buckets *= 2
	}
	s.heads, s.chain = make([]int32, buckets), make([]int32, n)
	for l := c.Line; l > 1; l >>= 1 {
		s.shift++
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

// find looks the line of the address up and makes room for it if it is not there.
// It returns its place, and which of the sectors are not there yet.
func (s *store) find(address uint64, sectors uint8) (place int, missing uint8) {
	number := address >> s.shift
	hash := mix(number)
	set := number
	if s.hashed {
		set = hash
	}
	oldest := &s.oldest[set%s.sets]
	head := s.head(hash)
	if p := s.search(*head, number); p != 0 {
		s.use(oldest, p-1)
		return int(p - 1), sectors &^ s.valid[p-1]
	}
	victim := *oldest
	*oldest = s.newer[victim] // which makes it the newest of the ring
	place = int(victim)
	if s.tags[place] != 0 {
		s.unchain(place)
	}
	s.tags[place], s.valid[place], s.ready[place] = number+1, 0, 0
	s.chain[place] = *head
	*head = int32(place + 1)
	return place, sectors
}

// holds reports whether all the sectors of a line are there, or on their way.
func (s *store) holds(address uint64, sectors uint8) bool {
	number := address >> s.shift
	p := s.search(*s.head(mix(number)), number)
	return p != 0 && sectors&^s.valid[p-1] == 0
}

// head returns where the chain of the lines with that hash begins.
func (s *store) head(hash uint64) *int32 { return &s.heads[hash>>20&uint64(len(s.heads)-1)] }

// search returns the line of that number in a chain, its place and 1, or 0.
func (s *store) search(p int32, number uint64) int32 {
	for p != 0 && s.tags[p-1] != number+1 {
		p = s.chain[p-1]
	}
	return p
}

// use makes a place the most recently used of its set.
func (s *store) use(oldest *int32, place int32) {
	if place == *oldest {
		*oldest = s.newer[place]
		return
	}
	newest := s.older[*oldest]
	if place == newest {
		return
	}
	a, b := s.older[place], s.newer[place]
	s.newer[a], s.older[b] = b, a
	s.newer[newest], s.older[place] = place, newest
	s.newer[place], s.older[*oldest] = *oldest, place
}

// unchain takes the line in the place out of its chain.
func (s *store) unchain(place int) {
	at := &s.heads[mix(s.tags[place]-1)>>20&uint64(len(s.heads)-1)]
	for *at != int32(place+1) {
		at = &s.chain[*at-1]
	}
	*at = s.chain[place]
}
