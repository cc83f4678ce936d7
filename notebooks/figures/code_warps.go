//go:build !js

package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel/silicon/code"
)

// CodeByWarps draws what a turn of some kernels' loops takes by warps on the SM: measured on
// an H200, and in the model. None of these points set a number of the model.
func CodeByWarps(kernels ...string) (charts.Figure, error) {
	all, err := code.H200Points()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title:   "A turn, by warps",
		Caption: "Cycles of a turn of all warps, of 64 turns between two clock reads. As long as latency sets the pace, more warps cost nothing; then twice as many take twice as long.",
		Alt:     "Lines of cycles a turn over warps on the SM, both logarithmic: each is level at first and then rises with the warps. Hollow marks, measured, lie on or near the lines of the model.",
		X:       charts.Axis{Label: "warps on the SM", Scale: charts.Log2},
		Y:       charts.Axis{Label: "cycles a turn", Scale: charts.Log10},
	}
	for i, name := range kernels {
		var points []code.Point
		for _, p := range all {
			if p.Loop == name {
				points = append(points, p)
			}
		}
		cycles, err := code.Cycles(points)
		if err != nil {
			return charts.Figure{}, err
		}
		if len(points) == 0 {
			return charts.Figure{}, fmt.Errorf("figures: no loop %q was measured", name)
		}
		tone := charts.Palette[i%len(charts.Palette)]
		model, measured := charts.Line{Name: name + ", model", Tone: tone}, charts.Line{Name: name + ", measured", Tone: tone, Style: charts.Dots, Measured: true}
		for j, p := range points {
			tip := fmt.Sprintf("%s, %s\nmeasured %.1f, model %.1f", name, Counted(p.Wavefronts, "warp", "warps"), float64(p.Cycles)/code.Turns, float64(cycles[j])/code.Turns)
			model.X, model.Y, model.Tips = append(model.X, float64(p.Wavefronts)), append(model.Y, float64(cycles[j])/code.Turns), append(model.Tips, tip)
			measured.X, measured.Y, measured.Tips = append(measured.X, float64(p.Wavefronts)), append(measured.Y, float64(p.Cycles)/code.Turns), append(measured.Tips, tip)
		}
		f.Series = append(f.Series, model, measured)
	}
	return f, nil
}
