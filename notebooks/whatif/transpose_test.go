package whatif

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
)

// TestTransposeCosts: one tile of 32 × 32 floats on the H200, by hand. A warp stores a
// row in a pass; reading a column takes 32 passes, or 1 with a word of padding.
func TestTransposeCosts(t *testing.T) {
	costs, err := layoutCosts(gpu.H200(), gpumodel.Array{Rows: 32, Columns: 32, Element: 4})
	if err != nil {
		t.Fatal(err)
	}
	if len(costs) != 3 {
		t.Fatalf("%d layouts, want plain, padded and swizzled", len(costs))
	}
	for i, load := range []int{32 * 32, 32, 32} {
		if c := costs[i]; c.store != 32 || c.load != load || c.ideal != 64 {
			t.Errorf("%s: %d + %d passes, %d without conflicts, want 32 + %d, 64", c.tile.Name(), c.store, c.load, c.ideal, load)
		}
	}
	if slow, fast := costs[0].whole, costs[1].whole; slow.together() < 1.5*fast.together() || slow.longest().EN != "the banks" {
		t.Errorf("%.3f ms with 992 conflicts a tile, %.3f without, want the conflicts to be felt", slow.together(), fast.together())
	}
}

// TestTransposeAsMeasured: at every setting that an H200 was timed at, the what-if has
// the passes and the time of notebook 05.
func TestTransposeAsMeasured(t *testing.T) {
	d := gpu.H200()
	floats, err := silicon.CompareTransposes(d)
	if err != nil {
		t.Fatal(err)
	}
	complexes, err := silicon.CompareComplexTransposes(d, wholeSize)
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, r := range append(floats.Rows, complexes.Rows...) {
		if r.Naive {
			continue
		}
		tried++
		costs, err := layoutCosts(d, gpumodel.Array{Rows: r.Tile, Columns: r.Tile, Element: r.Element, Pad: r.Pad})
		if err != nil {
			t.Fatal(err)
		}
		c := costs[0]
		if c.store+c.load != r.Passes || c.whole.together() != r.Model || r.Size != wholeSize {
			t.Errorf("%s of %d bytes: %d passes, %v ms, want %d, %v", r.Name, r.Element, c.store+c.load, c.whole.together(), r.Passes, r.Model)
		}
		if got := 2 * wholeSize * wholeSize * float64(r.Element) / r.Model / 1e6; math.Abs(c.whole.rate()-got) > 1e-6*got {
			t.Errorf("%s of %d bytes: %v GB/s, want %v", r.Name, r.Element, c.whole.rate(), got)
		}
	}
	if tried != 16 {
		t.Errorf("%d settings tried, want 16", tried)
	}
}

// TestTransposePassesAsRun: the passes are those that the kernel's run counts.
func TestTransposePassesAsRun(t *testing.T) {
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.MI300X(), gpu.FourBanks()} {
		for _, edge := range []int{2, 4, 8, 16, 32} {
			p := kernels.Transpose[float32]{Width: edge, Height: edge, Tile: edge, Rows: tileRows(d, edge), Pad: 1}
			l, err := p.Launch(d)
			if err != nil {
				t.Fatal(err)
			}
			var m kernel.GlobalMemory
			r, err := l.Run(p.Kernel(kernel.NewGlobal[float32](&m, "in", edge*edge), kernel.NewGlobal[float32](&m, "out", edge*edge)))
			if err != nil {
				t.Fatal(err)
			}
			passes := 0
			for _, s := range r.Sites {
				passes += s.Passes
			}
			costs, err := layoutCosts(d, p.Array())
			if err != nil || costs[0].store+costs[0].load != passes {
				t.Errorf("%s, tile %d: %+v, error %v, want %d passes", d.Name, edge, costs[0], err, passes)
			}
		}
	}
}

// TestTransposeSays: what binds, and that a bound is called one.
func TestTransposeSays(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"tile=4 element=8", "the largest part is the launch of its workgroups, behind which the banks hide"},
		{"tile=32 element=4 pad=0", "the largest part is the banks"},
		{"tile=32 element=8 pad=1", "the largest part is memory"},
		{"tile=2", "10.14 ms or more, 105.9 GB/s at most, for the launch of its workgroups"}, // four times those of 4 × 4
		{"device=mi300x tile=32", "GB/s at most, for memory"},
	} {
		if got := Answer("transpose", "en", strings.Fields(c.settings)...); !strings.Contains(got.Sentence, c.want) {
			t.Errorf("%s: %q, want it to say %q", c.settings, got.Sentence, c.want)
		}
	}
}
