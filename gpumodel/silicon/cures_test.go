package silicon_test

import (
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestCures: a fence of the workgroup waits for no load that is under way, wherever its line is; a use of
// the value does, and a branch on it.
func TestCures(t *testing.T) {
	cures, err := silicon.H100Cures()
	if err != nil || len(cures) != 3*6*4 {
		t.Fatalf("%d cures, error %v; want 72", len(cures), err)
	}
	at := map[silicon.Cure]float64{}
	for _, c := range cures {
		cycles := c.Cycles
		c.Cycles = 0
		at[c] = cycles
	}
	for _, warps := range []int{1, 4} {
		cycles := func(where, how string) float64 { return at[silicon.Cure{Where: where, How: how, Wavefronts: warps}] }
		if l1, dram := cycles("l1", "fence"), cycles("dram", "fence"); dram > 1.02*l1 || dram > 0.05*cycles("dram", "use") {
			t.Errorf("%d warps: behind a fence %v cycles from DRAM, %v from the L1, want as many, far from %v", warps, dram, l1, cycles("dram", "use"))
		}
		for _, how := range []string{"dummy", "listing", "fence of the gpu"} {
			if dram := cycles("dram", how); dram < 0.99*cycles("dram", "use") {
				t.Errorf("%d warps: %s %v cycles, want the load's %v or more", warps, how, dram, cycles("dram", "use"))
			}
		}
	}
}
