//go:build !js

package figures

import (
	"fmt"
	"math"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// FermiLoads draws how many loads a full SM of a GTX 480 is served in a cycle by how much memory
// all go through: measured by others, and by the model.
func FermiLoads(title string) (charts.Figure, error) {
	points, err := silicon.CompareFermi()
	if err != nil {
		return charts.Figure{}, err
	}
	model := charts.Line{Name: "GTX 480, model", Tone: charts.Tone1}
	dots := charts.Line{Name: "GTX 480, measured", Tone: charts.Tone1, Style: charts.Dots, Measured: true}
	mean, count := map[string]float64{}, map[string]float64{}
	for _, p := range points {
		tip := fmt.Sprintf("%d KB\nmeasured %.2f loads\nmodel %.2f (%s %%)", p.Size>>10, p.PerCycle, p.Model, Signed(100*(p.Model/p.PerCycle-1), 0))
		model.X, model.Y = append(model.X, float64(p.Size)), append(model.Y, p.Model)
		dots.X, dots.Y, dots.Tips = append(dots.X, float64(p.Size)), append(dots.Y, p.PerCycle), append(dots.Tips, tip)
		mean[p.Level()] += math.Abs(p.Model/p.PerCycle - 1)
		count[p.Level()]++
	}
	var words []string
	for _, level := range []string{"L1", "L2", "DRAM"} {
		words = append(words, fmt.Sprintf("%s %.0f %%", level, 100*mean[level]/count[level]))
	}
	return charts.Figure{
		Title:   title,
		Caption: fmt.Sprintf("48 warps of an SM, each with a load at a time. Nothing was set from these points. Mean errors: %s; between these, %.0f %%.", strings.Join(words, ", "), 100*mean[""]/count[""]),
		Alt:     "Loads of a cycle against bytes on a logarithmic axis: three levels, the first of which the model has far too low; the second too low where it begins.",
		X:       charts.Axis{Label: "data of all SMs", Unit: "bytes", Scale: charts.Log2},
		Y:       charts.Axis{Label: "loads of an SM", Unit: "lanes a cycle"},
		Series:  []charts.Series{model, dots},
	}, nil
}
