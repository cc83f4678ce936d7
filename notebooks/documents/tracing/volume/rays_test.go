package volume

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TestWholeRays runs a fiftieth of the rays of one frame of rays.csv and one of rays_new.csv, with LANEBOOK_FULL=1 of
// four. With -update it runs all of them whole and writes the file, which takes five or six hours of a processor.
func TestWholeRays(t *testing.T) {
	if testing.Short() {
		t.Skip("frames, left out with -short")
	}
	for _, c := range []struct {
		file, csv string
		d         gpumodel.Device
		rows      int
	}{
		{"rays.csv", raysCSV, silicon.MeasuredVariant(gpu.H200()), 40},
		{"rays_new.csv", raysNewCSV, gpu.H200(), 32},
	} {
		t.Run(c.file, func(t *testing.T) {
			rows, err := wholeRays(c.file, c.csv)
			if err != nil || len(rows) != c.rows {
				t.Fatalf("%d rows, error %v; want %d", len(rows), err, c.rows)
			}
			run := func(r WholeRays, part float64) Measured {
				m, err := OnChip(c.d, r.View, r.Shape, None, part, chip.Options{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				return m
			}
			if *update {
				writeRays(t, c.file, rows, run)
				return
			}
			some := rows[5:6]
			if os.Getenv("LANEBOOK_FULL") == "1" {
				some = rows[4:8]
			}
			for _, r := range some {
				if got, want := fmt.Sprintf("%.4f", 1e3*run(r, 0.02).Frame), fmt.Sprintf("%.4f", 1e3*r.Fiftieth); got != want {
					t.Errorf("%v %v: a fiftieth takes %s ms, %s has %s: go test ./notebooks/documents/tracing/volume -run TestWholeRays/%s -update -timeout 9h", r.View, r.Shape, got, c.file, want, c.file)
				}
			}
		})
	}
}

// writeRays runs all frames, as many at a time as there are processors, and writes the file.
func writeRays(t *testing.T, file string, rows []WholeRays, run func(WholeRays, float64) Measured) {
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
	text := "view,shape,frame_ms,hit,l2_hit,fiftieth_ms\n" + strings.Join(lines, "")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
