package volume

import (
	"math/bits"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// deposit returns, for each coordinate of each axis, its bits of the address.
func deposit(l gpumodel.TextureLayout) (at [3][]uint32, err error) {
	v, err := l.Volume(0, [3]int{10, 10, 10}) // of Side
	if err != nil {
		return at, err
	}
	return v.Bits, nil
}

// Filter is how many voxels make a sample.
type Filter uint8

// The filters.
const (
	Trilinear Filter = iota // the eight around it
	Point                   // the one that it is in
)

// footprint gathers what a wavefront's samples touch.
type footprint struct {
	sector   [3][]uint32 // by axis and coordinate: bits of the sector's number
	perLine  uint        // sectors of a line: two to the power of it
	filter   Filter
	line     uint64 // bytes
	lines    []memory.Line
	together int // lanes whose samples ask for a sector once
	asked    int // sectors, counted anew for each so many lanes and slice, as the texture unit asks
	seen     [512]seen
	turn     uint32
}

// seen remembers a line that the current reference touches.
type seen struct {
	turn   uint32
	line   uint32
	index  int32
	groups [2][8]int8 // by slice and sector: the lanes that asked last, + 1
}

func newFootprint(t gpumodel.TextureUnit, f Filter, c gpumodel.Cache) (*footprint, error) {
	at, err := deposit(t.Layout)
	if err != nil {
		return nil, err
	}
	// A tag may cover one sector of the layout or several; the L2's 32 bytes are the
	// least that is asked for.
	sector := c.Sector
	p := &footprint{perLine: uint(bits.Len64(uint64(c.Line/sector)) - 1), filter: f, line: uint64(c.Line), together: t.Together}
	for axis := range at {
		p.sector[axis] = make([]uint32, Side)
		for v, a := range at[axis] {
			p.sector[axis][v] = a / uint32(sector)
		}
	}
	return p, nil
}

// begin starts the next reference.
func (p *footprint) begin() {
	p.turn++
	p.lines, p.asked = p.lines[:0], 0
}

// add adds the sample at (x, y, z) of a lane.
func (p *footprint) add(x, y, z float32, lane int) {
	group := int8(lane/p.together + 1)
	if p.filter == Point {
		p.touch(p.sector[0][voxel(x)]+p.sector[1][voxel(y)]+p.sector[2][voxel(z)], 0, group)
		return
	}
	x0, x1 := p.pair(0, x)
	y0, y1 := p.pair(1, y)
	z0, z1 := p.pair(2, z)
	for slice, s := range [2]uint32{z0, z1} {
		p.touch(x0+y0+s, slice, group)
		if x1 != x0 {
			p.touch(x1+y0+s, slice, group)
		}
		if y1 != y0 {
			p.touch(x0+y1+s, slice, group)
			if x1 != x0 {
				p.touch(x1+y1+s, slice, group)
			}
		}
	}
}

// pair returns the sector bits of the two voxels around a coordinate.
func (p *footprint) pair(axis int, at float32) (low, high uint32) {
	v := int(at - 0.5 + 1) // + 1 keeps it positive, so that int rounds down
	return p.sector[axis][min(max(v-1, 0), Side-1)], p.sector[axis][min(max(v, 0), Side-1)]
}

func voxel(at float32) int { return min(max(int(at), 0), Side-1) }

func (p *footprint) touch(sector uint32, slice int, group int8) {
	line := sector >> p.perLine
	at := sector & (1<<p.perLine - 1)
	h := line * 0x9e3779b1 >> 23
	for p.seen[h].turn == p.turn && p.seen[h].line != line {
		h = (h + 1) & 511
	}
	s := &p.seen[h]
	if s.turn != p.turn {
		*s = seen{turn: p.turn, line: line, index: int32(len(p.lines))}
		p.lines = append(p.lines, memory.Line{Address: uint64(line) * p.line})
	}
	p.lines[s.index].Sectors |= 1 << at
	if s.groups[slice][at] != group {
		s.groups[slice][at] = group
		p.asked++
	}
}
