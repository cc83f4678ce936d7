package memory

import (
	"slices"

	"lanebook/gpumodel"
)

// Counts returns what the first-level caches for Global and for Texture and the
// L2 were asked; the two first are the same where textures use the L1.
func (h *Hierarchy) Counts() (l1, texture, l2 Counts) {
	for i := range h.cus {
		if c := h.cus[i].l1; c != nil {
			l1.add(c.store.Counts)
		}
		if c := h.cus[i].texture; c != nil {
			texture.add(c.store.Counts)
		}
	}
	for s := range h.stores {
		l2.add(s.Counts)
	}
	return l1, texture, l2
}

// Read returns the bytes that DRAM has delivered.
func (h *Hierarchy) Read() gpumodel.Bytes { return gpumodel.Bytes(h.dram) }

// Busy is for how many cycles parts of the memory have been occupied, each on average of
// its like: of the slices of the L2, of DRAM's channels, and by CU of what is the CU's.
type Busy struct {
	L2        float64 // its turns, or what leaves it
	DRAM      float64
	L1        float64 // the busiest of its tags, what takes loads, and what delivers
	Texture   float64 // the texture unit's passes, or its lines that miss; of a texture cache, as the L1's
	From, Out float64 // what brings data from the L2, and what takes stores there
	TLB       float64 // the ports through which addresses are translated

	Slice, Crossbar float64 // by atomic additions alone: the busiest slice of an L2, and what joins CUs and slices, or the busiest two, there or back
}

// Busy returns for how many cycles its parts have been occupied.
func (h *Hierarchy) Busy() (b Busy) {
	var l1, texture [5]float64
	for i := range h.cus {
		c := &h.cus[i]
		b.From += c.port.busy
		b.Out += c.away.busy
		texture[0] += c.unit.passes.busy
		texture[1] += c.unit.misses.busy
		c.l1.work(l1[2:])
		if c.texture != c.l1 {
			c.texture.work(texture[2:])
		}
	}
	n := float64(len(h.cus))
	b.From, b.Out = b.From/n, b.Out/n
	b.L1, b.Texture = slices.Max(l1[:])/n, slices.Max(texture[:])/n
	for i := range h.ports {
		b.TLB += h.ports[i].busy / float64(len(h.ports))
	}
	var l2 [2]float64
	for i := range h.dies {
		d := &h.dies[i]
		for j := range d.slices {
			l2[0] += d.slices[j].turns.busy
			l2[1] += d.slices[j].out.busy
		}
		b.Slice, b.Crossbar = max(b.Slice, slices.Max(d.adding)), max(b.Crossbar, d.back.busy)
		for j := range d.pairs {
			b.Crossbar = max(b.Crossbar, d.pairs[j].out.busy, d.pairs[j].back.busy)
		}
	}
	b.L2, b.DRAM = slices.Max(l2[:])/float64(len(h.dies)*len(h.dies[0].slices)), h.busy/float64(len(h.channels))
	return b
}

// work adds for how many cycles the level's servers have been occupied.
func (l *level) work(to []float64) {
	if l != nil {
		to[0] += l.tags.busy
		to[1] += l.loads.busy
		to[2] += l.data.busy
	}
}

// Written returns the bytes that have been written back to DRAM.
func (h *Hierarchy) Written() gpumodel.Bytes { return gpumodel.Bytes(h.written) }
