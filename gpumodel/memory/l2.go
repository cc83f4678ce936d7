package memory

import "math/bits"

// answer returns when sectors that an access asks the L2 for have come to the CU.
func (c *Client) answer(now float64, access uint32, line Line) float64 {
	size := float64(bits.OnesCount8(line.Sectors)) * float64(c.h.caches.L2.Sector)
	at := c.nearer(0, c.translate(now, access, line), line, size)
	return c.port.take(at, size/c.h.caches.PortBytesPerCycle) + c.h.back(0)
}

// translate returns when a line of an access that wants to at a time can go to the L2.
func (c *Client) translate(now float64, access uint32, line Line) float64 {
	if c.tlb == nil {
		return now
	}
	return c.tlb.translate(now, access, line.Address)
}

// atL2 returns when the L2 has the sectors to send.
func (c *Client) atL2(now float64, line Line, size float64) float64 {
	h := c.h
	slices := c.die.slices
	n := h.deal(line.Address>>7, len(slices))
	way := float64(h.caches.L2.Latency)/2 + float64(h.caches.L2.Spread)*((float64(n)+0.5)/float64(len(slices))-0.5)
	at := slices[n].read(now+way, h.pace.line, size*h.pace.byte, h.caches.L2.StoreSectorCycles > 0)
	near := c.die.halves[c.half]
	i, missing := near.find(line.Address, line.Sectors)
	h.writeBack(0, near, h.caches.L2.Sector, at)
	here := &near.places[i]
	near.Lookups++
	near.Hits += int64(bits.OnesCount8(line.Sectors))
	if missing == 0 {
		return max(at, here.ready)
	}
	if home := c.home(line.Address); home == c.half {
		here.ready, _ = h.fill(near, here, at, line, missing, -1)
	} else { // ask the far half
		far := c.die.halves[home]
		i, absent := far.find(line.Address, line.Sectors)
		h.writeBack(0, far, h.caches.L2.Sector, at)
		there := &far.places[i]
		if turns := h.caches.L2.FarTurns; turns > 0 {
			at = slices[n].turns.take(at, turns*h.pace.line)
		}
		came := max(at, there.ready)
		copied := true
		if absent != 0 {
			came, copied = h.fill(far, there, at, line, absent, 1)
			there.ready = came
		}
		if copied {
			came += float64(h.caches.L2.Far)
		}
		if h.perLink > 0 {
			came = c.die.links[home].take(came-h.perLink, h.perLink)
		}
		here.valid |= missing
		here.ready = came
	}
	return here.ready
}

// keep writes a share of sectors of one line of an access, which have left the CU, into the L2. It
// returns when they are there: not before what they drive out is in DRAM.
func (c *Client) keep(left float64, access uint32, line Line, share float64) float64 {
	h := c.h
	left = c.translate(left, access, line)
	l2 := &h.caches.L2
	n := float64(bits.OnesCount8(line.Sectors))
	busy := max(h.pace.line, n*float64(l2.Sector)*h.pace.byte)
	if l2.StoreSectorCycles > 0 {
		busy = l2.StoreCycles(n, share < 1)
	}
	at := c.die.slices[h.deal(line.Address>>7, len(c.die.slices))].turns.take(left+float64(l2.Latency)/2, busy)
	where := c.home(line.Address)
	home := c.die.halves[where]
	i, _ := home.find(line.Address, line.Sectors)
	written := h.writeBack(0, home, l2.Sector, at)
	c.mirror(where, line, at)
	p := &home.places[i]
	p.valid |= line.Sectors
	p.dirty |= line.Sectors
	p.bytes = uint16(min(float64(p.bytes)+n*float64(l2.Sector)*min(share, 1), float64(l2.Line)))
	return max(at, written)
}

// mirror leaves what is stored in the half by which it came, where that is not its home, else it ends the other half's copy. A store of
// one half's CU and a read of the other's by turns miss once in four, as an H200's [keep.csv].
func (c *Client) mirror(home int, line Line, at float64) {
	halves := &c.die.halves
	switch {
	case halves[1] == nil || !c.h.caches.L2.StoreCopies:
	case home == c.half:
		other := halves[1-home]
		other.drop(line.Address>>other.shift, line.Sectors)
	default:
		near := halves[c.half]
		i, _ := near.find(line.Address, line.Sectors)
		c.h.writeBack(0, near, c.h.caches.L2.Sector, at)
		near.places[i].valid |= line.Sectors
	}
}

// home returns the half of the L2 that is nearer to the address's channel.
func (c *Client) home(address uint64) int {
	if c.die.halves[1] == nil {
		return 0
	}
	return int(mix(address/uint64(max(c.h.caches.L2.Home, 128))) >> 40 & 1)
}

// deal gives the n'th piece of memory to one of so many servers: by chance, or, where the
// device deals evenly, of as many neighbours each gets one, in an order that is
// different from neighbours to neighbours.
func (h *Hierarchy) deal(n uint64, servers int) uint64 {
	of := uint64(servers)
	if h.caches.Even {
		return evenly(n, of)
	}
	return mix(n) % of
}
