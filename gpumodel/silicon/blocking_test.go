package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// Each blocking within 10 %.
func TestH200Blocking(t *testing.T) {
	fit, err := silicon.FitBlocking(silicon.BlockingDevice(gpumodel.H200()))
	if err != nil {
		t.Fatal(err)
	}
	if len(fit.Rows) != 18 {
		t.Errorf("%d points, want 18", len(fit.Rows))
	}
	for _, r := range fit.Rows {
		t.Logf("%d × %d, %d workgroups: %5.2f multiply-adds a cycle, measured %5.2f: %+.1f %%", r.Rows, r.Columns, r.Workgroups, r.Model, r.PerCycle, 100*r.Error)
		if math.Abs(r.Error) > 0.10 {
			t.Errorf("%d × %d, %d workgroups: %+.1f %%, want within 10 %%", r.Rows, r.Columns, r.Workgroups, 100*r.Error)
		}
	}
}

// The preset as it is, with round robin and FP64 at half rate whatever the
// operands, is too fast where arithmetic counts: the two changes are needed.
func TestBlockingNeedsItsDevice(t *testing.T) {
	gpu := gpumodel.H200()
	gpu.CU.Units = silicon.BlockingDevice(gpu).CU.Units
	gpu.CU.Interval[gpumodel.SFU], gpu.CU.Latency[gpumodel.SFU] = gpu.CU.Interval[gpumodel.FP64], gpu.CU.Latency[gpumodel.FP64]
	fit, err := silicon.FitBlocking(gpu)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("worst error %.1f %%", 100*fit.Worst)
	if fit.Worst <= 0.10 {
		t.Errorf("worst error %.1f %%, want the measurement to refuse the plain preset", 100*fit.Worst)
	}
}
