//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// TexturePaces draws what 10,000 references to a texture take that all hit, measured on an H100
// against the model: dots of whole cycles, by how many references they stand for.
func TexturePaces() (charts.Figure, error) {
	all, err := silicon.TexturePaces()
	if err != nil {
		return charts.Figure{}, err
	}
	d := gpu.H100()
	type dot struct{ model, measured int }
	found := [2]map[dot]int{{}, {}} // the same four lanes, and whole warps
	near, most := 0, 0.0
	for i := range all {
		p := &all[i]
		m, err := p.Model(d)
		if err != nil {
			return charts.Figure{}, err
		}
		if p.Agrees(m) {
			near++
		}
		most = max(most, m, p.Cycles)
		whole := 0
		if p.Kind == "rays" {
			whole = 1
		}
		found[whole][dot{int(m), int(math.Round(p.Cycles))}]++
	}
	f := charts.Figure{
		Title: "References that hit, by where the lanes sample",
		X:     charts.Axis{Label: "cycles in the model"},
		Y:     charts.Axis{Label: "cycles measured"},
	}
	ends := []float64{0, most}
	f.Series = append(f.Series, charts.Line{Name: "equal", Style: charts.Dashed, Tone: charts.Palette[0], X: ends, Y: ends})
	for _, whole := range []int{1, 0} { // four lanes have few places, and would be hidden
		name := []string{"four lanes, eight times", "whole warps, as rays lie"}[whole]
		line := charts.Line{Name: name, Style: charts.Dots, Measured: true, Tone: charts.Palette[1+whole]}
		dots := make([]dot, 0, len(found[whole]))
		for at := range found[whole] {
			dots = append(dots, at)
		}
		slices.SortFunc(dots, func(a, b dot) int { return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.measured, b.measured)) })
		for _, at := range dots {
			line.X, line.Y = append(line.X, float64(at.model)), append(line.Y, float64(at.measured))
			line.Tips = append(line.Tips, fmt.Sprintf("%s\nmodel %d cycles, measured %d\n%s", name, at.model, at.measured, Counted(found[whole][at], "reference", "references")))
		}
		f.Series = append(f.Series, line)
	}
	f.Caption = fmt.Sprintf("%d references of an H100, drawn by chance after the rule was set: %d take what the model says, to a twentieth, which the clock is off by.", len(all), near)
	f.Alt = fmt.Sprintf("Measured cycles against the model's, up to %.0f: dots on the diagonal, %d of them apart.", most, len(all)-near)
	f.Note = "pace.cu: 32 warps of an SM ask for the same, 64 times, and find all in the L1. The rule was read off 37,500 other references."
	return f, nil
}
