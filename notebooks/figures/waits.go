//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// TextureWaits draws where the 64 warps of an H100's SM are that all ask a texture again and again, by three patterns
// of lanes and three sizes of what they ask for. The caption has the model's errors, over all patterns that were run.
func TextureWaits() (charts.Figure, error) {
	rows, err := silicon.CompareTextureWaits()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Where 64 warps are that all want a texture",
		X:     charts.Axis{Label: "lanes, and where they ask"},
		Y:     charts.Axis{Label: "warps of an SM"},
		Note:  "H100, waits.cu, one run: 256 references of each warp. Means over the time of each warp, times 64. The model made 64 references.",
	}
	states := []charts.Bars{{Name: "not issued"}, {Name: "issued, coordinates unread"}, {Name: "in the unit"}, {Name: "between two"}}
	for i := range states {
		states[i].Stack, states[i].Measured, states[i].Tone = "chip", true, charts.Palette[i]
	}
	where := map[int]string{0: "hits", 256: "16 MB", 1024: "1 GB"}
	lanes := map[string]string{"same": "1 place", "z*4": "64 lines", "random64.0": "chance"}
	model := []charts.Line{{Name: "variant: not issued"}, {Name: "variant: not issued or unread"}}
	for i := range model {
		model[i].Style, model[i].Tone = charts.Dots, charts.Palette[i]
	}
	var off [2][4]float64 // of the preset and the variant
	for _, r := range rows {
		chip := r.Chip.All()
		for i, w := range []silicon.Waits{r.Preset, r.Variant} {
			for k, x := range w.All() {
				off[i][k] += math.Abs(x-chip[k]) / float64(len(rows))
			}
		}
		if lanes[r.Name] == "" {
			continue
		}
		name := lanes[r.Name] + ", " + where[r.Cube]
		for i, y := range []float64{r.Variant.Issue, r.Variant.Issue + r.Variant.Read} {
			model[i].X, model[i].Y = append(model[i].X, float64(len(f.X.Categories))), append(model[i].Y, y)
		}
		f.X.Categories = append(f.X.Categories, name)
		for i := range states {
			states[i].Y = append(states[i].Y, chip[i])
			states[i].Tips = append(states[i].Tips, fmt.Sprintf("%s\n%s: %.1f\npreset %.1f, variant %.1f", name, states[i].Name, chip[i], r.Preset.All()[i], r.Variant.All()[i]))
		}
	}
	var told []string
	for i := range states {
		f.Series = append(f.Series, states[i])
		told = append(told, fmt.Sprintf("%s %.0f to %.0f", states[i].Name, slices.Min(states[i].Y), slices.Max(states[i].Y)))
	}
	f.Series = append(f.Series, model[0], model[1])
	f.Caption = fmt.Sprintf("A bar is an SM whose 64 warps each ask, wait for the result and ask again: all lanes at one place, in 64 lines, or by chance in a cube of 64 voxels, put where all hit, or anywhere in 16 MB or 1 GB. Over these and three more patterns the preset is %.0f, %.0f and %.0f warps off in what has not issued, is unread and is in the unit; the variant, in which four of each scheduler wait unread, %.0f, %.0f and %.0f. Neither was set from this. Marks are the variant's.",
		off[0][0], off[0][1], off[0][2], off[1][0], off[1][1], off[1][2])
	near := 0
	for i, y := range model[0].Y {
		if math.Abs(y-states[0].Y[i]) <= 10 {
			near++
		}
	}
	f.Alt = fmt.Sprintf("Stacked bars for nine ways to ask, each of 64 warps: %s. At %d of them the variant's mark lies within 10 of the end of the first piece.", strings.Join(told, ", "), near)
	return f, nil
}
