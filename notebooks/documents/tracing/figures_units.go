package tracing

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

const everyWarp = 601 // by which the model's unit is looked at: five seconds for all frames

// FrameUnits draws how long an SM of the H200 takes for a reference in 19 frames, and how long its texture unit is busy with
// it, by its counters and by the model, against what the L1 has.
func FrameUnits() (charts.Figure, error) {
	rows, err := silicon.H200FrameUnits()
	if err != nil {
		return charts.Figure{}, err
	}
	sm := charts.Line{Name: "an SM, counted", Style: charts.Dots, Measured: true, Tone: charts.Tone2}
	unit := charts.Line{Name: "its texture unit, counted", Style: charts.Dots, Measured: true, Tone: charts.Tone1}
	model := charts.Line{Name: "the unit in the model", Style: charts.Dots, Tone: charts.Tone1}
	off, most, near, few := 0.0, 0.0, 0, 0
	for _, r := range rows {
		v, s := volume.View{Alpha: r.View[0], Beta: r.View[1], Gamma: r.View[2]}, gpumodel.Shape{X: r.X, Y: r.Y}
		cycles, sectors, err := volume.UnitOf(gpu.H200(), v, s, everyWarp)
		if err != nil {
			return charts.Figure{}, err
		}
		n := r.References
		has, chip := 100*r.Hits/r.Sectors, r.DataPasses/n
		e := cycles/chip - 1
		tip := fmt.Sprintf("%v %v\nthe unit: model %.1f cycles, counted %.1f: %s %%\nsectors: model %.1f, counted %.1f, of which the L1 has %.0f %%\nan SM: %.1f cycles; a warp waits %.0f for a reference, and %.0f to ask for it",
			v, s, cycles, chip, figures.Signed(100*e, 1), sectors, r.Sectors/n, has, r.SMCycles/n, r.Waits/n, r.Queues/n)
		for _, to := range []struct {
			line *charts.Line
			y    float64
		}{{&sm, r.SMCycles / n}, {&unit, chip}, {&model, cycles}} {
			to.line.X, to.line.Y, to.line.Tips = append(to.line.X, math.Round(10*has)/10), append(to.line.Y, math.Round(10*to.y)/10), append(to.line.Tips, tip)
		}
		if has >= 50 {
			off, near = off+math.Abs(e), near+1
		} else {
			most, few = min(most, e), few+1
		}
	}
	return charts.Figure{
		Title:  "Frames do not wait for the texture unit",
		Alt:    fmt.Sprintf("Scatter plot against the share of sectors that the L1 has, %s %%. Cycles of an SM for a reference %s; of its texture unit %s by counters, %s by the model.", fromTo(1, sm.X), fromTo(1, sm.Y), fromTo(1, unit.Y), fromTo(1, model.Y)),
		X:      charts.Axis{Label: "what the L1 has of the sectors asked for", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:      charts.Axis{Label: "cycles for a reference of 32 lanes", Scale: charts.Log2},
		Series: []charts.Series{sm, unit, model},
		Caption: fmt.Sprintf("%d frames of the H200, by Nsight's counters. In %d the L1 has half of the sectors or more, and the model's unit is %.1f %% off on average; in the %d others it is up to %.0f %% too fast. The model looks at every %dth warp. No number was set from a frame.",
			len(rows), near, 100*off/float64(near), few, -100*most, everyWarp),
	}, nil
}
