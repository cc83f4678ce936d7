package silicon

import (
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// TestTextures holds the texture unit to 227 patterns of lanes: sectors that come from the
// L2 and that two lanes ask for equal everywhere, the passes in 221. The tags' rule was read off these patterns, the
// data's and who goes with whom off references of an H100 (pace.cu). The paces of 135 that hit set nothing.
func TestTextures(t *testing.T) {
	patterns, err := h200Textures()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H200()
	volume, err := d.Texture.Layout.Volume(1<<30, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	var requests [2]int // equal, of those that set JoinCycles, and of the others
	asked, passes, timed, off, worst, furthest := 0, 0, 0, 0.0, 0.0, 0.0
	for i, p := range patterns {
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := &gpumodel.Samples{Volume: volume}
		copy(s.At[:], p.At[:])
		in := gpumodel.Instruction{Kind: gpumodel.Texture, Lanes: gpumodel.AllLanes(32), Sample: s}
		if _, _, err = h.CU(0).Serve(0, &in); err != nil {
			t.Fatal(err)
		}
		_, counts, l2 := h.Counts()
		if int(l2.Lookups) == p.Requests {
			requests[i%2]++
		}
		if int(counts.Missed) != p.Fresh {
			t.Errorf("%s: %d sectors from the L2, want %d", p.Name, counts.Missed, p.Fresh)
		}
		if int(counts.Hits+counts.Merged+counts.Missed) == p.Asked {
			asked++
		} else {
			t.Logf("%s: %d sectors asked for, counted %d", p.Name, counts.Hits+counts.Merged+counts.Missed, p.Asked)
		}
		pace, err := (&TexturePace{At: p.At, Lanes: gpumodel.AllLanes(32)}).Model(d)
		if err != nil {
			t.Fatal(err)
		}
		if int(pace) == p.Data {
			passes++
		} else {
			t.Logf("%s: %v passes, counted %d of the tags, %d of the data", p.Name, pace, p.Tags, p.Data)
		}
		furthest = max(furthest, math.Abs(pace/float64(p.Data)-1))
		if p.Hit > 0 {
			e := pace/p.Hit - 1
			timed, off, worst = timed+1, off+math.Abs(e), max(worst, math.Abs(e))
		}
	}
	if t.Logf("requests to the L2 equal in %d of 114, and in %d of 113", requests[0], requests[1]); requests[0] < 105 || requests[1] < 101 {
		t.Error("requests: want 105 and 101 equal; without JoinCycles 93 and 83")
	}
	t.Logf("of %d patterns, sectors asked for equal in %d, passes in %d; the pace of %d that hit: mean error %.1f %%, worst %.0f %%; passes at worst %.0f %% off", len(patterns), asked, passes, timed, 100*off/float64(timed), 100*worst, 100*furthest)
	if len(patterns) != 227 || timed != 135 || asked < 227 || passes < 221 || off/float64(timed) > 0.01 || worst > 0.1 || furthest > 0.1 {
		t.Errorf("asked for %d, passes %d, paces %.1f %% and %.0f %% off; want 227, 221, 1 %%, 10 %%", asked, passes, 100*off/float64(timed), 100*worst)
	}
}

// What no texture unit could sample is refused, and says what is wrong.
func TestSamplesAreRefused(t *testing.T) {
	d := gpu.H200()
	if _, err := d.Texture.Layout.Volume(0, [3]int{4, 4, 4}); err == nil {
		t.Error("16³ texels in blocks of 64 × 8 × 16: no error, want one")
	}
	volume, err := gpumodel.LinearLayout.Volume(0, [3]int{4, 4, 4})
	if err != nil {
		t.Fatal(err)
	}
	nan := gpumodel.Samples{Volume: volume}
	nan.At[3][1] = float32(math.NaN())
	far := gpumodel.Samples{Volume: volume}
	far.At[31][2] = 1e30
	unknown := gpu.GTX480()
	unknown.Texture = gpumodel.TextureUnit{}
	for want, c := range map[string]struct {
		d gpumodel.Device
		s gpumodel.Samples
	}{
		"Sample.At[3] = [0 NaN 0]": {d, nan},
		"Sample.At[31]":            {d, far},
		"Volume is empty":          {d, gpumodel.Samples{}},
		"nothing is known":         {unknown, gpumodel.Samples{Volume: volume}},
	} {
		h, err := memory.New(c.d, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = h.CU(0).Serve(0, &gpumodel.Instruction{Kind: gpumodel.Texture, Lanes: gpumodel.AllLanes(32), Sample: &c.s})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}
