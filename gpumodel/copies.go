package gpumodel

import (
	"fmt"
	"math/bits"
)

// Copies says for how long the LDS is kept by asynchronous copies of 16 bytes a lane that
// pass the L1 by (cp.async.cg, LDGSTS.BYPASS). What comes back is not written as a store of
// the lanes would be, bank by bank, but line by line: what goes from one line of memory to
// one line of the LDS is a piece, and is written at once; pieces for lines of different
// arrays are written side by side.
//
//	array(addr) = (addr / LineBytes) mod Arrays
//
// Which banks the lanes write within a line does not matter. Source: copies.csv (package
// silicon/code); the zero value knows nothing.
type Copies struct {
	LineBytes   Bytes   // of the LDS and of the memory: a power of two, 16 to 65536
	Arrays      int     // 1 to 65536
	DataCycles  float64 // of each copy, for its bytes; each of the three 0 to 1e6
	PieceCycles float64 // beside, of each piece
	ArrayCycles float64 // that a piece keeps its array
}

// check returns everything that is wrong with copies that are known, joined.
func (c Copies) check() error {
	if c == (Copies{}) {
		return nil
	}
	err := within("lds: Copies.", bound{"Arrays", float64(c.Arrays), 1, 1 << 16}, bound{"DataCycles", c.DataCycles, 0, 1e6},
		bound{"PieceCycles", c.PieceCycles, 0, 1e6}, bound{"ArrayCycles", c.ArrayCycles, 0, 1e6})
	if !powerOfTwo(c.LineBytes, 16, 1<<16) {
		err = fault(err, "lds: Copies.LineBytes", c.LineBytes, "a power of two, 16 to 65536")
	}
	return err
}

// Pieces returns how many pieces one copy of a wavefront has, and the most of them in one
// array. Lane i reads 16 bytes at from[i] of memory, or where that is nil at 16·i, and writes them at the access's
// address i of the LDS, a multiple of 16; lanes that are not active copy nothing.
func (c Copies) Pieces(a Access, from []Bytes) (pieces, most int, err error) {
	if c.LineBytes < 16 || c.LineBytes&(c.LineBytes-1) != 0 || c.Arrays < 1 {
		return 0, 0, fmt.Errorf("copies: LineBytes = %d and Arrays = %d, want a power of two, 16 or more, and 1 or more: not known of this GPU", c.LineBytes, c.Arrays)
	}
	if a.Op != AsyncCopy || a.Width != 16 {
		return 0, 0, fmt.Errorf("copies: a %d-byte %v, want a 16-byte %v", a.Width, a.Op, AsyncCopy)
	}
	if _, err := a.check(len(a.Addr), 1<<30); err != nil {
		return 0, 0, err
	}
	if from != nil && len(from) < len(a.Addr) {
		return 0, 0, fmt.Errorf("copies: len(from) = %d, want one for each of %d lanes", len(from), len(a.Addr))
	}
	asked := make([]int, c.Arrays)
	var lines []Bytes // of the LDS, written from the line of memory that is at hand
	last := Bytes(-1)
	for m := a.Active; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		at := 16 * Bytes(i)
		if from != nil {
			at = from[i]
		}
		if at /= c.LineBytes; at != last {
			last, lines = at, lines[:0]
		}
		line, known := a.Addr[i]/c.LineBytes, false
		for _, l := range lines {
			known = known || l == line
		}
		if known {
			continue
		}
		lines = append(lines, line)
		array := int(line) % c.Arrays
		asked[array]++
		pieces, most = pieces+1, max(most, asked[array])
	}
	return pieces, most, nil
}

// Cycles returns for how many cycles one such copy keeps the LDS, when many wavefronts
// copy and each waits for its own before the next:
//
//	max(DataCycles + pieces · PieceCycles, most pieces in an array · ArrayCycles)
//
// Few wavefronts take longer, a copy's latency over their number. Wavefronts that do not
// wait get in each other's way and take up to 1.8 times as long (copies.csv).
func (c Copies) Cycles(a Access, from []Bytes) (float64, error) {
	pieces, most, err := c.Pieces(a, from)
	return max(c.DataCycles+float64(pieces)*c.PieceCycles, float64(most)*c.ArrayCycles), err
}
