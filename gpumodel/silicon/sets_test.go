package silicon

import (
	"fmt"
	"math"
	mathbits "math/bits"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestSetBits: which lines share a set of the H200's L1. The masks were set from one draw of
// 2^20 lines; these are of another.
func TestSetBits(t *testing.T) {
	d := gpu.H200()
	lines, of, err := sameSet(gpumodel.Global)
	if err != nil {
		t.Fatal(err)
	}
	bits := &d.Caches.L1.SetBits
	wrong := 0
	for _, line := range lines {
		if bits.Set(line) != 0 {
			wrong++
		}
	}
	t.Logf("%d of %d lines shared a set with line 0 (a 512th is %d); %d of them lie elsewhere in the model", len(lines), of, of/512, wrong)
	if wrong != 0 {
		t.Errorf("%d of %d lines that share a set do not in the model, want none", wrong, len(lines))
	}
	// Lines a power of two apart, up to 2 MB, lie in as many sets as there are.
	for shift := range 15 {
		sets := map[uint64]bool{}
		for i := range uint64(512) {
			sets[bits.Set(i<<shift)] = true
		}
		if len(sets) != 512 {
			t.Errorf("512 lines %d bytes apart lie in %d sets, want 512", 128<<shift, len(sets))
		}
	}
	// No mask too many either: of 23 bits these lines leave 9 parities, and no more.
	if rank := dimensions(lines); rank != 23-9 {
		t.Errorf("the lines that share a set span %d dimensions of 23, want 14: all but 9 masks", rank)
	}
}

// dimensions returns of how many dimensions the numbers below 2^23 are, as vectors of bits.
func dimensions(lines []uint64) (rank int) {
	reduced := [23]uint64{}
	for _, line := range lines {
		for line != 0 && reduced[mathbits.Len64(line)-1] != 0 {
			line ^= reduced[mathbits.Len64(line)-1]
		}
		if line != 0 {
			reduced[mathbits.Len64(line)-1] = line
			rank++
		}
	}
	return rank
}

// sameSet returns the lines of sets.csv that shared a set of an H200's L1 with line 0 of a
// gigabyte, and of how many, drawn by chance, they are all that did. By is Global or Texture;
// a texture's line is numbered by 5 bits of x, 8 of y and 10 of z. The error says what of the
// embedded file is damaged.
func sameSet(by gpumodel.Kind) (lines []uint64, of int, err error) {
	name := map[gpumodel.Kind]string{gpumodel.Global: "load", gpumodel.Texture: "texture"}[by]
	for line := range strings.Lines(setsCSV) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "same,by="+name+",tested=")
		if !ok {
			continue
		}
		tested, list, ok := strings.Cut(rest, ",lines=")
		if of, err = strconv.Atoi(tested); err != nil || !ok {
			break
		}
		for text := range strings.FieldsSeq(list) {
			n, bad := strconv.ParseUint(text, 10, 23)
			if bad != nil {
				return nil, 0, fmt.Errorf("silicon: sets.csv: same, by %s: %w", name, bad)
			}
			lines = append(lines, n)
		}
		return lines, of, nil
	}
	return nil, 0, fmt.Errorf("silicon: sets.csv has no lines that share a set by %v, want some of Global or Texture", by)
}

// TestKept holds the L1 to what an H200 missed in it, by loads and by textures, which share
// it, at each size that it can have. Loads by chance set that 8 KB are no L1's, and lines drawn
// decided the form.
func TestKept(t *testing.T) {
	rows, err := H200Kept()
	if err != nil {
		t.Fatal(err)
	}
	type sum struct {
		n          int
		off, worst float64
	}
	sums := map[KeptOrder]map[gpumodel.Kind]*sum{}
	for _, k := range rows {
		model, err := k.Model()
		if err != nil {
			t.Fatal(err)
		}
		if sums[k.Order] == nil {
			sums[k.Order] = map[gpumodel.Kind]*sum{gpumodel.Global: {}, gpumodel.Texture: {}}
		}
		s, e := sums[k.Order][k.By], 100*math.Abs(model-k.Missed)
		s.n, s.off, s.worst = s.n+1, s.off+e, max(s.worst, e)
		t.Logf("%-6s by %-7v %3d KB aside, %4d lines: missed %.3f, measured %.3f", k.Order, k.By, k.Aside>>10, k.Lines, model, k.Missed)
	}
	// Lines in turn by textures lie side by side in x, y and z, and where that is in memory the
	// model does not know; the other misses are the chip's own unevenness.
	most := map[KeptOrder][2]float64{KeptChance: {0.5, 1.2}, KeptDrawn: {1.25, 4}, KeptTurn: {4, 26}}
	for _, order := range []KeptOrder{KeptChance, KeptDrawn, KeptTurn} {
		for _, by := range []gpumodel.Kind{gpumodel.Global, gpumodel.Texture} {
			s := sums[order][by]
			mean := s.off / float64(s.n)
			t.Logf("%s by %v: %d rows, mean %.2f points off, worst %.1f", order, by, s.n, mean, s.worst)
			if s.n == 0 || mean > most[order][0] || s.worst > most[order][1] {
				t.Errorf("%s by %v: mean %.2f points off, worst %.1f, want at most %v", order, by, mean, s.worst, most[order])
			}
		}
	}
}

// TestTextureSets: sets.csv's lines that share a set by textures, numbered by 5 bits of x, 8 of y and 10 of z, do so by H200TextureSets in the
// order of HopperBlocks. They set it, and span 14 of 23 dimensions, so that there is no tenth parity. By the sets of loads 2 do.
func TestTextureSets(t *testing.T) {
	v, err := gpumodel.HopperBlocks.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	bits := H200TextureSets()
	lines, of, err := sameSet(gpumodel.Texture)
	if err != nil || len(lines) != 2043 || of != 1<<20 {
		t.Fatalf("%d of %d lines, error %v, want 2043 of 2^20", len(lines), of, err)
	}
	loads := gpu.H200().Caches.L1.SetBits
	byLoads := 0
	for i, n := range lines {
		line := uint64(v.Bits[0][n%32*32]|v.Bits[1][n>>5%256*4]|v.Bits[2][n>>13]) / 128
		lines[i] = line
		if bits.Set(line) != 0 {
			t.Errorf("line %d lies in set %d, want line 0's", n, bits.Set(line))
		}
		if loads.Set(line) == 0 {
			byLoads++
		}
	}
	if rank := dimensions(lines); rank != 23-9 || byLoads != 2 {
		t.Errorf("the lines span %d dimensions of 23, and %d share line 0's set by loads, want 14 and 2", rank, byLoads)
	}
}
