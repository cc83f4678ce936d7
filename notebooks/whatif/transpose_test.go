package whatif

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
)

// TestTransposeCosts: one tile of 32 × 32 floats on the H200, by hand. A warp stores a
// row in a pass; reading a column takes 32 passes, or 1 with a word of padding. Each of
// 64 rows of 128 bytes, read or written, is 4 sectors.
func TestTransposeCosts(t *testing.T) {
	d := gpu.H200()
	p := kernels.Transpose[float32]{Width: 32, Height: 32, Tile: 32}
	costs, err := layoutCosts(d, p)
	if err != nil {
		t.Fatal(err)
	}
	want := []cost{
		{layout: "plain", bytes: 4096, store: 32, load: 32 * 32, conflicts: 32 * 31, sectors: 64 * 4},
		{layout: "padded by 1", bytes: 4224, store: 32, load: 32, sectors: 64 * 4},
		{layout: p.Array().Name(), bytes: 4096, store: 32, load: 32, sectors: 64 * 4},
	}
	swizzled := p
	swizzled.Swizzle.Span = 32
	want[2].layout = swizzled.Array().Name()
	if len(costs) != len(want) {
		t.Fatalf("%d layouts, want %d", len(costs), len(want))
	}
	for i, c := range costs {
		got := c
		got.cycles = 0
		if got != want[i] {
			t.Errorf("%+v, want %+v", got, want[i])
		}
	}
	if slow, fast := costs[0].cycles, costs[1].cycles; slow < fast+32*31-gpumodel.Cycles(d.CU.Memory.Latency) || slow <= fast {
		t.Errorf("%d cycles with 992 conflicts, %d without", slow, fast)
	}
}
