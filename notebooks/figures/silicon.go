//go:build !js

package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/ledger"
)

// MI300Strides draws the nineteen strides that an MI300 timed, and the model.
func MI300Strides() (charts.Figure, error) {
	fit, err := silicon.FitMI300(gpu.MI300X())
	if err != nil {
		return charts.Figure{}, err
	}
	model, measured := charts.Bars{Name: "model"}, charts.Bars{Name: "measured"}
	f := charts.Figure{
		X: charts.Axis{Label: "stride", Unit: "4-byte words"},
		Y: charts.Axis{Label: "time", Unit: "µs"},
	}
	var slow, fast float64
	for _, r := range fit.Rows {
		f.X.Categories = append(f.X.Categories, fmt.Sprint(r.Stride))
		tip := fmt.Sprintf("stride %d\nmodel %s µs (%s)\nmeasured %s µs", r.Stride, charts.FormatNumber(r.Model), passes(r.Passes), charts.FormatNumber(r.Microseconds))
		model.Y, model.Tips = append(model.Y, r.Model), append(model.Tips, tip)
		measured.Y, measured.Tips = append(measured.Y, r.Microseconds), append(measured.Tips, tip)
		switch r.Stride {
		case 64:
			slow = r.Microseconds
		case 65:
			fast = r.Microseconds
		}
	}
	f.Title = "An MI300, timed"
	f.Caption = fmt.Sprintf("Sixteen wavefronts read 10,000 times each. The model misses by %.2f %% on average and %.1f %% at worst (stride 2). From stride 64 to 65 the time falls %.1f times, not 32: below %.2f cycles the loop's own additions take over.",
		100*fit.MeanError, 100*fit.WorstError, slow/fast, fit.FloorCycles)
	f.Alt = "Bars of time for nineteen strides, model beside measurement: short at odd strides, rising with each power of two up to 32, flat to 256, then falling where lanes leave the array."
	f.Note = fmt.Sprintf("Two of the nineteen rows set what no source states: the clock (stride 32: %.3f GHz) and the loop's floor (stride 1: %.2f cycles).", float64(fit.Clock/gpumodel.GHz), fit.FloorCycles)
	f.Series = []charts.Series{model, measured}
	return f, nil
}

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
		X:     charts.Axis{Label: "passes", Unit: "hardware counter", Ticks: []float64{1, 4, 8, 12, 16, 20, 24, 28, 32}},
		Y:     charts.Axis{Label: "latency", Unit: "cycles"},
	}
	loads, equal, worst := 0, 0, 0.0
	for i, width := range []gpumodel.Bytes{4, 8, 16} {
		dots := charts.Line{Name: fmt.Sprintf("%d bytes, measured", width), Style: charts.Dots, Tone: charts.Palette[i]}
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
			worst = max(worst, abs(cycles-p.Alone()))
			dots.X, dots.Y = append(dots.X, float64(p.Passes)), append(dots.Y, p.Alone())
			dots.Tips = append(dots.Tips, fmt.Sprintf("pattern %d, %s\n%s\n%.1f cycles, model %.1f\n%.1f with the chain's arithmetic", p.ID, p.Kind, passes(p.Passes), p.Alone(), cycles, p.LatencyCycles))
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

// Claims is the ledger as a table: what a document says, what the model
// computes, what silicon measured.
func Claims(list []ledger.Claim) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "claim"}, {Head: "where"}, {Head: "what it says"}, {Head: "document", Numeric: true}, {Head: "model", Numeric: true}, {Head: "unit"}, {Head: "silicon"}, {Head: "verdict"},
	}}
	held, apart := 0, 0
	for _, c := range list {
		v := c.Check()
		if v.Err != nil {
			return charts.Figure{}, fmt.Errorf("claim %s: %w", c.ID, v.Err)
		}
		measured, verdict := "–", "does not hold"
		if m := c.Silicon; m != nil {
			measured = fmt.Sprintf("%s %s (%s)", charts.FormatNumber(m.Value), m.Unit, m.What)
		}
		switch {
		case v.Holds && c.Apart != "":
			verdict = "not met by the model"
			apart++
		case v.Holds:
			verdict = "holds"
			held++
			if c.Off != "" {
				verdict = "the document is off"
			}
		}
		document := charts.FormatNumber(c.Says)
		if c.Tolerance > 0 {
			document += " ± " + charts.FormatNumber(c.Tolerance)
		}
		says := c.Statement
		for _, more := range []string{c.Off, c.Apart, c.Remark} {
			if more != "" {
				says += ". " + more
			}
		}
		t.Rows = append(t.Rows, []string{c.ID, c.Item, says, document, charts.FormatNumber(v.Model), c.Unit, measured, verdict})
	}
	unmet := ""
	if apart > 0 {
		unmet = fmt.Sprintf(" The model does not meet %d, with the likeliest reason beside each.", apart)
	}
	return charts.Figure{
		Title:   "The ledger",
		Caption: fmt.Sprintf("%d of %d claims hold.%s A claim holds when the model gives the document's number within the tolerance after it, or, where the document is off, does not; one test checks them all.", held, len(list), unmet),
		Alt:     "Table of claims: the document's number, the model's, silicon's, and whether they agree.",
		Series:  []charts.Series{t},
	}, nil
}

func abs(x float64) float64 {
	if x < 0 {
		return -x
	}
	return x
}
