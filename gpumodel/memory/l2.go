package memory

import "math/bits"

// answer returns when sectors that the L2 is asked for have come to the CU.
func (c *Client) answer(now float64, line Line) float64 {
	size := float64(bits.OnesCount8(line.Sectors)) * float64(c.h.caches.L2.Sector)
	at := c.atL2(now, line, size)
	return c.port.take(at, size/c.h.caches.PortBytesPerCycle) + float64(c.h.caches.L2.Latency)/2
}

// atL2 returns when the L2 has the sectors to send.
func (c *Client) atL2(now float64, line Line, size float64) float64 {
	h := c.h
	n := h.deal(line.Address>>7, len(h.slices))
	way := float64(h.caches.L2.Latency)/2 + float64(h.caches.L2.Spread)*((float64(n)+0.5)/float64(len(h.slices))-0.5)
	occupied := max(h.perTag, size*h.perSlice)
	h.busy[0] += occupied
	at := h.slices[n].take(now+way, occupied)
	near := h.l2[c.half]
	i, missing := near.find(line.Address, line.Sectors)
	h.writeBack(near, at)
	here := &near.places[i]
	near.Lookups++
	near.Hits += int64(bits.OnesCount8(line.Sectors))
	if missing == 0 {
		return max(at, here.ready)
	}
	if home := h.home(line.Address); home == c.half {
		here.ready, _ = h.fill(near, here, at, line, missing, -1)
	} else { // ask the far half
		far := h.l2[home]
		i, absent := far.find(line.Address, line.Sectors)
		h.writeBack(far, at)
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
			came = h.links[home].take(came-h.perLink, h.perLink)
		}
		here.valid |= missing
		here.ready = came
	}
	return here.ready
}

// keep writes a share of sectors of one line, which have left their CU, into the L2. It
// returns when they are there: not before what they drive out is in DRAM.
func (h *Hierarchy) keep(left float64, line Line, share float64) float64 {
	l2 := &h.caches.L2
	n := float64(bits.OnesCount8(line.Sectors))
	busy := max(h.perTag, n*float64(l2.Sector)*h.perSlice)
	if l2.StoreSectorCycles > 0 {
		busy = l2.StoreLineCycles + n*l2.StoreSectorCycles
		if share < 1 {
			busy += l2.StoreMaskCycles
		}
	}
	h.busy[0] += busy
	at := h.slices[h.deal(line.Address>>7, len(h.slices))].take(left+float64(l2.Latency)/2, busy)
	home := h.l2[h.home(line.Address)]
	i, _ := home.find(line.Address, line.Sectors)
	written := h.writeBack(home, at)
	p := &home.places[i]
	p.valid |= line.Sectors
	p.dirty |= line.Sectors
	p.bytes = uint16(min(float64(p.bytes)+n*float64(l2.Sector)*min(share, 1), float64(l2.Line)))
	return max(at, written)
}

// home returns the half of the L2 that is nearer to the address's channel.
func (h *Hierarchy) home(address uint64) int {
	if h.l2[1] == nil {
		return 0
	}
	return int(mix(address/uint64(max(h.caches.L2.Home, 128))) >> 40 & 1)
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
