package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Oracle: gpumembench on a GTX 480, of which no number was set. What DRAM gives is within a
// fifth; the L2's is near from 36 KB of each SM on; the L1's is missed by two fifths.
func TestFermiLoads(t *testing.T) {
	points, err := silicon.CompareFermi()
	if err != nil {
		t.Fatal(err)
	}
	rows, off := map[string]int{}, map[string]float64{}
	for _, p := range points {
		e := p.Model/p.PerCycle - 1
		t.Logf("%-4s %2d rows, %4d KB: measured %5.2f, model %5.2f, %+4.0f %%", p.Level(), p.Step, p.Size>>10, p.PerCycle, p.Model, 100*e)
		rows[p.Level()]++
		off[p.Level()] += math.Abs(e)
		if p.Level() == "DRAM" && math.Abs(e) > 0.20 {
			t.Errorf("%d KB, from DRAM: %.2f lanes a cycle, want within 20 %% of %.2f", p.Size>>10, p.Model, p.PerCycle)
		}
		if p.Model > 16 {
			t.Errorf("%d KB: %.2f lanes a cycle, and an SM has 16 for loads", p.Size>>10, p.Model)
		}
	}
	// Of each SM's six workgroups 6 KB a row, and an L1 of 16: a row or two; 24 KB and more
	// come from an L2 of 768 KB up to 576, and from 1152 KB on from DRAM.
	if len(points) != 31 || rows["L1"] != 7 || rows["L2"] != 3 || rows["DRAM"] != 14 {
		t.Errorf("%d points, by level %v; want 31: 7 of the L1, 3 of the L2, 14 of DRAM", len(points), rows)
	}
	if mean := off["L1"] / float64(rows["L1"]); mean < 0.3 || mean > 0.45 {
		t.Errorf("the L1 is %.0f %% off, and was 39: say so where it is told", 100*mean)
	}
	if mean := off["DRAM"] / float64(rows["DRAM"]); mean > 0.12 {
		t.Errorf("DRAM is %.0f %% off, was 9", 100*mean)
	}
}

// Oracle: our own chases. The H100's plateaus are unseen, and so are its steps.
func TestOwnChases(t *testing.T) {
	runs, err := silicon.OwnChases()
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != 2 || runs[0].GPU != "H200" || !runs[0].Set || runs[1].GPU != "H100" || runs[1].Set {
		t.Fatalf("%d chases, want an H200's that set numbers, and an H100's that did not", len(runs))
	}
	for _, r := range runs {
		if len(r.Plateaus) != 4 || len(r.Steps) != 2 {
			t.Errorf("%s: %d plateaus and %d steps, want L1, L2, its far half and DRAM, and two steps", r.GPU, len(r.Plateaus), len(r.Steps))
		}
		for _, p := range r.Plateaus {
			t.Logf("%s %-18s %5.1f, model %5.1f, %+.1f %%", r.GPU, p.Name, p.Measured, p.Model, 100*p.Error())
			if math.Abs(p.Error()) > 0.05 || p.Set != r.Set {
				t.Errorf("%s, %s: %.1f for %.1f cycles, set: %v; want within 5 %%", r.GPU, p.Name, p.Model, p.Measured, p.Set)
			}
		}
		for _, s := range r.Steps {
			t.Logf("%s to %-15s %6.0f KB, model %6.0f, %+.1f %%", r.GPU, s.Name, s.Measured/1024, s.Model/1024, 100*s.Error())
			if math.Abs(s.Error()) > 0.10 || s.Set != r.Set {
				t.Errorf("%s, step to %s: at %.0f KB for %.0f, set: %v; want within 10 %%", r.GPU, s.Name, s.Model/1024, s.Measured/1024, s.Set)
			}
		}
	}
	// 39.7 cycles at all sizes up to 192 KB but 40.0 at one: the median of five.
	if p := runs[0].Plateaus[0]; math.Abs(p.Measured-39.7) > 0.05 {
		t.Errorf("H200's L1 takes %.2f cycles, want the 39.7 of latency.csv", p.Measured)
	}
}
