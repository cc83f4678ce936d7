package memory_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel/memory"
)

// Loads of two CUs of two dies, by hand: what one has fetched the other's L2 has not, and what
// one has written the other loses at the Flush, where it had read it before. A hit of the
// toy's L2 takes 100 cycles, DRAM 500.
func TestDies(t *testing.T) {
	d := toy()
	d.Caches.L2.Dies, d.Caches.L2.Slices = 2, 2
	h, err := memory.New(d, 2)
	if err != nil {
		t.Fatal(err)
	}
	at := 0.0
	load := func(cu int, line memory.Line, want float64) {
		t.Helper()
		at += 1000
		if _, done := h.CU(cu).Fetch(at, memory.PastL1, []memory.Line{line}); math.Abs(done-at-want) > 2 {
			t.Errorf("CU %d's load of %+v takes %v cycles, want %v", cu, line, done-at, want)
		}
	}
	a, b := memory.Line{Address: 0, Sectors: 3}, memory.Line{Address: 128, Sectors: 1}
	load(0, a, 500)
	load(0, a, 100)
	load(1, a, 500)
	load(1, a, 100)
	load(1, b, 500)
	h.CU(0).Store(at, []memory.Line{{Address: 0, Sectors: 1}})
	load(1, a, 100) // not seen yet
	at = h.Flush(at + 1000)
	if h.Written() != 32 {
		t.Errorf("%d bytes written back, want 32", h.Written())
	}
	load(0, a, 100)                                   // who wrote it has kept it
	load(1, memory.Line{Address: 0, Sectors: 2}, 100) // which was not written
	load(1, a, 500)
	load(1, b, 100)
	if _, _, l2 := h.Counts(); l2.Missed != 2+2+1+1 {
		t.Errorf("%d sectors missed in both L2s, want 6", l2.Missed)
	}
}

// Two dies deliver as much as one L2 of as much to CUs of both, and half of it to those of one: by
// hand, 32 bytes a cycle, for 256 lines of 128.
func TestDiesShareBandwidth(t *testing.T) {
	for _, c := range []struct {
		dies int
		cus  []int
		want float64
	}{{0, []int{0, 1}, 1024}, {2, []int{0, 1}, 1024}, {2, []int{0}, 2048}} {
		d := toy()
		d.Caches.L2.Dies, d.Caches.L2.Slices, d.Caches.L2.BytesPerCycle = c.dies, 2, 32
		d.Caches.L2.Sets = 1024
		h, err := memory.New(d, 2)
		if err != nil {
			t.Fatal(err)
		}
		last := 0.0
		for pass := range 2 {
			last = 0
			for i := range 256 {
				line := memory.Line{Address: uint64(i/len(c.cus)) * 128, Sectors: 15}
				_, done := h.CU(c.cus[i%len(c.cus)]).Fetch(float64(pass)*1e5, memory.PastL1, []memory.Line{line})
				last = max(last, done-float64(pass)*1e5-100)
			}
		}
		if math.Abs(last/c.want-1) > 0.2 { // slices are dealt by chance
			t.Errorf("%d dies, CUs %v: %v cycles, want %v", c.dies, c.cus, last, c.want)
		}
	}
}

func TestDiesFaults(t *testing.T) {
	for dies, want := range map[int]string{3: "L2.Dies = 3, want a divisor of its 64 Sets and 1 Slices", -1: "L2.Dies = -1, want 0 to 64", 128: "L2.Dies = 128, want 0 to 64"} {
		d := toy()
		d.Caches.L2.Dies = dies
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	d := toy()
	d.Caches.L2.Dies, d.Caches.L2.Slices = 64, 64
	if h, err := memory.New(d, 2); err != nil || h.Dies() != 2 {
		t.Errorf("of 64 dies there are %d, error %v; want one for each of two CUs", h.Dies(), err)
	}
}
