package memory_test

import (
	"math"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// sampling is a reference of 32 lanes to a volume of 1024³ bytes on a GTX 480.
func sampling(t *testing.T, at func(lane int) [3]float32) gpumodel.Instruction {
	v, err := gpu.GTX480().Texture.Layout.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	s := &gpumodel.Samples{Volume: v}
	for lane := range 32 {
		s.At[lane] = at(lane)
	}
	return gpumodel.Instruction{Kind: gpumodel.Texture, Dst: 1, Lanes: gpumodel.AllLanes(32), Sample: s}
}

// TestTrilinearSectors compares what a reference asks for with its texels, one by one: from the
// L2 each sector once, from the texture cache anew by each so many lanes.
func TestTrilinearSectors(t *testing.T) {
	for _, together := range []int{1, 2, 4, 32} {
		d := gpu.GTX480()
		d.Texture.Together = together
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		in := sampling(t, func(lane int) [3]float32 {
			return [3]float32{float32(lane)*1.875 - 3, 700 + float32(lane%5)*7.25, 1021 + float32(lane)/8}
		})
		if _, _, err := h.CU(0).Serve(0, &in); err != nil {
			t.Fatal(err)
		}
		all, asked := map[uint32]bool{}, 0
		var group map[uint32]bool
		for lane, at := range in.Sample.At[:32] {
			if lane%together == 0 {
				group = map[uint32]bool{}
			}
			for corner := range 8 {
				sector := uint32(0)
				for axis, x := range at {
					low := math.Floor(float64(x) - 0.5)
					if corner>>axis&1 == 1 {
						low = math.Ceil(float64(x) - 0.5)
					}
					sector += in.Sample.Volume.Bits[axis][min(max(int(low), 0), 1023)]
				}
				if sector /= 32; !group[sector] {
					group[sector] = true
					asked++
				}
				all[sector] = true
			}
		}
		_, counts, _ := h.Counts()
		if n := counts.Hits + counts.Merged + counts.Missed; int(n) != asked || int(counts.Missed) != len(all) {
			t.Errorf("%d lanes together: %d sectors asked for, %d of the L2; want %d and %d", together, n, counts.Missed, asked, len(all))
		}
	}
}

// TestTrilinearPace: references pass the unit at its pace, one of a texel for each lane in half
// the time, and return in order; when it holds as many as it can, the next waits for the oldest.
func TestTrilinearPace(t *testing.T) {
	d := gpu.GTX480()
	d.Texture.Queue, d.Texture.Cycles = 3, 100
	h, err := memory.New(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	here := sampling(t, func(int) [3]float32 { return [3]float32{8, 0.5, 0.5} }) // one sector
	texel := gpumodel.Instruction{Kind: gpumodel.Texture, Dst: 1, Lanes: 1, Access: gpumodel.Gather(16, 0)}
	for _, c := range []struct {
		name             string
		at, accept, done gpumodel.Cycles // the two last after at
		in               gpumodel.Instruction
	}{
		{"from DRAM: 500 cycles, for 32 bytes 3.8 of the channel, 2.5 of the slice, 2 of the port; 250 of the pipeline", 0, 0, 758, here},
		{"of a texel, before that is done: in order", 250, 0, 509, texel},
		{"hits", 10000, 0, 450, here},
		{"another with it: a reference's cycles later", 10000, 0, 550, here},
		{"a third: the unit is full until the first is done", 10000, 450, 650, here},
		{"of a texel", 20000, 0, 450, texel},
		{"after it: half a reference's cycles later", 20000, 0, 500, here},
	} {
		accept, done, err := h.CU(0).Serve(c.at, &c.in)
		if err != nil || accept != c.at+c.accept || done < c.at+c.done || done > c.at+c.done+1 {
			t.Errorf("%s: accepts after %d, done after %d, %v; want %d and %d", c.name, accept-c.at, done-c.at, err, c.accept, c.done)
		}
	}
}
