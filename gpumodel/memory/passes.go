package memory

import (
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// Passes returns how many passes the access served last takes through the banks of the L1: a load by way of it that hits as
// many as its words ask for together, one that misses as many as those of each turn of the tags ask for; a store of fewer than
// 8 turns as a load that hits, of more as one that misses. Source: l1tex__data_pipe_lsu_wavefronts of an H200. All 368
// patterns of loads that hit [l1_passes.csv of package silicon] and all 368 of loads that miss [past_passes.csv] are equal, and
// 286 of 286 of stores of fewer turns; of 82 of more it has 9 % too many on average, 41 at most. Assumed are that a load of
// which some lines are there passes as one that misses, that bytes pass as their words, and one pass of anything else. Where
// nothing else binds they are the cycles that loops take: [shared_l1.csv, past_l1.csv].
func (c *Client) Passes() int { return c.passed }

// manyTurns is from how many turns of the tags on a store's words do not pass together [past_passes.csv].
const manyTurns = 8

// loaded returns the passes of a load by way of the L1, of the client's lines.
func (c *Client) loaded(a gpumodel.Access) (int, error) {
	if c.h.caches.L1.OnePath && c.l1.turns(c.lines) > 1 {
		for _, line := range c.lines {
			if !c.l1.store.holds(line.Address, line.Sectors) {
				return c.apart(a)
			}
		}
	}
	return c.passes(a)
}

// stored returns the passes of a store of the client's lines.
func (c *Client) stored(a gpumodel.Access) (int, error) {
	if c.l1.turns(c.lines) < manyTurns {
		return c.passes(a)
	}
	return c.apart(a)
}

// passes returns how often an access goes through the banks of the L1 whose words go together.
func (c *Client) passes(a gpumodel.Access) (int, error) {
	if !c.h.caches.L1.Banked {
		return 1, nil
	}
	last := &c.banked[a.Op]
	a.Width = max(a.Width, 4) // bytes come with their word
	known := last.access.Width == a.Width && last.access.Active == a.Active && len(last.access.Addr) == len(a.Addr)
	known = last.place(&a, c.h.banks.Size) && known
	if known { // streams make the same access again and again
		return last.passes, nil
	}
	s, err := c.h.banks.Serve(a)
	if last.access, last.passes = a, s.Passes; err != nil {
		last.access.Width = 0
	}
	return s.Passes, err
}

// apart is passes of an access whose words go together where the tags of their lines are looked up in one turn.
func (c *Client) apart(a gpumodel.Access) (int, error) {
	if c.l1.TagBanks == (gpumodel.TagBanks{}) {
		return c.passes(a)
	}
	var turn [64]int // of each line
	turns := c.l1.byTurn(c.lines, turn[:])
	var together [64]gpumodel.LaneMask // by turn
	for m := a.Active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		line, k := uint64(a.Addr[i])&^uint64(c.l1.Line-1), 0
		for c.lines[k].Address != line {
			k++
		}
		together[turn[k]] |= m & -m
	}
	a.Width = max(a.Width, 4)
	c.apartly.place(&a, c.h.banks.Size)
	n := 0
	for _, a.Active = range together[:turns] {
		s, err := c.h.banks.Serve(a)
		if err != nil {
			return 0, err
		}
		n += s.Passes
	}
	return n, nil
}

// banked is an access as the banks of the L1 see it, its addresses relative to the lowest.
type banked struct {
	access    gpumodel.Access
	addresses [64]gpumodel.Bytes
	passes    int // that it takes
}

// place gives the access such addresses, words of memory of the given size, and reports whether its active lanes had them before.
func (b *banked) place(a *gpumodel.Access, size gpumodel.Bytes) bool {
	lowest, known := gpumodel.Bytes(math.MaxInt64), true
	for m := a.Active; m != 0; m &= m - 1 {
		lowest = min(lowest, a.Addr[bits.TrailingZeros64(uint64(m))])
	}
	for m := a.Active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		at := (a.Addr[i] - lowest&^127) & (size - 1) &^ 3
		known = known && b.addresses[i] == at
		b.addresses[i] = at
	}
	a.Addr = b.addresses[:len(a.Addr)]
	return known
}
