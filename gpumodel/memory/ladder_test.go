package memory_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
)

// whole is a cache of so many lines of 128 bytes in one set.
func whole(lines int, latency gpumodel.Cycles) gpumodel.Cache {
	return gpumodel.Cache{Sets: 1, Ways: lines, Line: 128, Sector: 32, Latency: latency}
}

func TestClimb(t *testing.T) {
	one := gpumodel.Ladder{ID: "one", Clock: 1e9, CUs: 1, DRAM: 500, Levels: []gpumodel.LadderLevel{{Name: "L1", Cache: whole(64, 30)}, {Name: "L2", Cache: whole(512, 200)}}}
	sets := one
	sets.Levels = []gpumodel.LadderLevel{{Name: "L1", Cache: gpumodel.Cache{Sets: 16, Ways: 4, Line: 128, Sector: 32, Latency: 30}}, one.Levels[1]}
	halves := one
	halves.Levels = []gpumodel.LadderLevel{one.Levels[0], {Name: "L2", Far: 100, Cache: gpumodel.Cache{Sets: 2, Ways: 512, Line: 128, Sector: 32, Latency: 200}}}
	pages := one
	pages.TLBs = []gpumodel.TLB{{Reach: 1 << 20, Page: 4096, Miss: 80}}
	for _, c := range []struct {
		name   string
		ladder gpumodel.Ladder
		lines  int
		want   float64
		off    float64 // at most
	}{
		{"as large as the L1", one, 64, 30, 0},
		{"a line more: the one that is wanted next has just gone", one, 65, 200, 0},
		{"a line more, in 16 sets: one of them has 5 lines for 4", sets, 65, (60*30 + 5*200) / 65.0, 1e-9},
		{"as large as the L2", one, 512, 200, 0},
		{"a line more than the L2", one, 513, 500, 0},
		{"half of an L2 of two halves", halves, 512, 200, 0},
		{"a line more: half of the lines are far, the others gone", halves, 513, (300 + 500) / 2, 20},
		{"twice as many lines as the L2", halves, 2048, 500, 0},
		{"as much as the TLB reaches", pages, 8192, 500, 0},
		{"four times as much: three of four pages are not known", pages, 32768, 500 + 80*3/4.0, 2},
	} {
		got, err := memory.Climb(c.ladder, gpumodel.Bytes(c.lines)*memory.ChaseNode)
		if err != nil || math.Abs(got-c.want) > c.off {
			t.Errorf("%s: %v cycles, %v, want %v within %v", c.name, got, err, c.want, c.off)
		}
	}
}

// By hand: two TLBs, of 4 pages of 4 KB each and of 4 of 8 KB behind it. Loads in turn of more
// pages than a TLB has miss all of it, for the page that is wanted next has just gone; two
// pages of 4 KB side by side are one of 8 KB, of which the second load finds what the first
// has brought.
func TestTranslate(t *testing.T) {
	l := gpumodel.Ladder{ID: "x", Clock: 1e9, CUs: 1, DRAM: 500, Levels: []gpumodel.LadderLevel{{Name: "L1", Cache: whole(64, 30)}},
		TLBs: []gpumodel.TLB{{Reach: 16 << 10, Page: 4 << 10, Miss: 10}, {Reach: 32 << 10, Page: 8 << 10, Miss: 100}}}
	for _, c := range []struct {
		name        string
		pages, step uint64
		want        float64
	}{
		{"one page, all there", 1, 4 << 10, 0},
		{"as many as the first has", 4, 4 << 10, 0},
		{"one more: all miss the first, none the second", 5, 4 << 10, 10},
		{"as many as the second has", 8, 4 << 10, 10},
		{"two more: of each two side by side the first misses the second as well", 10, 4 << 10, 10 + 100/2.0},
		{"far apart: each is a page of both", 5, 64 << 10, 10 + 100},
	} {
		var at []uint64
		for i := range c.pages {
			at = append(at, i*c.step)
		}
		if got, err := memory.Translate(l, at); err != nil || got != c.want {
			t.Errorf("%s: %v cycles, %v, want %v", c.name, got, err, c.want)
		}
	}
	if _, err := memory.Translate(l, nil); err == nil || !strings.Contains(err.Error(), "0 addresses, want 1") {
		t.Errorf("error %v of no addresses", err)
	}
	l.TLBs[1].Miss = -1
	if _, err := memory.Translate(l, []uint64{0}); err == nil || !strings.Contains(err.Error(), "TLBs[1]") {
		t.Errorf("error %v of a TLB that gives time back", err)
	}
}

func TestClimbFaults(t *testing.T) {
	good := gpumodel.Ladder{ID: "x", Clock: 1e9, CUs: 1, DRAM: 500, Levels: []gpumodel.LadderLevel{{Name: "L1", Cache: whole(64, 30)}}}
	for wish, change := range map[string]func(*gpumodel.Ladder){
		"Levels = [], want one or more":          func(l *gpumodel.Ladder) { l.Levels = nil },
		"L1.Ways = 0":                            func(l *gpumodel.Ladder) { l.Levels = []gpumodel.LadderLevel{{Name: "L1", Cache: whole(0, 30)}} },
		"DRAM = 30, want more than 30":           func(l *gpumodel.Ladder) { l.DRAM = 30 },
		"Levels[1].Latency = 30, want more than": func(l *gpumodel.Ladder) { l.Levels = append(l.Levels, l.Levels[0]) },
		"Levels[0].Far = 5, want 0 to 65536 cycles": func(l *gpumodel.Ladder) {
			l.Levels = []gpumodel.LadderLevel{{Name: "L1", Cache: whole(64, 30), Far: 5}}
		},
		"TLBs[1] = Page 100, Reach 4096, Miss 0": func(l *gpumodel.Ladder) {
			l.TLBs = []gpumodel.TLB{{Reach: 4096, Page: 4096}, {Reach: 4096, Page: 100}}
		},
		"CUs = 0": func(l *gpumodel.Ladder) { l.CUs = 0 },
		"Levels[0].BytesPerCycle = -1": func(l *gpumodel.Ladder) {
			l.Levels = []gpumodel.LadderLevel{{Name: "L1", Cache: whole(64, 30), BytesPerCycle: -1}}
		},
		"Clock = 0": func(l *gpumodel.Ladder) { l.Clock = 0 },
	} {
		l := good
		change(&l)
		if _, err := memory.Climb(l, 4096); err == nil || !strings.Contains(err.Error(), wish) {
			t.Errorf("error %v, want %q", err, wish)
		}
	}
	if _, err := memory.Climb(good, 127); err == nil || !strings.Contains(err.Error(), "127 bytes, want 128") {
		t.Errorf("error %v of 127 bytes", err)
	}
}
