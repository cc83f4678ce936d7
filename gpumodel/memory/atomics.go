package memory

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// Packet is what goes to the L2 together of an atomic addition: words of one line, a lane of each.
type Packet struct {
	Line
	Words int
	Lanes gpumodel.LaneMask
}

// Packets appends to those given what an atomic addition is cut into: of each line as many packets as lanes
// name its most wanted word, the first with the first lane of every word. Lines come in the order of
// the first lane that names them. The sizes of lines and sectors are powers of two. The error is Coalesce's.
func Packets(packets []Packet, a *gpumodel.Access, line, sector gpumodel.Bytes) ([]Packet, error) {
	var room [64]Line
	lines, err := Coalesce(room[:0], a, line, sector)
	if err != nil {
		return packets, err
	}
	left := a.Active
	for _, l := range lines {
		for again := true; again; {
			p := Packet{Line: Line{Address: l.Address}}
			again = false
			for m := left; m != 0; m &= m - 1 {
				lane := bits.TrailingZeros64(uint64(m))
				at := a.Addr[lane]
				if uint64(at)&^uint64(line-1) != l.Address {
					continue
				}
				if p.names(a, at) { // another lane's turn
					again = true
					continue
				}
				left &^= 1 << lane
				p.Lanes |= 1 << lane
				p.Words++
				p.Sectors |= 1 << ((uint64(at) - l.Address) / uint64(sector))
			}
			packets = append(packets, p)
		}
	}
	return packets, nil
}

// names reports whether a lane of the packet names the word.
func (p *Packet) names(a *gpumodel.Access, word gpumodel.Bytes) bool {
	for m := p.Lanes; m != 0; m &= m - 1 {
		if a.Addr[bits.TrailingZeros64(uint64(m))] == word {
			return true
		}
	}
	return false
}

// OutCycles appends to those given for how many cycles each of an access's packets occupies its CU's way to
// the L2: one of one word is held up by those of several, and these by it.
func OutCycles(cycles []float64, a *gpumodel.Atomics, packets []Packet) []float64 {
	lone := 0
	for i := range packets {
		if packets[i].Words == 1 {
			lone++
		}
	}
	for i := range packets {
		p := &packets[i]
		others := lone
		if p.Words == 1 {
			others = len(packets) - lone
		}
		cycles = append(cycles, a.Out.Of(p.Words, bits.OnesCount8(p.Sectors))+a.Mixed*float64(others)/float64(len(packets)))
	}
	return cycles
}

// adds is a set of what an addition is.
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
	a, l2 := &c.h.caches.Atomics, &c.h.caches.L2
	if !a.Known() {
		return now, now, errors.New("access: an atomic to global memory, want a load or a store: what it costs on this device is not known (Caches.Atomics)")
	}
	if w := in.Access.Width; w != 4 && w != 8 {
		return now, now, fmt.Errorf("access: an atomic to global memory of %d bytes a lane, want 4 or 8", w)
	}
	if c.packets, err = Packets(c.packets[:0], &in.Access, l2.Line, l2.Sector); err != nil {
		return now, now, err
	}
	c.begin()
	c.cycles = OutCycles(c.cycles[:0], a, c.packets)
	accept, done = now, now
	for i := range c.packets {
		p := &c.packets[i]
		left, there := c.send(now, c.cycles[i], request{line: p.Line, words: uint8(p.Words), adds: c.adds(in, p)})
		accept, done = max(accept, left), max(done, there)
	}
	return accept, done, nil
}

// adds says what the instruction's packet is.
func (c *Client) adds(in *gpumodel.Instruction, p *Packet) (kind adds) {
	a := &in.Access
	if in.Dst != gpumodel.NoRegister {
		kind |= back
	}
	if a.Op == gpumodel.AtomicFloat {
		kind |= floats
	}
	if gpumodel.Bytes(p.Words)*a.Width == gpumodel.Bytes(bits.OnesCount8(p.Sectors))*c.h.caches.L2.Sector {
		kind |= whole
	}
	first := a.Addr[bits.TrailingZeros64(uint64(p.Lanes))]
	if bits.OnesCount64(uint64(first&c.h.caches.Atomics.Ways))&1 != 0 {
		kind |= other
	}
	return kind
}

// merge adds words of a line in the L2, which have left the CU. It returns when that is done, or
// their old values are back.
func (c *Client) merge(left float64, access uint32, line Line, words int, kind adds) float64 {
	h := c.h
	a, l2 := &h.caches.Atomics, &h.caches.L2
	n := bits.OnesCount8(line.Sectors)
	busy := float64(n) * a.Part
	if kind&whole != 0 {
		busy = float64(n) * a.Whole
	}
	slice := h.sliceOf(line.Address>>7, len(c.die.slices))
	left = c.die.pairs[slice/2].out.take(c.translate(left, access, line), a.PairOut.Of(words, n))
	at := left + float64(l2.Latency)/2
	held := busy
	var last *addition
	if kind&floats != 0 {
		if last = c.die.added[slice].of(line.Address | uint64(line.Sectors)); last.free > at {
			at, held = last.free, max(busy, a.Float) // meanwhile the slice adds to other sectors
		}
	}
	c.die.adding[slice] += held
	at = c.die.slices[slice].turns.take(at, busy)
	if last != nil {
		last.free = at - busy + a.Float
	}
	where := c.home(line.Address)
	home := c.die.halves[where]
	i, missing := home.find(line.Address, line.Sectors)
	home.Lookups++
	home.Hits += int64(n) // of which fill takes those that are not there
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
	if at = c.die.pairs[slice/2].back.take(at, a.PairBack); words > 1 {
		at = c.die.back.take(at, a.AllBack*float64(n)*h.others)
	}
	way := &c.backs[0]
	if kind&other != 0 {
		way = &c.backs[1]
	}
	return way.take(at, a.Back.Of(words, n)) + h.back(0)
}

// lately has the sectors to which a slice added floating-point numbers last.
type lately struct {
	additions [8]addition // more than batches of a wavefront's packets come to a slice side by side
	oldest    int
}

type addition struct {
	sectors uint64  // the line's address, and which of it
	free    float64 // when the next can be added to them
}

// of returns that to the sectors, a new one in the place of the oldest if there is none.
func (l *lately) of(sectors uint64) *addition {
	for i := range l.additions {
		if a := &l.additions[i]; a.sectors == sectors {
			return a
		}
	}
	a := &l.additions[l.oldest]
	*a = addition{sectors: sectors}
	l.oldest = (l.oldest + 1) % len(l.additions)
	return a
}

// sliceOf returns which of so many slices adds to a line, given its number. What bits above those of
// the masks have to it is not known, and is by chance.
func (h *Hierarchy) sliceOf(line uint64, slices int) uint64 {
	a := &h.caches.Atomics
	n := a.Hash(line)
	if above := line >> h.hashed; above != 0 {
		n ^= mix(above) & (1<<len(a.Slice) - 1)
	}
	return n % uint64(slices)
}
