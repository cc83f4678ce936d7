package volume

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// overtaking returns the GPU with what was measured of textures and lines, but for the sets of textures and the rule of Moves, and is not
// in the preset. No number is from a frame; that
// references overtake of which some lanes take one pass was chosen with four parts in view.
func overtaking(d gpumodel.Device) gpumodel.Device {
	d.Caches.L1.Moves = true                                 // [lines.csv], not its pools, nor that what comes is not the latest
	d.Caches.Texture.Cache = d.Caches.L1.Cache               // with the sets of loads; textures have others [sets.csv]
	d.Caches.L1.Misses, d.Caches.Texture.Misses = 2048, 2048 // assumed
	d.Texture.Overtakes = true                               // [order.csv, two_passes.csv]
	d.Texture.QueuePasses = 1728                             // [room.csv]
	d.Texture.Queue = 1044                                   // [room.csv]
	d.Texture.Taken = 6                                      // [room.csv]
	return d
}

// TestFew runs a part of one frame of few.csv by both models. With -update it runs all, which takes a day of a processor.
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
		for _, blocks := range []int{1, 4, 0} {
			for _, v := range ChipViews() {
				for x := 1; x <= 128; x *= 2 {
					if blocks > 0 && !slices.Contains([]int{1, 8, 32, 128}, x) {
						continue
					}
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
	if err != nil || len(all) != 77 {
		t.Fatalf("%d rows, error %v; want 77: three whole frames of the overtaking model, some 20 minutes of a processor each, were not run", len(all), err)
	}
	const cheap = 1*4 + 1 // one block of 8 × 16 at (90,0,90), the shortest that has rays but (45,30,0) 1 × 128
	if got, want := run(all[cheap]), strings.Split(fewCSV, "\n")[cheap+1]; got != want {
		t.Errorf("%s, few.csv has %s: go test ./notebooks/documents/tracing/volume -run TestFew -update -timeout 24h", got, want)
	}
}

// TestFewOnSilicon: oracle, an H200's times of the same parts and frames, from which no number is.
func TestFewOnSilicon(t *testing.T) {
	all, err := Fews()
	if err != nil {
		t.Fatal(err)
	}
	chips, err := silicon.H200FewBlocks()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		blocks, rows int
		mean, worst  [2]float64 // at most, by the preset and overtaking
	}{{1, 16, [2]float64{0.124, 0.02}, [2]float64{0.48, 0.075}}, {4, 20, [2]float64{0.167, 0.02}, [2]float64{0.82, 0.075}}, {0, 37, [2]float64{0.102, 0.097}, [2]float64{0.32, 0.31}}} {
		var off, worst [2]float64
		times := map[View]*[3][]float64{}
		n := 0.0
		for _, f := range all {
			for _, c := range chips {
				if c.View != [3]float64{f.View.Alpha, f.View.Beta, f.View.Gamma} || c.X != f.Shape.X || c.Y != f.Shape.Y || c.Blocks != want.blocks || f.Blocks != want.blocks || c.References == 0 {
					continue
				}
				n++
				if times[f.View] == nil {
					times[f.View] = new([3][]float64)
				}
				for i, s := range []float64{f.Preset, f.Overtaking, c.FrameSeconds} {
					e := math.Abs(s/c.FrameSeconds - 1)
					times[f.View][i] = append(times[f.View][i], s)
					if i < 2 {
						off[i], worst[i] = off[i]+e, max(worst[i], e)
					}
				}
				t.Logf("%v %v, %d: %.4f ms, preset %+.0f %%, overtaking %+.1f %%", f.View, f.Shape, want.blocks, 1e3*c.FrameSeconds, 100*(f.Preset/c.FrameSeconds-1), 100*(f.Overtaking/c.FrameSeconds-1))
			}
		}
		for _, v := range ChipViews() {
			if o := times[v]; want.blocks == 0 && o != nil {
				t.Logf("%v: ranks by the preset %.2f, overtaking %.2f", v, RankCorrelation(o[0], o[2]), RankCorrelation(o[1], o[2]))
			}
		}
		t.Logf("%d blocks, %.0f parts: preset %.3f off, %.2f at worst; overtaking %.3f, %.2f", want.blocks, n, off[0]/n, worst[0], off[1]/n, worst[1])
		for i, name := range []string{"preset", "overtaking"} {
			if off[i]/n > want.mean[i] || worst[i] > want.worst[i] || int(n) != want.rows {
				t.Errorf("%d blocks, %s: %.3f off on average of %.0f, %.3f at worst; want %.3f of %d and %.3f at most", want.blocks, name, off[i]/n, n, worst[i], want.mean[i], want.rows, want.worst[i])
			}
		}
	}
}
