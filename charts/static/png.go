package static

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"slices"
)

// encodePNG writes an image with a palette of its own: pictures have few inks and the
// shades between them, so that they look the same in a third of the bytes. The
// quantisers that there are for Go are made for photographs: they unite neighbouring
// steps of a heat map's scale, and none has been kept up.
func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, paletted(img)); err != nil {
		return nil, fmt.Errorf("PNG: %w", err)
	}
	return b.Bytes(), nil
}

// How far, of 255, a colour may be from what was drawn: one that fills an area, at
// least areaWide pixels wide somewhere, and one that only softens edges.
const (
	offInAreas = 3
	offAtEdges = 24
	areaWide   = 12
)

func paletted(img image.Image) *image.Paletted {
	rgba, ok := img.(*image.RGBA)
	if !ok {
		rgba = image.NewRGBA(img.Bounds())
		draw.Draw(rgba, img.Bounds(), img, img.Bounds().Min, draw.Src)
	}
	counts, off := map[color.RGBA]int{}, map[color.RGBA]int{}
	runs(rgba, func(c color.RGBA, y, from, to int) {
		counts[c] += to - from
		if to-from >= areaWide {
			off[c] = offInAreas
		} else if off[c] == 0 {
			off[c] = offAtEdges
		}
	})
	palette, index := reduce(counts, off)
	out := image.NewPaletted(img.Bounds(), palette)
	runs(rgba, func(c color.RGBA, y, from, to int) {
		for x := from; x < to; x++ {
			out.SetColorIndex(x, y, index[c])
		}
	})
	return out
}

// reduce chooses colours such that each of those counted has one close to it: the
// frequent ones first, and of others those that are far from all chosen before.
// Where 256 do not suffice, close means less.
func reduce(counts, off map[color.RGBA]int) (color.Palette, map[color.RGBA]uint8) {
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	for more := 0; ; more += 2 {
		var chosen color.Palette
		index := map[color.RGBA]uint8{}
		for _, c := range colours {
			near, least := 0, 256
			for i, o := range chosen {
				if d := apart(o.(color.RGBA), c); d < least {
					near, least = i, d
				}
			}
			if least > off[c]+more {
				near, chosen = len(chosen), append(chosen, c)
			}
			index[c] = uint8(near)
		}
		if len(chosen) <= 256 {
			return chosen, index
		}
	}
}

// apart is how far apart two colours are in the channel in which they are farthest.
func apart(a, b color.RGBA) int {
	far := func(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }
	return max(far(a.R, b.R), far(a.G, b.G), far(a.B, b.B))
}

// runs calls do for each run of equal pixels in a line: pictures are mostly areas.
func runs(img *image.RGBA, do func(c color.RGBA, y, from, to int)) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for from, to := b.Min.X, b.Min.X; from < b.Max.X; from = to {
			c := img.RGBAAt(from, y)
			for to < b.Max.X && img.RGBAAt(to, y) == c {
				to++
			}
			do(c, y, from, to)
		}
	}
}
