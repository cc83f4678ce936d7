package silicon_test

import (
	"math"
	"testing"

	"lanebook/gpumodel/silicon"
)

// TestFrameTextures: the first row by hand. A frame's lanes are the same whatever the workgroup, so nearly are its fours, and a
// warp that is there waits for most of its time.
func TestFrameTextures(t *testing.T) {
	frames, err := silicon.H200FrameTextures()
	if err != nil || len(frames) != 19 {
		t.Fatalf("%d frames, error %v; want 19", len(frames), err)
	}
	want := silicon.FrameTexture{VolumePoint: silicon.VolumePoint{X: 1, Y: 128, FrameSeconds: 2307168 / 1e9}, Cycles: 566742283, Warps: frames[0].Warps, Fours: 72042175, Passes: 168817354,
		Sectors: 747483057, Hits: 307228641, Waits: 25876764478, Queues: 3492273621}
	if f := frames[0]; f.X != 1 || f.Y != 128 || f.FrameSeconds != want.FrameSeconds || f.Cycles != want.Cycles || f.Fours != want.Fours || f.Passes != want.Passes || f.Sectors != want.Sectors || f.Hits != want.Hits || f.Waits != want.Waits || f.Queues != want.Queues || math.Abs(f.Warps-53.5) > 0.05 {
		t.Errorf("the first frame is %+v, want %+v and 53.5 warps", f, want)
	}
	for _, f := range frames {
		if math.Abs(f.Fours/frames[0].Fours-1) > 0.005 || f.Hits > f.Sectors || f.Passes < 2*f.Fours || f.Waits+f.Queues > 1.03*f.Warps*f.Cycles || f.Waits+f.Queues < 0.8*f.Warps*f.Cycles {
			t.Errorf("%v %d×%d: %+v", f.View, f.X, f.Y, f)
		}
	}
}
