package whatif

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestIssueAsInNotebook02: its "Your turn" runs one chain of 400 multiply-adds on the GTX
// Titan, and prints these numbers.
func TestIssueAsInNotebook02(t *testing.T) {
	chain := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Dst: 1, Src: gpumodel.Sources{1}, Lanes: gpumodel.AllLanes(32)}}, Times: 400}
	for _, c := range []struct {
		warps int
		rate  string
	}{{8, "0.89"}, {16, "1.78"}, {24, "2.66"}, {32, "3.55"}, {36, "3.99"}, {40, "3.99"}, {48, "3.99"}} {
		tl, err := gpu.GK110().Run(chain.Workload(c.warps/4, 4))
		if err != nil || fmt.Sprintf("%.2f", tl.PerCycle(gpumodel.FP32)) != c.rate {
			t.Errorf("%d warps: %.2f instructions per cycle, error %v, want %s", c.warps, tl.PerCycle(gpumodel.FP32), err, c.rate)
		}
		want := fmt.Sprintf("GTX Titan with %d warps: %s instructions per cycle of at most ", c.warps, c.rate)
		if got := Answer("warp-issue", "en", fmt.Sprintf("wavefronts=%d", c.warps)).Sentence; !strings.HasPrefix(got, want) {
			t.Errorf("%q, want it to begin %q", got, want)
		}
	}
}

// TestIssueBounds, by hand: with 64 warps of eight chains each, what a mixture is limited
// by. Kepler has 6, 2, 1 and 1 units; 40 % FP64 go alone and the rest in pairs, so that 4
// schedulers hand out 4 / (0.4 + 0.6/2).
func TestIssueBounds(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"", "6.00, which is what the unit CUDA cores can take"},
		{"chains=1 wavefronts=8", "0.89, which is what the latency of the chains allows"},
		{"chains=1", "4.00, which is what the schedulers can hand out"},
		{"fp64=40", "5.00, which is what the unit DP units can take"}, // 2/0.4, the schedulers 5.71
		{"fp64=20", "6.67, which is what the schedulers can hand out"},
		{"sfu=25", "4.00, which is what the unit SFU can take"},
		{"lds=50", "2.00, which is what the unit LD/ST can take"},
		{"lds=25 sfu=20", "4.00, which is what the unit LD/ST can take"},
		{"memory=20", "0.96, which is what the memory can deliver"}, // 24.6/128/0.2
		{"device=h200 sfu=25", "2.00, which is what the unit SFU can take"},
	} {
		settings := append([]string{"wavefronts=64", "chains=8"}, strings.Fields(c.settings)...)
		if got := Answer("warp-issue", "en", settings...).Sentence; !strings.Contains(got, "of at most "+c.want) {
			t.Errorf("%s: %q, want %q", c.settings, got, c.want)
		}
	}
}

// TestIssueTimelineIsWhole: the GTX 480's two schedulers take turns, and of its instructions
// FP64 and SFU wait longest for a unit, each turn by itself: the most that is recorded.
func TestIssueTimelineIsWhole(t *testing.T) {
	r := Answer("warp-issue", "en", "device=gtx480", "wavefronts=48", "chains=8", "fp64=50", "sfu=50")
	if want := "Mostly they wait for: another scheduler's turn, then unit busy."; r.Failed || !strings.HasSuffix(r.Sentence, want) {
		t.Errorf("%q, want it to end %q", r.Sentence, want)
	}
}

// TestIssueWithinBound: nothing that is simulated is above its bound.
func TestIssueWithinBound(t *testing.T) {
	all := [][]string{nil}
	random := rand.New(rand.NewPCG(2, 2))
	for range map[bool]int{false: 20, true: 120}[full] {
		var s []string
		for _, p := range warpIssue().Params {
			values := grid(p, 16)
			s = append(s, p.Name+"="+values[random.IntN(len(values))])
		}
		all = append(all, s)
	}
	for _, s := range all {
		v, _ := warpIssue().Values(s...)
		drawn, _, err := warpIssue().Figures(v, nil)
		if err != nil {
			t.Fatal(err)
		}
		law, simulated, chosen := drawn[1].Series[0].(charts.Line), drawn[1].Series[1].(charts.Line), drawn[1].Series[2].(charts.Line)
		for _, points := range []charts.Line{simulated, chosen} {
			for i, x := range points.X {
				if most := law.Y[int(x)-1]; points.Y[i] > most*(1+1e-9) {
					t.Errorf("%q: %.4f with %g wavefronts, want at most the bound of %.4f", s, points.Y[i], x, most)
				}
			}
		}
	}
}

// TestBlockSizeAsInNotebook02: the rows of its Figure 2.14, by the same Device.Occupancy.
func TestBlockSizeAsInNotebook02(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"threads=80 registers=32 lds=0", "16 blocks resident, 48 of 64 warps (75 %), limited by block slots. Nothing that the kernel could give up makes room for another. 83.33 % of the lanes"},
		{"threads=256 registers=32 lds=0", "8 blocks resident, 64 of 64 warps (100 %), limited by warp slots, registers. For one block more: threads 256 → 224."},
		{"threads=256 registers=38 lds=0", "6 blocks resident, 48 of 64 warps (75 %), limited by registers. For one block more: registers 38 → 32."},
		{"threads=256 registers=32 lds=8", "6 blocks resident, 48 of 64 warps (75 %), limited by shared memory. For one block more: shared memory 8192 → 6912."},
		{"threads=1024 registers=37 lds=0", "1 block resident, 32 of 64 warps (50 %), limited by registers. For one block more: registers 37 → 32."},
	} {
		if got := Answer("block-size", "en", append(strings.Fields(c.settings), "device=gk110")...).Sentence; !strings.HasPrefix(got, "GTX Titan: "+c.want) {
			t.Errorf("%s: %q, want it to say %q", c.settings, got, c.want)
		}
	}
}

// TestNoLaunch, by hand: of a scheduler's 16384 registers (GTX 480: two of 16384), 255 each
// make 8160 of a warp, given out as 8192: 2 warps on each of 4 schedulers, 256 threads; and
// 32 warps of a block are 8 on each, 2048 registers a warp, 64 of a thread.
func TestNoLaunch(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"threads=1024 registers=255", "H200: this kernel cannot be launched: an SM has not enough registers for one block (of its 32 warps a scheduler would hold 8, given 8192 registers each: 65536, and it has 16384). To launch it: registers 255 → 64, or threads 1024 → 256."},
		{"device=gtx480 threads=1024 registers=63", "GTX 480: this kernel cannot be launched: an SM has not enough registers for one block (of its 32 warps a scheduler would hold 16, given 2048 registers each: 32768, and it has 16384). To launch it: registers 63 → 32, or threads 1024 → 512."},
		// 897 × 73 = 65481 would be fewer than the 65536 of the SM.
		{"device=gk110 lds=0 threads=897 registers=73", "GTX Titan: this kernel cannot be launched: an SM has not enough registers for one block (of its 29 warps a scheduler would hold 8, given 2560 registers each: 20480, and it has 16384). To launch it: registers 73 → 64, or threads 897 → 768."},
	} {
		if got := Answer("block-size", "en", strings.Fields(c.settings)...).Sentence; got != c.want {
			t.Errorf("%s: %q, want %q", c.settings, got, c.want)
		}
	}
}

// TestHidingAsInNotebook02: with nothing but loads, its Figure 2.5 needs as many warps as
// Volkov's law; where they do not fit, the answer says how many do.
func TestHidingAsInNotebook02(t *testing.T) {
	d := gpu.GK110()
	for _, c := range []struct{ latency, want string }{
		{"400", "77 such warps would be needed, and an SM holds 64, which reach 83 % at most: with all of them, each needs 2 independent loads"}, // 64·128 / (400·24.6)
		{"800", "154 such warps would be needed, and an SM holds 64, which reach 42 % at most: with all of them, each needs 3 independent loads"},
		{"200", "39 such warps would be enough."},
	} {
		v := gpumodel.Volkov{ArithmeticLatency: d.CU.Latency[gpumodel.FP32], MemoryPerCycle: d.CU.Memory.BytesPerCycle / 128, ArithmeticPerCycle: 4, IssuePerCycle: 4}
		fmt.Sscan(c.latency, &v.MemoryLatency)
		if needed := fmt.Sprintf("%.0f such", math.Ceil(v.Needed(0))); !strings.HasPrefix(c.want, needed) {
			t.Errorf("latency %s: Volkov's law has %s, want %q", c.latency, needed, c.want)
		}
		if got := Answer("latency-hiding", "en", "device=gk110", "latency="+c.latency).Sentence; !strings.Contains(got, "; "+c.want) {
			t.Errorf("latency %s: %q, want %q", c.latency, got, c.want)
		}
	}
	if got := Answer("latency-hiding", "en").Sentence; !strings.Contains(got, "95 such warps would be needed, and an SM holds 64") {
		t.Errorf("%q, want it to say that 64 warps fit", got)
	}
	if r := Answer("latency-hiding", "en", "device=gtx480", "wavefronts=64"); r.Failed || !strings.Contains(r.Sentence, "48 instead of 64") {
		t.Errorf("64 warps of a GTX 480: %q, want an answer for its 48", r.Sentence)
	}
}
