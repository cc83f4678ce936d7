package memory

import (
	"math"
	"testing"

	"lanebook/gpumodel/gpu"
)

// By hand: a whole line that is stored keeps its slice for what the device says, one that is loaded for its turn, and what leaves it
// for its bytes; without numbers for stores all take turns.
func TestSliceSendsAsItTakes(t *testing.T) {
	d := gpu.H200()
	d.Caches.L2.LinesPerTurn, d.Caches.L2.BytesPerCycle, d.Caches.L2.Slices = 1, 96*64, 96 // a turn, and two cycles a line
	d.Caches.L2.StoreLineCycles, d.Caches.L2.StoreSectorCycles = 1, 1                      // five
	for _, c := range []struct {
		loads, stores int
		apart         bool
		want          float64
	}{{100, 0, true, 200}, {0, 100, true, 500}, {100, 100, true, 600}, {300, 10, true, 600}, {100, 100, false, 400}} {
		if !c.apart {
			d.Caches.L2.StoreLineCycles, d.Caches.L2.StoreSectorCycles = 0, 0 // as long as a loaded one
		}
		h, err := New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		cu, line := h.CU(0), Line{0, 0xf}
		for range c.loads {
			cu.atL2(0, line, 128)
		}
		for range c.stores {
			cu.keep(0, 0, line, 1)
		}
		s := &cu.die.slices[h.deal(0, len(cu.die.slices))]
		if got := max(s.turns.busy, s.out.busy); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%+v: %v cycles", c, got)
		}
	}
}

// By hand: as many neighbouring lines as a cache has places all stay.
func TestEvenSets(t *testing.T) {
	c := gpu.H200().Caches.L2.Cache
	c.Sets, c.Ways, c.Hashed, c.EvenSets = 96, 2, true, true
	s := newStore(c)
	for round := range 3 {
		for i := range uint64(2 * 96) {
			at, missing := s.find(i*128, 1)
			s.places[at].valid |= 1
			if round > 0 && missing != 0 {
				t.Fatalf("round %d: line %d is gone", round, i)
			}
		}
	}
}

// By hand: a store leaves a copy in the half that it came by, and one from the line's own half ends the copy in the other.
func TestStoreCopies(t *testing.T) {
	d := gpu.H200()
	h, err := New(d, d.CUs)
	if err != nil {
		t.Fatal(err)
	}
	cus := [2]*Client{h.CU(0), h.CU(1)} // of the two halves
	line := Line{0, 0xf}
	home := cus[0].home(line.Address)
	holds := func(half int) bool { return cus[0].die.halves[half].holds(line.Address, line.Sectors) }
	cus[1-home].keep(0, 0, line, 1)
	if !holds(home) || !holds(1-home) {
		t.Error("a store by way of the far half is not in both")
	}
	cus[home].keep(0, 0, line, 1)
	if !holds(home) || holds(1-home) {
		t.Error("a store by the line's own half leaves the other's copy")
	}
}
