package memory

import (
	"math/bits"

	"lanebook/gpumodel"
)

// trilinear serves a reference of the lanes given where of the unit no Latency is known: it
// takes Cycles of the unit, its lines go by way of the texture cache, and it returns not
// before those that were asked for before it. It returns when the unit has a place for
// another, and when the result is there, or later, if that is not known yet.
func (c *Client) trilinear(now float64, s *gpumodel.Samples, lanes gpumodel.LaneMask) (accept, done float64) {
	d, u, l := &c.h.texture, &c.unit, c.texture
	u.gather(d.Together, l, s, lanes)
	unique := 0
	for _, line := range u.lines {
		unique += bits.OnesCount8(line.Sectors)
	}
	l.store.Hits += int64(u.sectors - unique) // asked for again by other lanes
	end := u.passes.take(now, d.Cycles)
	_, done = c.fetch(end-d.Cycles, ByTexture, u.lines, 1)
	done = max(done, end)
	if c.shared != nil && c.shared.waits(done, true) {
		done = later
	} else {
		done = max(done, u.last)
		u.last = done
	}
	u.held = append(u.held, held{done: done})
	return u.room(now, d, 0), done
}

// texels serves a reference of one texel for each lane where of the unit no Latency is known.
// It takes half of the unit's Cycles, and then passes those that sample: it waits for no place,
// nor for lines that the tags are held up by, nor for those before it.
func (c *Client) texels(now float64) (accept, done float64) {
	l, half := c.texture, c.h.texture.Cycles/2
	done = c.unit.passes.take(now, half)
	at := done - half
	for _, line := range c.lines {
		done = max(done, at+float64(l.Latency))
		if ready := c.lookup(l, at, line); ready >= later {
			c.shared.depend(ready, l.pipeline)
		} else if ready > at {
			done = max(done, ready+l.pipeline)
		}
	}
	return now, done
}

// gather finds the lines that the lanes need, and counts the sectors that they ask for, each
// anew by each so many lanes.
func (u *textureUnit) gather(together int, l *level, s *gpumodel.Samples, lanes gpumodel.LaneMask) {
	u.lines, u.at, u.sectors = u.lines[:0], u.at[:0], 0
	p := &u.pass
	p.line, p.sector = uint32(bits.TrailingZeros64(uint64(l.Line))), uint32(bits.TrailingZeros64(uint64(l.Sector)))
	var one corner
	for first := 0; lanes>>first != 0; first += together {
		p.begin()
		for m := lanes >> first & gpumodel.AllLanes(together); m != 0; m &= m - 1 {
			one.find(s.Volume, s.At[first+bits.TrailingZeros64(uint64(m))])
			p.add(&one)
		}
		u.sectors += p.sectors
		for i, number := range p.lines[:p.n] {
			u.note(Line{uint64(s.Volume.Base) + uint64(number)<<p.line, p.has[i]}, 0)
		}
	}
}
