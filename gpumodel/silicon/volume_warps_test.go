package silicon_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestVolumeWarps: of the first run's 192 warps of 2×64 at (90,-90,0) 112 met the volume,
// the first of them number 35 (counted by hand from 0), in 939.8 cycles; of the second
// run's 296, 113.
func TestVolumeWarps(t *testing.T) {
	all, err := silicon.H200VolumeWarps()
	if err != nil || len(all) != 8 {
		t.Fatalf("%d rows, error %v; want 8: two shapes at two views, twice", len(all), err)
	}
	if w := all[0]; w.Run != 1 || w.View != [3]float64{90, -90, 0} || w.X != 2 || w.Y != 64 || len(w.Means) != 192 || len(w.Means.Hits()) != 112 || w.Means[35] != 939.8 {
		t.Errorf("first row %+v: want run 1 of 2×64 at (90,-90,0), 112 of 192 warps, number 35 with 939.8 cycles", w)
	}
	m, err := silicon.Warps([3]float64{90, -90, 0}, silicon.Missing, 2, 0)()
	if err != nil || m.Value() != 80 || m.Unit() != "warps" || !strings.Contains(m.Source(), "second run 183") {
		t.Errorf("%v, error %v; want 80 warps without a reference, 183 in the second run", m, err)
	}
	if _, err := silicon.Warps([3]float64{0, 0, 0}, silicon.Border, 2, 0)(); err == nil || !strings.Contains(err.Error(), "vr_warps.csv") {
		t.Errorf("view (0,0,0): error %v, want one that names vr_warps.csv", err)
	}
}
