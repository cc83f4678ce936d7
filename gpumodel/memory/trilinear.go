package memory

import (
	"math/bits"

	"lanebook/gpumodel"
)

// filter serves a reference that needs those lines where of the unit no Latency is known: it
// takes so many cycles of the unit, then passes the texture cache, and returns not before
// those that were asked for before it. It returns when the unit has a place for another, and
// when the result is there, or later, if that is not known yet.
func (c *Client) filter(now, cycles float64, lines []Line) (accept, done float64) {
	u := &c.unit
	end := u.passes.take(now, cycles)
	_, done = c.fetch(end-cycles, ByTexture, lines, 1)
	done = max(done, end)
	if c.shared != nil && c.shared.waits(access{known: done, texture: true, queues: true}) {
		done = later
	} else {
		done = max(done, u.last)
		u.last = done
	}
	u.hold(done, size{queue: 1})
	return u.room(now, &c.h.texture, size{queue: 1}), done
}

// gather finds the lines that the lanes need, and counts the sectors that they ask for, each
// anew by each so many lanes.
func (u *textureUnit) gather(together int, l *level, s *gpumodel.Samples, lanes gpumodel.LaneMask) {
	u.lines, u.at, u.sectors = u.lines[:0], u.at[:0], 0
	p := &u.pass
	p.of(l, 0)
	var one corner
	for first := 0; lanes>>first != 0; first += together {
		p.begin()
		for m := lanes >> first & gpumodel.AllLanes(together); m != 0; m &= m - 1 {
			one.find(s.Volume, s.At[first+bits.TrailingZeros64(uint64(m))])
			p.add(&one)
		}
		for i, number := range p.lines[:p.n] {
			sectors := p.sectors(i)
			u.sectors += bits.OnesCount8(sectors)
			u.note(Line{uint64(s.Volume.Base) + uint64(number)<<p.line, sectors}, 0, 0)
		}
	}
}
