package volume

import (
	"fmt"
	"math"
	"os"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestEnds runs a fiftieth of the rays of one frame of ends.csv, with LANEBOOK_FULL=1 of five. With -update it runs
// all tenths, which takes a quarter of an hour of a processor.
func TestEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("frames, left out with -short")
	}
	run := func(v View, s gpumodel.Shape, part float64) float64 {
		m, err := OnChip(gpu.H100(), v, s, None, part, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return m.Tail
	}
	if *update {
		text := "view,shape,tail,fiftieth\n"
		for _, v := range ChipViews() {
			for _, s := range endShapes() {
				text += fmt.Sprintf("%g/%g/%g,%dx%d,%.4f,%.4f\n", v.Alpha, v.Beta, v.Gamma, s.X, s.Y, run(v, s, 0.1), run(v, s, fewer))
			}
		}
		if err := os.WriteFile("ends.csv", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	all, err := Ends()
	if err != nil || len(all) != len(ChipViews())*len(endShapes()) {
		t.Fatalf("%d rows, error %v; want %d", len(all), err, len(ChipViews())*len(endShapes()))
	}
	some := all[:1]
	if os.Getenv("LANEBOOK_FULL") == "1" {
		some = all[:5]
	}
	for _, e := range some {
		if got, want := fmt.Sprintf("%.4f", run(e.View, e.Shape, fewer)), fmt.Sprintf("%.4f", e.Fiftieth); got != want {
			t.Errorf("%v %v: the end of a fiftieth takes %s, ends.csv has %s: go test ./notebooks/documents/tracing/volume -run TestEnds -update -timeout 1h", e.View, e.Shape, got, want)
		}
	}
}

// TestEndsOnSilicon: how long some SM has nothing left to do, of which nothing was fitted: the larger the workgroups, the
// longer. The model's are mostly too short, and may not become more so.
func TestEndsOnSilicon(t *testing.T) {
	all, err := Ends()
	if err != nil {
		t.Fatal(err)
	}
	frames, _, err := silicon.H100FrameEnds()
	if err != nil {
		t.Fatal(err)
	}
	off, worst, n := 0.0, 0.0, 0
	for _, e := range all {
		for _, f := range frames {
			if f.Voxels != Side || f.View != [3]float64{e.View.Alpha, e.View.Beta, e.View.Gamma} || f.X != e.Shape.X || f.Y != e.Shape.Y {
				continue
			}
			d := e.Tail - f.Tail
			off, worst, n = off+math.Abs(d), max(worst, math.Abs(d)), n+1
			t.Logf("%v %v: %.0f %% of the time, measured %.0f", e.View, e.Shape, 100*e.Tail, 100*f.Tail)
		}
	}
	t.Logf("%d frames: %.1f points off on average, %.0f at worst", n, 100*off/float64(n), 100*worst)
	if n != 25 || off/float64(n) > 0.077 || worst > 0.22 {
		t.Errorf("%d frames, %.3f off on average, %.3f at worst; want 25, 0.077 and 0.22", n, off/float64(n), worst)
	}
}
