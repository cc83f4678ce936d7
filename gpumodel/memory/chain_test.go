package memory_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// five is the toy of four CUs with an L2 of one line, one level of two CUs before it, of two
// lines, and two beyond it, of two lines and of four.
func five() gpumodel.Device {
	d := toy()
	d.CUs = 4
	d.Caches.L2.Sets, d.Caches.L2.Ways = 1, 1
	level := func(name string, ways int, sector gpumodel.Bytes, latency gpumodel.Cycles) gpumodel.CacheLevel {
		return gpumodel.CacheLevel{Name: name, Cache: gpumodel.Cache{Sets: 1, Ways: ways, Line: 128, Sector: sector, Latency: latency, LinesPerTurn: 1}, BytesPerCycle: 1e5, Slices: 1}
	}
	d.Caches.Before = []gpumodel.CacheLevel{level("pair", 2, 32, 50)}
	d.Caches.Before[0].CUs = 2
	d.Caches.Beyond = []gpumodel.CacheLevel{level("first", 2, 64, 200), level("second", 4, 128, 300)}
	return d
}

// Before the L2 its own lines are asked for: of others it could not tell which it has.
func TestLinesBeforeTheL2(t *testing.T) {
	d := five()
	d.Caches.Before[0].Line, d.Caches.Before[0].Sector = 256, 32
	d.Caches.L1.Line, d.Caches.Texture.Line = 256, 256
	if err := d.Validate(); err == nil || !strings.Contains(err.Error(), "Before[0].Line = 256, want the L2's 128") {
		t.Errorf("error %v of lines of 256 bytes before an L2 of 128, want one that says so", err)
	}
}

// Loads past the L1, by hand. Each level keeps the lines read last, of those that come to it.
func TestChain(t *testing.T) {
	h, err := memory.New(five(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		cu     int
		number uint64
		want   float64
	}{
		{0, 0, 500}, {0, 0, 50},
		{1, 0, 50},               // its neighbour's
		{2, 0, 100},              // not of that pair
		{0, 1, 500}, {0, 2, 500}, // of which the L2 has the last, the pair and the first level both
		{2, 1, 200}, {3, 2, 200},
		{0, 0, 300},              // which the second level has kept
		{0, 3, 500}, {0, 4, 500}, // drives out of the second level what it was asked for longest ago: 1
		{2, 1, 50}, {3, 2, 50}, {0, 1, 500},
	} {
		now := float64(1000 * (i + 1))
		_, done := h.CU(c.cu).Fetch(now, memory.PastL1, []memory.Line{{Address: 128 * c.number, Sectors: 1}})
		if got := done - now; math.Abs(got-c.want) > 6 { // a cycle each for the tags
			t.Errorf("load %d, of line %d by CU %d: %.1f cycles, want %v", i, c.number, c.cu, got, c.want)
		}
	}
	// Of the second level's sectors of 128 bytes six came from DRAM.
	all := h.Levels()
	if len(all) != 3 || all[0].Name != "pair" || all[2].Name != "second" {
		t.Fatalf("levels %+v, want pair, first and second", all)
	}
	for i, want := range []memory.Counts{
		{Lookups: 14, Hits: 4, Missed: 10}, {Lookups: 9, Hits: 2, Missed: 7}, {Lookups: 7, Hits: 1, Missed: 6},
	} {
		if all[i].Counts != want {
			t.Errorf("%s: %+v, want %+v", all[i].Name, all[i].Counts, want)
		}
	}
	if h.Read() != 6*128 {
		t.Errorf("%d bytes read, want 768", h.Read())
	}
	h.Forget() // a kernel's end
	if _, done := h.CU(3).Fetch(1e5, memory.PastL1, []memory.Line{{Address: 128, Sectors: 1}}); math.Abs(done-1e5-100) > 4 {
		t.Errorf("what the pair had comes after %v cycles, want 100, from the L2", done-1e5)
	}
}

// What is written goes past the level of a pair, stays in the L2, is driven from there into the
// first level, from that into the second and from that to DRAM: by hand, of seven lines one is
// left in the L2, two are in the first level, four in the second.
func TestChainWrites(t *testing.T) {
	h, err := memory.New(five(), 4)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 8 {
		if want := max(0, i-7) * 128; h.Written() != gpumodel.Bytes(want) {
			t.Errorf("after %d lines %d bytes are written, want %d", i, h.Written(), want)
		}
		h.CU(0).Store(float64(1000*i), []memory.Line{{Address: uint64(128 * i), Sectors: 15}})
	}
	if h.Written() != 128 || h.Read() != 0 {
		t.Errorf("%d bytes written, %d read, want 128 and none", h.Written(), h.Read())
	}
	if w := h.Levels(); w[0].Busy != 0 || w[1].Busy != 7 || w[2].Busy != 5 {
		t.Errorf("levels %+v, want a cycle of the tags for each of 0, 7 and 5 lines", w)
	}
}

// Oracle: an RX 6900 XT's pointer chase, [chase_latency.csv], in each of its four levels: L0 of a
// CU, L1 of a shader array, L2, Infinity Cache. Latencies were set from such rows, sizes not.
// Rates are of no account for a lone load.
func TestFourLevels(t *testing.T) {
	ladder, _ := gpu.Ladder("rx6900xt")
	d := gpu.RX6900XT()
	level := func(i int) gpumodel.CacheLevel {
		l := gpumodel.CacheLevel{Name: ladder.Levels[i].Name, Cache: ladder.Levels[i].Cache, BytesPerCycle: 1e5, Slices: 4}
		l.LinesPerTurn, l.Sector = 1, l.Line
		return l
	}
	l0, l1 := level(0), level(1)
	l1.CUs = 10
	d.Caches = gpumodel.Caches{
		L1:     gpumodel.L1{Cache: l0.Cache, BytesPerCycle: 1e5, Misses: 64},
		Before: []gpumodel.CacheLevel{l1},
		L2:     gpumodel.L2{Cache: level(2).Cache, BytesPerCycle: 1e5, Slices: 16},
		Beyond: []gpumodel.CacheLevel{level(3)},
		DRAM:   gpumodel.DRAM{Latency: ladder.DRAM, BytesPerCycle: 1e5, Channels: 16, Interleave: 256, Atom: 128}, PortBytesPerCycle: 1e5,
	}
	for _, c := range []struct{ kb, want float64 }{{8.5, 73.0}, {63.2, 124.2}, {1026.2, 221.7}, {31779, 423.1}} {
		h, err := memory.New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		order := rand.New(rand.NewPCG(3, 1)).Perm(int(c.kb * 1024 / 128))
		now, begin := 0.0, 0.0
		for i := range 2 * len(order) {
			if i == len(order) {
				begin = now
			}
			_, now = h.CU(0).Fetch(now, memory.ByL1, []memory.Line{{Address: uint64(order[i%len(order)]) * 128, Sectors: 1}})
		}
		if got := (now - begin) / float64(len(order)); math.Abs(got/c.want-1) > 0.05 {
			t.Errorf("%v KB: %.1f cycles, measured %v, want within 5 %%", c.kb, got, c.want)
		}
	}
}

func TestChainFaults(t *testing.T) {
	for want, change := range map[string]func(*gpumodel.Caches){
		"L1.Line, Sector = 64, 32, want the next level's 128": func(c *gpumodel.Caches) { c.L1.Line = 64 },
		"Before[0].CUs = 0, want 1 to":                        func(c *gpumodel.Caches) { c.Before[0].CUs = 0 },
		"Before[0].Latency = 10, want 11 to":                  func(c *gpumodel.Caches) { c.Before[0].Latency = 10 },
		"L2.Latency = 100, want more than the 100":            func(c *gpumodel.Caches) { c.Before[0].Latency = 100 },
		"Before[0].Name is empty":                             func(c *gpumodel.Caches) { c.Before[0].Name = "" },
		"Beyond[1].CUs = 2, want 0":                           func(c *gpumodel.Caches) { c.Beyond[1].CUs = 2 },
		"Beyond[1].Latency = 200, want 201 to":                func(c *gpumodel.Caches) { c.Beyond[1].Latency = 200 },
		"Beyond[1].Sector = 32, want 64 to":                   func(c *gpumodel.Caches) { c.Beyond[1].Sector = 32 },
		"DRAM.Latency = 300, want more":                       func(c *gpumodel.Caches) { c.DRAM.Latency = 300 },
	} {
		d := five()
		change(&d.Caches)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	d := five()
	e := d.Clone()
	e.Caches.Beyond[0].Ways, e.Caches.Before[0].Ways = 1, 1
	if d.Caches.Beyond[0].Ways != 2 || d.Caches.Before[0].Ways != 2 {
		t.Error("a change of a clone's levels changes the device's")
	}
}
