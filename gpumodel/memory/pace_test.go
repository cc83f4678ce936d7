package memory

import (
	"math"
	"testing"

	"lanebook/gpumodel/gpu"
)

// One slice serves one line again and again, a sector of it for whoever asks, at the pace that the device says for texture
// caches and for all others; where it says none for textures, at one pace.
func TestTexturePace(t *testing.T) {
	d := gpu.H200()
	for _, c := range []struct{ lines, bytes, other, texture float64 }{
		{0, 0, 1 / 0.855, 1 / 0.855},
		{0.25, 0, 1 / 0.855, 4},
		{0, 48, 1 / 0.855, 64}, // of 96 slices
	} {
		d.Caches.L2.TextureLines, d.Caches.L2.TextureBytes = c.lines, c.bytes
		h, err := New(d, d.CUs)
		if err != nil {
			t.Fatal(err)
		}
		cu := h.CU(0)
		each := func(to *level) float64 {
			cu.atL2(1e6, Line{0, 1}, 32, to)
			first := cu.atL2(1e6, Line{0, 1}, 32, to)
			const more = 100
			last := 0.0
			for range more {
				last = cu.atL2(1e6, Line{0, 1}, 32, to)
			}
			return (last - first) / more
		}
		cu.atL2(0, Line{0, 1}, 32, nil) // it is there from now on
		if other := each(nil); math.Abs(other-c.other) > 1e-6 {
			t.Errorf("%+v: a load takes %v cycles of a slice", c, other)
		}
		cu.die.slices = make([]calendar, len(cu.die.slices))
		if texture := each(cu.texture); math.Abs(texture-c.texture) > 1e-6 {
			t.Errorf("%+v: a line for the texture cache takes %v cycles of a slice", c, texture)
		}
	}
}
