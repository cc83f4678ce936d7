package memory

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestMoves: of four places for eight, two sets have all, until a third asks: each of the two gives up its oldest in turn.
func TestMoves(t *testing.T) {
	c := gpumodel.Cache{Sets: 4, Ways: 2, Lines: 4, Line: 128, Sector: 128, Moves: true}
	s := newStore(c)
	for i, row := range []struct {
		line uint64
		hit  bool
	}{{0, false}, {4, false}, {1, false}, {5, false}, {0, true}, {2, false}, {6, false}, {2, true}, {6, true}, {0, true}, {4, false}, {5, true}, {2, false}} {
		at, missing := s.find(row.line*128, 1)
		s.places[at].valid = 1
		if hit := missing == 0; hit != row.hit {
			t.Errorf("visit %d, of line %d: there: %v, want %v", i, row.line, hit, row.hit)
		}
	}
	d := gpu.H200()
	d.Caches.L1.Moves, d.Caches.L1.Lines = true, 0
	if err := d.Validate(); err == nil || !strings.Contains(err.Error(), "L1.Moves = true, want false without Lines") {
		t.Errorf("Moves without Lines: error %v, want one for it", err)
	}
}

// TestMovesAsListed: the same lines are there as in lists of each set's, oldest first.
func TestMovesAsListed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		c := gpumodel.Cache{Sets: 1 + rng.IntN(9), Ways: 1 + rng.IntN(4), Line: 128, Sector: 128, Moves: true}
		c.Lines = 1 + rng.IntN(c.Sets*c.Ways)
		s, sets, n, giver := newStore(c), make([][]uint64, c.Sets), 0, 0
		for i := range 4000 {
			line := uint64(rng.IntN(3 * c.Sets * c.Ways))
			set := &sets[line%uint64(c.Sets)]
			k := slices.Index(*set, line)
			hit := k >= 0
			switch {
			case hit:
				*set = slices.Delete(*set, k, k+1)
			case len(*set) == c.Ways:
				*set = (*set)[1:]
			case n < c.Lines:
				n++
			default:
				for len(sets[giver]) == 0 {
					giver = (giver + 1) % c.Sets
				}
				sets[giver] = sets[giver][1:]
				giver = (giver + 1) % c.Sets
			}
			*set = append(*set, line)
			at, missing := s.find(line*128, 1)
			s.places[at].valid = 1
			if (missing == 0) != hit {
				t.Fatalf("%d sets of %d, %d lines: visit %d, of line %d: there: %v, want %v", c.Sets, c.Ways, c.Lines, i, line, missing == 0, hit)
			}
		}
	}
}
