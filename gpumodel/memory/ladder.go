package memory

import (
	"fmt"
	"math/rand/v2"

	"lanebook/gpumodel"
)

// ChaseNode is what each load of a Climb has to itself, in bytes.
const ChaseNode = 128

// mostNodes is how many loads of a Climb are simulated in one pass. Of a longer chain an
// even part is: a part of the lines, and of each level's sets.
const mostNodes = 8192

// Climb returns the cycles of a load in a dependent chain that goes through size bytes
// over and over, one load in each 128 of them, in an order by chance that is the same
// each time. All levels and TLBs have seen the whole chain once before.
//
// A line is one of its level's in the same proportion to the sets if both are made fewer
// by the same factor, so that of long chains a part is enough.
func Climb(l gpumodel.Ladder, size gpumodel.Bytes) (cycles float64, err error) {
	if err := l.Validate(); err != nil {
		return 0, err
	}
	if size < ChaseNode || size > 1<<36 {
		return 0, fmt.Errorf("memory: chase through %d bytes, want %d to 2^36", size, ChaseNode)
	}
	part := 1
	for int(size)/ChaseNode/part > mostNodes {
		part *= 2
	}
	c := newClimber(l, part)
	order := rand.New(rand.NewPCG(3, 1)).Perm(int(size) / ChaseNode / part)
	for range 2 { // the first pass fills the levels
		cycles = 0
		for _, n := range order {
			cycles += float64(c.load(uint64(n) * ChaseNode))
		}
	}
	return cycles / float64(len(order)), nil
}

// Translate returns the cycles that a ladder's TLBs add to a load on average, in a dependent
// chain past the first level that goes through these addresses over and over, in their order.
// All TLBs have seen the whole chain once before.
func Translate(l gpumodel.Ladder, addresses []uint64) (cycles float64, err error) {
	if err := l.Validate(); err != nil {
		return 0, err
	}
	if len(addresses) == 0 {
		return 0, fmt.Errorf("memory: translation of 0 addresses, want 1 or more")
	}
	c := newClimber(l, 1)
	for range 2 { // the first pass fills the TLBs
		cycles = 0
		for _, a := range addresses {
			cycles += float64(c.translate(a))
		}
	}
	return cycles / float64(len(addresses)), nil
}

// climber is a ladder at work.
type climber struct {
	ladder gpumodel.Ladder
	levels [][2]*store // the second of each is the far half, nil if there is none
	pages  []*store    // of the TLBs
}

func newClimber(l gpumodel.Ladder, part int) *climber {
	c := &climber{ladder: l}
	for _, level := range l.Levels {
		cache := level.Cache
		halves := 1
		if level.Far > 0 {
			halves = 2
		}
		cache.Sets = max(1, cache.Sets/halves/part)
		stores := [2]*store{newStore(cache)}
		if halves == 2 {
			stores[1] = newStore(cache)
		}
		c.levels = append(c.levels, stores)
	}
	for _, t := range l.TLBs {
		c.pages = append(c.pages, newStore(gpumodel.Cache{Sets: 1, Ways: int(t.Reach / t.Page), Line: max(1, t.Page/gpumodel.Bytes(part))}))
	}
	return c
}

// load returns the cycles of one load.
func (c *climber) load(address uint64) gpumodel.Cycles {
	if there(c.levels[0][0], address) {
		return c.ladder.Levels[0].Latency
	}
	more := c.translate(address)
	for i := 1; i < len(c.levels); i++ {
		l := &c.ladder.Levels[i]
		near, far := c.levels[i][0], c.levels[i][1]
		if there(near, address) {
			return l.Latency + more
		}
		if far != nil && mix(address/ChaseNode)>>40&1 == 1 && there(far, address) {
			return l.Latency + l.Far + more
		}
	}
	return c.ladder.DRAM + more
}

// translate returns what the TLBs add to a load: each is asked for what those before it miss.
func (c *climber) translate(address uint64) (more gpumodel.Cycles) {
	for i, pages := range c.pages {
		if there(pages, address) {
			break
		}
		more += c.ladder.TLBs[i].Miss
	}
	return more
}

// there reports whether a line is there, and fetches it if it is not.
func there(s *store, address uint64) bool {
	i, missing := s.find(address, 1)
	s.places[i].valid = 1
	return missing == 0
}
