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
	at = h.part(at+way, address, float64(bits.OnesCount8(sectors))*float64(h.caches.L2.Sector))
	wanted := h.inL3(address, sectors)
	i, missing := s.find(address, wanted)
	h.toDRAM(s, l3.Sector, at)
	p := &s.places[i]
	s.Lookups++
	s.Missed += int64(bits.OnesCount8(missing))
	if there := int64(bits.OnesCount8(wanted &^ missing)); p.ready > at {
		s.Merged += there
	} else {
		s.Hits += there
	}
	if missing != 0 {
		bytes := gpumodel.Bytes(bits.OnesCount8(missing)) * l3.Sector
		p.valid |= missing
		p.ready = max(p.ready, h.fromDRAM(at, address, bytes, float64(h.caches.DRAM.Latency-l3.Latency)/2))
	}
	return max(at, p.ready) + way
}

// toL3 writes what the L2 has driven out to the L3, which keeps it, and returns when it is
// there: not before what it drives out itself is in DRAM.
func (h *Hierarchy) toL3(address uint64, v *victim, at float64) float64 {
	l3, s := &h.caches.L3, h.l3
	sector := float64(h.caches.L2.Sector)
	if l3.WriteSector > 0 {
		sector = l3.WriteSector
	}
	at = h.part(at, address, float64(bits.OnesCount8(v.dirty))*sector)
	written := h.inL3(address, v.dirty)
	i, _ := s.find(address, written)
	done := h.toDRAM(s, l3.Sector, at)
	p := &s.places[i]
	p.valid |= written
	p.dirty |= written
	p.bytes = min(p.bytes+v.bytes, uint16(l3.Line))
	return max(at, done)
}

// part lets so many bytes, as of what is read, pass the slice of the L3 that holds an address.
func (h *Hierarchy) part(at float64, address uint64, bytes float64) float64 {
	occupied := max(1/h.caches.L3.LinesPerTurn, bytes*h.perPart)
	h.busy[2] += occupied
	return h.piece(address, h.parts).take(at, occupied)
}

// inL3 returns the L3's sectors in which such sectors of the L2 lie.
func (h *Hierarchy) inL3(address uint64, sectors uint8) (wide uint8) {
	l2, l3 := &h.caches.L2, &h.caches.L3
	for ; sectors != 0; sectors &= sectors - 1 {
		at := address + uint64(bits.TrailingZeros8(sectors))*uint64(l2.Sector)
		wide |= 1 << (at % uint64(l3.Line) / uint64(l3.Sector))
	}
	return wide
}
