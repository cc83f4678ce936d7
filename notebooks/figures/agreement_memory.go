//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// PointerChase draws the H200's latency of a load by how much data the loads wander
// through: measured, and by the model.
func PointerChase() (charts.Figure, error) {
	rows, err := silicon.CompareChase()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "One load after another",
		Alt:   "Latency against footprint on logarithmic axes: two stairs, through the L1 and past it, with steps where the L1 ends, where lines are met for the first time, and where the DRAM begins; measured points lie on the model's lines.",
		X:     charts.Axis{Label: "data", Unit: "bytes", Scale: charts.Log2},
		Y:     charts.Axis{Label: "latency", Unit: "cycles", Scale: charts.Log2},
		Note:  "This model has no address translation, which adds up to 10 cycles beyond 240 MB.",
	}
	model := [2]charts.Line{{Name: "through the L1, model", Tone: charts.Tone1}, {Name: "past the L1, model", Tone: charts.Tone2}}
	dots := [2]charts.Line{{Name: "through the L1, measured", Style: charts.Dots, Measured: true, Tone: charts.Tone1}, {Name: "past the L1, measured", Style: charts.Dots, Measured: true, Tone: charts.Tone2}}
	worst := 0.0
	for _, r := range rows {
		for k, v := range [2][2]float64{{r.ModelL1, r.L1}, {r.ModelPastL1, r.PastL1}} {
			size, e := float64(r.Size), v[0]/v[1]-1
			worst = max(worst, math.Abs(e))
			tip := fmt.Sprintf("%d KB\nmeasured %.1f cycles\nmodel %.1f (%s %%)", r.Size>>10, v[1], v[0], Signed(100*e, 1))
			model[k].X, model[k].Y, model[k].Tips = append(model[k].X, size), append(model[k].Y, v[0]), append(model[k].Tips, tip)
			dots[k].X, dots[k].Y, dots[k].Tips = append(dots[k].X, size), append(dots[k].Y, v[1]), append(dots[k].Tips, tip)
		}
	}
	f.Caption = fmt.Sprintf("Each load's address comes from the one before, so nothing overlaps. The L1 ends between 192 and 256 KB. From 4 MB on, each timed load is the first of its line, and half of the lines lie in the far half of the L2. Of what the host copied in, 23 MB are still in the L2; the rest comes from the DRAM. The model is within %.1f %% everywhere.", 100*worst)
	f.Series = []charts.Series{model[0], model[1], dots[0], dots[1]}
	return f, nil
}

// BandwidthInFlight draws the H200's bandwidth by how many bytes a CU has asked for
// and not yet got: measured, by the model, and by Little's law.
func BandwidthInFlight() (charts.Figure, error) {
	points, err := silicon.H200Bandwidth()
	if err != nil {
		return charts.Figure{}, err
	}
	rows, err := silicon.CompareBandwidth("H200", points)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Many loads at once",
		Alt:   "Bandwidth against bytes in flight: rising in proportion, then bending towards 4.5 TB/s as measured and 4.7 by the model; measured points lie near the model's.",
		X:     charts.Axis{Label: "data in flight on each SM", Unit: "bytes", Scale: charts.Log2},
		Y:     charts.Axis{Label: "bandwidth", Unit: "GB/s", Scale: charts.Log2},
	}
	worst, mean := 0.0, 0.0
	for i, unroll := range []int{1, 2, 4} {
		model := charts.Line{Name: fmt.Sprintf("%s of a lane, model", Counted(unroll, "load", "loads")), Tone: charts.Palette[i]}
		dots := charts.Line{Name: fmt.Sprintf("%s, measured", Counted(unroll, "load", "loads")), Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, r := range rows {
			if r.Unroll != unroll {
				continue
			}
			e := r.Model/r.BytesPerSecond - 1
			worst, mean = max(worst, math.Abs(e)), mean+math.Abs(e)/float64(len(rows))
			tip := fmt.Sprintf("%d bytes in flight, %s\nmeasured %.0f GB/s\nmodel %.0f (%s %%)", r.InFlight, Counted(unroll, "load", "loads"), r.BytesPerSecond/1e9, r.Model/1e9, Signed(100*e, 1))
			model.X, model.Y, model.Tips = append(model.X, float64(r.InFlight)), append(model.Y, r.Model/1e9), append(model.Tips, tip)
			dots.X, dots.Y, dots.Tips = append(dots.X, float64(r.InFlight)), append(dots.Y, r.BytesPerSecond/1e9), append(dots.Tips, tip)
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, model, dots)
		}
	}
	f.Caption = fmt.Sprintf("Little's law in silicon: twice the bytes in flight, twice the bandwidth, until the memory itself is the limit. The model is %.1f %% off on average, %.1f %% at worst.", 100*mean, 100*worst)
	return f, nil
}
