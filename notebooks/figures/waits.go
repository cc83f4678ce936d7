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
// of lanes and three sizes of what they ask for. The caption has the model's errors, over these and three patterns more.
func TextureWaits() (charts.Figure, error) {
	rows, err := silicon.CompareTextureWaits()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Where 64 warps are that all want a texture",
		X:     charts.Axis{Label: "lanes, and where they ask"},
		Y:     charts.Axis{Label: "warps of an SM"},
		Note:  "H100, waits.cu, one run, 256 references of each warp, means over all SMs: until the last warp has ended where all hit; elsewhere, as SMs do not end together, over each warp's own time. The model made 64 references.",
	}
	pieces := []charts.Bars{{Name: "not issued"}, {Name: "issued, coordinates unread"}, {Name: "in the unit"}, {Name: "between two"}, {Name: "ended"}}
	for i := range pieces {
		pieces[i].Stack, pieces[i].Measured, pieces[i].Tone = "chip", true, charts.Palette[i]
	}
	model := []charts.Line{{Name: "variant: not issued"}, {Name: "variant: not issued or unread"}}
	for i := range model {
		model[i].Style, model[i].Tone = charts.Dots, charts.Palette[i]
	}
	where := map[int]string{0: "hits", 256: "16 MB", 1024: "1 GB"}
	lanes := map[string]string{"same": "1 place", "z*4": "64 lines", "random64.0": "chance"}
	var preset, variant silicon.Waits // errors
	near := 0
	for _, r := range rows {
		for k, x := range r.Chip {
			preset[k] += math.Abs(r.Preset[k]-x) / float64(len(rows))
			variant[k] += math.Abs(r.Variant[k]-x) / float64(len(rows))
		}
		if lanes[r.Name] == "" {
			continue
		}
		name := lanes[r.Name] + ", " + where[r.Cube]
		not := r.Variant[silicon.WaitIssue]
		if math.Abs(not-r.Chip[silicon.WaitIssue]) <= 10 {
			near++
		}
		for i, y := range []float64{not, not + r.Variant[silicon.WaitRead]} {
			model[i].X, model[i].Y = append(model[i].X, float64(len(f.X.Categories))), append(model[i].Y, y)
		}
		f.X.Categories = append(f.X.Categories, name)
		for i := range pieces {
			b := &pieces[i]
			b.Y = append(b.Y, r.Chip[i])
			b.Tips = append(b.Tips, fmt.Sprintf("%s\n%s: %.1f\npreset %.1f, variant %.1f", name, b.Name, r.Chip[i], r.Preset[i], r.Variant[i]))
		}
	}
	var told []string
	for _, b := range pieces {
		f.Series = append(f.Series, b)
		told = append(told, fmt.Sprintf("%s %.0f to %.0f", b.Name, slices.Min(b.Y), slices.Max(b.Y)))
	}
	f.Series = append(f.Series, model[0], model[1])
	f.Caption = fmt.Sprintf("A bar is an SM whose 64 warps each ask, wait for the result and ask again: all lanes at one place, in 64 lines, or by chance in a cube of 64 voxels a side, put where all hit, or anywhere in 16 MB or 1 GB. Over these and three more patterns the preset is %.0f, %.0f and %.0f warps off in what has not issued, is unread and is in the unit; the variant, oldest first and with four of each scheduler unread, %.0f, %.0f and %.0f. Marks are the variant's. Its four is older than this; that they are unread is not.",
		preset[0], preset[1], preset[2], variant[0], variant[1], variant[2])
	f.Alt = fmt.Sprintf("Stacked bars for nine ways to ask, each of 64 warps: %s. At %d of them the variant's mark lies within 10 of the end of the first piece.", strings.Join(told, ", "), near)
	return f, nil
}
