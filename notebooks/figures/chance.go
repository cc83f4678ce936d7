//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// ReadsByChance draws how many lines a cycle the H200 or the H100 reads at places by chance, by
// the memory they are spread over: measured, by the preset, and by silicon.ChanceVariant.
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
	var preset, variant float64
	unseen, worst := 0, silicon.L2RateRow{}
	for _, r := range rows {
		if r.Set {
			continue
		}
		unseen++
		preset += math.Abs(r.Preset/r.Lines - 1)
		variant += math.Abs(r.Variant/r.Lines - 1)
		if worst.Lines == 0 || math.Abs(r.Variant/r.Lines-1) > math.Abs(worst.Variant/worst.Lines-1) {
			worst = r
		}
	}
	for i, k := range []struct {
		sectors, side int
		name          string
	}{{1, 1, "a sector"}, {1, 4, "a sector of each of four lines"}, {4, 1, "a whole line"}} {
		tone := charts.Palette[i]
		measured := charts.Line{Name: k.name + ", measured", Style: charts.Dots, Measured: true, Tone: tone}
		now := charts.Line{Name: k.name + ", preset", Style: charts.Dashed, Tone: tone}
		then := charts.Line{Name: k.name + ", variant", Tone: tone}
		for _, r := range rows {
			if r.Sectors != k.sectors || r.Side != k.side {
				continue
			}
			x := float64(r.Size >> 20)
			measured.X, measured.Y = append(measured.X, x), append(measured.Y, r.Lines)
			now.X, now.Y = append(now.X, x), append(now.Y, r.Preset)
			then.X, then.Y = append(then.X, x), append(then.Y, r.Variant)
			tip := fmt.Sprintf("%s, %.0f MB\nmeasured %.1f lines a cycle\nvariant %.1f\npreset %.1f", k.name, x, r.Lines, r.Variant, r.Preset)
			if r.Set {
				tip += "\na number was set from it"
			}
			measured.Tips = append(measured.Tips, tip)
		}
		f.Series = append(f.Series, then, now, measured)
	}
	n := float64(max(1, unseen))
	f.Caption = fmt.Sprintf("Hollow: measured. Dashed: the preset. Lines: a variant with two numbers more, and two turns of a slice for a line that comes from the other half, chosen with seven rows of the H200 in view. Four rows of the H200 set the numbers and the pace of the L2, less what an H100 says (steady_h100.csv). Of the %d rows here that set none (others are not drawn) the preset is %.0f %% off on average, the variant %.1f %%, at worst %s %% (from %d MB; sectors of a line: %d, lines side by side: %d).",
		unseen, 100*preset/n, 100*variant/n, Signed(100*(worst.Variant/worst.Lines-1), 0), worst.Size>>20, worst.Sectors, worst.Side)
	f.Alt = "Lines a cycle against the memory they are drawn from: they fall in steps where the near half of the L2, then all of it is too small; the preset's fall later and less."
	return f, nil
}
