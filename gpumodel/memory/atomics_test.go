package memory

import (
	"fmt"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func adding(words ...int) *gpumodel.Instruction {
	in := gpumodel.Instruction{Kind: gpumodel.Global, Access: gpumodel.Access{Op: gpumodel.Atomic, Width: 4, Active: gpumodel.AllLanes(len(words))}}
	for _, w := range words {
		in.Access.Addr = append(in.Access.Addr, gpumodel.Bytes(4*w))
	}
	return &in
}

// By hand: which packets an access is cut into, words and sectors (a bit each) of line 0 and then of line 1.
func TestPackets(t *testing.T) {
	for _, c := range []struct {
		words []int
		want  string
	}{
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, "0:8/1 whole"},
		{[]int{0, 1}, "0:2/1"},
		{[]int{0, 8, 16}, "0:3/111"},
		{[]int{5, 5, 5}, "0:1/1 0:1/1 0:1/1"},
		{[]int{5, 6, 5}, "0:2/1 0:1/1"}, // the second 5 goes alone
		{[]int{40, 0, 41}, "1:2/10 0:1/1"},
		{[]int{8, 9, 10, 11, 12, 13, 14, 15, 0}, "0:9/11"},
	} {
		h, err := New(gpu.H200(), 1)
		if err != nil {
			t.Fatal(err)
		}
		in := adding(c.words...)
		packets, err := Packets(nil, &in.Access, 128, 32)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, p := range packets {
			s := fmt.Sprintf("%d:%d/%b", p.Address/128, p.Words, p.Sectors)
			if h.CU(0).adds(in, &p)&whole != 0 {
				s += " whole"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("words %v: packets %s, want %s", c.words, s, c.want)
		}
	}
}

// By hand: of masks 0b110 and 0b100, line 2 has parities 1 and 0, line 4 both, line 6 0 and 1, which modulo 3 slices are
// 1, 0 and 2. From line 8 on it is by chance, but neighbours stay as far apart.
func TestSliceOf(t *testing.T) {
	h := Hierarchy{caches: gpumodel.Caches{Atomics: gpumodel.Atomics{Slice: [11]uint64{0b110, 0b100}}}, hashed: 3}
	for _, c := range [][2]uint64{{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 0}, {5, 0}, {6, 2}, {7, 2}} {
		if got := h.sliceOf(c[0], 3); got != c[1] {
			t.Errorf("line %d is in slice %d of 3, want %d", c[0], got, c[1])
		}
		if got := h.sliceOf(8*99+c[0], 4) ^ h.sliceOf(8*99, 4); got != [4]uint64{0, 1, 3, 2}[c[0]/2] {
			t.Errorf("line %d of a later page is %b from its first", c[0], got)
		}
	}
}

// By hand, of a GPU whose slices take 1.5 cycles for a part of a sector, 10 for floating-point numbers, with nothing on the way:
// 32 lanes that name one word are done 31 such later than one lane is.
func TestSameWord(t *testing.T) {
	d := gpu.H200()
	d.Caches.Atomics = gpumodel.Atomics{Part: 1.5, Float: 10}
	var done [2][2]gpumodel.Cycles
	for i, op := range []gpumodel.Op{gpumodel.Atomic, gpumodel.AtomicFloat} {
		for j, in := range []*gpumodel.Instruction{adding(7), adding(make([]int, 32)...)} {
			h, err := New(d, d.CUs)
			if err != nil {
				t.Fatal(err)
			}
			in.Access.Op = op
			for _, now := range []gpumodel.Cycles{0, 16000} { // the second time the L2 has the line
				if _, done[i][j], err = h.CU(0).Serve(now, in); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if ints, floats := done[0][1]-done[0][0], done[1][1]-done[1][0]; ints < 46-pageCycles || ints > 47+pageCycles || floats < 310-pageCycles || floats > 310+pageCycles {
		t.Errorf("31 more lanes take %d cycles, and %d of floating-point numbers; want 46.5 and 310, to a page of a calendar", ints, floats)
	}
}

// By hand: additions to four words of two sectors that the L2 does not have: two misses, no hit, and
// then two hits.
func TestAddedSectorsAreCounted(t *testing.T) {
	h, err := New(gpu.H200(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []Counts{{Missed: 2}, {Missed: 2, Hits: 2}} {
		if _, _, err := h.CU(0).Serve(gpumodel.Cycles(100000*i), adding(0, 1, 8, 9)); err != nil {
			t.Fatal(err)
		}
		if _, _, l2 := h.Counts(); l2.Hits != want.Hits || l2.Missed != want.Missed {
			t.Errorf("after %d: %+v, want %+v", i+1, l2, want)
		}
	}
}

// By hand: 120,000 takes of two cycles that all want to be first end one after another, however
// long the way to the first free page has become.
func TestCalendarWithALongQueue(t *testing.T) {
	c, end := &calendar{}, 0.0
	for range 120000 {
		end = c.take(0, 2)
	}
	if end != 240000 {
		t.Errorf("the last ends at %v, want 240000", end)
	}
}
