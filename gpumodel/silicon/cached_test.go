package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Oracle: reads of arrays that the L2 holds, on nine GPUs. Nothing was set from them but the
// start of wavefronts of AMD's, from stores beside them.
func TestCached(t *testing.T) {
	rows, err := silicon.CompareCached()
	if err != nil {
		t.Fatal(err)
	}
	const read = 1
	var order []string
	sum, worst, n := map[string]float64{}, map[string]float64{}, map[string]float64{}
	for _, r := range rows {
		e := r.Model/r.BytesPerSecond[read] - 1
		if n[r.GPU] == 0 {
			order = append(order, r.GPU)
		}
		sum[r.GPU] += math.Abs(e)
		n[r.GPU]++
		if math.Abs(e) > math.Abs(worst[r.GPU]) {
			worst[r.GPU] = e
		}
	}
	within := 0
	for _, g := range order {
		mean := sum[g] / n[g]
		if mean <= 0.15 {
			within++
		}
		t.Logf("%-9s %3.0f rows: mean %5.1f %%, worst %+6.1f %%", g, n[g], 100*mean, 100*worst[g])
	}
	if len(order) != 9 || within < 7 { // all 9 are wanted
		t.Errorf("%d of %d GPUs are within 15 %%", within, len(order))
	}
}

func TestDelivered(t *testing.T) {
	rows, err := silicon.CompareDelivered()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		t.Logf("%-9s %-13s %s %-3s vendor %6.0f, measured %6.0f bytes a cycle: %3.0f %%", r.GPU, r.Test, r.Date, r.Level, r.Vendor, r.Measured, 100*r.Measured/r.Vendor)
		if r.Measured > 1.1*r.Vendor {
			t.Errorf("%s %s: %.0f bytes a cycle, its vendor says %.0f at most", r.GPU, r.Level, r.Measured, r.Vendor)
		}
	}
}
