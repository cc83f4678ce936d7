package silicon

import (
	"math"
	"testing"
)

// TestNewViews: at the two views that vr_new_views.csv has once more an H200 repeats itself, on another day and likely another card.
func TestNewViews(t *testing.T) {
	rows, err := countedPoints("vr_new_views.csv", volumeNewCSV, "vr_new_counters.csv", volumeNewCountersCSV)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := H200NewFrames()
	if err != nil || len(fresh) != 32 {
		t.Fatalf("%d frames of new views, error %v; want 32", len(fresh), err)
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
