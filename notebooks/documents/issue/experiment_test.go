package issue

import (
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// A result takes L cycles and n wavefronts have one pair to issue for each: L − n cycles
// stay empty, whoever goes first. So 16 wavefronts fail to hide a latency of 20, and by
// Oldest as by the others: it lets a young wavefront wait longer, but only for others.
func TestSeenLatency(t *testing.T) {
	for _, policy := range []gpumodel.Policy{gpumodel.RoundRobin, gpumodel.GreedyOldest, gpumodel.Oldest} {
		for _, tt := range []struct {
			latency    gpumodel.Cycles
			wavefronts int
			empty      float64
		}{
			{9, 1, 8}, {9, 8, 1}, {9, 9, 0}, {9, 16, 0}, {20, 9, 11}, {20, 16, 4},
		} {
			d := gpu.GK110()
			d.CU.Policy, d.CU.Latency[gpumodel.FP32] = policy, tt.latency
			if got, err := seenLatency(d, tt.wavefronts); got != tt.empty || err != nil {
				t.Errorf("%v, %d wavefronts, latency %d: %v cycles are empty, error %v; want %v", policy, tt.wavefronts, tt.latency, got, err, tt.empty)
			}
		}
	}
}

// A warp lies in one row of a block of several rows where X is a multiple of 32, and only
// there; of 40×2 the second of three straddles, of 12×4×2 all three.
func TestStraddling(t *testing.T) {
	for x := 1; x <= 256; x++ {
		block := gpumodel.Shape{X: x, Y: 3}
		if n := straddling(block, 32); (n == 0) != (x%32 == 0) {
			t.Errorf("%v: %d warps reach over the end of a row", block, n)
		}
	}
	for _, c := range []struct {
		block gpumodel.Shape
		want  int
	}{{gpumodel.Shape{X: 40, Y: 2}, 1}, {gpumodel.Shape{X: 12, Y: 4, Z: 2}, 3}, {gpumodel.Shape{X: 20}, 0}, {gpumodel.Shape{X: 16, Y: 8}, 4}} {
		if got := straddling(c.block, 32); got != c.want {
			t.Errorf("%v: %d warps reach over the end of a row, want %d", c.block, got, c.want)
		}
	}
}

// Figure (2): 80 threads in two rows of 40, warp 1 in both, and 16 dummies below.
func TestBlockGrid(t *testing.T) {
	f, err := BlockGrid(gpu.GK110(), gpumodel.Shape{X: 40, Y: 2})
	if err != nil {
		t.Fatal(err)
	}
	inRow := map[charts.Tone][3]int{}
	for _, c := range f.Series[0].(charts.Grid).Cells {
		n := inRow[c.Tone]
		n[c.Row]++
		inRow[c.Tone] = n
	}
	for tone, want := range map[charts.Tone][3]int{charts.Tone1: {32, 0, 0}, charts.Tone2: {8, 24, 0}, charts.Tone3: {0, 16, 0}, charts.ToneMuted: {0, 0, 16}} {
		if inRow[tone] != want {
			t.Errorf("%v: %v cells in the rows, want %v", tone, inRow[tone], want)
		}
	}
	if _, err := BlockGrid(gpu.GK110(), gpumodel.Shape{X: 1024}); err == nil {
		t.Error("32 warps have a colour each, want an error")
	}
}
