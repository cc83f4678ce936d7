package memory

import (
	"math/bits"

	"lanebook/gpumodel"
)

// Hold reads so many bytes from address 0 on into the L3, at no cost of time, as what ran
// before has left them there. Without an L3 it does nothing.
func (h *Hierarchy) Hold(size gpumodel.Bytes) {
	if h.l3 == nil {
		return
	}
	l3 := &h.caches.L3
	for at := gpumodel.Bytes(0); at < size; at += l3.Line {
		i, _ := h.l3.find(uint64(at), 0)
		h.l3.places[i].valid = 1<<(l3.Line/l3.Sector) - 1
	}
	h.l3.driven = victim{}
}

// fromL3 reads the L2's sectors of a line by way of the L3, and returns when the L2 has them,
// which is so much more of a way than usual.
func (h *Hierarchy) fromL3(at float64, address uint64, sectors uint8, more float64) float64 {
	l3, s := &h.caches.L3, h.l3
	way := float64(l3.Latency-h.caches.L2.Latency)/2 + more
	p, wanted, missing, at, _ := h.atL3(at+way, address, sectors, float64(h.caches.L2.Sector))
	fetched := int64(bits.OnesCount8(missing))
	s.Lookups++
	s.Missed += fetched
	if there := int64(bits.OnesCount8(wanted)) - fetched; p.ready > at {
		s.Merged += there
	} else {
		s.Hits += there
	}
	if missing != 0 {
		p.ready = max(p.ready, h.fromDRAM(at, address, gpumodel.Bytes(fetched)*l3.Sector, float64(h.caches.DRAM.Latency-l3.Latency)/2))
	}
	return max(at, p.ready) + way
}

// toL3 writes what the L2 has driven out to the L3, which keeps it, and returns when it is
// there: not before what it drives out itself is in DRAM.
func (h *Hierarchy) toL3(address uint64, v *victim, at float64) float64 {
	each := h.caches.L3.WriteSector
	if each == 0 {
		each = float64(h.caches.L2.Sector)
	}
	p, written, _, at, done := h.atL3(at, address, v.dirty, each)
	p.dirty |= written
	p.bytes = min(p.bytes+v.bytes, uint16(h.caches.L3.Line))
	return max(at, done)
}

// atL3 lets the L2's sectors of a line pass the slice of the L3 that holds them, each as long
// as so many bytes that are read, and makes room for them. It returns their line and which of
// its sectors they lie in, and which of those were not there; when they have passed; and when
// DRAM has what they drive out.
func (h *Hierarchy) atL3(at float64, address uint64, sectors uint8, each float64) (p *place, wide, missing uint8, passed, done float64) {
	l2, l3 := &h.caches.L2, &h.caches.L3
	occupied := max(1/l3.LinesPerTurn, float64(bits.OnesCount8(sectors))*each*h.perPart)
	h.busy[2] += occupied
	passed = h.piece(address, h.parts).take(at, occupied)
	for ; sectors != 0; sectors &= sectors - 1 {
		at := address + uint64(bits.TrailingZeros8(sectors))*uint64(l2.Sector)
		wide |= 1 << (at % uint64(l3.Line) / uint64(l3.Sector))
	}
	i, missing := h.l3.find(address, wide)
	done = h.toDRAM(h.l3, l3.Sector, passed)
	p = &h.l3.places[i]
	p.valid |= wide
	return p, wide, missing, passed, done
}
