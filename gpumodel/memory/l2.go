package memory

import "math/bits"

// answer returns when sectors that an access asks the L2 for have come to the CU, for the level given, or none.
func (c *Client) answer(now float64, access uint32, line Line, to *level) float64 {
	size := float64(bits.OnesCount8(line.Sectors)) * float64(c.h.caches.L2.Sector)
	at := c.nearer(0, c.translate(now, access, line), line, size, to)
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
func (c *Client) atL2(now float64, line Line, size float64, to *level) float64 {
	h := c.h
	slices := c.die.slices
	n := h.deal(line.Address>>7, len(slices))
	way := float64(h.caches.L2.Latency)/2 + float64(h.caches.L2.Spread)*((float64(n)+0.5)/float64(len(slices))-0.5)
	pace := &h.pace
	if to != nil && to == c.texture && to != c.l1 {
		pace = &h.texturePace
	}
	occupied := max(pace.line, size*pace.byte)
	h.busy[0] += occupied
	at := slices[n].take(now+way, occupied)
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
		busy = l2.StoreLineCycles + n*l2.StoreSectorCycles
		if share < 1 {
			busy += l2.StoreMaskCycles
		}
	}
	h.busy[0] += busy
	at := c.die.slices[h.deal(line.Address>>7, len(c.die.slices))].take(left+float64(l2.Latency)/2, busy)
	home := c.die.halves[c.home(line.Address)]
	i, _ := home.find(line.Address, line.Sectors)
	written := h.writeBack(0, home, l2.Sector, at)
	p := &home.places[i]
	p.valid |= line.Sectors
	p.dirty |= line.Sectors
	p.bytes = uint16(min(float64(p.bytes)+n*float64(l2.Sector)*min(share, 1), float64(l2.Line)))
	return max(at, written)
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
		return (n + mix(n/of)) % of
	}
	return mix(n) % of
}
