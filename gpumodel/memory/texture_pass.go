package memory

import (
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// corner is a texel and the next one along each axis, as bits of their offsets.
type corner struct {
	place [3]int // of the lower texel's centre, in 256ths of a texel
	bits  [3][2]uint32
}

// touch finds what the lanes need, and returns the cycles of all passes.
func (u *textureUnit) touch(d *gpumodel.TextureUnit, l *level, s *gpumodel.Samples, lanes gpumodel.LaneMask) (cycles float64) {
	u.lines, u.at, u.sectors, u.once, u.between = u.lines[:0], u.at[:0], 0, false, 0
	var corners [4]corner
	p, least := &u.pass, 0.0
	p.of(l, d.BankBytes)
	for first := 0; lanes>>first != 0; first += 4 {
		four := uint8(lanes>>first) & 15
		between := 0
		for i := range corners {
			if four>>i&1 != 0 {
				corners[i].find(s.Volume, s.At[first+i])
				between |= corners[i].place[0] | corners[i].place[1]
			}
		}
		if between&255 != 0 {
			u.between++
		}
		pairs := [2]uint8{3, 12}
		if across(four, &corners) {
			pairs = [2]uint8{5, 10}
		}
		for _, pair := range pairs {
			if pair &= four; pair == 0 {
				continue
			}
			p.begin()
			for m := pair; m != 0; m &= m - 1 {
				p.add(&corners[bits.TrailingZeros8(m)])
			}
			for i, number := range p.lines[:p.n] {
				sectors := p.sectors(i)
				u.sectors += bits.OnesCount8(sectors)
				u.note(Line{uint64(s.Volume.Base) + uint64(number)<<p.line, sectors}, cycles, d.JoinCycles)
			}
			took, turns := p.cycles(d)
			cycles += took
			u.once = u.once || turns == 1
		}
		if four != 0 {
			least += d.FourCycles
		}
	}
	return max(cycles, least, d.LeastCycles)
}

// find finds the texels around a point. Coordinates are rounded to 256ths of a texel; one
// that is a texel's centre then needs no other.
func (c *corner) find(t *gpumodel.Volume, at [3]float32) {
	for axis := range c.place {
		place := int(math.Floor(float64(at[axis]-0.5)*256 + 0.5))
		low, last := place>>8, len(t.Bits[axis])-1
		high := low
		if place&255 != 0 {
			high++
		}
		c.place[axis] = place
		c.bits[axis] = [2]uint32{t.Bits[axis][min(max(low, 0), last)], t.Bits[axis][min(max(high, 0), last)]}
	}
}

// across reports whether of those of four lanes that are active 0 goes with 2 and 1 with 3,
// not 0 with 1 and 2 with 3.
func across(four uint8, c *[4]corner) bool {
	if active := bits.OnesCount8(four); active < 3 {
		return four == 0b0101 || four == 0b1010
	}
	plane := func(i int) int { return (c[i].place[2] + 128) >> 8 } // of the texel that the lane is in
	along := four&3 == 3 && plane(0) != plane(1)
	over := four&5 == 5 && plane(0) != plane(2)
	if along != over {
		return along
	}
	if four != 15 {
		return false
	}
	y := [3]int{c[0].place[1], c[1].place[1], c[2].place[1]}
	if along, over := max(y[1]-y[0], y[0]-y[1]), max(y[2]-y[0], y[0]-y[2]); along != over {
		return over < along
	}
	return y[2] < y[0]
}

// note adds a line that is looked up so many cycles after the first, for so long together with what others ask for of it, 0 for always, then
// by itself.
func (u *textureUnit) note(line Line, at, join float64) {
	for i := range u.lines {
		if u.lines[i].Address != line.Address {
			continue
		}
		if join == 0 || at-u.at[i] < join {
			u.lines[i].Sectors |= line.Sectors
			return
		}
		if line.Sectors &^= u.lines[i].Sectors; line.Sectors == 0 {
			return
		}
	}
	u.lines, u.at = append(u.lines, line), append(u.at, at)
}

// pass is what lanes that go together need: two, or as many as the unit takes.
type pass struct {
	line, word uint32 // address bits within a line, and within what is told apart of it
	split      uint32 // those words are a sector
	n          int
	lines      [8 * 32]uint32 // their numbers
	has        [8 * 32]uint16 // words of each
}

// of lets a pass tell apart so many bytes of a level's lines, or their sectors.
func (p *pass) of(l *level, bytes gpumodel.Bytes) {
	if bytes == 0 {
		bytes = l.Sector
	}
	p.line, p.word = uint32(bits.TrailingZeros64(uint64(l.Line))), uint32(bits.TrailingZeros64(uint64(bytes)))
	p.split = uint32(l.Sector / bytes)
}

func (p *pass) begin() { p.n = 0 }

// add adds the eight texels of a lane.
func (p *pass) add(c *corner) {
	for _, z := range c.bits[2] {
		for _, y := range c.bits[1] {
			for i, x := range c.bits[0] {
				if i == 1 && (x^c.bits[0][0])>>p.word == 0 {
					break
				}
				p.touch(x | y | z)
			}
			if (c.bits[1][0]^c.bits[1][1])>>p.word == 0 {
				break
			}
		}
		if c.bits[2][0] == c.bits[2][1] {
			break
		}
	}
}

func (p *pass) touch(offset uint32) {
	number, bit := offset>>p.line, uint16(1)<<(offset>>p.word&(1<<(p.line-p.word)-1))
	for i, known := range p.lines[:p.n] {
		if known == number {
			p.has[i] |= bit
			return
		}
	}
	p.lines[p.n], p.has[p.n] = number, bit
	p.n++
}

// sectors returns those of the i'th line.
func (p *pass) sectors(i int) (sectors uint8) {
	if p.split == 1 {
		return uint8(p.has[i])
	}
	for words, bit := p.has[i], uint8(1); words != 0; words, bit = words>>p.split, bit<<1 {
		if words&(1<<p.split-1) != 0 {
			sectors |= bit
		}
	}
	return sectors
}

// cycles returns how many cycles the tags and the data take, and how many turns of the tags there are.
func (p *pass) cycles(d *gpumodel.TextureUnit) (cycles float64, turns int) {
	var of [4]int     // lines of each bank of the tags so far
	var by [8 * 2]int // the pass in which each line is looked up
	all := 0
	for i, number := range p.lines[:p.n] {
		bank := d.TagBanks.Of(number)
		by[i] = of[bank]
		of[bank]++
		turns = max(turns, of[bank])
	}
	for turn := range turns {
		var meet [2][4]uint16 // words of which so many lines, at least, want one
		for i, number := range p.lines[:p.n] {
			if by[i] != turn {
				continue
			}
			half := &meet[bits.OnesCount32(number&d.DataBanks)&1]
			words := p.has[i]
			for k := range half {
				half[k], words = half[k]|words, half[k]&words
			}
		}
		for k := 3; k >= 0; k-- {
			if meet[0][k]|meet[1][k] != 0 {
				all += k + 1
				break
			}
		}
	}
	return float64(all), turns
}
