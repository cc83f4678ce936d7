package memory

import (
	"math/rand/v2"
	"slices"
	"testing"

	"lanebook/gpumodel"
)

// TestStoreIsLRU sets a store against lists of lines, the latest used last: of one set,
// of several, and of enough for its chains to be spread.
func TestStoreIsLRU(t *testing.T) {
	for _, c := range []gpumodel.Cache{
		{Sets: 1, Ways: 5, Line: 128, Sector: 32},
		{Sets: 3, Ways: 1, Line: 64, Sector: 32},
		{Sets: 18, Ways: 112, Line: 128, Sector: 32, Hashed: true},
		{Sets: 7, Ways: 16, Line: 128, Sector: 32},
	} {
		s, sets := newStore(c), make([][]uint64, c.Sets)
		valid := map[uint64]uint8{}
		random := rand.New(rand.NewPCG(1, 1))
		for n := range 20_000 {
			number, sectors := random.Uint64N(uint64(2*c.Sets*c.Ways)), uint8(1)<<random.UintN(4)
			set := &sets[number%uint64(c.Sets)]
			if c.Hashed {
				set = &sets[mix(number)%uint64(c.Sets)]
			}
			at := slices.Index(*set, number)
			held := at >= 0 && valid[number]&sectors != 0
			if got := s.holds(number*uint64(c.Line), sectors); got != held {
				t.Fatalf("%+v, access %d: holds line %d is %v, want %v", c, n, number, got, held)
			}
			switch {
			case at >= 0:
				*set = slices.Delete(*set, at, at+1)
			case len(*set) == c.Ways:
				delete(valid, (*set)[0])
				*set = (*set)[1:]
			}
			*set = append(*set, number)
			i, missing := s.find(number*uint64(c.Line), sectors)
			if missing&sectors == 0 != held {
				t.Fatalf("%+v, access %d: line %d misses sectors %b of %b, want %v", c, n, number, missing, sectors, held)
			}
			s.places[i].valid |= sectors
			valid[number] |= sectors
		}
	}
}
