package silicon

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// sliceOfH100 returns which slice adds to a line of the first 2 MB by the H100's preset.
func sliceOfH100() func(line uint64) uint64 {
	caches := gpu.H100().Caches
	return func(line uint64) uint64 {
		return caches.Atomics.Hash(line) % uint64(caches.L2.Slices)
	}
}

// slicesRows returns the slices of lines by the page that they are in: of "page" all of 2 MB, of "other" every
// second of 256, of "sectors" those of the first 256 sectors.
func slicesRows(t *testing.T, what string) map[int][]byte {
	t.Helper()
	of := map[int][]byte{}
	for _, line := range readLines(t, "slices_h100.csv") {
		columns := strings.Split(line, ",")
		if columns[0] != "slices" || columns[1] != what {
			continue
		}
		page, err := strconv.Atoi(columns[2])
		if err != nil {
			t.Fatal(err)
		}
		bytes, err := hex.DecodeString(strings.TrimPrefix(columns[4], "of="))
		if err != nil {
			t.Fatal(err)
		}
		of[page] = append(of[page], bytes...)
	}
	return of
}

// Oracle: an H100's clock. Lines that keep each other waiting are those that the preset has in one slice: all of 2 MB, and
// all of another 2 MB, where the number is xored with another, up to the slices' names; a line's sectors are in one slice.
func TestSlices(t *testing.T) {
	slice := sliceOfH100()
	a := gpu.H100().Caches.Atomics
	pages := slicesRows(t, "page")
	if len(pages) != 2 || len(pages[0]) != 1<<14 || len(pages[7]) != 1<<14 {
		t.Fatalf("%d pages, want two of %d lines", len(pages), 1<<14)
	}
	names := map[uint64]byte{} // of the preset's slices in the file
	for line, name := range pages[0] {
		s := slice(uint64(line))
		if _, ok := names[s]; !ok {
			names[s] = name
		}
		if names[s] != name {
			t.Errorf("line %d is in slice %d of the file, want %d, the preset's %d", line, name, names[s], s)
		}
	}
	seen := map[byte]bool{}
	for _, name := range names {
		seen[name] = true
	}
	if len(names) != 80 || len(seen) != 80 {
		t.Errorf("%d slices of the preset are %d of the file, want 80 and 80", len(names), len(seen))
	}
	xor := func(measured []byte, line func(i int) uint64) (found []uint64) {
		for x := range uint64(1 << 11) {
			to, fits := map[uint64]byte{}, true
			for i, name := range measured {
				s := (a.Hash(line(i)) ^ x) % 80
				if was, ok := to[s]; ok && was != name {
					fits = false
					break
				}
				to[s] = name
			}
			if fits {
				found = append(found, x)
			}
		}
		return found
	}
	if found := xor(pages[7], func(i int) uint64 { return uint64(i) }); len(found) == 0 {
		t.Error("no number makes the lines of the second page the preset's")
	}
	others := slicesRows(t, "other")
	for page, of := range others {
		if len(of) != 128 || len(xor(of, func(i int) uint64 { return uint64(2 * i) })) == 0 {
			t.Errorf("page %d: %d lines, of which some are in other slices than the preset's, however they are numbered", page, len(of))
		}
	}
	for i, name := range slicesRows(t, "sectors")[0] {
		if name != pages[0][i/4] {
			t.Errorf("sector %d of line %d is in slice %d, the line in %d", i%4, i/4, name, pages[0][i/4])
		}
	}
	if len(others) != 63 {
		t.Errorf("%d other pages, want 63", len(others))
	}
}

// Slices are twins, two and two: adding to two lines takes 0.51 to 0.58 of the time of one slice, in twins 0.72 to 0.78, or, for
// sixteen pairs by the lines that were asked, 0.86 to 0.9. The twin's number in the preset is one bit away.
func TestTwinSlices(t *testing.T) {
	slice, line, of := sliceOfH100(), map[int]uint64{}, map[int][]float64{}
	for _, text := range readLines(t, "slices_h100.csv") {
		columns := strings.Split(text, ",")
		if columns[0] != "beside" {
			continue
		}
		s, first := len(of), uint64(0)
		if _, err := fmt.Sscanf(columns[2], "line=%d", &first); err != nil {
			t.Fatal(err)
		}
		line[s] = first
		for _, c := range columns[3:] {
			v, err := strconv.ParseFloat(c, 64)
			if err != nil {
				t.Fatal(err)
			}
			of[s] = append(of[s], v)
		}
	}
	if len(of) != 80 {
		t.Fatalf("%d slices, want 80", len(of))
	}
	for s, row := range of {
		for other, v := range row {
			twins := slice(line[s])^1 == slice(line[other])
			switch {
			case s == other:
			case twins && (v < 720 || v > 900), !twins && (v < 500 || v > 600):
				t.Errorf("slices %d and %d, twins by the preset: %v, take %v thousandths of one slice's time", s, other, twins, v)
			}
		}
	}
}
