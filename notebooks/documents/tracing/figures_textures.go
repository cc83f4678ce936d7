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

const fewWavefronts = 601 // of which the model looks at one: five seconds for all frames

// FrameTextures draws how long an SM of the H200 takes for a reference in 19 frames, and how long its texture unit is busy with
// it, by its counters and by the model, against what the L1 has.
func FrameTextures() (charts.Figure, error) {
	rows, err := silicon.H200FrameTextures()
	if err != nil {
		return charts.Figure{}, err
	}
	sm := charts.Line{Name: "SM, counted", Style: charts.Dots, Measured: true, Tone: charts.Tone2}
	unit := charts.Line{Name: "texture unit, counted", Style: charts.Dots, Measured: true, Tone: charts.Tone1}
	model := charts.Line{Name: "unit in the model", Style: charts.Dots, Tone: charts.Tone1}
	off, least, near, few := 0.0, 0.0, 0, 0
	for _, r := range rows {
		v, s := volume.View{Alpha: r.View[0], Beta: r.View[1], Gamma: r.View[2]}, gpumodel.Shape{X: r.X, Y: r.Y}
		work, err := volume.Textures(gpu.H200(), v, s, fewWavefronts)
		if err != nil {
			return charts.Figure{}, err
		}
		n := r.Fours / 8
		has, chip := 100*r.Hits/r.Sectors, r.Passes/n
		e := work.Cycles/chip - 1
		x := tenth(has)
		sm.X, sm.Y = append(sm.X, x), append(sm.Y, tenth(r.Cycles/n))
		sm.Tips = append(sm.Tips, fmt.Sprintf("%v %v, %.0f warps\none waits %.0f cycles for a reference, %.0f to ask for it", v, s, r.Warps, r.Waits/n/work.References, r.Queues/n/work.References))
		unit.X, unit.Y = append(unit.X, x), append(unit.Y, tenth(chip))
		unit.Tips = append(unit.Tips, fmt.Sprintf("%v %v\nmodel %s %%; sectors %.0f, model %.0f", v, s, figures.Signed(100*e, 1), r.Sectors/n, work.Sectors))
		model.X, model.Y = append(model.X, x), append(model.Y, tenth(work.Cycles))
		if has >= 50 {
			off, near = off+math.Abs(e), near+1
		} else {
			least, few = min(least, e), few+1
		}
	}
	return charts.Figure{
		Title:  "How busy the texture unit is in a frame",
		Alt:    fmt.Sprintf("Scatter plot against the share of sectors that the L1 has, %s %%. Cycles of an SM for a reference %s; of its texture unit %s by counters, %s by the model.", fromTo(1, sm.X), fromTo(1, sm.Y), fromTo(1, unit.Y), fromTo(1, model.Y)),
		X:      charts.Axis{Label: "sectors that the L1 has", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:      charts.Axis{Label: "cycles for a reference of 32 lanes", Scale: charts.Log2},
		Series: []charts.Series{sm, unit, model},
		Caption: fmt.Sprintf("%d frames of the H200, by Nsight's counters. In %d the L1 has half of the sectors or more, and the model's unit is %.1f %% off on average; in the %d others it is up to %.0f %% too fast. The model looks at one warp in %d. No number was set from a frame.",
			len(rows), near, 100*off/float64(max(1, near)), few, -100*least, fewWavefronts),
	}, nil
}

// FrameOrders draws how many references of an H200 come back before one that was asked for earlier, by how many cycles of the unit
// the model says that a reference takes, in parts of 40 frames.
func FrameOrders() (charts.Figure, error) {
	rows, err := silicon.H200FrameOrders()
	if err != nil {
		return charts.Figure{}, err
	}
	const blocks = 16
	line := charts.Line{Name: "a frame's part, measured", Style: charts.Dots, Measured: true, Tone: charts.Tone1}
	few, many, references := []float64(nil), []float64(nil), 0
	for _, r := range rows {
		if r.Blocks != blocks {
			continue
		}
		v, s := volume.View{Alpha: r.View[0], Beta: r.View[1], Gamma: r.View[2]}, gpumodel.Shape{X: r.X, Y: r.Y}
		work, err := volume.Textures(gpu.H200(), v, s, fewWavefronts)
		if err != nil {
			return charts.Figure{}, err
		}
		share := math.Round(100 * float64(r.Overtaking) / float64(r.References))
		line.X, line.Y = append(line.X, tenth(work.Cycles)), append(line.Y, share)
		line.Tips = append(line.Tips, fmt.Sprintf("%v %v\nhalf of the references take up to %d cycles", v, s, r.Cycles[1]))
		references += r.References
		if work.Cycles < 20 {
			few = append(few, share)
		} else if work.Cycles > 30 {
			many = append(many, share)
		}
	}
	return charts.Figure{
		Title:  "Which references overtake",
		Alt:    fmt.Sprintf("Scatter plot of the share of references that overtake against the cycles of the texture unit that one takes, %s. In the %d parts with fewer than 20 cycles %s %% overtake, in the %d with more than 30 %s.", fromTo(1, line.X), len(few), fromTo(1, few), len(many), fromTo(1, many)),
		X:      charts.Axis{Label: "cycles of the unit for a reference, by the model"},
		Y:      charts.Axis{Label: "references that overtake", Unit: "%"},
		Series: []charts.Series{line},
		Caption: fmt.Sprintf("Parts of %d frames of the H200, %d blocks for each SM. %.1f million references of four SMs; counted are those that are there more than 50 cycles before one that was asked for earlier. With 16 cycles each two lanes take one pass, with 32 two; the model's cycles are the whole frame's.",
			len(line.X), blocks, float64(references)/1e6),
	}, nil
}

// tenth keeps one decimal.
func tenth(v float64) float64 { return math.Round(10*v) / 10 }
