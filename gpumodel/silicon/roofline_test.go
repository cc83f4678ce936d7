package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// Oracle: multiply-adds beside streams on five GPUs, three of which their power holds back.
// At the clock that they had, the roof is nearer than at the one that they began with. The
// A100's and the H200's clock never fell, so that both roofs are one. Mean and worst errors
// were measured here: they are held, so that a model that gets worse says so.
func TestRoofline(t *testing.T) {
	rows, err := silicon.CompareRoofline()
	if err != nil {
		t.Fatal(err)
	}
	type sums struct{ nominal, measured, n, worst, least, most float64 }
	all := map[string]*sums{}
	for _, r := range rows {
		s := all[r.GPU]
		if s == nil {
			s = &sums{least: math.Inf(1)}
			all[r.GPU] = s
		}
		e := r.AtMeasured/r.FlopsPerSecond - 1
		s.nominal += math.Abs(r.AtNominal/r.FlopsPerSecond - 1)
		s.measured += math.Abs(e)
		s.n++
		s.worst = max(s.worst, math.Abs(e))
		s.least, s.most = min(s.least, float64(r.Clock)), max(s.most, float64(r.Clock))
		if fell := r.AtMeasured < r.AtNominal; fell && (r.GPU == "A100-40" || r.GPU == "H200") || r.AtMeasured > r.AtNominal {
			t.Errorf("%s, %v flops per byte: the roof is %v at the clock it had, %v at the first", r.GPU, r.FlopsPerByte, r.AtMeasured, r.AtNominal)
		}
	}
	for _, want := range []struct {
		gpu                  string
		mean, worst, nominal float64 // the last: of the mean error at the first clock, at most
		fell                 bool
	}{
		{"A100-40", 0.051, 0.191, 1, false}, {"A40", 0.022, 0.085, 0.5, true}, {"L40", 0.028, 0.082, 0.1, true}, {"H200", 0.066, 0.492, 1, false}, {"MI300X", 0.218, 0.535, 0.35, true},
	} {
		s := all[want.gpu]
		t.Logf("%-8s %2.0f rows: mean error %5.1f %% at the first clock, %5.1f %% at the measured one, worst of that %5.1f %%", want.gpu, s.n, 100*s.nominal/s.n, 100*s.measured/s.n, 100*s.worst)
		if s.measured/s.n > want.mean || s.worst > want.worst || s.measured > want.nominal*s.nominal || (s.least < s.most) != want.fell {
			t.Errorf("%s: mean error %.3f, worst %.3f, %.2f of that at the first clock, fell: %v; want at most %+v", want.gpu, s.measured/s.n, s.worst, s.measured/s.nominal, s.least < s.most, want)
		}
	}
	if len(rows) != 289 || len(all) != 5 {
		t.Errorf("%d rows of %d GPUs, want 289 of 5", len(rows), len(all))
	}
}
