//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// ReadsByChance draws how many lines a cycle the H200 or the H100 reads at places by chance, by
// the memory they are spread over: measured, and by the model.
func ReadsByChance(device string) (charts.Figure, error) {
	rows, err := silicon.CompareL2Rates(device)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Reads by chance, " + device,
		X:     charts.Axis{Label: "lines are drawn from", Unit: "MB", Scale: charts.Log2},
		Y:     charts.Axis{Label: "lines a cycle of all SMs"},
	}
	off, unseen, worst := 0.0, 0, silicon.L2RateRow{}
	for _, r := range rows {
		if r.Set {
			continue
		}
		unseen++
		off += math.Abs(r.Model/r.Lines - 1)
		if worst.Lines == 0 || math.Abs(r.Model/r.Lines-1) > math.Abs(worst.Model/worst.Lines-1) {
			worst = r
		}
	}
	for i, k := range []struct {
		sectors, side int
		name          string
	}{{1, 1, "a sector"}, {1, 4, "a sector of each of four lines"}, {4, 1, "a whole line"}} {
		tone := charts.Palette[i]
		measured := charts.Line{Name: k.name + ", measured", Style: charts.Dots, Measured: true, Tone: tone}
		model := charts.Line{Name: k.name + ", model", Tone: tone}
		for _, r := range rows {
			if r.Sectors != k.sectors || r.Side != k.side {
				continue
			}
			x := float64(r.Size >> 20)
			measured.X, measured.Y = append(measured.X, x), append(measured.Y, r.Lines)
			model.X, model.Y = append(model.X, x), append(model.Y, r.Model)
			tip := fmt.Sprintf("%s, %.0f MB\nmeasured %.1f lines a cycle\nmodel %.1f", k.name, x, r.Lines, r.Model)
			if r.Set {
				tip += "\na number was set from it"
			}
			measured.Tips = append(measured.Tips, tip)
		}
		f.Series = append(f.Series, model, measured)
	}
	f.Caption = fmt.Sprintf("Hollow: measured. Lines: the model. Four rows of the H200 set four of its numbers, two of them less what an H100 says (steady_h100.csv); the two turns of a slice for a line that comes from the other half were chosen with seven more in view. Of the %d rows here that set none (others were measured and are not drawn) it is %.1f %% off on average, at worst %s %% (from %d MB; sectors of a line: %d, lines side by side: %d).",
		unseen, 100*off/float64(max(1, unseen)), Signed(100*(worst.Model/worst.Lines-1), 0), worst.Size>>20, worst.Sectors, worst.Side)
	f.Alt = "Lines a cycle against the memory they are drawn from: they fall in steps where the near half of the L2, then all of it is too small."
	return f, nil
}
