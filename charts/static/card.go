package static

import (
	"image"
	"image/draw"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"lanebook/charts"
)

// CardWidth and CardHeight are the size of a card in dots, in the proportions that
// those who show a link with a picture ask for.
const (
	CardWidth  = 1200
	CardHeight = 630
	cardMargin = 40
)

// Card draws the figure in the light theme's inks, as large as it fits, in the middle of
// a PNG of CardWidth by CardHeight dots. Errors are those of SVG.
func Card(f charts.Figure) ([]byte, error) {
	p, err := Plot(f)
	if err != nil {
		return nil, err
	}
	w, h := size(f)
	scale := min((CardWidth-2*cardMargin)/float64(w), (CardHeight-2*cardMargin)/float64(h))
	c := vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(int(math.Floor(scale*float64(vg.Inch)))))
	drawOn(In(charts.Light, c), f, p)
	card := image.NewRGBA(image.Rect(0, 0, CardWidth, CardHeight))
	paper, _ := charts.Colour(charts.TonePaper, charts.Light)
	draw.Draw(card, card.Bounds(), image.NewUniform(rgb(paper)), image.Point{}, draw.Src)
	picture := c.Image().Bounds()
	at := image.Pt((CardWidth-picture.Dx())/2, (CardHeight-picture.Dy())/2)
	draw.Draw(card, picture.Sub(picture.Min).Add(at), c.Image(), picture.Min, draw.Over)
	return encodePNG(card)
}
