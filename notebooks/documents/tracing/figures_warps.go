package tracing

import (
	"fmt"

	"lanebook/charts"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// WarpMeans draws the mean reference of the wavefronts (warps) of one CU in their order,
// for each shape of workgroup. A wavefront that misses the volume has no mark.
func WarpMeans(cus ...OneCU) (charts.Figure, error) {
	const every = 8 // of two workgroups' wavefronts one is drawn
	f := charts.Figure{
		Title: "Mean reference of each warp of one SM",
		Alt:   "Marks over the number of a warp, a colour for each shape of workgroup. Both shapes are low at both ends of the occupied range; between, 8×16 is far higher and more scattered than 2×64.",
		X:     charts.Axis{Label: "warp, in order"},
		Y:     charts.Axis{Label: "mean reference", Unit: "cycles"},
		Note:  figures.Note(volume.OnGTX480().Assumed),
	}
	for i, c := range cus {
		l := charts.Line{Name: c.Shape.String(), Style: charts.Dots, Tone: charts.Palette[i%len(charts.Palette)]}
		for at := 0; at < len(c.Means); at += every {
			if m := c.Means[at]; m > 0 {
				l.X, l.Y = append(l.X, float64(at)), append(l.Y, float64(int(m+0.5)))
			}
		}
		if len(l.X) == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: none of %d wavefronts of %v meets the volume", len(c.Means), c.Shape)
		}
		mean, deviation := c.Within()
		f.Caption += fmt.Sprintf("%v: %.0f cycles at the volume's border, %.0f between with a standard deviation of %.0f. ", c.Shape, c.Border(), mean, deviation)
		f.Series = append(f.Series, l)
	}
	f.Caption += "One warp in eight is drawn."
	return f, nil
}

// ReferenceSeries draws one slow wavefront of each CU reference by reference, the first
// 240 of them.
func ReferenceSeries(cus ...OneCU) (charts.Figure, error) {
	const most = 240
	f := charts.Figure{
		Title: "One warp, reference by reference",
		Alt:   "Two jagged lines of cycles over the number of the reference: 8×16 swings widely, 2×64 stays in a narrow band.",
		X:     charts.Axis{Label: "reference"},
		Y:     charts.Axis{Label: "time of the reference", Unit: "cycles"},
		Note:  figures.Note(volume.OnGTX480().Assumed),
	}
	for i, c := range cus {
		wavefront, cycles := c.Slowest()
		l := charts.Line{Name: fmt.Sprintf("%v, warp %d", c.Shape, wavefront), Tone: charts.Palette[i%len(charts.Palette)]}
		for k, y := range cycles[:min(len(cycles), most)] {
			l.X, l.Y = append(l.X, float64(k+1)), append(l.Y, float64(int(y+0.5)))
		}
		if len(l.X) == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: no references of %v were recorded", c.Shape)
		}
		mean, deviation := Spread(cycles)
		f.Caption += fmt.Sprintf("%v: %d references, mean %.0f cycles, standard deviation %.0f. ", c.Shape, len(cycles), mean, deviation)
		f.Series = append(f.Series, l)
	}
	f.Caption += "Each is the slowest of the SM's warps with many references."
	return f, nil
}
