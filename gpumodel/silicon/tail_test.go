package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestFrameEnds: frames that wait for the L2 take of it in their middle what references by chance take, who have no
// part in a frame: so many requests a cycle, or so many bytes. Over the whole frame it is less, as its end has few warps.
func TestFrameEnds(t *testing.T) {
	frames, chance, err := silicon.H100FrameEnds()
	if err != nil {
		t.Fatal(err)
	}
	if len(frames) != 120 || len(chance) != 4 {
		t.Fatalf("%d frames, %d rows by chance, want 120 and 4", len(frames), len(chance))
	}
	for _, c := range chance {
		if limit := byChance(c.Sectors); math.Abs(c.Lines/limit-1) > 0.01 {
			t.Errorf("%+v: want %.1f requests a cycle", c, limit)
		}
	}
	waits, whole, middle := 0, 0.0, 0.0
	for _, f := range frames {
		if lanes := f.X * f.Y; lanes != 128 { // larger workgroups end later
			if least := map[int]float64{64: 0.1, 256: 0.2, 512: 0.24, 1024: 0.29}[lanes]; f.Tail < least || lanes == 64 && f.Tail > 0.21 {
				t.Errorf("%+v: want an end of %g of the time or more, and of 64 lanes of 0.21 at most", f, least)
			}
			continue
		}
		if f.Tail < 0.06 || f.Tail > 0.32 || f.Half > f.Three || f.Three > f.Nine || f.Nine > 1 || f.Middle < 1.05 || f.Middle > 1.4 {
			t.Errorf("%+v: want an end of 6 to 32 %% of the time, and a middle 1.05 to 1.4 times as fast as the whole", f)
		}
		if f.Voxels != 128 {
			continue
		}
		part := f.Lines / byChance(f.Sectors)
		if part*f.Middle < 0.5 { // nine, which cannot be waiting for the L2
			continue
		}
		waits, whole, middle = waits+1, whole+part, middle+part*f.Middle
		if part*f.Middle > 1.11 {
			t.Errorf("%+v: %.2f of what references by chance get in its middle, want 1.11 at most", f, part*f.Middle)
		}
	}
	n := float64(waits)
	t.Logf("%d frames wait for the L2: %.2f of what references by chance get over the whole, %.2f in the middle", waits, whole/n, middle/n)
	if waits != 31 || math.Abs(middle/n-0.95) > 0.01 || math.Abs(whole/n-0.78) > 0.01 {
		t.Errorf("%d frames wait for the L2, %.3f and %.3f of what references by chance get, want 31, 0.78 and 0.95", waits, whole/n, middle/n)
	}
}

// byChance is what three of the rows by chance say of the fourth: 68.8 requests a cycle, or 123.5 sectors, whichever
// is less.
func byChance(sectors float64) float64 { return min(68.8, 123.5/sectors) }
