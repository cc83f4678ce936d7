package memory

import "lanebook/gpumodel"

// store is the lines of one cache at work. Times are cycles.
type store struct {
	sets, ways uint64
	shift      uint // of an address to its line number
	hashed     bool
	places     []place // by set and way
	oldest     []int32 // by set: the place that is replaced next, + 1; 0: no line has come yet
	heads      []int32 // by hash of the line: the first place of a chain, + 1
	Counts
}

// place is where a line lies: all of it is read at once, so it lies together.
type place struct {
	tag          uint64  // line number + 1; 0: empty
	ready        float64 // when what was fetched last is there
	newer, older int32   // the next in its set's ring of use, from the least recently used on, and the one before
	chain        int32   // the next place of its chain, + 1
	valid        uint8   // sectors that are there or on their way
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
	buckets := 1
	for buckets < n {
		buckets *= 2
	}
	s := &store{sets: uint64(c.Sets), ways: uint64(c.Ways), hashed: c.Hashed,
		places: make([]place, n), oldest: make([]int32, c.Sets), heads: make([]int32, buckets)}
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
func (s *store) find(address uint64, sectors uint8) (p *place, missing uint8) {
	number := address >> s.shift
	hash := mix(number)
	set := number
	if s.hashed {
		set = hash
	}
	set %= s.sets
	oldest := &s.oldest[set]
	head := s.head(hash)
	if i := s.search(*head, number); i != 0 {
		s.use(oldest, i-1)
		p = &s.places[i-1]
		return p, sectors &^ p.valid
	}
	if *oldest == 0 {
		s.ring(set)
	}
	victim := *oldest
	p = &s.places[victim-1]
	*oldest = p.newer + 1 // which makes it the newest of the ring
	if p.tag != 0 {
		s.unchain(victim)
	}
	p.tag, p.valid, p.ready, p.chain = number+1, 0, 0, *head
	*head = victim
	return p, sectors
}

// ring links the places of a set that no line has come to: of a large cache, few sets
// may ever be asked for.
func (s *store) ring(set uint64) {
	first := int32(set * s.ways)
	ways := int32(s.ways)
	for i := range ways {
		p := &s.places[first+i]
		p.newer, p.older = first+(i+1)%ways, first+(i+ways-1)%ways
	}
	s.oldest[set] = first + 1
}

// holds reports whether all the sectors of a line are there, or on their way.
func (s *store) holds(address uint64, sectors uint8) bool {
	number := address >> s.shift
	i := s.search(*s.head(mix(number)), number)
	return i != 0 && sectors&^s.places[i-1].valid == 0
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
func (s *store) use(oldest *int32, i int32) {
	p := &s.places[i]
	first := *oldest - 1
	if i == first {
		*oldest = p.newer + 1
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
