package static

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// TestCard: every kind of picture fits its card, in the middle, in the same bytes each
// time.
func TestCard(t *testing.T) {
	for _, f := range sample.Pictures() {
		name := f.Name
		first, err := Card(f)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if again, _ := Card(f); !bytes.Equal(first, again) {
			t.Errorf("%s: two cards differ", name)
		}
		img, err := png.Decode(bytes.NewReader(first))
		if err != nil {
			t.Fatal(err)
		}
		if img.Bounds() != image.Rect(0, 0, CardWidth, CardHeight) {
			t.Errorf("%s: %v, want %d × %d", name, img.Bounds(), CardWidth, CardHeight)
		}
		drawn := image.Rectangle{}
		for y := range CardHeight {
			for x := range CardWidth {
				if img.At(x, y) != img.At(0, 0) {
					drawn = drawn.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if drawn.Min.X < cardMargin-1 || drawn.Min.Y < cardMargin-1 || drawn.Max.X > CardWidth-cardMargin+1 || drawn.Max.Y > CardHeight-cardMargin+1 || drawn.Dx() < CardWidth/4 && drawn.Dy() < CardHeight/2 {
			t.Errorf("%s: drawn in %v", name, drawn)
		}
	}
	if _, err := Card(charts.Figure{}); err == nil {
		t.Error("a card of no figure")
	}
}
