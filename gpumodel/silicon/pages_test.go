package silicon

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestPageRows: what pages.csv says before any model. An SM's TLB holds 16 pages of 16 MB, whatever lies between
// them, and each SM has one of its own; what an access asks for in 32 KB goes together, lanes far from one another too.
func TestPageRows(t *testing.T) {
	rows, groups, err := H100Pages()
	if err != nil || len(rows) != 178 || groups != 24 {
		t.Fatalf("%d rows, %d groups, error %v; want 178 and 24", len(rows), groups, err)
	}
	fits := map[gpumodel.Bytes]int{8 << 20: 32, 16 << 20: 16, 64 << 20: 16, 512 << 20: 16}
	for _, r := range rows {
		group := r.OfSix()
		switch {
		case r.What == "spots" && r.Apart == 4<<20: // from 24 on they get less, why is not known
		case r.What == "spots" && r.Spots <= fits[r.Apart] && group < 2.9, r.What == "spots" && r.Spots >= 3*fits[r.Apart]/2 && group > 2.5:
			t.Errorf("%d spots %d MB apart: %.2f lines a cycle, want the L2's 3 up to %d spots, and less from half as many more on", r.Spots, r.Apart>>20, group, fits[r.Apart])
		case r.What == "own" && r.Spots == 16 && group < 2.9:
			t.Errorf("%+v: %.2f lines a cycle of six SMs with 16 pages each, want the L2's 3", r, group)
		case r.What == "bytes" || r.What == "lanes":
			if together := r.Bytes < 32<<10; together && math.Abs(group/2-1.058) > 0.002 || !together && group > 1.45 {
				t.Errorf("%d bytes and %d lanes apart: %.3f lines a cycle, want pairs together below 32 KB, and not from there on", r.Bytes, r.Lanes, group)
			}
		}
	}
}

// What pages_model.csv has is what the model gives. Quick runs try a few rows, and -update writes all.
func TestPagesModel(t *testing.T) {
	rows, _, err := H100Pages()
	if err != nil {
		t.Fatal(err)
	}
	rows = slices.DeleteFunc(rows, func(r PageRead) bool { return !r.modelled() })
	holdLines(t, "pages_model.csv", pagesModelCSV, len(rows), func(i int) bool { return i%37 == 0 }, func(i int) (string, error) {
		lines, err := rows[i].model(TranslationVariant(gpu.H200()))
		return fmt.Sprintf("%s,model=%.3f", rows[i].name(), lines), err
	})
}

// TestPageReads holds the model of an H200's translation to an H100's rows: 24 decide two numbers of it, of 37 the
// rest was read off, and those by textures set none. The bars are what is reached, rounded up.
func TestPageReads(t *testing.T) {
	all, err := ComparePageReads()
	if err != nil {
		t.Fatal(err)
	}
	type kind struct {
		what    string
		texture bool
	}
	sum, worst, n := map[kind]float64{}, map[kind]PageReadRow{}, map[kind]int{}
	for _, r := range all {
		if !r.Waits() {
			continue
		}
		k := kind{r.What, r.Texture}
		n[k]++
		sum[k] += math.Abs(r.Error())
		if n[k] == 1 || math.Abs(r.Error()) > math.Abs(worst[k].Error()) {
			worst[k] = r
		}
	}
	for k, bar := range map[kind]struct {
		n           int
		mean, worst float64
	}{
		{"chance", false}: {9, 0.05, 0.08}, {"pair", false}: {15, 0.02, 0.06}, // from these two numbers were set
		{"spots", false}: {8, 0.11, 0.22}, {"bytes", false}: {17, 0.01, 0.012}, {"lanes", false}: {12, 0.07, 0.37},
		{"chance", true}: {5, 0.16, 0.37}, {"pair", true}: {12, 0.05, 0.20},
	} {
		mean := sum[k] / float64(n[k])
		t.Logf("%s, texture %t: %d rows, %.1f %% off on average, %+.1f %% at worst (%s: %.2f, model %.2f)", k.what, k.texture, n[k], 100*mean, 100*worst[k].Error(), worst[k].name(), worst[k].Measured, worst[k].Model)
		if n[k] != bar.n || mean > bar.mean || math.Abs(worst[k].Error()) > bar.worst {
			t.Errorf("%s, texture %t: %d rows, want %d, at most %.1f %% off on average and %.0f at worst", k.what, k.texture, n[k], bar.n, 100*bar.mean, 100*bar.worst)
		}
		delete(n, k)
	}
	if len(n) != 0 {
		t.Errorf("rows without a bar: %v", n)
	}
}

// TestTextureLayoutWhole: each of 30 bits of an offset in a texture of 1024³ bytes is the bit of a coordinate that
// HopperBlocks says, of which only the lowest seven had been measured; 20000 other offsets are their sums.
func TestTextureLayoutWhole(t *testing.T) {
	text, err := os.ReadFile("layout.csv")
	if err != nil {
		t.Fatal(err)
	}
	v, err := gpumodel.HopperBlocks.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if last := lines[len(lines)-1]; len(lines) != 32 || last != "chance,offsets=20000,elsewhere=0" {
		t.Fatalf("%d lines, the last %q", len(lines), last)
	}
	for _, line := range lines[:31] {
		var offset, x, y, z uint32
		if _, err := fmt.Sscanf(line, "layout,offset=%d,x=%d,y=%d,z=%d", &offset, &x, &y, &z); err != nil {
			t.Fatal(err)
		}
		if got := v.Bits[0][x] | v.Bits[1][y] | v.Bits[2][z]; got != offset {
			t.Errorf("voxel (%d, %d, %d) is at %d, measured at %d", x, y, z, got, offset)
		}
	}
}

// model returns the lines a cycle of a group of six SMs.
func (r PageRead) model(d gpumodel.Device) (float64, error) {
	const cus, warps, turns = 6, 32, 8
	cycles, err := loopCycles(d, cus, cus, warps, turns, r.draws)
	return float64(cus*warps*turns*inFlight*d.Lanes) / cycles, err
}

// draws are those of pages.cu. Of the lines of a spot, which the chip's L2 holds, four are as good as any, or
// four in each piece of 32 KB: the L2's share of six SMs is small.
func (r PageRead) draws(sm, warp, lanes int) func([]gpumodel.Bytes) {
	const piece = 32 << 10 / l2Line
	by := make([]lcg, lanes)
	for lane := range by {
		by[lane] = seeded((sm*32+warp)*32 + lane&^r.Lanes)
	}
	pieces := uint32(max(1, r.Lines/piece))
	low := uint32(max(1, r.Bytes/l2Line) - 1)
	base := gpumodel.Bytes(0)
	if r.Own > 0 {
		base = gpumodel.Bytes(sm / r.Own * r.Spots)
	}
	return func(address []gpumodel.Bytes) {
		for lane := range address {
			by[lane].step()
			h := by[lane].hash()
			spot := base + gpumodel.Bytes(uint64(h>>12)*uint64(r.Spots)>>20)
			line := h&3 + h>>2%pieces*piece
			if r.Lanes > 0 { // leave room for the second of the pair
				line = line&low | line&^low<<1
			}
			address[lane] = spot*r.Apart + gpumodel.Bytes(line)*l2Line
			if lane&r.Lanes != 0 {
				address[lane] += r.Bytes
			}
		}
	}
}
