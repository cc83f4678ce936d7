package memory

import (
	"errors"
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// packet is words of one line that go to the L2 together, to be added to.
type packet struct {
	line  Line
	words uint8 // at most 32
	kind  adds
}

// adds is a set of what else an addition is.
type adds uint8

const (
	whole  adds = 1 << iota // to all words of its sectors
	floats                  // of floating-point numbers
	back                    // whose old values are wanted
	other                   // by the other of two ways
)

func atomic(in *gpumodel.Instruction) bool {
	return in.Kind == gpumodel.Global && (in.Access.Op == gpumodel.Atomic || in.Access.Op == gpumodel.AtomicFloat)
}

// Merged returns the cycle in which the last atomic addition so far is done.
func (h *Hierarchy) Merged() gpumodel.Cycles { return gpumodel.Cycles(math.Ceil(h.merged)) }

// add is serve of an atomic addition.
func (c *Client) add(now float64, in *gpumodel.Instruction) (accept, done float64, err error) {
	a := &c.h.caches.Atomics
	if !a.Known() {
		return now, now, errors.New("access: an atomic to global memory, want a load or a store: what it costs on this device is not known (Caches.Atomics)")
	}
	if c.lines, err = Coalesce(c.lines[:0], &in.Access, c.h.caches.L2.Line, c.h.caches.L2.Sector); err != nil {
		return now, now, err
	}
	c.begin()
	packets := c.pack(in)
	lone := 0
	for i := range packets {
		if packets[i].words == 1 {
			lone++
		}
	}
	accept, done = now, now
	for i := range packets {
		p := &packets[i]
		others := lone
		if p.words == 1 {
			others = len(packets) - lone
		}
		cycles := a.Out.Of(int(p.words), bits.OnesCount8(p.line.Sectors)) + a.Mixed*float64(others)/float64(len(packets))
		left, there := c.send(now, cycles, request{line: p.line, words: p.words, adds: p.kind})
		accept, done = max(accept, left), max(done, there)
	}
	return accept, done, nil
}

// pack cuts the access, whose lines are c.lines, into packets.
func (c *Client) pack(in *gpumodel.Instruction) []packet {
	a, l2 := &in.Access, &c.h.caches.L2
	var words [64]gpumodel.Bytes
	var lanes [64]uint8 // that name the word
	n := 0
	for m := a.Active; m != 0; m &= m - 1 {
		at, i := a.Addr[bits.TrailingZeros64(uint64(m))], n-1
		for i >= 0 && words[i] != at {
			i--
		}
		if i < 0 {
			i = n
			words[n], lanes[n] = at, 0
			n++
		}
		lanes[i]++
	}
	kind := adds(0)
	if a.Op == gpumodel.AtomicFloat {
		kind |= floats
	}
	if in.Dst != gpumodel.NoRegister {
		kind |= back
	}
	all := c.packets[:0]
	for _, line := range c.lines {
		for left := true; left; {
			p := packet{line: Line{Address: line.Address}, kind: kind}
			left = false
			for i := range n {
				if at := uint64(words[i]); lanes[i] > 0 && at&^uint64(l2.Line-1) == line.Address {
					if p.words == 0 && bits.OnesCount64(at&uint64(c.h.caches.Atomics.Ways))&1 != 0 {
						p.kind |= other
					}
					lanes[i]--
					left = left || lanes[i] > 0
					p.words++
					p.line.Sectors |= 1 << ((at - line.Address) / uint64(l2.Sector))
				}
			}
			if gpumodel.Bytes(p.words)*a.Width == gpumodel.Bytes(bits.OnesCount8(p.line.Sectors))*l2.Sector {
				p.kind |= whole
			}
			all = append(all, p)
		}
	}
	c.packets = all
	return all
}

// merge adds words of a line in the L2, which have left the CU. It returns when that is done, or
// their old values are back.
func (c *Client) merge(left float64, access uint32, line Line, words int, kind adds) float64 {
	h := c.h
	a, l2 := &h.caches.Atomics, &h.caches.L2
	n := bits.OnesCount8(line.Sectors)
	left = c.die.out.take(c.translate(left, access, line), a.AllOut.Of(words, n)*h.others)
	busy := float64(n) * a.Part
	if kind&whole != 0 {
		busy = float64(n) * a.Whole
	}
	slice := h.deal(without(line.Address>>7, a.Slice), len(c.die.slices))
	if kind&floats != 0 {
		at := line.Address | uint64(line.Sectors)
		if c.die.added[slice] == at {
			busy = max(busy, a.Float)
		}
		c.die.added[slice] = at
	}
	h.busy[0] += busy
	at := c.die.slices[slice].take(left+float64(l2.Latency)/2, busy)
	where := c.home(line.Address)
	home := c.die.halves[where]
	i, missing := home.find(line.Address, line.Sectors)
	written := h.writeBack(0, home, l2.Sector, at)
	p := &home.places[i]
	if missing != 0 {
		p.ready, _ = h.fill(home, p, at, line, missing, -1)
	}
	at = max(at, p.ready, written)
	h.merged = max(h.merged, at)
	p.dirty |= line.Sectors
	p.bytes = uint16(min(gpumodel.Bytes(p.bytes)+gpumodel.Bytes(n)*l2.Sector, l2.Line))
	if kind&back == 0 {
		return at
	}
	if where != c.half {
		at += float64(l2.Far)
	}
	at = c.die.back.take(at, a.AllBack.Of(words, n)*h.others)
	way := &c.backs[0]
	if kind&other != 0 {
		way = &c.backs[1]
	}
	return way.take(at, a.Back.Of(words, n)) + h.back(0)
}

// without takes bits out of a number: those above move down.
func without(n, which uint64) uint64 {
	for which != 0 {
		below := uint64(1)<<(bits.Len64(which)-1) - 1
		n = n&below | n>>1&^below
		which &= below
	}
	return n
}
