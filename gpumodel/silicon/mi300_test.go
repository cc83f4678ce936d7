package silicon_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

func TestMI300Strides(t *testing.T) {
	fit, err := silicon.FitMI300(gpu.MI300X())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range fit.Rows {
		t.Logf("stride %4d: %3d passes, model %7.1f µs, measured %7.1f µs, %+.2f %%", r.Stride, r.Passes, r.Model, r.Microseconds, 100*r.Error)
	}
	t.Logf("mean error %.2f %%, largest %.2f %%; floor %.2f cycles, %.3f GHz", 100*fit.MeanError, 100*fit.WorstError, fit.FloorCycles, float64(fit.Clock/gpumodel.GHz))
	if fit.MeanError > 0.01 {
		t.Errorf("mean error %.2f %%, want at most 1 %%", 100*fit.MeanError)
	}
}

// The measurement tells groups of 32 lanes from groups of 16: with those the
// same fit misses the bar.
func TestMI300RefusesQuarters(t *testing.T) {
	mi300x := gpu.MI300X()
	mi300x.LDS.Rules = []gpumodel.Rule{{Op: gpumodel.Load, Width: 4, Groups: []gpumodel.LaneMask{
		0xffff, 0xffff << 16, 0xffff << 32, 0xffff << 48,
	}}}
	fit, err := silicon.FitMI300(mi300x)
	if err != nil {
		t.Fatal(err)
	}
	if fit.MeanError <= 0.01 {
		t.Errorf("groups of 16 lanes: mean error %.2f %%, want the measurement to refuse the rule", 100*fit.MeanError)
	}
}
