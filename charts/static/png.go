//go:build !js

package static

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// encodePNG writes an image with a palette of its own: pictures have few inks and
// the shades between them, so that they look the same in a third of the bytes.
func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, paletted(img)); err != nil {
		return nil, fmt.Errorf("PNG: %w", err)
	}
	return b.Bytes(), nil
}

func paletted(img image.Image) *image.Paletted {
	bounds := img.Bounds()
	counts := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	if rgba, ok := img.(*image.RGBA); ok {
		at = rgba.RGBAAt
	}
	inArea := map[color.RGBA]bool{}
	runs(bounds, at, func(c color.RGBA, y, from, to int) {
		counts[c] += to - from
		if to-from >= areaWide {
			inArea[c] = true
		}
	})
	palette, index := reduce(counts, inArea)
	out := image.NewPaletted(bounds, palette)
	runs(bounds, at, func(c color.RGBA, y, from, to int) {
		row, i := out.Pix[out.PixOffset(from, y):][:to-from], index[c]
		for x := range row {
			row[x] = i
		}
	})
	return out
}

// How far, of 255, a colour may be from what was drawn: one that fills an area, so
// that the steps of a heat map's scale stay apart, and one that only softens edges.
// An area is at least areaWide pixels wide somewhere.
const (
	offInAreas = 3
	offAtEdges = 24
	areaWide   = 12
)

// reduce chooses colours such that each of those counted has one close to it: the
// frequent ones first, and of others those that are far from all chosen before.
// Where 256 do not suffice, close means less.
func reduce(counts map[color.RGBA]int, inArea map[color.RGBA]bool) (color.Palette, map[color.RGBA]uint8) {
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	for more := 0; ; more += 2 {
		var chosen color.Palette
		index := map[color.RGBA]uint8{}
		for _, c := range colours {
			off := offAtEdges + more
			if inArea[c] {
				off = offInAreas + more
			}
			i, d := nearest(chosen, c)
			if d > off {
				i = len(chosen)
				chosen = append(chosen, c)
			}
			index[c] = uint8(i)
		}
		if len(chosen) <= 256 {
			return chosen, index
		}
	}
}

// nearest returns the colour nearest to c, and how far apart they are in the
// channel in which they are farthest apart.
func nearest(chosen color.Palette, c color.RGBA) (at, distance int) {
	distance = 256
	for i := range chosen {
		o := chosen[i].(color.RGBA)
		d := max(apart(o.R, c.R), apart(o.G, c.G), apart(o.B, c.B))
		if d < distance {
			at, distance = i, d
		}
	}
	return at, distance
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// runs calls do for each run of equal pixels in a line: pictures are mostly areas.
func runs(bounds image.Rectangle, at func(x, y int) color.RGBA, do func(c color.RGBA, y, from, to int)) {
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		from, last := bounds.Min.X, at(bounds.Min.X, y)
		for x := from + 1; x < bounds.Max.X; x++ {
			if c := at(x, y); c != last {
				do(last, y, from, x)
				from, last = x, c
			}
		}
		do(last, y, from, bounds.Max.X)
	}
}
