package gpumodel_test

import (
	"strings"
	"testing"

	. "lanebook/gpumodel"
)

func TestLayout(t *testing.T) {
	sides := [3]int{10, 10, 10}
	for _, c := range []struct {
		layout  TextureLayout
		x, y, z int
		want    uint32
	}{
		{LinearLayout, 3, 2, 1, 1<<20 + 2<<10 + 3},
		{BlockLinear, 1, 1, 0, 16 + 1},
		{BlockLinear, 16, 0, 0, 32},
		{BlockLinear, 0, 2, 0, 64},
		{BlockLinear, 32, 0, 0, 256},
		{BlockLinear, 0, 0, 1, 512},
		{"xxxyzyzxyzxyz", 8, 2, 1, 128 + 32 + 16}, // bricks of 8 × 2 × 2
	} {
		v, err := c.layout.Volume(0, sides)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Bits[0][c.x] + v.Bits[1][c.y] + v.Bits[2][c.z]; got != c.want {
			t.Errorf("layout %q: texel (%d,%d,%d) at %d, want %d", c.layout, c.x, c.y, c.z, got, c.want)
		}
		seen := uint32(0) // every bit of the address is used once
		for axis := range v.Bits {
			if seen&v.Bits[axis][1023] != 0 {
				t.Errorf("layout %q: an address bit is used twice", c.layout)
			}
			seen |= v.Bits[axis][1023]
		}
		if seen != 1<<30-1 {
			t.Errorf("layout %q: address bits %#x, want all 30", c.layout, seen)
		}
	}
	for _, bad := range []TextureLayout{"xw", TextureLayout(strings.Repeat("x", 11))} {
		if _, err := bad.Volume(0, sides); err == nil {
			t.Errorf("layout %q gives no error", bad)
		}
	}
}
