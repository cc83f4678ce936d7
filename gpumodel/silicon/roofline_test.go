package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Oracle: multiply-adds beside streams on five GPUs, three of which their power holds back.
// At the clock that they had, the roof is nearer than at the one that they began with.
func TestRoofline(t *testing.T) {
	rows, err := silicon.CompareRoofline()
	if err != nil {
		t.Fatal(err)
	}
	type sums struct{ nominal, measured, n, worst float64 }
	all := map[string]*sums{}
	var order []string
	for _, r := range rows {
		s := all[r.GPU]
		if s == nil {
			s = &sums{}
			all[r.GPU], order = s, append(order, r.GPU)
		}
		e := r.AtMeasured/r.FlopsPerSecond - 1
		s.nominal += math.Abs(r.AtNominal/r.FlopsPerSecond - 1)
		s.measured += math.Abs(e)
		s.n++
		if math.Abs(e) > math.Abs(s.worst) {
			s.worst = e
		}
	}
	for _, g := range order {
		s := all[g]
		t.Logf("%-8s %2.0f rows: mean error %5.1f %% at the first clock, %5.1f %% at the measured one, worst of that %+5.1f %%", g, s.n, 100*s.nominal/s.n, 100*s.measured/s.n, 100*s.worst)
		if s.measured > s.nominal || s.measured/s.n > 0.25 {
			t.Errorf("%s: mean error %.3f, want at most that of the first clock, %.3f, and 0.25", g, s.measured/s.n, s.nominal/s.n)
		}
	}
	if len(rows) != 289 || len(order) != 5 {
		t.Errorf("%d rows of %d GPUs, want 289 of 5", len(rows), len(order))
	}
}
