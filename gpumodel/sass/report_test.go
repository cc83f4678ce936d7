package sass

import (
	"math"
	"slices"
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

// What limits loops that keep one thing busy, by hand: two of three registers in the even
// bank, wide accesses of global memory with a pass each for four SIMDs, three registers of a
// shuffle at two cycles each in the queue, 64 wavefronts two cycles apart at a barrier and 14
// more; and two units by turns, of which neither is busy all the time.
func TestLimit(t *testing.T) {
	for _, c := range []struct {
		code       string
		n          int
		wavefronts int
		limit      string
	}{
		{"S2 FFMA R1, R2, R4, R5", 300, 1, "register ports, even, busy"},
		{"S1 FFMA R1, R2, R4, R5", 30, 8, "register ports, even, busy"},
		{"S1 FFMA R1, R2, R3, R5", 30, 8, "register ports, odd, busy"},
		{"S1 LDG.E.128 R4, [R2.64]", 30, 8, "global, busy 100 %"},
		{"S1 STG.E.128 [R2.64], R4", 30, 8, "global, busy 100 %"},
		{"S1 SHFL.IDX PT, R1, R2, R3, R4", 30, 8, "memory queue, busy 100 %"},
		{"S1 BAR.SYNC 0x0", 1, 16, "workgroup barrier, busy"},
		{"S4 FADD R1, R1, R2", 30, 1, "latency: 100 % of the waiting is for stall count"},
		{"S4 FADD R1, R1, R2", 30, 2, "latency: 100 % of the waiting is for stall count"},
		{strings.Repeat("S1 MOV R1, R2\n", 20) + strings.Repeat("S1 IMAD.MOV.U32 R1, RZ, RZ, R3\n", 20), 1, 1, "several units by turns: "},
		{"S1 W0 LDS R1, [R2]\nM0 S4 FADD R1, R1, R2\n", 1, 2, "latency: "},
	} {
		k := coded(t, append(slices.Repeat(strings.Split(strings.TrimSpace(c.code), "\n"), c.n), "S5 @P0 BRA 0x0")...)
		r, err := Hopper().Report(Launch{Device: gpu.H200(), Kernel: k}, k.Loops[0], c.wavefronts)
		if err != nil || !strings.HasPrefix(r.Limit, c.limit) {
			t.Errorf("%d times %s with %d wavefronts: %q, %v, want %q first; %v", c.n, c.code, c.wavefronts, r.Limit, err, c.limit, r.Loads)
		}
	}
}
