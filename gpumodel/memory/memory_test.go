package memory_test

import (
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
)

// Oracle: an H200's pointer chase, 4 KB to 1 GB, within 5 % on each plateau and each
// knee.
func TestChase(t *testing.T) {
	if os.Getenv("LANEBOOK_FULL") == "" {
		t.Skip("silicon.TestAgreements holds the same points to the same bar: with LANEBOOK_FULL=ci")
	}
	points, err := silicon.CompareChase()
	if err != nil {
		t.Fatal(err)
	}
	worst, sum := 0.0, 0.0
	for _, p := range points {
		e1, e2 := p.ModelL1/p.L1-1, p.ModelPastL1/p.PastL1-1
		worst = max(worst, math.Abs(e1), math.Abs(e2))
		sum += math.Abs(e1) + math.Abs(e2)
		t.Logf("%7d KB: %5.1f cycles, measured %5.1f (%+4.1f %%); past the L1 %5.1f, measured %5.1f (%+4.1f %%)",
			p.Size>>10, p.ModelL1, p.L1, 100*e1, p.ModelPastL1, p.PastL1, 100*e2)
	}
	t.Logf("mean error %.1f %%, worst %.1f %%", 100*sum/float64(2*len(points)), 100*worst)
	if worst > 0.05 {
		t.Errorf("worst error %.1f %%, want at most 5 %%", 100*worst)
	}
}

// toy is a system small enough to reckon by hand: an L1 of 2 sets and 2 ways.
func toy() gpumodel.Device {
	c := gpumodel.Cache{Sets: 2, Ways: 2, Line: 128, Sector: 32, Latency: 10, LinesPerTurn: 1}
	l2 := c
	l2.Sets, l2.Ways, l2.Latency = 64, 4, 100
	d := gpu.H200()
	d.Name, d.CUs = "toy", 2
	d.Caches = gpumodel.Caches{
		L1:                gpumodel.L1{Cache: c, BytesPerCycle: 32, Misses: 2},
		L2:                gpumodel.L2{Cache: l2, BytesPerCycle: 1e5, Slices: 1},
		PortBytesPerCycle: 1e5,
		DRAM:              gpumodel.DRAM{Latency: 500, BytesPerCycle: 1e5, Channels: 1, Interleave: 128, Atom: 32},
	}
	return d
}

// TestHierarchy follows single loads through the toy, by hand: replacement,
// sectors, merging, the limit of outstanding misses.
func TestHierarchy(t *testing.T) {
	for _, c := range []struct {
		name  string
		loads []memory.Line
		at    []float64
		want  []float64 // latency of each, to the cycle
	}{
		{"miss, then hit", []memory.Line{{0, 1}, {0, 1}}, []float64{0, 1000}, []float64{501, 10}},
		{"miss, then another sector: an L1 and an L2 miss", []memory.Line{{0, 1}, {0, 2}}, []float64{0, 1000}, []float64{501, 501}},
		{"merged: on its way already", []memory.Line{{0, 1}, {0, 1}}, []float64{0, 100}, []float64{501, 401}},
		{"least recently used of a set goes: the third line evicts the second", []memory.Line{{0, 1}, {256, 1}, {0, 1}, {512, 1}, {0, 1}, {256, 1}},
			[]float64{0, 1000, 2000, 3000, 4000, 5000}, []float64{501, 501, 10, 501, 10, 101}},
		{"another set is left alone", []memory.Line{{0, 1}, {128, 1}, {256, 1}, {0, 1}, {128, 1}}, []float64{0, 1000, 2000, 3000, 4000}, []float64{501, 501, 501, 10, 10}},
		{"a third miss waits for the first", []memory.Line{{0, 1}, {128, 1}, {256, 1}}, []float64{0, 1, 2}, []float64{501, 501, 1000}},
	} {
		h, err := memory.New(toy(), 2)
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range c.loads {
			_, done := h.CU(0).Fetch(c.at[i], memory.ByL1, []memory.Line{l})
			if got := done - c.at[i]; math.Abs(got-c.want[i]) > 1 { // up to a cycle passes in the L2's tags
				t.Errorf("%s: load %d takes %.2f cycles, want %.0f", c.name, i, got, c.want[i])
			}
		}
	}
}

func TestCounts(t *testing.T) {
	h, err := memory.New(toy(), 2)
	if err != nil {
		t.Fatal(err)
	}
	h.CU(0).Fetch(0, memory.ByL1, []memory.Line{{0, 0xf}})
	h.CU(0).Fetch(10, memory.ByL1, []memory.Line{{0, 3}})
	h.CU(0).Fetch(900, memory.ByL1, []memory.Line{{0, 1}})
	h.CU(1).Fetch(900, memory.ByL1, []memory.Line{{0, 1}})
	l1, _, l2 := h.Counts()
	if want := (memory.Counts{Lookups: 4, Hits: 1, Merged: 2, Missed: 5}); l1 != want {
		t.Errorf("L1 %+v, want %+v", l1, want)
	}
	if want := (memory.Counts{Lookups: 2, Hits: 1, Missed: 4}); l2 != want {
		t.Errorf("L2 %+v, want %+v", l2, want)
	}
	if h.Read() != 128 || l1.HitRate() != 3.0/8 {
		t.Errorf("%d bytes from DRAM, hit rate %v, want 128 and 3/8", h.Read(), l1.HitRate())
	}
}

func TestCoalesce(t *testing.T) {
	for _, c := range []struct {
		name           string
		access         gpumodel.Access
		line, sector   gpumodel.Bytes
		lines, sectors int
	}{
		{"32 words in a row, 128-byte lines", gpumodel.Stride(4, 32, 0, 4), 128, 128, 1, 1},
		{"the same in sectors", gpumodel.Stride(4, 32, 0, 4), 128, 32, 1, 4},
		{"off by a word", gpumodel.Stride(4, 32, 4, 4), 128, 32, 2, 5},
		{"every other word", gpumodel.Stride(4, 32, 0, 8), 128, 32, 2, 8},
		{"a column of 1024 floats", gpumodel.Stride(4, 32, 0, 4096), 128, 32, 32, 32},
		{"64 lanes, GCN's 64-byte lines", gpumodel.Stride(4, 64, 0, 4), 64, 64, 4, 4},
		{"16 bytes a lane", gpumodel.Stride(16, 32, 0, 16), 128, 32, 4, 16},
		{"broadcast", gpumodel.Stride(4, 32, 64, 0), 128, 32, 1, 1},
	} {
		lines, err := memory.Coalesce(nil, &c.access, c.line, c.sector)
		if err != nil {
			t.Fatal(err)
		}
		sectors := 0
		for _, l := range lines {
			for s := l.Sectors; s != 0; s &= s - 1 {
				sectors++
			}
		}
		if len(lines) != c.lines || sectors != c.sectors {
			t.Errorf("%s: %d lines, %d sectors, want %d and %d", c.name, len(lines), sectors, c.lines, c.sectors)
		}
	}
	bad := gpumodel.Gather(4, 2)
	if _, err := memory.Coalesce(nil, &bad, 128, 32); err == nil {
		t.Error("an unaligned address gives no error")
	}
	bad = gpumodel.Access{Width: 4, Active: 1, Addr: make([]gpumodel.Bytes, 65)}
	if _, err := memory.Coalesce(nil, &bad, 128, 32); err == nil || !strings.Contains(err.Error(), "len(Addr) = 65, want at most 64") {
		t.Errorf("error %v of 65 addresses, want that they are too many", err)
	}
}

// TestScheduler runs a dependent chain of loads on the CU scheduler: latency by
// level, as the hierarchy alone says.
func TestScheduler(t *testing.T) {
	d := gpu.H200()
	s := gpu.H200()
	load := gpumodel.Instruction{Kind: gpumodel.Global, Dst: 1, Src: gpumodel.Sources{1}, Lanes: 1,
		Access: gpumodel.Access{Width: 4, Active: 1, Addr: make([]gpumodel.Bytes, 32)}}
	h, err := memory.New(s, s.CUs)
	if err != nil {
		t.Fatal(err)
	}
	l := gpumodel.Program{Body: []gpumodel.Instruction{load}, Times: 101}.Workload(1, 1)
	l.Memory, l.Record = h.CU(0), 1000
	tl, err := d.Run(l)
	if err != nil {
		t.Fatal(err)
	}
	if err := tl.Check(); err != nil {
		t.Error(err)
	}
	first, last := tl.Issues[1].Cycle-tl.Issues[0].Cycle, tl.Issues[100].Cycle-tl.Issues[1].Cycle
	// A slice looks a line up in 2 cycles, a channel delivers 64 bytes in 4; the slice may
	// be a near or a far one, so may the half of the L2; and DRAM may be late.
	m := s.Caches
	least := m.DRAM.Latency - m.L2.Spread/2 - m.L2.Far/2 - gpumodel.Cycles(m.DRAM.LateShare*float64(m.DRAM.Late)/2)
	if first < least || first > least+m.L2.Spread+m.L2.Far+m.DRAM.Late+8 || last != 99*s.Caches.L1.Latency {
		t.Errorf("the first load takes %d cycles, the next 99 %d, want %d and %d", first, last, s.Caches.DRAM.Latency, 99*s.Caches.L1.Latency)
	}
}

// A load of four lines that are all in the L1, of 10 cycles, through four banks that
// lie in the way of some: what one SIMD waits for them alone, what the CU takes of
// another SIMD's in the same cycle, and that textures are not held up.
func TestGlobalLoad(t *testing.T) {
	s := toy()
	s.Caches.L1.Ways, s.Caches.L1.BytesPerCycle, s.Caches.L1.LinesPerTurn, s.Caches.L1.Misses = 4, 1e5, 2, 8
	s.Caches.L1.MissCycles, s.Caches.L1.PassCycles = 1, 2
	s.Caches.L1.Banked = true
	h, err := memory.New(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	load := func(stride gpumodel.Bytes) gpumodel.Instruction {
		return gpumodel.Instruction{Kind: gpumodel.Global, Access: gpumodel.Stride(4, 32, 0, stride), Lanes: gpumodel.AllLanes(32)}
	}
	for _, c := range []struct {
		name         string
		at           gpumodel.Cycles
		stride       gpumodel.Bytes
		accept, done gpumodel.Cycles // after at
	}{
		{"four lines that miss, in four passes: two cycles each of one SIMD", 0, 16, 8, 6 + 502},
		{"four lines in four passes, by one SIMD", 10000, 16, 8, 6 + 10},
		{"another with it: a pass a cycle, after the first's", 10000, 16, 8, 7 + 10},
		{"a third", 10000, 16, 12, 11 + 10},
		{"four lines less a word, in no bank twice: two turns of the tags", 20000, 12, 2, 12},
		{"one line", 30000, 4, 2, 10},
	} {
		in := load(c.stride)
		accept, done, err := h.CU(0).Serve(c.at, &in)
		if err != nil || accept != c.at+c.accept || done != c.at+c.done {
			t.Errorf("%s: accepts after %d, done after %d, %v; want %d and %d", c.name, accept-c.at, done-c.at, err, c.accept, c.done)
		}
	}
	lines := []memory.Line{{0, 1}, {128, 1}, {256, 1}, {384, 1}}
	if accept, done := h.CU(0).Fetch(40000, memory.ByTexture, lines); accept != 40002 || done != 40011.5 {
		t.Errorf("a texture: accepts at %v, done at %v; want 40002, two lines a cycle, and 40011.5", accept, done)
	}
}

func TestValidate(t *testing.T) {
	for _, s := range []gpumodel.Device{gpu.H200(), gpu.GTX480(), toy()} {
		if err := s.Validate(); err != nil {
			t.Error(err)
		}
	}
	s := gpu.H200()
	s.Caches.L2.Line, s.Caches.DRAM.Latency, s.Caches.L1.Ways, s.Caches.PortBytesPerCycle = 100, 5, 0, math.NaN()
	s.Caches.L1.MissCycles, s.Caches.L1.PassCycles, s.Caches.L2.Spread, s.LDS.Banks = -1, math.NaN(), 1000, 33
	err := s.Validate()
	for _, want := range []string{"L2.Line = 100", "DRAM.Latency = 5", "L1.Ways = 0", "PortBytesPerCycle = NaN", "L1.MissCycles = -1", "L1.PassCycles = NaN", "L2.Spread = 1000", "lds: Banks = 33"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

func BenchmarkFetch(b *testing.B) {
	h, err := memory.New(gpu.GTX480(), 15)
	if err != nil {
		b.Fatal(err)
	}
	lines := make([]memory.Line, 4)
	b.ReportAllocs()
	for i := range b.N {
		for j := range lines {
			lines[j] = memory.Line{Address: uint64(i*4+j) * 64 &^ 127, Sectors: 1}
		}
		h.CU(i%15).Fetch(float64(i), memory.ByTexture, lines)
	}
	b.ReportMetric(4*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
}

// A sector of the L1 that is as large as four of the L2 comes as those four, through the
// L1 and past it: a line of 128 bytes is 128 bytes from DRAM.
func TestWideSectors(t *testing.T) {
	d := toy()
	d.Caches.L1.Sector = 128
	for _, path := range []memory.Path{memory.ByL1, memory.PastL1} {
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		h.CU(0).Fetch(0, path, []memory.Line{{Address: 256, Sectors: 1}})
		if h.Read() != 128 {
			t.Errorf("path %d: %d bytes from DRAM, want 128", path, h.Read())
		}
	}
}
