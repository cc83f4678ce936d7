package static

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"slices"
)

// encodePNG writes an image with a palette of its own, of at most most colours:
// pictures have few inks and the shades between them, so that they look the same
// in a third of the bytes.
func encodePNG(img image.Image, most int) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(&b, paletted(img, most)); err != nil {
		return nil, fmt.Errorf("PNG: %w", err)
	}
	return b.Bytes(), nil
}

// paletted maps an image to its most frequent colours, each pixel to the nearest.
func paletted(img image.Image, most int) *image.Paletted {
	bounds := img.Bounds()
	counts := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	if rgba, ok := img.(*image.RGBA); ok {
		at = rgba.RGBAAt
	}
	runs(bounds, at, func(c color.RGBA, y, from, to int) { counts[c] += to - from })
	var colours []color.RGBA
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	palette := make(color.Palette, 0, most)
	for _, c := range colours[:min(len(colours), most)] {
		palette = append(palette, c)
	}
	index := map[color.RGBA]uint8{}
	for _, c := range colours {
		index[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(bounds, palette)
	runs(bounds, at, func(c color.RGBA, y, from, to int) {
		row, i := out.Pix[out.PixOffset(from, y):][:to-from], index[c]
		for x := range row {
			row[x] = i
		}
	})
	return out
}

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
