package volume

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestWholeRays runs a fiftieth of the rays of one frame of rays.csv, with LANEBOOK_FULL=1 of four. With
// -update it runs all of them whole and writes the file, which takes six hours of a processor.
func TestWholeRays(t *testing.T) {
	if testing.Short() {
		t.Skip("frames, left out with -short")
	}
	rows, err := Rays()
	if err != nil || len(rows) != 40 {
		t.Fatalf("%d rows, error %v; want 40", len(rows), err)
	}
	run := func(r WholeRays, part float64) Measured {
		m, err := OnChip(silicon.MeasuredVariant(gpu.H200()), r.View, r.Shape, None, part, chip.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	if *update {
		text := "view,shape,frame_ms,hit,l2_hit,fiftieth_ms\n"
		lines := make([]string, len(rows))
		var wait sync.WaitGroup
		turn := make(chan struct{}, runtime.GOMAXPROCS(0))
		for i, r := range rows {
			turn <- struct{}{}
			wait.Go(func() {
				defer func() { <-turn }()
				m := run(r, 0)
				lines[i] = fmt.Sprintf("%g/%g/%g,%dx%d,%.4f,%.4f,%.4f,%.4f\n", r.View.Alpha, r.View.Beta, r.View.Gamma, r.Shape.X, r.Shape.Y, 1e3*m.Frame, m.Hit, m.L2Hit, 1e3*run(r, 0.02).Frame)
			})
		}
		wait.Wait()
		text += strings.Join(lines, "")
		if err := os.WriteFile("rays.csv", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	some := rows[5:6]
	if os.Getenv("LANEBOOK_FULL") == "1" {
		some = rows[4:8]
	}
	for _, r := range some {
		if got, want := fmt.Sprintf("%.4f", 1e3*run(r, 0.02).Frame), fmt.Sprintf("%.4f", 1e3*r.Fiftieth); got != want {
			t.Errorf("%v %v: a fiftieth takes %s ms, rays.csv has %s: go test ./notebooks/documents/tracing/volume -run TestWholeRays -update -timeout 9h", r.View, r.Shape, got, want)
		}
	}
}
