package gpumodel_test

import (
	"fmt"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// toy is a GPU of few banks, so that all layouts of a small tile can be tried.
func toy(banks, lanes int) gpumodel.Device {
	d := gpu.H200()
	d.Name = fmt.Sprintf("toy of %d banks", banks)
	d.Lanes, d.LDS.Lanes, d.LDS.Banks, d.LDS.Latencies, d.LDS.Rules = lanes, lanes, banks, nil, nil
	for _, op := range []gpumodel.Op{gpumodel.Load, gpumodel.Store} {
		for _, width := range []gpumodel.Bytes{4, 8} {
			var groups []gpumodel.LaneMask
			size := min(lanes, banks*4/int(width))
			for first := 0; first < lanes; first += size {
				groups = append(groups, gpumodel.AllLanes(size)<<first)
			}
			d.LDS.Rules = append(d.LDS.Rules, gpumodel.Rule{Op: op, Width: width, Groups: groups})
		}
	}
	return d
}

// No layout that moves rows about, each by any exclusive or with any padding,
// takes fewer passes than the first advice.
func TestAdviceIsOptimal(t *testing.T) {
	for _, banks := range []int{4, 8} {
		for _, element := range []gpumodel.Bytes{4, 8} {
			for _, size := range []struct{ rows, columns int }{{2, 2}, {2, 4}, {4, 2}, {3, 4}, {4, 3}, {4, 4}, {4, 8}, {3, 5}} {
				d := toy(banks, 8)
				tile := gpumodel.Array{Rows: size.rows, Columns: size.columns, Element: element}
				list, err := gpumodel.Advise(d, tile, gpumodel.Turn()...)
				if err != nil {
					t.Fatal(err)
				}
				got, want := list[0].Tally.Passes, bruteForce(t, d, tile)
				if got > want {
					t.Errorf("%s, %+v: advice takes %d passes (%s), brute force %d", d.Name, tile, got, list[0].Array.Name(), want)
				}
			}
		}
	}
}

// bruteForce is the fewest passes of a transpose over every padding up to twice
// a round of the banks and every exclusive or of every row by itself.
func bruteForce(t *testing.T, d gpumodel.Device, tile gpumodel.Array) int {
	masks := 1
	if tile.Columns&(tile.Columns-1) == 0 {
		masks = tile.Columns
	}
	ways := 1
	for range tile.Rows {
		ways *= masks
	}
	round := d.LDS.Banks * 4 / int(tile.Element)
	best := 1 << 30
	for pad := range 2 * round {
		a := tile
		a.Pad = pad
		for way := range ways {
			passes := 0
			for _, use := range gpumodel.Turn() {
				accesses, err := tile.Accesses(use, d.Lanes)
				if err != nil {
					t.Fatal(err)
				}
				for _, access := range accesses {
					for i, addr := range access.Addr { // move the plain tile's elements
						if access.Active.Has(i) {
							row, column, _ := tile.At(addr)
							mask := way
							for range row {
								mask /= masks
							}
							access.Addr[i] = a.Offset(row, column^mask%masks)
						}
					}
					s, err := d.LDS.Serve(access)
					if err != nil {
						t.Fatal(err)
					}
					passes += s.Passes
				}
			}
			best = min(best, passes)
		}
	}
	return best
}

// The advice beats or equals each single padding and swizzle that anyone could
// write down by hand, on every preset, and is sorted.
func TestAdviceOrder(t *testing.T) {
	for _, d := range gpu.Complete() {
		for _, n := range []int{4, 8, 16, 32} {
			for _, element := range []gpumodel.Bytes{4, 8, 16} {
				tile := gpumodel.Array{Rows: n, Columns: n, Element: element, Pad: 3}
				list, err := gpumodel.Advise(d, tile, gpumodel.Turn()...)
				if err != nil {
					t.Fatalf("%s: %v", d.Name, err)
				}
				for i, a := range list {
					if a.Tally.Passes < a.Tally.Ideal || a.Memory != a.Array.Size() || a.Reason == "" {
						t.Fatalf("%s: %+v is impossible", d.Name, a)
					}
					if i > 0 && (a.Tally.Passes < list[i-1].Tally.Passes || a.Tally.Passes == list[i-1].Tally.Passes && a.Memory < list[i-1].Memory) {
						t.Fatalf("%s: advice %d is better than the one before it", d.Name, i)
					}
				}
			}
		}
	}
}

// Nothing wider than what Advise tries is better: by MI350X's 64 banks for 8 bytes, of which it has 32 for 4, too.
func TestAdviceSeesAllBanks(t *testing.T) {
	d := gpu.MI350X()
	tile := gpumodel.Array{Rows: 8, Columns: 11, Element: 8}
	uses := gpumodel.Turn()
	list, err := gpumodel.Advise(d, tile, uses...)
	if err != nil {
		t.Fatal(err)
	}
	for tile.Pad = range 129 {
		if tile.Size() > d.LDS.Size {
			break
		}
		tally, err := d.LDS.Tally(tile, uses...)
		if err != nil {
			t.Fatal(err)
		}
		if tally.Passes < list[0].Tally.Passes {
			t.Errorf("padded by %d: %d passes, fewer than the best advice's %d", tile.Pad, tally.Passes, list[0].Tally.Passes)
		}
	}
}

// The FFT document's tile: 4 × 4 of 8 bytes wants no padding on 32 banks; on
// the 4 banks it argues with, one element is right.
func TestAdviceOnTheDocument(t *testing.T) {
	tile := gpumodel.Array{Rows: 4, Columns: 4, Element: 8}
	for _, tt := range []struct {
		d               gpumodel.Device
		element         gpumodel.Bytes
		plain, padded   int
		bestPad, passes int
	}{
		{gpu.H200(), 8, 2, 4, 0, 2},
		{gpu.Fiji(), 8, 2 + 6, 4 + 6, 0, 8}, // each of three empty groups of 16 lanes still takes a pass
		{toy(4, 16), 4, 4 + 16, 8, 1, 8},
	} {
		tile.Element = tt.element
		list, err := gpumodel.Advise(tt.d, tile, gpumodel.Turn()...)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			switch {
			case a.Array == tile && a.Tally.Passes != tt.plain:
				t.Errorf("%s: plain takes %d passes, want %d", tt.d.Name, a.Tally.Passes, tt.plain)
			case a.Array.Pad == 1 && a.Tally.Passes != tt.padded:
				t.Errorf("%s: padding takes %d passes, want %d", tt.d.Name, a.Tally.Passes, tt.padded)
			}
		}
		if list[0].Tally.Passes != tt.passes {
			t.Errorf("%s: best takes %d passes, want %d", tt.d.Name, list[0].Tally.Passes, tt.passes)
		}
	}
}

func TestAdviceRefuses(t *testing.T) {
	d := gpu.H200()
	tile := gpumodel.Array{Rows: 4, Columns: 4, Element: 4}
	big := gpumodel.Array{Rows: 1 << 9, Columns: 1 << 9, Element: 4}
	odd := tile
	odd.Element = 5
	for name, tt := range map[string]struct {
		tile gpumodel.Array
		uses []gpumodel.Use
		want string
	}{
		"no uses":       {tile, nil, "no uses"},
		"too large":     {big, gpumodel.Turn(), "ends at byte 1048576"},
		"odd element":   {odd, gpumodel.Turn(), "Element = 5"},
		"unknown order": {tile, []gpumodel.Use{{Walk: 7}}, "ByRows or ByColumns"},
	} {
		if _, err := gpumodel.Advise(d, tt.tile, tt.uses...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// What notebook 05 says of its table: a swizzle over the whole row is nowhere
// worse than the plain tile, and Fermi takes what the H200 takes.
func TestSwizzlesNeverHarm(t *testing.T) {
	passes := func(d gpumodel.Device, a gpumodel.Array) int {
		tally, err := d.LDS.Tally(a, gpumodel.Turn()...)
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		return tally.Passes
	}
	fermi := gpu.GTX480()
	for i := range fermi.LDS.Rules {
		fermi.LDS.Rules[i].Extra = 0 // but for this its rule is the H200's
	}
	for _, n := range []int{4, 8, 16, 32} {
		for _, element := range []gpumodel.Bytes{4, 8, 16} {
			plain := gpumodel.Array{Rows: n, Columns: n, Element: element}
			padded, swizzled := plain, plain
			padded.Pad = 1
			swizzled.Swizzle.Span = n
			for _, d := range gpu.Complete() {
				if got, most := passes(d, swizzled), passes(d, plain); got > most {
					t.Errorf("%s, %d × %d of %d bytes: %d passes swizzled, %d plain", d.Name, n, n, element, got, most)
				}
			}
			for _, a := range []gpumodel.Array{plain, padded, swizzled} {
				if fermi, h200 := passes(fermi, a), passes(gpu.H200(), a); fermi != h200 {
					t.Errorf("%d × %d of %d bytes, %s: %d passes on GTX 480, %d on H200", n, n, element, a.Name(), fermi, h200)
				}
			}
		}
	}
}
