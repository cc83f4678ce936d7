package silicon_test

import (
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// Oracle: the H200's clock, on FFMA and DFMA in 1 to 4 chains of 1 to 32
// wavefronts, and over block sizes. The bars are means of 3 %, and 8 % for any
// point of the curves.
func TestH200Issue(t *testing.T) {
	curves, blocks, err := silicon.H200Issue()
	if err != nil {
		t.Fatal(err)
	}
	if len(curves) != 80 || len(blocks) != 32 {
		t.Fatalf("%d points on the curves and %d block sizes, want 80 and 32", len(curves), len(blocks))
	}
	for _, c := range []struct {
		name        string
		points      int
		mean, worst float64
	}{{"multiply-adds by wavefronts and chains", len(curves), 0.03, 0.08}, {"multiply-adds by workgroup size", len(blocks), 0.03, 0.03}} {
		a := silicon.AgreementOn(t, c.name)
		for _, p := range a.Points {
			if testing.Verbose() {
				t.Logf("%s: %6.0f cycles, measured %6.0f: %+.2f %%", p.What, p.Model, p.Measured, 100*a.Error(p))
			}
		}
		mean, worst := a.Mean(), abs(a.Error(a.Worst()))
		t.Logf("%s: mean error %.2f %%, worst %.2f %%, %d points", c.name, 100*mean, 100*worst, len(a.Points))
		if len(a.Points) != c.points || mean > c.mean || worst > c.worst {
			t.Errorf("%s: %d points, mean error %.2f %%, worst %.2f %%, want %d, at most %.0f and %.0f", c.name, len(a.Points), 100*mean, 100*worst, c.points, 100*c.mean, 100*c.worst)
		}
	}
}

// What the fit rests on: a scheduler that preferred the oldest would be seen,
// and so would a loop without its overhead.
func TestH200IssueTells(t *testing.T) {
	curves, _, err := silicon.H200Issue()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*gpumodel.Device){
		"oldest first":  func(d *gpumodel.Device) { d.CU.Policy = gpumodel.Oldest },
		"FFMA 5 cycles": func(d *gpumodel.Device) { d.CU.Latency[gpumodel.FP32] = 5 },
		"DFMA 1 cycle":  func(d *gpumodel.Device) { d.CU.Interval[gpumodel.FP64] = 1 },
	} {
		if name != "oldest first" && os.Getenv("LANEBOOK_FULL") == "" {
			continue // quick runs show one of the three
		}
		d := gpu.H200()
		change(&d)
		fit, err := silicon.CompareIssue(d, curves)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: mean error %.1f %%, worst %.1f %%", name, 100*fit.MeanError, 100*fit.Worst)
		if fit.Worst < 0.08 {
			t.Errorf("%s: worst error %.2f %%, want one that the bar of 8 %% refuses", name, 100*fit.Worst)
		}
	}
}

// The simulator's LDS against the H200's clock on all 492 patterns: a chain of
// dependent loads of one wavefront, and accesses of 32 wavefronts.
func TestH200LDSRun(t *testing.T) {
	h200 := gpu.H200()
	const accesses = 64
	latency, throughput := 0.0, 0.0
	for _, p := range patterns(t) {
		in := gpumodel.Instruction{Kind: gpumodel.Local, Dst: 1, Src: gpumodel.Sources{1}, Access: p.Access}
		if p.Access.Op == gpumodel.Store {
			in.Dst = gpumodel.NoRegister
		}
		run := func(wavefronts int, in gpumodel.Instruction) float64 {
			program := gpumodel.Program{Body: []gpumodel.Instruction{in}, Times: accesses}
			tl, err := h200.Run(program.Workload(1, wavefronts))
			if err != nil {
				t.Fatalf("pattern %d (%s): %v", p.ID, p.Kind, err)
			}
			return float64(tl.Cycles) / accesses
		}
		alone := run(1, in)
		in.Dst = gpumodel.NoRegister // 32 wavefronts do not wait for what they load
		shared := run(32, in) / 32
		latency = max(latency, abs(alone-p.Alone()))
		throughput = max(throughput, abs(shared/p.CyclesEach-1))
		if abs(alone-p.Alone()) > 2 {
			t.Errorf("pattern %d (%s, %d-byte %v): %.1f cycles an access, measured %.1f", p.ID, p.Kind, p.Access.Width, p.Access.Op, alone, p.Alone())
		}
		if abs(shared/p.CyclesEach-1) > 0.05 {
			t.Errorf("pattern %d (%s, %d-byte %v), 32 wavefronts: %.2f cycles an access, measured %.2f", p.ID, p.Kind, p.Access.Width, p.Access.Op, shared, p.CyclesEach)
		}
	}
	t.Logf("largest miss: latency %.2f cycles, throughput %.1f %%", latency, 100*throughput)
}

func abs(x float64) float64 { return max(x, -x) }

func TestH200IssueDamage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"issue,hfma,ilp=1,warps=1,cycles=9,warp_instr=1024,ipc=1", `row 1 is "issue,hfma`},
		{"issue,ffma,ilp=1,warps=x,cycles=9,warp_instr=1024,ipc=1", `column 4 = "warps=x"`},
		{"issue,ffma,ilp=1,warps=1,cycles=9,warp_instr=1025,ipc=1", "has 1025 instructions, want 1024"},
		{"blocksize,threads=0,cycles=9,lane_fma_per_cycle=1", `column 2 = "threads=0"`},
		{"blocksize,threads=16", `row 1 is "blocksize,threads=16"`},
	} {
		if _, _, err := silicon.ParseIssue(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one that says %s", c.text, err, c.want)
		}
	}
}
