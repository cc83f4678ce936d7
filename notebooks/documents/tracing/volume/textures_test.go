package volume

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestTextures: oracle, an H200's counters in 19 frames, of which no number of the unit is. Where the L1 has half of the
// sectors or more, the unit's passes are the model's; where it has less, the chip makes up to 17 % more, and why is not known.
func TestTextures(t *testing.T) {
	rows, err := silicon.H200FrameTextures()
	if err != nil {
		t.Fatal(err)
	}
	near, half := 0.0, 0
	for _, r := range rows {
		v := View{r.View[0], r.View[1], r.View[2]}
		work, err := Textures(gpu.H200(), v, gpumodel.Shape{X: r.X, Y: r.Y}, 601)
		if err != nil {
			t.Fatal(err)
		}
		off, more := work.Cycles/(8*r.Passes/r.Fours)-1, work.Sectors/(8*r.Sectors/r.Fours)-1
		t.Logf("%v %d×%d: %.2f cycles of the unit (%+.1f %%), %.2f sectors (%+.1f %%), %.3f references; the L1 has %.0f %%", v, r.X, r.Y, work.Cycles, 100*off, work.Sectors, 100*more, work.References, 100*r.Hits/r.Sectors)
		if math.Abs(more) > 0.02 {
			t.Errorf("%v %d×%d: %.2f sectors, counted %.2f", v, r.X, r.Y, work.Sectors, 8*r.Sectors/r.Fours)
		}
		if r.Hits < 0.5*r.Sectors {
			if off > 0 || off < -0.15 {
				t.Errorf("%v %d×%d: %+.1f %% of the unit's passes, want up to 15 fewer", v, r.X, r.Y, 100*off)
			}
			continue
		}
		near, half = near+math.Abs(off), half+1
		if math.Abs(off) > 0.027 {
			t.Errorf("%v %d×%d: %.2f cycles of the unit, counted %.2f", v, r.X, r.Y, work.Cycles, 8*r.Passes/r.Fours)
		}
	}
	t.Logf("%d frames of which the L1 has half or more: %.1f %% off", half, 100*near/float64(half))
	if half != 15 || near > 0.01*15 {
		t.Error("want 15 such frames, 1 % off on average")
	}
}

// TestTexturesRefuses: every error names what is wanted.
func TestTexturesRefuses(t *testing.T) {
	s := gpumodel.Shape{X: 8, Y: 16}
	for _, bad := range []struct {
		d    gpumodel.Device
		s    gpumodel.Shape
		n    int
		want string
	}{
		{gpu.GTX480(), s, 1, "of which more is known"}, {gpu.MI300X(), s, 1, "wavefronts of 64"},
		{gpu.H200(), gpumodel.Shape{X: 48, Y: 2}, 1, "Shape = 48×2"}, {gpu.H200(), gpumodel.Shape{}, 1, "Shape = "}, {gpu.H200(), gpumodel.Shape{X: 4, Y: 4}, 1, "whole wavefronts"},
		{gpu.H200(), s, 0, "every 0th"}, {gpu.H200(), s, -5, "every -5th"}, {gpu.H200(), s, 40000, "1 to 32768"},
	} {
		if _, err := Textures(bad.d, View{}, bad.s, bad.n); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s, %v, %d: error %v, want %q in it", bad.d.Name, bad.s, bad.n, err, bad.want)
		}
	}
}
