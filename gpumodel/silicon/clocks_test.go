package silicon

import (
	"math"
	"testing"

	"lanebook/gpumodel/gpu"
)

// Oracle: an H200's clock against its timer. What the preset says of the clock is what these give; of the launches of 30 µs nothing
// was used.
func TestClocks(t *testing.T) {
	all, err := H200Clocks()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H200()
	lost, loads, slow, products := 0.0, 0.0, 0.0, 0.0
	var short []ClockRun
	for _, r := range all {
		switch long := r.Seconds > 1e-4; {
		case !long:
			short = append(short, r)
		case r.products() && r.Blocks == 1:
			slow, products = slow+r.GHz, products+1
		case !r.products() && !r.sometimes() && r.Blocks == d.CUs && !(r.Kind == "dram" && r.Warps == 16): // which loses as much all through
			lost, loads = lost+r.lost(1.9795), loads+1
		}
	}
	if of := slow / products; math.Abs(of*1e9/float64(d.Clocks.Products)-1) > 0.003 {
		t.Errorf("products of matrices: %.4f GHz, the preset has %v", of, d.Clocks.Products)
	}
	if of, want := lost/loads, d.Clocks.Sag*d.Clocks.Settle; math.Abs(of-want) > 0.02e-6 {
		t.Errorf("%.0f loads of all SMs lose %.3f µs, the preset %.3f", loads, 1e6*of, 1e6*want)
	}
	mean, worst, n := ClocksOff(d, short)
	t.Logf("%d launches of 30 µs: %.2f %% off, worst %.2f", n, 100*mean, 100*worst)
	if mean > 0.0019 || worst > 0.0085 {
		t.Errorf("%d launches of 30 µs: %.2f %% off, worst %.2f, want 0.19 and 0.85", n, 100*mean, 100*worst)
	}
}
