//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// TextureEnds draws by how much the youngest quarter of an SM's wavefronts ends later than the oldest,
// which all ask a texture for the same number of references: measured, by the preset and by silicon.QueueVariant.
func TextureEnds() (charts.Figure, error) {
	rows, err := silicon.CompareTextureEnds()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Which warps a texture unit serves first",
		X:     charts.Axis{Label: "lanes, and where they ask"},
		Y:     charts.Axis{Label: "youngest quarter later than oldest", Unit: "%"},
		Note:  "Both numbers of the variant were chosen with three of the rows in view: both that hit, and 64 lines in 256³.",
	}
	chips := charts.Bars{Name: "measured", Measured: true, Tone: charts.Palette[0]}
	preset := charts.Bars{Name: "preset", Tone: charts.Palette[1]}
	variant := charts.Bars{Name: "oldest first, four wait", Tone: charts.Palette[2]}
	where := map[int]string{0: "hits", 256: "256³", 1024: "1024³"}
	lanes := map[string]string{"same": "one place", "z*4": "64 lines"}
	var off [2][2]float64 // of those in view, and of the rest: by the preset and the variant
	for _, r := range rows {
		name := lanes[r.Name] + ", " + where[r.Cube]
		if lanes[r.Name] == "" || where[r.Cube] == "" {
			return charts.Figure{}, fmt.Errorf("figures: lanes %q in a cube of %d, want same or z*4 in 0, 256 or 1024", r.Name, r.Cube)
		}
		f.X.Categories = append(f.X.Categories, name)
		later := [3]float64{}
		for i, ends := range [3][16]float64{r.Chip, r.Preset, r.Variant} {
			later[i] = math.Round(100 * ((ends[12]+ends[13]+ends[14]+ends[15])/(ends[0]+ends[1]+ends[2]+ends[3]) - 1))
		}
		tip := name + fmt.Sprintf("\nmeasured %.0f %%\npreset %.0f %%\nvariant %.0f %%", later[0], later[1], later[2])
		for i, b := range []*charts.Bars{&chips, &preset, &variant} {
			b.Y, b.Tips = append(b.Y, later[i]), append(b.Tips, tip)
		}
		of := &off[1]
		if r.Cube == 0 || r.Cube == 256 && r.Name == "z*4" {
			of = &off[0]
		}
		of[0] += math.Abs(later[1]-later[0]) / 3
		of[1] += math.Abs(later[2]-later[0]) / 3
	}
	f.Series = []charts.Series{chips, preset, variant}
	f.Caption = fmt.Sprintf("64 warps of an H200's SM make 64 trilinear references each, all lanes at one place or each in two lines of its own, where all hit, or anywhere in a cube of 256 or 1024 voxels a side. The oldest and the youngest quarter are four blocks of four warps each. In the three rows that chose the variant's numbers the preset is %.0f points off on average and the variant %.0f, in the other three %.0f and %.0f.", off[0][0], off[0][1], off[1][0], off[1][1])
	f.Alt = fmt.Sprintf("Bars for six ways to ask: the youngest quarter of warps ends %.0f, %.0f, %.0f, %.0f, %.0f and %.0f %% later than the oldest as measured; by the preset at most 1 %%; by the variant %.0f, %.0f, %.0f, %.0f, %.0f and %.0f %%.",
		chips.Y[0], chips.Y[1], chips.Y[2], chips.Y[3], chips.Y[4], chips.Y[5], variant.Y[0], variant.Y[1], variant.Y[2], variant.Y[3], variant.Y[4], variant.Y[5])
	return f, nil
}
