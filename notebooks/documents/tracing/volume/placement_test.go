package volume

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// TestPlaceTimestamps: on a GTX 480, 48 KB of LDS hold eight workgroups of 6 KB, so
// 1536 words, 384 timestamps of each of four wavefronts.
func TestPlaceTimestamps(t *testing.T) {
	d := gpu.GTX480()
	for _, c := range []struct {
		name          string
		need          gpumodel.Need
		stamps        int
		want          Placement
		without, with int
		reason        string
	}{
		{"the most that fits", gpumodel.Need{Lanes: 128, Registers: 20}, 384, InLDS, 8, 8, "resident as before"},
		{"one more", gpumodel.Need{Lanes: 128, Registers: 20}, 385, InGlobal, 8, 7, "7 workgroups would be resident instead of 8"},
		{"registers leave room", gpumodel.Need{Lanes: 128, Registers: 63}, 385, InLDS, 4, 4, "resident as before"},
		{"the kernel's own LDS", gpumodel.Need{Lanes: 128, Registers: 20, LDS: 6 << 10}, 1, InGlobal, 8, 7, "instead of 8"},
		{"more than there is", gpumodel.Need{Lanes: 128, Registers: 20}, 4000, InGlobal, 8, 0, "64000 bytes of a workgroup's LDS, and there are 49152"},
	} {
		got, err := PlaceTimestamps(d, c.need, c.stamps)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got.Placement != c.want || got.Without.Workgroups != c.without || got.With.Workgroups != c.with || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%s: %v, %d to %d workgroups, %q; want %v, %d to %d, %q", c.name, got.Placement, got.Without.Workgroups, got.With.Workgroups, got.Reason,
				c.want, c.without, c.with, c.reason)
		}
	}
	for _, stamps := range []int{0, 1 << 30} {
		if _, err := PlaceTimestamps(d, gpumodel.Need{Lanes: 128}, stamps); err == nil {
			t.Errorf("%d timestamps: no error", stamps)
		}
	}
	if _, err := PlaceTimestamps(d, gpumodel.Need{}, 2); err == nil {
		t.Error("a workgroup without lanes: no error")
	}
}

// TestPerturbations: where the timestamps fit into the LDS, both places disturb about
// as little, for no wavefront waits for its stores; where they do not, fewer
// workgroups disturb far more: 2 in place of 8 cannot take more than four times as long.
func TestPerturbations(t *testing.T) {
	need := gpumodel.Need{Registers: 20}
	w := Window{384, 384, 512, 512, 1, 0.2, 0}
	for _, c := range []struct {
		stamps   int
		want     Placement
		least    float64 // that the LDS disturbs more than global memory
		most     float64
		resident int // with the LDS
	}{{100, InLDS, -0.05, 0.05, 8}, {1200, InGlobal, 0.5, 3, 2}} {
		decision, all, err := OnGTX480().Perturbations(need, c.stamps, View{}, gpumodel.Shape{X: 128, Y: 1}, Dummy, w)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(decision.Reason)
		for _, p := range all {
			t.Logf("%d timestamps in %v: %d workgroups on a CU, frame %.2f ms, %+.1f %%", c.stamps, p.Placement, p.Resident, 1e3*p.Measured.Frame, 100*p.Slowdown)
		}
		more := all[InLDS].Slowdown - all[InGlobal].Slowdown
		if decision.Placement != c.want || all[InLDS].Resident != c.resident || more < c.least || more > c.most {
			t.Errorf("%d timestamps go to %v; %d workgroups with the LDS, which disturbs %.2f more; want %v, %d, %v to %v", c.stamps, decision.Placement,
				all[InLDS].Resident, more, c.want, c.resident, c.least, c.most)
		}
		// Where they are few, warps that go in another order make as much of a difference.
		if least := min(all[InLDS].Slowdown, all[InGlobal].Slowdown); all[InRegisters].Slowdown > least+0.005 {
			t.Errorf("%d timestamps: keeping none disturbs %.4f, keeping them %.4f", c.stamps, all[InRegisters].Slowdown, least)
		}
	}
	if _, _, err := OnGTX480().Perturbations(need, 10, View{}, gpumodel.Shape{X: 128, Y: 1}, None, w); err == nil {
		t.Error("no method: no error")
	}
}
