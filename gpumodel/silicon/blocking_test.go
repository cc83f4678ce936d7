package silicon_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// Each blocking within 10 %.
func TestH200Blocking(t *testing.T) {
	a := silicon.AgreementOn(t, "kernels, register blocking")
	if len(a.Points) != 18 {
		t.Errorf("%d points, want 18", len(a.Points))
	}
	for _, p := range a.Points {
		t.Logf("%s: %5.2f multiply-adds a cycle, measured %5.2f: %+.1f %%", p.What, p.Model, p.Measured, 100*a.Error(p))
		if math.Abs(a.Error(p)) > 0.10 {
			t.Errorf("%s: %+.1f %%, want within 10 %%", p.What, 100*a.Error(p))
		}
	}
}

// The preset as it is, with round robin and FP64 at half rate whatever the
// operands, is too fast where arithmetic counts: the two changes are needed.
func TestBlockingNeedsItsDevice(t *testing.T) {
	h200 := gpu.H200()
	h200.CU.Units = silicon.BlockingVariant(h200).CU.Units
	h200.CU.Interval[gpumodel.SFU], h200.CU.Latency[gpumodel.SFU] = h200.CU.Interval[gpumodel.FP64], h200.CU.Latency[gpumodel.FP64]
	fit, err := silicon.CompareBlocking(h200)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("worst error %.1f %%", 100*fit.Worst)
	if fit.Worst <= 0.10 {
		t.Errorf("worst error %.1f %%, want the measurement to refuse the plain preset", 100*fit.Worst)
	}
}

func TestBlockingRowsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"gemmblock,0x4,blocks_per_sm=1,cycles=1,fma_per_clk_sm=1":    "rows x columns",
		"gemmblock,square,blocks_per_sm=1,cycles=1,fma_per_clk_sm=1": `column 2 = "square"`,
		"gemmblock,4x4,blocks_per_sm=1,cycles=many,fma_per_clk_sm=1": "cycles=a number",
		"gemmblock,4x4": "5 columns",
	} {
		if _, err := silicon.ReadBlocking(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one that says %q", text, err, want)
		}
	}
	if _, _, err := silicon.BlockingLoop(3, 3, 0); err == nil || !strings.Contains(err.Error(), "no blocking of 3x3") {
		t.Errorf("error %v, want one about 3x3", err)
	}
}

// Damaged tables give an error, never a panic, and what is accepted is in range.
func FuzzTimes(f *testing.F) {
	f.Add("transpose,tile16pad,ms=0.2,gbps=1")
	f.Add("gemmblock,4x8,blocks_per_sm=2,cycles=9,fma_per_clk_sm=1.5")
	f.Fuzz(func(t *testing.T, text string) {
		times, _ := silicon.ReadTransposes(text)
		for _, r := range times {
			if r.Tile < 1 || r.Tile > 32 || !(r.Milliseconds > 0) {
				t.Errorf("accepted %+v", r)
			}
		}
		points, _ := silicon.ReadBlocking(text)
		for _, r := range points {
			if r.Rows < 1 || r.Columns < 1 || !(r.PerCycle > 0) {
				t.Errorf("accepted %+v", r)
			}
		}
	})
}
