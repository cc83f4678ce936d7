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

// encodePNG writes an image with a palette of its own: pictures have few inks and the
// shades between them, so that they look the same in a third of the bytes. The
// quantisers that there are for Go are made for photographs: they unite neighbouring
// steps of a heat map's scale, and none has been kept up.
func encodePNG(img *image.RGBA) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.DefaultCompression}
	if err := e.Encode(&b, paletted(img)); err != nil {
		return nil, fmt.Errorf("PNG: %w", err)
	}
	return b.Bytes(), nil
}

// areaWide is how many pixels wide an area is somewhere. Narrower colours only soften
// edges.
const areaWide = 12

// paletted keeps the colours of areas. Of the others, those that are alike become the
// most frequent of them: alike in ever fewer of their upper bits, until 256 suffice.
// Where there are more areas than that, as in a large heat map, theirs follow.
func paletted(img *image.RGBA) *image.Paletted {
	counts, areas := map[color.RGBA]int{}, map[color.RGBA]bool{}
	runs(img, func(c color.RGBA, y, from, to int) {
		counts[c] += to - from
		areas[c] = areas[c] || to-from >= areaWide
	})
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette, index := color.Palette(nil), map[color.RGBA]uint8{}
	for step := 0; len(index) == 0 || len(palette) > 256; step++ {
		edge := uint8(0xf0) << min(step, 4) // nothing is left of it at last
		area := uint8(0xff) << max(0, step-4)
		palette = nil
		alike := map[color.RGBA]int{}
		for _, c := range colours {
			class := color.RGBA{c.R & edge, c.G & edge, c.B & edge, 0}
			if areas[c] {
				class = color.RGBA{c.R & area, c.G & area, c.B & area, 255}
			}
			if _, known := alike[class]; !known {
				alike[class], palette = len(palette), append(palette, c)
			}
			index[c] = uint8(alike[class])
		}
	}
	out := image.NewPaletted(img.Bounds(), palette)
	runs(img, func(c color.RGBA, y, from, to int) {
		line, ink := out.Pix[out.PixOffset(from, y):out.PixOffset(to, y)], index[c]
		for x := range line {
			line[x] = ink
		}
	})
	return out
}

// runs calls do for each run of equal pixels in a line: pictures are mostly areas.
func runs(img *image.RGBA, do func(c color.RGBA, y, from, to int)) {
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		line := img.Pix[img.PixOffset(b.Min.X, y):img.PixOffset(b.Max.X, y)]
		for from, to := 0, 0; from < len(line); from = to {
			pixel := *(*[4]uint8)(line[from:])
			for to < len(line) && *(*[4]uint8)(line[to:]) == pixel {
				to += 4
			}
			do(color.RGBA{pixel[0], pixel[1], pixel[2], pixel[3]}, y, b.Min.X+from/4, b.Min.X+to/4)
		}
	}
}
