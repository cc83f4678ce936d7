package gpu_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

func TestAll(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range append(gpu.All(), gpu.MI300A(), gpu.FourBanks()) {
		if err := d.Validate(); err != nil {
			t.Errorf("%s: %v", d.ID, err)
		}
		if d.ID == "" || seen[d.ID] || strings.ToLower(d.ID) != d.ID {
			t.Errorf("%s: ID = %q, want a new one in lower case", d.Name, d.ID)
		}
		seen[d.ID] = true
		if got, err := gpu.ByID(d.ID); err != nil || got.Name != d.Name {
			t.Errorf("ByID(%q) is %s, %v, want %s", d.ID, got.Name, err, d.Name)
		}
	}
	if _, err := gpu.ByID("no-such-gpu"); err == nil || !strings.Contains(err.Error(), `ID = "no-such-gpu", want one of gtx480, `) {
		t.Errorf("error %v of an unknown GPU, want one that lists those known", err)
	}
}

// What is not known of a GPU is refused by name, and not guessed.
func TestUnknownIsRefused(t *testing.T) {
	complete := map[string]bool{}
	for _, d := range gpu.Complete() {
		complete[d.ID] = true
	}
	for _, id := range []string{"a40", "rx6900xt", "w7900", "rx9070xt"} {
		if complete[id] {
			t.Errorf("%s is among the complete", id)
		}
	}
	if len(complete) != len(gpu.All())-4 {
		t.Errorf("%d of %d GPUs are complete, want all but four", len(complete), len(gpu.All()))
	}
	load := gpumodel.Instruction{Kind: gpumodel.Local, Access: gpumodel.Stride(4, 32, 0, 4)}
	for _, tt := range []struct {
		d    gpumodel.Device
		in   gpumodel.Instruction
		want string // "" where it runs
	}{
		{gpu.W7900(), gpumodel.Instruction{Kind: gpumodel.FP32}, ""},
		{gpu.W7900(), load, "PRO W7900: cu: Latency[local] = 0, unknown, want a measured one"},
		{gpu.RX6900XT(), gpumodel.Instruction{Kind: gpumodel.Global, Access: load.Access}, "cu: Memory = {Latency:0 BytesPerCycle:0 Sector:0}, unknown"},
		{gpu.RX9070XT(), gpumodel.Instruction{Kind: gpumodel.Barrier}, "Latency[barrier] = 0, unknown"},
		{gpu.A40(), gpumodel.Instruction{Kind: gpumodel.FP64}, "A40: cu: Latency[FP64] = 0, unknown"},
		{gpu.V100(), load, ""},
		{gpu.V100(), gpumodel.Instruction{Kind: gpumodel.Texture, Access: load.Access}, "V100: texture unit: unknown, want a measured one"},
		{gpu.MI300X(), gpumodel.Instruction{Kind: gpumodel.Global, Access: gpumodel.Stride(12, 64, 0, 12)}, "loads: Rules have none for 12 bytes"},
		{gpu.A100(), gpumodel.Instruction{Kind: gpumodel.Global, Access: gpumodel.Stride(12, 32, 0, 12)}, "loads: Rules have none for 12 bytes"},
		{gpu.A100(), gpumodel.Instruction{Kind: gpumodel.Global, Access: gpumodel.Stride(16, 32, 0, 16)}, ""},
	} {
		_, err := tt.d.Run(gpumodel.Program{Body: []gpumodel.Instruction{tt.in}, Times: 1}.Workload(1, 1))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s runs %v: error %v, want %q", tt.d.Name, tt.in.Kind, err, tt.want)
		}
	}
	if _, err := gpu.RX6900XT().LDS.Serve(load.Access); err == nil || !strings.Contains(err.Error(), "Rules have none for a 4-byte load") {
		t.Errorf("error %v of an LDS without rules, want that there is none", err)
	}
}

func TestLadders(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range gpu.Ladders() {
		if err := l.Validate(); err != nil {
			t.Error(err)
		}
		if got, ok := gpu.Ladder(l.ID); !ok || got.Name != l.Name || seen[l.ID] {
			t.Errorf("Ladder(%q) is %s, %v; want %s, the only one", l.ID, got.Name, ok, l.Name)
		}
		seen[l.ID] = true
	}
	if _, ok := gpu.Ladder("no-such-gpu"); ok {
		t.Error("an unknown GPU has a ladder")
	}
}

// What a preset or a ladder lists as assumed is what it has so, and no more.
func TestAssumedWords(t *testing.T) {
	text := func(d gpumodel.Device) string { return strings.Join(slices.Concat(d.Assumed, d.Caches.Assumed), "; ") }
	for _, c := range []struct {
		d          gpumodel.Device
		with, none []string
	}{
		{gpu.Fiji(), []string{"the LDS (64 cycles)", "memory (350)", "FP64 (its interval)"}, nil},
		{gpu.Tahiti(), []string{"the LDS (64 cycles)", "memory (350)", "FP64 (its interval)"}, nil},
		{gpu.GTX480(), []string{"64 misses", "a hash", "32 are read at once", "16 texels deep", "barriers, clock reads"}, nil},
		{gpu.H200(), []string{"4096 bytes in a row"}, nil},
		{gpu.MI300X(), []string{"FP64 takes as long as FP32", "4.2 loading and 4.8 storing", "looks up 4 lines and delivers 128 bytes", "sectors of 64", "256 bytes in a row"}, []string{"800", "64 cycles", "memory (350)", "FP64 (its interval)"}},
		{gpu.MI350X(), []string{"881 cycles"}, []string{"800", "64 cycles", "memory (350)", "FP64 (its interval)"}},
		{gpu.MI100(), []string{"FP64 takes its interval"}, []string{"64 cycles", "memory", "800"}},
		{gpu.MI210(), []string{"FP64 takes as long as FP32"}, []string{"64 cycles", "memory", "800"}},
	} {
		for _, w := range c.with {
			if !strings.Contains(text(c.d), w) {
				t.Errorf("%s assumes %q, want %q in it", c.d.Name, text(c.d), w)
			}
		}
		for _, w := range c.none {
			if strings.Contains(text(c.d), w) {
				t.Errorf("%s assumes %q, want no %q in it", c.d.Name, text(c.d), w)
			}
		}
	}
	for _, l := range gpu.Ladders() {
		all := strings.Join(l.Assumed, "; ")
		ways := slices.ContainsFunc(l.Levels, func(c gpumodel.LadderLevel) bool {
			return c.Ways == 16 && (c.Name == "L2" || c.Name == "Infinity Cache")
		})
		amd := strings.HasPrefix(l.ID, "mi")
		if tlb := len(l.TLBs) > 0; strings.Contains(all, "pages of 2 MB") != (tlb && amd) || tlb && amd && strings.Contains(all, "MI300X's") == (l.ID == "mi300x") ||
			strings.Contains(all, "an H200's") != (tlb && !amd && l.ID != "h200") || ways && !strings.Contains(all, "16") {
			t.Errorf("%s: TLBs %+v, 16 ways: %v; assumes %q", l.Name, l.TLBs, ways, all)
		}
	}
}

// Double precision runs at the share of single precision's rate that the vendors name:
// measured in the model, with wavefronts enough to fill all units.
func TestDoublePrecision(t *testing.T) {
	for _, tt := range []struct {
		d    gpumodel.Device
		want float64
	}{
		{gpu.GTX480(), 8}, {gpu.GK110(), 3}, {gpu.H200(), 2}, {gpu.Tahiti(), 4}, {gpu.Fiji(), 16},
	} {
		var cycles [2]float64
		for i, kind := range []gpumodel.Kind{gpumodel.FP32, gpumodel.FP64} {
			r, err := tt.d.Run(gpumodel.Program{Body: []gpumodel.Instruction{{Kind: kind}}, Times: 600}.Workload(4, 8))
			if err != nil {
				t.Fatal(err)
			}
			cycles[i] = float64(r.Cycles)
		}
		if got := cycles[1] / cycles[0]; math.Abs(got/tt.want-1) > 0.03 {
			t.Errorf("%s: FP64 takes %.2f times as long as FP32, want %v times", tt.d.Name, got, tt.want)
		}
	}
}
