package tracing

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// EndOfFrames draws for how much of a frame's time an H100 has SMs with nothing left to do, by how many lanes a
// workgroup has, beside the model.
func EndOfFrames() (charts.Figure, error) {
	frames, _, err := silicon.H100FrameEnds()
	if err != nil {
		return charts.Figure{}, err
	}
	ends, err := volume.Ends()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Large blocks make more of a frame its end",
		X:     charts.Axis{Label: "lanes of a block, 32 in a row", Scale: charts.Log2},
		Y:     charts.Axis{Label: "time when some SM has no block left", Unit: "%"},
	}
	for i, v := range volume.ChipViews() {
		view := fmt.Sprintf("(%g,%g,%g)", v.Alpha, v.Beta, v.Gamma)
		model := charts.Line{Name: "model, " + view, Tone: charts.Palette[i]}
		chip := charts.Line{Name: view, Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, e := range ends {
			if e.View == v {
				model.X, model.Y = append(model.X, float64(e.Shape.Lanes())), append(model.Y, math.Round(1000*e.Tail)/10)
			}
		}
		for _, lanes := range model.X {
			for _, q := range frames {
				if q.Voxels == volume.Side && q.View == [3]float64{v.Alpha, v.Beta, v.Gamma} && q.X == 32 && q.X*q.Y == int(lanes) {
					chip.X, chip.Y = append(chip.X, lanes), append(chip.Y, math.Round(1000*q.Tail)/10)
					chip.Tips = append(chip.Tips, fmt.Sprintf("%s, %d × %d\n%.2f ms, of which for the last %.0f %% some SM has nothing left to do\nhalf of the blocks have ended after %.0f %% of the time, nine of ten after %.0f", view, q.X, q.Y, 1e3*q.FrameSeconds, 100*q.Tail, 100*q.Half, 100*q.Nine))
				}
			}
		}
		f.Series = append(f.Series, chip, model)
		f.Alt += fmt.Sprintf(" %s: measured %.0f to %.0f %%, the model %.0f to %.0f;", view, chip.Y[0], chip.Y[len(chip.Y)-1], model.Y[0], model.Y[len(model.Y)-1])
	}
	f.Alt = "Share of a frame's time for which an SM has nothing left to do, with blocks of 64 to 1024 lanes." + f.Alt[:len(f.Alt)-1] + "."
	f.Caption = "Frames of 1024³ voxels on one H100 (marks, medians of five launches) and in its model (lines, a tenth of each ray). Nothing of the model was set from them. An SM holds 64 warps, whatever the blocks: 32 of 64 lanes, or two of 1024."
	return f, nil
}
