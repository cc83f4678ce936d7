//go:build !js

package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// ClockUnderLoad draws how fast an H200's clock goes, by time since a launch began and by what all its warps do.
func ClockUnderLoad() (charts.Figure, error) {
	all, err := silicon.H200Clocks()
	if err != nil {
		return charts.Figure{}, err
	}
	d := gpu.H200()
	shown := []struct {
		kind, name string
		tone       charts.Tone
	}{
		{"ffma", "multiply-adds", charts.Tone1}, {"l2", "loads from the L2", charts.Tone2}, {"dmma", "matrices of doubles", charts.Tone3},
		{"hmma", "matrices of half floats", charts.Tone4}, {"hmma10", "these in one of ten rounds", charts.Tone5},
	}
	var series []charts.Series
	var short []silicon.ClockRun
	for _, s := range shown {
		line := charts.Line{Name: s.name, Tone: s.tone}
		for _, r := range all {
			if r.Kind == s.kind && r.Seconds > 1e-4 && r.Blocks == d.CUs && r.Warps == 8 {
				for i, ghz := range r.Slices {
					line.X, line.Y = append(line.X, (float64(i)+0.5)*1e6*r.Seconds/float64(len(r.Slices))), append(line.Y, ghz)
				}
			}
		}
		series = append(series, line)
	}
	for _, r := range all {
		if r.Seconds < 1e-4 {
			short = append(short, r)
		}
	}
	mean, worst, n := silicon.ClocksOff(d, short)
	one := d.Clone()
	one.Clocks = gpumodel.Clocks{}
	still, _, _ := silicon.ClocksOff(one, short)
	series = append(series, charts.Line{Name: "the law, of products", Style: charts.Dashed, Tone: charts.Tone4, X: []float64{0, 200}, Y: []float64{float64(d.Clocks.Products) / 1e9, float64(d.Clocks.Products) / 1e9}})
	return charts.Figure{
		Name:    "clock",
		Title:   "Tensor cores slow the clock down",
		Caption: fmt.Sprintf("Clocks of an H200's SM in a nanosecond, while eight warps on every SM do one thing again and again. What the model says of it was taken from such launches of 200 µs; of %d launches of 30 µs it is %.2f %% off on average, %.1f at worst, and one clock for all %.1f %%.", n, 100*mean, 100*worst, 100*still),
		Alt:     "Lines over 200 microseconds: multiply-adds, loads and matrices of doubles rise from 1.95 to 1.98 gigahertz within 40 microseconds, matrices of half floats from 1.75 to 1.80; those in one of ten rounds wander between 1.63 and 1.80.",
		Note:    "Each SM's clock against the GPU's timer, of one SM, in pieces of 10 µs (clock.cu, clock.csv).",
		X:       charts.Axis{Label: "since the launch began", Unit: "µs"},
		Y:       charts.Axis{Label: "clock", Unit: "GHz"},
		Series:  series,
	}, nil
}
