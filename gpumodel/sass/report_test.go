package sass

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// A chain of four additions, 4 cycles each, and a jump of 10: 22 cycles with one wavefront
// (the jump's stall stands for the last addition's), and issue bound with 16.
func TestReport(t *testing.T) {
	k := coded(t, "S4 FADD R1, R1, R2", "S4 FADD R1, R1, R2", "S4 FADD R1, R1, R2", "S1 FADD R1, R1, R2", "S5 @P0 BRA 0x0")
	l := Launch{Device: gpu.H200(), Kernel: k}
	one, err := Hopper().Report(l, k.Loops[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	if one.Cycles != 23 || math.Abs(one.Issue-5.0/23) > 1e-9 || !strings.Contains(one.Limit, "latency") {
		t.Errorf("%.2f cycles, %.3f of the issue slots, %q, want 23, 5/23 and latency", one.Cycles, one.Issue, one.Limit)
	}
	if cycles, why := one.Lines[1].Waited(); cycles != 3 || why != StallFixed || one.Lines[1].Issued != 1 {
		t.Errorf("%.1f cycles of %v, %.1f issues, want 3 of the stall count and 1", cycles, why, one.Lines[1].Issued)
	}
	if cycles, why := one.Lines[0].Waited(); cycles != 9 || why != StallFixed && why != StallJump {
		t.Errorf("the target waits %.1f cycles of %v, want 9 of the jump", cycles, why)
	}
	many, err := Hopper().Report(l, k.Loops[0], 16)
	if err != nil || many.Cycles < 80 || many.Cycles > 90 || !strings.Contains(many.Limit, "issue slots") {
		t.Errorf("%.2f cycles, %q, %v, want 16·5 of issue", many.Cycles, many.Limit, err)
	}
	if load := many.Loads[0]; load.Unit != "FMA, both halves" || load.Load < 0.7 || load.Load > 0.8 {
		t.Errorf("busiest %+v, want the FMA at 4 of 5 cycles", load)
	}
	for _, bad := range []int{0, 17} {
		if _, err := Hopper().Report(l, k.Loops[0], bad); err == nil {
			t.Errorf("%d wavefronts: no error", bad)
		}
	}
}
