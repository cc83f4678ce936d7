package memory

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

var _ gpumodel.Memory = (*Client)(nil)

// Serve makes a CU's memory the CU scheduler's. Global loads go through the L1,
// stores past it to the L2, textures through the texture cache; a texture's Access
// holds the address of each lane's texel. It never panics; the error says which
// field of the access is wrong.
func (c *Client) Serve(now gpumodel.Cycles, in *gpumodel.Instruction) (accept, done gpumodel.Cycles, err error) {
	return c.serve(now, in, ByL1)
}

// PastL1 returns the CU's memory for a kernel whose global loads are kept in the L2
// only (ld.cg).
func (c *Client) PastL1() gpumodel.Memory { return pastL1{c} }

type pastL1 struct{ cu *Client }

func (p pastL1) Passes() int { return p.cu.Passes() }

func (p pastL1) Serve(now gpumodel.Cycles, in *gpumodel.Instruction) (accept, done gpumodel.Cycles, err error) {
	return p.cu.serve(now, in, PastL1)
}

func (c *Client) serve(now gpumodel.Cycles, in *gpumodel.Instruction, path Path) (accept, done gpumodel.Cycles, err error) {
	c.passed = 1
	if in.Kind == gpumodel.Texture && in.Sample != nil {
		return c.serveSample(now, in)
	}
	if atomic(in) {
		free, end, err := c.add(float64(now), in)
		return c.answers(free, end, err)
	}
	switch in.Access.Op {
	case gpumodel.Load, gpumodel.Store:
	case gpumodel.AsyncCopy: // of 16 bytes, past the L1
		path = PastL1
	default:
		return now, now, fmt.Errorf("access: a global %v, want a load, a store, an asynchronous copy or an atomic addition: what it costs is not known", in.Access.Op)
	}
	line, sector := c.h.caches.L2.Line, c.h.caches.L2.Sector
	switch {
	case in.Kind == gpumodel.Texture:
		path = ByTexture
		line, sector = c.texture.geometry(line, sector)
	case in.Access.Op != gpumodel.Store:
		line, sector = c.l1.geometry(line, sector)
	}
	c.lines, err = Coalesce(c.lines[:0], &in.Access, line, sector)
	if err != nil {
		return now, now, err
	}
	c.begin()
	var free, end float64
	if in.Access.Op == gpumodel.Store && in.Kind != gpumodel.Texture {
		written := gpumodel.Bytes(in.Access.Active.Count()) * in.Access.Width
		if c.h.caches.L1.OnePath {
			if c.passed, err = c.stored(in.Access); err != nil {
				return now, now, err
			}
		}
		free, end = c.store(float64(now), c.lines, float64(written)/float64(sectors(c.lines)*sector))
	} else if unit := &c.h.texture; path == ByTexture && unit.Latency == 0 {
		free, end = c.filter(float64(now), unit.Cycles/2, c.lines)
	} else {
		if path == ByL1 {
			if c.passed, err = c.loaded(in.Access); err != nil {
				return now, now, err
			}
		}
		free, end = c.fetch(float64(now), path, c.lines, c.passed)
	}
	return c.answers(free, end, nil)
}

// answers ends an access: another may follow from a cycle on, and its data are there in
// another, if nothing of it waits for the L2.
func (c *Client) answers(free, end float64, err error) (accept, done gpumodel.Cycles, _ error) {
	accept, done = gpumodel.Cycles(math.Ceil(free)), gpumodel.Cycles(math.Ceil(end))
	if err == nil && (end >= later || c.shared != nil && c.shared.waits(access{known: end})) {
		done = gpumodel.Later
	}
	return accept, done, err
}

// serveSample is Serve of a reference to a texture that samples.
func (c *Client) serveSample(now gpumodel.Cycles, in *gpumodel.Instruction) (accept, done gpumodel.Cycles, err error) {
	if c.h.texture == (gpumodel.TextureUnit{}) {
		return now, now, errors.New("texture: Sample is set, want an Access: of this device's texture unit nothing is known")
	}
	if c.texture == nil {
		return now, now, errors.New("texture: Sample is set, want an Access: this device has no cache for textures")
	}
	if err := checkSample(in.Sample, in.Lanes); err != nil {
		return now, now, err
	}
	c.begin()
	free, end := c.sample(float64(now), in.Sample, in.Lanes)
	if end >= later {
		return gpumodel.Cycles(math.Ceil(free)), gpumodel.Later, nil
	}
	return gpumodel.Cycles(math.Ceil(free)), gpumodel.Cycles(math.Ceil(end)), nil
}

// begin begins an access.
func (c *Client) begin() {
	c.accesses++
	if c.shared != nil {
		c.shared.begin()
	}
}

func checkSample(s *gpumodel.Samples, lanes gpumodel.LaneMask) error {
	if s.Volume == nil || len(s.Volume.Bits[0]) == 0 || len(s.Volume.Bits[1]) == 0 || len(s.Volume.Bits[2]) == 0 {
		return errors.New("texture: Sample.Volume is empty, want one of TextureLayout.Volume's")
	}
	if s.Volume.Base < 0 || s.Volume.Base&255 != 0 {
		return fmt.Errorf("texture: Sample.Volume.Base = %d, want a multiple of 256, 0 or more", s.Volume.Base)
	}
	for m := lanes; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		for _, x := range s.At[i] {
			if !(x > -1<<20 && x < 1<<20) {
				return fmt.Errorf("texture: Sample.At[%d] = %v, want numbers between −2^20 and 2^20", i, s.At[i])
			}
		}
	}
	return nil
}

// sectors returns how many the lines have.
func sectors(lines []Line) gpumodel.Bytes {
	n := 0
	for _, line := range lines {
		n += bits.OnesCount8(line.Sectors)
	}
	return gpumodel.Bytes(n)
}

// geometry returns the line and sector of the level, or those given if it is nil.
func (l *level) geometry(line, sector gpumodel.Bytes) (gpumodel.Bytes, gpumodel.Bytes) {
	if l == nil {
		return line, sector
	}
	return l.Line, l.Sector
}

// store sends sectors of which so much is written to the L2, where they stay, from the
// given cycle on. It returns when another store can follow, and when the L2 has them all.
func (c *Client) store(now float64, lines []Line, share float64) (accept, done float64) {
	caches := &c.h.caches
	rate, mask := caches.StoreBytesPerCycle, caches.MaskCycles
	if rate == 0 {
		rate, mask = caches.PortBytesPerCycle, 0
	}
	if share >= 1 {
		mask = 0
	}
	accept, done = now, now
	for _, line := range lines {
		left, there := c.send(now, float64(bits.OnesCount8(line.Sectors))*float64(caches.L2.Sector)/rate+mask, request{line: line, share: float32(share)})
		if caches.StoreBytesPerCycle > 0 {
			accept = max(accept, left)
		}
		done = max(done, there)
	}
	return accept, done
}

// send takes to the L2 what is to be written there, which occupies the way for so many cycles. It
// returns when it has left the CU, and when it is there; now, if that will only be known later.
func (c *Client) send(now, cycles float64, r request) (left, there float64) {
	left = c.away.take(c.stores.leave(now), cycles)
	r.at, r.store, r.access, r.room = left, true, c.accesses, slot{at: int32(c.stores.next)}
	if c.shared != nil {
		number := c.shared.ask(r)
		c.shared.depend(number, 0)
		c.stores.note(number)
		return left, now
	}
	there = c.write(left, &r)
	c.stores.note(there)
	return left, there
}

// write lets the L2 have what has left the CU, and returns when it has it.
func (c *Client) write(left float64, r *request) float64 {
	if r.words > 0 {
		return c.merge(left, r.access, r.line, int(r.words), r.adds)
	}
	return c.keep(left, r.access, r.line, float64(r.share))
}

// Coalesce appends to lines what the active lanes of an access touch: each line
// once, with the sectors asked of it, in the order of the first lane that asks. The sizes
// of lines and sectors are powers of two.
func Coalesce(lines []Line, a *gpumodel.Access, line, sector gpumodel.Bytes) ([]Line, error) {
	if a.Width < 1 || a.Width > sector || a.Width&(a.Width-1) != 0 {
		return lines, fmt.Errorf("access: Width = %d, want a power of two, at most a sector of %d bytes", a.Width, sector)
	}
	if len(a.Addr) > 64 {
		return lines, fmt.Errorf("access: len(Addr) = %d, want at most 64", len(a.Addr))
	}
	if line > 8*sector {
		return lines, fmt.Errorf("access: lines of %d bytes in sectors of %d, want eight sectors at most", line, sector)
	}
	shift := bits.TrailingZeros64(uint64(sector))
	for m := a.Active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		if i >= len(a.Addr) {
			return lines, fmt.Errorf("access: len(Addr) = %d, want one for lane %d, which is active", len(a.Addr), i)
		}
		if at := a.Addr[i]; at < 0 || at&(a.Width-1) != 0 {
			return lines, fmt.Errorf("access: Addr[%d] = %d, want a multiple of Width = %d, 0 or more", i, at, a.Width)
		}
		lines = touch(lines, uint64(a.Addr[i]), uint64(line), shift)
	}
	return lines, nil
}

// touch adds the sector of the address to the lines.
func touch(lines []Line, address, line uint64, sector int) []Line {
	base := address &^ (line - 1)
	bit := uint8(1) << ((address - base) >> sector)
	for i := len(lines) - 1; i >= 0; i-- { // the latest is the likeliest
		if lines[i].Address == base {
			lines[i].Sectors |= bit
			return lines
		}
	}
	return append(lines, Line{base, bit})
}
