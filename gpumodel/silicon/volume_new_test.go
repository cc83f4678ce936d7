package silicon

import (
	"math"
	"os"
	"testing"
)

// vr_new_views.csv is probe.cu's mode vr with other views in its table, on an H200 (driver 580, nvcc -O3 -arch=sm_90
// -std=c++17, 2026-11-27): four views that no model has been run on, kept apart until one is, and the two of vr_more_views.csv once
// more. vr_new_counters.csv is its mode vrplain under Nsight Compute: of the L1 as in vr_more_counters.csv,
// of the L2 what textures asked of the half that is near, and had there.
//
// By the two old views an H200 repeats itself, on another day and likely another card.
func TestNewViews(t *testing.T) {
	var text [2]string
	for i, name := range []string{"vr_new_views.csv", "vr_new_counters.csv"} {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(file)
	}
	rows, err := countedPoints("vr_new_views.csv", text[0], "vr_new_counters.csv", text[1])
	if err != nil {
		t.Fatal(err)
	}
	old, err := H200Frames()
	if err != nil {
		t.Fatal(err)
	}
	var repeated, time, hits, worst float64
	for _, r := range rows {
		for _, q := range old {
			if q.View == r.View && q.X == r.X {
				e := math.Abs(r.FrameSeconds/q.FrameSeconds - 1)
				repeated, time, hits, worst = repeated+1, time+e, hits+math.Abs(r.Hit-q.Hit), max(worst, e)
			}
		}
	}
	t.Logf("%d frames; %.0f of them as before: %.1f %% apart in time, %.1f at worst, %.1f points in what the L1 has", len(rows), repeated, 100*time/repeated, 100*worst, 100*hits/repeated)
	if len(rows) != 48 || repeated != 16 || time/repeated > 0.02 || worst > 0.04 || hits/repeated > 0.005 {
		t.Errorf("want 48 frames, and 16 that an H200 repeats to 2 %% of their time on average, 4 at worst, and to half a point of what the L1 has")
	}
}
