package tracing

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// The methods' colours, the same in every figure.
var methodTones = [volume.Methods]charts.Tone{charts.ToneInk, charts.Tone2, charts.Tone3, charts.Tone1}

// methodName is what readers call a method: the document's proposal is the dummy.
func methodName(m volume.Method) string {
	if m == volume.Dummy {
		return "proposed (dummy)"
	}
	return m.String()
}

// Said is a share of time that a document states, in per cent.
type Said struct {
	Shape  gpumodel.Shape
	Method volume.Method
	Share  float64
}

// MemoryShares draws the share of the warps' time that each of the methods finds in
// texture references, for each shape of the points, with what the document says.
func MemoryShares(g volume.Renderer, points []Point, methods []volume.Method, said ...Said) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Where the time goes, by who measures it",
		Alt:   "Stacked bars of time in texture references and elsewhere, by method and shape of block.",
		X:     charts.Axis{Label: "method, block"},
		Y:     charts.Axis{Label: "share of the time", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Note:  figures.Note(g.Assumed),
	}
	inside := charts.Bars{Name: "in texture references", Stack: "time", Tone: charts.Tone2}
	outside := charts.Bars{Name: "elsewhere", Stack: "time", Tone: charts.ToneMuted}
	document := charts.Line{Name: "the document", Style: charts.Dots, Measured: true, Tone: charts.ToneInk}
	for _, m := range methods {
		for _, p := range points {
			by := p.By[m]
			if by.Reference == 0 {
				return charts.Figure{}, fmt.Errorf("tracing: %v was not timed by %v", p.Shape, m)
			}
			share := 100 * by.Share()
			at := len(f.X.Categories)
			f.X.Categories = append(f.X.Categories, fmt.Sprintf("%v, %v", m, p.Shape))
			f.Alt += fmt.Sprintf(" %v at %v: %.0f %% in references.", m, p.Shape, share)
			tip := fmt.Sprintf("%s, %v\n%.0f cycles of a reference, %.0f besides\n%.1f %% in references", methodName(m), p.Shape, by.Reference, by.Other, share)
			inside.Y, inside.Tips = append(inside.Y, share), append(inside.Tips, tip)
			outside.Y, outside.Tips = append(outside.Y, 100-share), append(outside.Tips, tip)
			for _, s := range said {
				if s.Shape == p.Shape && s.Method == m {
					document.X, document.Y = append(document.X, float64(at)), append(document.Y, s.Share)
					document.Tips = append(document.Tips, fmt.Sprintf("the document: %g %%", s.Share))
				}
			}
		}
	}
	f.Series = []charts.Series{inside, outside}
	if len(document.X) > 0 {
		f.Series = append(f.Series, document)
	}
	f.Caption = "The same program, the same GPU: cycles between the clock reads of a texture reference as a share of a warp's life, with the share that the document states. Where most of it is elsewhere by far, a reader looks for the bottleneck there."
	return f, nil
}
