package static

import (
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
)

// TestPaletted: colours of areas are kept, and none is far from what it was,
// even in a picture of more than 256.
func TestPaletted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	img := image.NewRGBA(image.Rect(0, 0, 256, 64))
	for y := range 64 {
		area := color.RGBA{uint8(4 * y), uint8(255 - 4*y), 128, 255}
		for x := range 256 {
			c := area
			if x >= 200 { // an edge: any shade of grey
				v := uint8(r.IntN(256))
				c = color.RGBA{v, v, v, 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	out := paletted(img)
	if n := len(out.Palette); n > 256 || n < 64 {
		t.Fatalf("%d colours, want 64 to 256", n)
	}
	seen := map[uint8]bool{}
	for y := range 64 {
		seen[out.ColorIndexAt(0, y)] = true
		for x := range 256 {
			was, is := img.RGBAAt(x, y), out.At(x, y).(color.RGBA)
			if off := max(was.R, is.R) - min(was.R, is.R); x < 200 && was != is || off > 15 {
				t.Fatalf("%v at %d, %d became %v", was, x, y, is)
			}
		}
	}
	if len(seen) != 64 {
		t.Errorf("%d colours of 64 areas", len(seen))
	}
}

// TestPalettedManyAreas: a heat map has an area, and a colour, for each of its cells;
// those of more than 256 are still near what they were.
func TestPalettedManyAreas(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 32*16, 32*16))
	for y := range 32 * 16 {
		for x := range 32 * 16 {
			img.SetRGBA(x, y, color.RGBA{uint8(8 * (x / 16)), uint8(8 * (y / 16)), 128, 255})
		}
	}
	out := paletted(img)
	if n := len(out.Palette); n > 256 || n < 64 {
		t.Fatalf("%d colours, want 64 to 256", n)
	}
	for y := range 32 * 16 {
		for x := range 32 * 16 {
			was, is := img.RGBAAt(x, y), out.At(x, y).(color.RGBA)
			if off := max(was.R, is.R) - min(was.R, is.R) + max(was.G, is.G) - min(was.G, is.G); off > 32 {
				t.Fatalf("%v at %d, %d became %v", was, x, y, is)
			}
		}
	}
}
