package volume

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// overtaking returns the GPU with what was measured of textures without frames and is not in the preset.
func overtaking(d gpumodel.Device) gpumodel.Device {
	d.Caches.Texture.Cache = d.Caches.L1.Cache // [sets.csv]
	d.Caches.L1.Misses, d.Caches.Texture.Misses = 2048, 2048
	d.Texture.Overtakes = true // [order.csv, two_passes.csv]
	return d
}

// TestFew runs a part of one frame of few.csv by both models. With -update it runs all, which takes a quarter of an hour.
func TestFew(t *testing.T) {
	if testing.Short() {
		t.Skip("parts of frames, left out with -short")
	}
	run := func(f Few) string {
		line := fmt.Sprintf("%g/%g/%g,%dx%d,%d", f.View.Alpha, f.View.Beta, f.View.Gamma, f.Shape.X, f.Shape.Y, f.Blocks)
		for _, d := range []gpumodel.Device{gpu.H200(), overtaking(gpu.H200())} {
			s, err := FewOnChip(d, f.View, f.Shape, f.Blocks, chip.Options{})
			if err != nil {
				t.Fatal(err)
			}
			line += fmt.Sprintf(",%.4f", 1e3*s)
		}
		return line
	}
	if *update {
		text := "view,shape,blocks,preset_ms,overtaking_ms\n"
		for _, blocks := range []int{1, 4} {
			for _, v := range ChipViews() {
				for _, x := range []int{1, 8, 32, 128} {
					text += run(Few{View: v, Shape: gpumodel.Shape{X: x, Y: 128 / x}, Blocks: blocks}) + "\n"
				}
			}
		}
		if err := os.WriteFile("few.csv", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	all, err := Fews()
	if err != nil || len(all) != 40 {
		t.Fatalf("%d rows, error %v; want 40", len(all), err)
	}
	const cheap = 1*4 + 1 // one block of 8 × 16 at (90,0,90), the shortest that has rays but (45,30,0) 1 × 128
	if got, want := run(all[cheap]), strings.Split(fewCSV, "\n")[cheap+1]; got != want {
		t.Errorf("%s, few.csv has %s: go test ./notebooks/documents/tracing/volume -run TestFew -update -timeout 1h", got, want)
	}
}

// TestFewOnSilicon: oracle, an H200's times of the same parts, from which no number is. That a reference queues only if all its
// lanes take two passes, not some, was chosen with four of the 36 in view.
func TestFewOnSilicon(t *testing.T) {
	all, err := Fews()
	if err != nil {
		t.Fatal(err)
	}
	chips, err := silicon.H200FewBlocks()
	if err != nil {
		t.Fatal(err)
	}
	for blocks, most := range map[int][2]float64{1: {0.125, 0.023}, 4: {0.168, 0.027}} {
		var off, worst [2]float64
		n := 0.0
		for _, f := range all {
			for _, c := range chips {
				if c.View != [3]float64{f.View.Alpha, f.View.Beta, f.View.Gamma} || c.X != f.Shape.X || c.Y != f.Shape.Y || c.Blocks != blocks || f.Blocks != blocks || c.References == 0 {
					continue
				}
				n++
				for i, s := range []float64{f.Preset, f.Overtaking} {
					e := s/c.FrameSeconds - 1
					off[i], worst[i] = off[i]+math.Abs(e), max(worst[i], math.Abs(e))
				}
				t.Logf("%v %v, %d: %.4f ms, preset %+.0f %%, overtaking %+.0f %%", f.View, f.Shape, blocks, 1e3*c.FrameSeconds, 100*(f.Preset/c.FrameSeconds-1), 100*(f.Overtaking/c.FrameSeconds-1))
			}
		}
		t.Logf("%d blocks, %.0f parts: preset %.3f off, %.2f at worst; overtaking %.3f, %.2f", blocks, n, off[0]/n, worst[0], off[1]/n, worst[1])
		if off[0]/n > most[0] || off[1]/n > most[1] || worst[1] > 0.075 || n < 16 {
			t.Errorf("%d blocks: want %v on average, and 0.075 at worst by overtaking", blocks, most)
		}
	}
}
