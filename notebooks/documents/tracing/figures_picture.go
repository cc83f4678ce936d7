package tracing

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// Rendering returns pictures, each rows of brightness, side by side, as one output of a
// cell: an image with words for a reader who cannot see it. The brightest pixel of all
// is white.
func Rendering(alt string, pictures ...[][]float32) (map[string]string, error) {
	const gap = 4 // pixels between pictures
	brightest, wide, high := float32(0), -gap, 0
	for i, p := range pictures {
		for _, row := range p {
			if len(row) != len(p[0]) {
				return nil, fmt.Errorf("tracing: picture %d has rows of %d and of %d pixels, want all alike", i, len(p[0]), len(row))
			}
			for _, v := range row {
				brightest = max(brightest, v)
			}
		}
		if len(p) == 0 || len(p[0]) == 0 {
			return nil, fmt.Errorf("tracing: picture %d is empty", i)
		}
		wide, high = wide+gap+len(p[0]), max(high, len(p))
	}
	if brightest <= 0 {
		return nil, fmt.Errorf("tracing: %d pictures without a bright pixel", len(pictures))
	}
	canvas := image.NewNRGBA(image.Rect(0, 0, wide, high)) // transparent where there is no picture
	left := 0
	for _, p := range pictures {
		for y, row := range p {
			for x, v := range row {
				grey := uint8(255*max(v, 0)/brightest + 0.5)
				canvas.SetNRGBA(left+x, y, color.NRGBA{grey, grey, grey, 255})
			}
		}
		left += len(p[0]) + gap
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, canvas); err != nil {
		return nil, err
	}
	data := base64.StdEncoding.EncodeToString(b.Bytes())
	return map[string]string{
		"text/html":  fmt.Sprintf(`<img alt=%q style="width:100%%;max-width:%dpx" src="data:image/png;base64,%s">`, alt, 2*wide, data),
		"text/plain": alt,
	}, nil
}
