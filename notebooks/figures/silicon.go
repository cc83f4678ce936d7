//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// H200Latency draws the measured latency of every load pattern of the H200
// against its passes, with the law the preset carries.
func H200Latency() (charts.Figure, error) {
	patterns, err := silicon.H200Patterns()
	if err != nil {
		return charts.Figure{}, err
	}
	h200 := gpu.H200()
	f := charts.Figure{
		Title: "An H200, counted and timed",
		X:     charts.Axis{Label: "passes", Unit: "hardware counter", Ticks: []float64{0, 4, 8, 12, 16, 20, 24, 28, 32}},
		Y:     charts.Axis{Label: "latency", Unit: "cycles"},
	}
	loads, equal, worst := 0, 0, 0.0
	for i, width := range []gpumodel.Bytes{4, 8, 16} {
		dots := charts.Line{Name: fmt.Sprintf("%d bytes, measured", width), Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		law := charts.Line{Name: fmt.Sprintf("%d bytes, law", width), Style: charts.Dashed, Tone: charts.Palette[i]}
		for _, p := range patterns {
			s, err := h200.LDS.Serve(p.Access)
			if err != nil {
				return charts.Figure{}, err
			}
			if p.Access.Width == width && s.Passes == p.Passes {
				equal++
			}
			if p.Access.Width != width || p.Access.Op != gpumodel.Load {
				continue
			}
			loads++
			cycles, err := h200.LDS.Latency(p.Access)
			if err != nil {
				return charts.Figure{}, err
			}
			worst = max(worst, math.Abs(cycles-p.Alone()))
			dots.X, dots.Y = append(dots.X, float64(p.Passes)), append(dots.Y, p.Alone())
			dots.Tips = append(dots.Tips, fmt.Sprintf("pattern %d, %s\n%s\n%.1f cycles, model %.1f\n%.1f with the chain's arithmetic", p.ID, p.Kind, Passes(p.Passes), p.Alone(), cycles, p.LatencyCycles))
		}
		for _, t := range h200.LDS.Latencies {
			if t.Op == gpumodel.Load && t.Width == width {
				phases := float64(width) / 4
				for _, passes := range []float64{phases, 32} {
					law.X, law.Y = append(law.X, passes), append(law.Y, t.FixedCycles+t.CyclesPerPhase*phases+t.CyclesPerPass*passes)
				}
			}
		}
		f.Series = append(f.Series, law, dots)
	}
	f.Caption = fmt.Sprintf("Every point is one of %d load patterns: strides, gathers, tiles, swizzles, masks. Each further pass costs two cycles of latency, each phase one, whatever the width. What the timed chain computes between two loads is taken off. The model's passes equal the counter on %d of %d loads and stores, and its latency is within %.2f cycles everywhere.",
		loads, equal, len(patterns), worst)
	f.Alt = "Latency against passes: three straight rows of points, one for each width, rising by two cycles a pass, on the dashed lines of the law."
	return f, nil
}
