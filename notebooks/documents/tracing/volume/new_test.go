package volume

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestNewBars holds the preset to frames of four views that were measured before any model was run on them: within 12 %
// on average, with whole rays and with a tenth, and shares within 11 points. What is wanted and missed is said, and held to how far it is missed.
func TestNewBars(t *testing.T) {
	measured, err := silicon.H200NewFrames()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := RaysNew()
	if err != nil {
		t.Fatal(err)
	}
	var time, tenth, worst, hits float64
	var share [Methods]float64
	for _, v := range NewViews() {
		parts, err := ChipNew(v)
		if err != nil {
			t.Fatal(err)
		}
		var model, gpu []float64
		for _, r := range whole {
			if r.View != v {
				continue
			}
			for _, q := range measured {
				if q.View != [3]float64{v.Alpha, v.Beta, v.Gamma} || q.X != r.Shape.X || q.Y != r.Shape.Y {
					continue
				}
				e := math.Abs(r.Frame/q.FrameSeconds - 1)
				i := len(gpu)
				if parts[None][i].Shape != r.Shape {
					t.Fatalf("chip_new.csv has %v where rays_new.csv has %v", parts[None][i].Shape, r.Shape)
				}
				time, worst, tenth = time+e, max(worst, e), tenth+math.Abs(parts[None][i].Frame/q.FrameSeconds-1)
				hits += math.Abs(r.Hit - q.Hit)
				model, gpu = append(model, r.Frame), append(gpu, q.FrameSeconds)
				for k, method := range q.Methods {
					share[Simple+Method(k)] += math.Abs(parts[Simple+Method(k)][i].Share() - method.Share)
				}
			}
		}
		if len(gpu) != len(Shapes()) {
			t.Fatalf("%v: %d frames to compare, want %d", v, len(gpu), len(Shapes()))
		}
		rank := RankCorrelation(model, gpu)
		t.Logf("%v: rank correlation %.2f", v, rank)
		if rank < 0.95 {
			t.Logf("%v: missed: 0.95 wanted", v)
		}
		if rank < 0.92 {
			t.Errorf("%v: rank correlation %.2f, want at least 0.92", v, rank)
		}
	}
	const n = 32
	t.Logf("whole rays %.1f %% off on average, worst %.0f %%, hits %.1f points; a tenth of each %.1f %%", 100*time/n, 100*worst, 100*hits/n, 100*tenth/n)
	if worst > 0.25 {
		t.Logf("missed: 25 %% at worst wanted")
	}
	if time/n > 0.12 || tenth/n > 0.12 || worst > 0.29 {
		t.Errorf("want at most 12 %% on average and 29 at worst")
	}
	for m := Simple; m < Methods; m++ {
		t.Logf("%v: share of time in references %.1f points off on average", m, 100*share[m]/n)
		if share[m]/n > 0.11 {
			t.Errorf("%v: share of time in references %.1f points off on average, want at most 11", m, 100*share[m]/n)
		}
	}
}
