//go:build !js

package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
)

// LoadsByStride draws the cycles of a global load by how far its lanes' addresses are
// apart, on one CU of the H200: one wavefront alone and 32 together, from the L1 and
// from the L2, measured and by the model.
func LoadsByStride() (charts.Figure, error) {
	points, err := silicon.H200Globals()
	if err != nil {
		return charts.Figure{}, err
	}
	cycles, err := silicon.FitGlobals(gpumodel.H200(), memory.H200(), points)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "What a stride costs a load",
		Alt:   "Cycles of a load against the stride, on logarithmic axes. With 32 wavefronts the cycles double with each doubling of the stride, from the L1 and the L2 alike; one wavefront alone waits longer and its line bends up late.",
		X:     charts.Axis{Label: "words between neighbouring lanes", Scale: charts.Log2, Ticks: []float64{1, 2, 4, 8, 16, 32}},
		Y:     charts.Axis{Label: "cycles of a load", Scale: charts.Log2},
	}
	for i, set := range []struct {
		name       string
		pastL1     bool
		wavefronts int
	}{{"32 wavefronts, L1", false, 32}, {"32 wavefronts, L2", true, 32}, {"one wavefront, L1", false, 1}, {"one wavefront, L2", true, 1}} {
		model := charts.Line{Name: set.name + ", model", Tone: charts.Palette[i]}
		dots := charts.Line{Name: set.name + ", measured", Style: charts.Dots, Tone: charts.Palette[i]}
		for k, p := range points {
			if p.PastL1 != set.pastL1 || p.Wavefronts != set.wavefronts || p.Stride == 0 {
				continue
			}
			x, y, z := float64(p.Stride), p.PerLoad(p.Cycles), p.PerLoad(cycles[k])
			tip := fmt.Sprintf("%s\n%d words apart\nmeasured %.2f cycles a load\nmodel %.2f (%+.1f %%)", set.name, p.Stride, y, z, 100*(z/y-1))
			model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, z), append(model.Tips, tip)
			dots.X, dots.Y, dots.Tips = append(dots.X, x), append(dots.Y, y), append(dots.Tips, tip)
		}
		f.Series = append(f.Series, model, dots)
	}
	mean := 0.0
	for k, p := range points {
		mean += abs(float64(cycles[k])/float64(p.Cycles)-1) / float64(len(points))
	}
	f.Caption = fmt.Sprintf("Four-byte loads of 32 lanes, four of a wavefront at a time. Once there is enough to do, a load costs a cycle for each line of 128 bytes that it touches, wherever the data are. Over all %d points the model is %.1f %% off on average.", len(points), 100*mean)
	return f, nil
}
