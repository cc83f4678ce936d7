//go:build !js

package figures

import (
	"fmt"
	"math"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// LatencyLadders draws what a lone load takes by how much data the loads go through, of the
// GPUs whose ladders have these IDs: measured by others, and by the model.
func LatencyLadders(title string, ids ...string) (charts.Figure, error) {
	runs, err := silicon.ChaseRuns(ids...)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: title,
		Alt:   "Latency against footprint on logarithmic axes: a stair for each GPU, with a step where a level ends; measured points beside the model's lines.",
		X:     charts.Axis{Label: "data", Unit: "bytes", Scale: charts.Log2},
		Y:     charts.Axis{Label: "latency", Unit: "cycles", Scale: charts.Log2},
	}
	var notes []string
	var steps, told []silicon.Rung
	drawn, joined := map[string]bool{}, ""
	for _, r := range runs {
		again := drawn[r.Ladder.ID]
		tone := charts.Palette[(len(f.Series)-len(drawn))%len(charts.Palette)] // each chase its own; a ladder has one line
		if !again {
			drawn[r.Ladder.ID] = true
			notes = append(notes, r.Ladder.Assumed...)
		}
		line := charts.Line{Name: r.Ladder.Name + ", model", Tone: tone}
		dots := charts.Line{Name: fmt.Sprintf("%s (%s), measured", r.GPU, r.Source), Style: charts.Dots, Measured: true, Tone: tone}
		if !r.Set {
			dots.Name, dots.Style = fmt.Sprintf("%s (%s), unseen", r.GPU, r.Source), charts.Joined
			joined = " but those called unseen, whose marks are joined"
		}
		for i, size := range r.Sizes {
			if size < leastDrawn || i%4 > 0 && len(r.Sizes) > 100 { // marks would lie on each other
				continue
			}
			line.X, line.Y = append(line.X, size), append(line.Y, r.Model[i])
			dots.X, dots.Y = append(dots.X, size), append(dots.Y, r.Measured[i])
			dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %s\n%.4g KB\nmeasured %.0f cycles\nmodel %.0f", r.GPU, r.Source, size/1024, r.Measured[i], r.Model[i]))
		}
		if !again {
			f.Series = append(f.Series, line)
		}
		f.Series = append(f.Series, dots)
		for _, s := range r.Steps {
			if s.Set {
				told = append(told, s)
			} else {
				steps = append(steps, s)
			}
		}
	}
	if len(f.Series) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no chase of %v is known", ids)
	}
	f.Caption = fmt.Sprintf("A load's address is what the one before has read. Latencies are set from these points%s; sizes are the vendors'.", joined)
	if len(steps) > 0 {
		f.Caption += " " + stepsOff(steps, "from which nothing was set")
	}
	if len(told) > 0 {
		f.Caption += " " + stepsOff(told, "from which something was")
	}
	f.Note = Note(notes)
	return f, nil
}

// stepsOff says how far off the places of steps are.
func stepsOff(steps []silicon.Rung, which string) string {
	worst := farthest(steps)
	if len(steps) == 1 {
		return fmt.Sprintf("The place of the step %s is off by %s %%.", which, Signed(100*worst.Error(), 0))
	}
	return fmt.Sprintf("The places of the %d steps %s are off by %.0f %% on average, at worst by %s %%.", len(steps), which, 100*meanError(steps), Signed(100*worst.Error(), 0))
}

// leastDrawn is the smallest footprint that a figure has: below it all is the first level.
const leastDrawn = 8 << 10

func meanError(rungs []silicon.Rung) (mean float64) {
	for _, r := range rungs {
		mean += math.Abs(r.Error()) / float64(len(rungs))
	}
	return mean
}

func farthest(rungs []silicon.Rung) (worst silicon.Rung) {
	worst = rungs[0]
	for _, r := range rungs {
		if math.Abs(r.Error()) > math.Abs(worst.Error()) {
			worst = r
		}
	}
	return worst
}

// ReadsByOccupancy draws what GPUs read from DRAM by how full they are, each lane with one
// element of 8 bytes: measured by others, and by the law of streams.
func ReadsByOccupancy(title string, gpus ...string) (charts.Figure, error) {
	fits, err := silicon.FitStreams()
	if err != nil {
		return charts.Figure{}, err
	}
	const read = 1
	f := charts.Figure{
		Title: title,
		Alt:   "Bandwidth against the share of lanes that are resident: curves that rise almost in proportion and bend to a ceiling; measured points near the model's lines.",
		X:     charts.Axis{Label: "occupancy", Unit: "%"},
		Y:     charts.Axis{Label: "bandwidth of reads", Unit: "GB/s"},
	}
	var words []string
	for i, name := range gpus {
		for _, fit := range fits {
			if fit.GPU != name || fit.Again {
				continue
			}
			line := charts.Line{Name: name + ", model", Tone: charts.Palette[i%len(charts.Palette)]}
			dots := charts.Line{Name: name + ", measured", Style: charts.Dots, Measured: true, Tone: charts.Palette[i%len(charts.Palette)]}
			for j, p := range fit.Points {
				line.X, line.Y = append(line.X, p.Occupancy), append(line.Y, fit.Model[j][read]/1e9)
				dots.X, dots.Y = append(dots.X, p.Occupancy), append(dots.Y, p.BytesPerSecond[read]/1e9)
				dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %.4g %% of its lanes\nmeasured %.0f GB/s\nmodel %.0f", name, p.Occupancy, p.BytesPerSecond[read]/1e9, fit.Model[j][read]/1e9))
			}
			f.Series = append(f.Series, line, dots)
			mean, worst := fit.Errors(read)
			kind := "unseen"
			if fit.Set[read] {
				kind = "set from it"
			}
			words = append(words, fmt.Sprintf("%s %.1f %%, at worst %s %% (%s)", name, 100*mean, Signed(100*worst, 0), kind))
		}
	}
	if len(f.Series) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no streams of %v are known", gpus)
	}
	f.Caption = "Turnover of workgroups is set from stores, the latency from the pointer chase. Mean error: " + strings.Join(words, "; ") + "."
	return f, nil
}

// Rooflines draws multiply-adds beside streams on GPUs that their power holds back: measured,
// and the roof at the clock that they had.
func Rooflines(title string, gpus ...string) (charts.Figure, error) {
	rows, err := silicon.CompareRoofline()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: title,
		Alt:   "Multiply-adds a second against operations per byte: a roof at the nominal clock, a lower one at the clock that was measured, and measured points near the lower one.",
		X:     charts.Axis{Label: "intensity", Unit: "flops per byte", Scale: charts.Log10},
		Y:     charts.Axis{Label: "speed", Unit: "Tflops", Scale: charts.Log10, Ticks: []float64{0.1, 1, 10, 100}},
	}
	var words []string
	for i, name := range gpus {
		high := charts.Line{Name: name + ", at its nominal clock", Style: charts.Dashed, Tone: charts.Palette[i%len(charts.Palette)]}
		roof := charts.Line{Name: name + ", at the clock it had", Tone: charts.Palette[i%len(charts.Palette)]}
		dots := charts.Line{Name: name + ", measured", Style: charts.Dots, Measured: true, Tone: charts.Palette[i%len(charts.Palette)]}
		least, most, wrong, n := math.Inf(1), 0.0, 0.0, 0.0
		for _, r := range rows {
			if r.GPU != name {
				continue
			}
			high.X, high.Y = append(high.X, r.FlopsPerByte), append(high.Y, r.AtNominal/1e12)
			roof.X, roof.Y = append(roof.X, r.FlopsPerByte), append(roof.Y, r.AtMeasured/1e12)
			dots.X, dots.Y = append(dots.X, r.FlopsPerByte), append(dots.Y, r.FlopsPerSecond/1e12)
			dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %.4g flops per byte\n%.3g Tflops at %.0f MHz, %.0f W\nroof %.3g at this clock", name, r.FlopsPerByte, r.FlopsPerSecond/1e12, float64(r.Clock)/1e6, r.Watts, r.AtMeasured/1e12))
			least, most = min(least, float64(r.Clock)/1e6), max(most, float64(r.Clock)/1e6)
			wrong += math.Abs(r.AtMeasured/r.FlopsPerSecond - 1)
			n++
		}
		if n == 0 {
			return charts.Figure{}, fmt.Errorf("figures: no roofline of %s is known", name)
		}
		f.Series = append(f.Series, high, roof, dots)
		words = append(words, fmt.Sprintf("%s ran at %.0f to %.0f MHz, and its roof at these clocks is %.0f %% off on average", name, least, most, 100*wrong/n))
	}
	f.Caption = strings.Join(words, "; ") + ". Bandwidth is set from the first point of each; the share of the slots that multiply-adds reach, of NVIDIA's from an H200."
	return f, nil
}
