package gpumodel_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestLoads has cycles that follow by hand from lines, banks and groups.
func TestLoads(t *testing.T) {
	stride := func(lanes int, width, step gpumodel.Bytes) gpumodel.Access {
		return gpumodel.Stride(width, lanes, 0, step)
	}
	blocks := func(size int) gpumodel.Access {
		a := stride(64, 4, 0)
		for i := range a.Addr {
			a.Addr[i] = gpumodel.Bytes(4 * (i%size + i/size*4098))
		}
		return a
	}
	backwards := stride(64, 4, 4)
	slices.Reverse(backwards.Addr)
	for _, tt := range []struct {
		name               string
		d                  gpumodel.Device
		a                  gpumodel.Access
		tags, data, cycles int
	}{
		{"words in a row: 16 lanes in a cycle", gpu.Fiji(), stride(64, 4, 4), 4, 4, 4},
		{"one word for all", gpu.Fiji(), stride(64, 4, 0), 4, 4, 4},
		{"words in a row, not where a line begins", gpu.Fiji(), gpumodel.Stride(4, 64, 8, 4), 4, 4, 4},
		{"runs of eight words, elsewhere each: two cycles for 16 lanes", gpu.Fiji(), blocks(8), 8, 8, 8},
		{"runs of four", gpu.Fiji(), blocks(4), 16, 16, 16},
		{"backwards: no run", gpu.Fiji(), backwards, 16, 16, 16},
		{"every second word: four lanes in a cycle", gpu.Fiji(), stride(64, 4, 8), 16, 16, 16},
		{"two words each", gpu.Fiji(), stride(64, 8, 8), 16, 16, 18},
		{"four words each", gpu.Fiji(), stride(64, 16, 16), 16, 16, 16},
		{"only the first row is one", gpu.Fiji(), gpumodel.Access{Width: 4, Active: gpumodel.AllLanes(17), Addr: stride(64, 4, 4).Addr}, 2, 2, 2},
		// Lanes 0, 4, 8, 12 ask for words 0, 8, 16, 24: 8-byte units 0, 4, 8, 12, of which two and two share a bank of eight.
		{"MI210, every second word", gpu.MI210(), stride(64, 4, 8), 16, 32, 32},
		{"MI210, every third", gpu.MI210(), stride(64, 4, 12), 16, 16, 16},
		{"MI210, every fourth: one bank", gpu.MI210(), stride(64, 4, 16), 16, 64, 64},
		// Lanes 0 to 3 ask for lines 0, 3, 7 and 11: three of them are 3 modulo 4. The banks of data differ.
		{"MI210, doubles 30 apart", gpu.MI210(), stride(64, 8, 240), 48, 16, 48},
		{"MI210, doubles in a row", gpu.MI210(), stride(64, 8, 8), 16, 16, 16},
		{"RDNA 2: 32 words in a row", gpu.RX6900XT(), stride(32, 4, 4), 1, 1, 1},
		{"RDNA 2: five lines, four in a cycle", gpu.RX6900XT(), stride(32, 4, 20), 2, 1, 2},
		{"RDNA 2: a bank for each four", gpu.RX6900XT(), stride(32, 4, 32), 2, 8, 8},
		{"A100: words in a row", gpu.A100(), stride(32, 4, 4), 1, 1, 1},
		{"A100: every lane in one bank", gpu.A100(), stride(32, 4, 128), 8, 32, 32},
	} {
		c, err := tt.d.CU.Loads.Serve(tt.a)
		if want := (gpumodel.LoadCycles{Tags: tt.tags, Data: tt.data, Cycles: tt.cycles}); err != nil || c != want {
			t.Errorf("%s: %+v, error %v, want %+v", tt.name, c, err, want)
		}
	}
}

// TestLoadsProperties: fewer lanes never take longer, and no load is shorter than its
// tags or its data.
func TestLoadsProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, d := range gpu.All() {
		for _, rule := range d.CU.Loads.Rules {
			for range 200 {
				a := gpumodel.Access{Width: rule.Width, Active: gpumodel.AllLanes(d.Lanes), Addr: make([]gpumodel.Bytes, d.Lanes)}
				span := 1 << (2 + r.IntN(12))
				for i := range a.Addr {
					a.Addr[i] = gpumodel.Bytes(r.IntN(span)) * rule.Width
				}
				whole := must[gpumodel.LoadCycles](t)(d.CU.Loads.Serve(a))
				if whole.Cycles < max(1, whole.Data) && d.CU.Loads.Together || whole.Cycles < 1 || whole.Cycles > max(d.Lanes*4, rule.Least) {
					t.Fatalf("%s: %+v of %+v", d.Name, whole, a)
				}
				if d.CU.Loads.Together || len(rule.Rows) == 0 {
					a.Active = gpumodel.LaneMask(r.Uint64())&a.Active | 1
					if part := must[gpumodel.LoadCycles](t)(d.CU.Loads.Serve(a)); part.Cycles > whole.Cycles {
						t.Fatalf("%s: %+v of some lanes, %+v of all: %+v", d.Name, part, whole, a)
					}
				}
			}
		}
	}
}

// TestLoadsRefuse: what a path cannot serve, and what is no path.
func TestLoadsRefuse(t *testing.T) {
	if _, err := gpu.Tahiti().CU.Loads.Serve(gpumodel.Access{Width: 2, Active: 1, Addr: []gpumodel.Bytes{0}}); err == nil || !strings.Contains(err.Error(), "access: Width = 2") {
		t.Errorf("error %v of 2 bytes", err)
	}
	if _, err := gpu.RX6900XT().CU.Loads.Serve(gpumodel.Stride(16, 32, 0, 16)); err == nil || !strings.Contains(err.Error(), "loads: Rules have none for 16 bytes") {
		t.Errorf("error %v of a width without a rule", err)
	}
	for want, change := range map[string]func(*gpumodel.LoadPath){
		"loads: Line = 48": func(p *gpumodel.LoadPath) { p.Line = 48 },
		"loads: Rules[1].Width = 4, want 4, 8, 12 or 16, of no other rule":                                     func(p *gpumodel.LoadPath) { p.Rules[1].Width = 4 },
		"loads: Rules[1].Width = -4, want 4":                                                                   func(p *gpumodel.LoadPath) { p.Rules[1].Width = -4 },
		"loads: Rules[0].Rows = [1], want none, or each of 64 lanes":                                           func(p *gpumodel.LoadPath) { p.Rules[0].Rows = []gpumodel.LaneMask{1} },
		"loads: Rules[0].Groups = [], want each of 64 lanes":                                                   func(p *gpumodel.LoadPath) { p.Rules[0].Groups = nil },
		"loads: Rules[2].Banks = 3, want 0, or a power of two up to 64\nloads: Rules[2].BankBytes = 0, want 4": func(p *gpumodel.LoadPath) { p.Rules[2].Banks = 3 },
		"loads: Rules[3].Least = -1, want 0 to 1024":                                                           func(p *gpumodel.LoadPath) { p.Rules[3].Least = -1 },
	} {
		d := gpu.Fiji()
		change(&d.CU.Loads)
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// TestRunLoads: loads of all SIMDs pass the L1 one after another, 4 cycles where words lie
// in a row and 16 where they do not.
func TestRunLoads(t *testing.T) {
	d := gpu.Fiji()
	d.CU.Memory = gpumodel.Pipe{Latency: 100, BytesPerCycle: 1e6, Sector: 64}
	for step, each := range map[gpumodel.Bytes]gpumodel.Cycles{4: 4, 8: 16} {
		load := func(dst gpumodel.Register) gpumodel.Instruction {
			return gpumodel.Instruction{Kind: gpumodel.Global, Dst: dst, Access: gpumodel.Stride(4, 64, 0, step)}
		}
		tl := mustRun(t, d, once(load(1), load(2), load(3)).Workload(1, 8))
		if first, last := each, gpumodel.Cycles(3*8)*each; tl.Cycles < last+100 || tl.Cycles > last+100+2*first+8 {
			t.Errorf("step %d: 24 loads take %d cycles, want %d and the latency of 100", step, tl.Cycles, last)
		}
	}
}
