//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// KeptByL1 draws what an H200's L1 misses of lines drawn by chance and visited in turn, by
// the model and measured, with two sizes of what is set aside for the LDS.
func KeptByL1() (charts.Figure, error) {
	rows, err := silicon.H200Kept()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "What an L1 keeps of too much",
		Alt:   "Share of visits that miss against the data visited in turn: measured points and the model's curves rise softly from 50 KB on and reach all at 500; a cache of the same size without sets would jump from none to all at 216 KB.",
		X:     charts.Axis{Label: "lines visited in turn", Unit: "KB"},
		Y:     charts.Axis{Label: "of the visits that miss", Unit: "%"},
		Note:  "The masks that deal lines to sets, and what loads by chance keep, set numbers of the model; that sets take places as they need them was chosen with these points in view. Nothing was set from textures.",
	}
	var off, worst [gpumodel.Kinds]float64 // by Global and Texture
	var n [gpumodel.Kinds]int
	for i, aside := range []gpumodel.Bytes{8 << 10, 32 << 10} {
		missed := map[int]float64{} // of the model, by lines: loads and textures share it
		model := charts.Line{Name: fmt.Sprintf("model, %d KB set aside", aside>>10), Tone: charts.Palette[i]}
		for _, by := range []gpumodel.Kind{gpumodel.Global, gpumodel.Texture} {
			name, tone := "loads", i
			if by == gpumodel.Texture {
				name, tone = "textures", i+2
			}
			dots := charts.Line{Name: fmt.Sprintf("%s, measured, %d KB set aside", name, aside>>10), Style: charts.Dots, Measured: true, Tone: charts.Palette[tone]}
			for _, k := range rows {
				if k.Order != silicon.KeptDrawn || k.By != by || k.Aside != aside {
					continue
				}
				if _, known := missed[k.Lines]; !known {
					if missed[k.Lines], err = k.Model(); err != nil {
						return charts.Figure{}, err
					}
				}
				e := 100 * math.Abs(missed[k.Lines]-k.Missed)
				off[by], worst[by], n[by] = off[by]+e, max(worst[by], e), n[by]+1
				kb := float64(k.Lines) / 8
				tip := fmt.Sprintf("%d lines, by %s\nmeasured %.1f %% missed\nmodel %.1f %%", k.Lines, name, 100*k.Missed, 100*missed[k.Lines])
				dots.X, dots.Y, dots.Tips = append(dots.X, kb), append(dots.Y, 100*k.Missed), append(dots.Tips, tip)
				if by == gpumodel.Global {
					model.X, model.Y, model.Tips = append(model.X, kb), append(model.Y, 100*missed[k.Lines]), append(model.Tips, tip)
				}
			}
			if by == gpumodel.Texture {
				f.Series = append(f.Series, model)
			}
			f.Series = append(f.Series, dots)
		}
	}
	if n[gpumodel.Global] == 0 || n[gpumodel.Texture] == 0 {
		return charts.Figure{}, fmt.Errorf("figures: sets.csv has no lines drawn by chance")
	}
	f.Series = append(f.Series, charts.Line{Name: "216 KB without sets, 32 set aside", Style: charts.Dashed, Tone: charts.ToneInk, X: []float64{0, 216, 216, 500}, Y: []float64{0, 0, 100, 100}})
	f.Caption = fmt.Sprintf("One warp visits lines of 128 bytes, drawn from 16 MB, over and over in the same order. A cache that could put any line anywhere would keep all of 216 KB and, of a little more, nothing. The model is %.1f points off on average for textures, at worst %.1f, and %.1f, at worst %.1f, for loads, which decided its form.", off[gpumodel.Texture]/float64(n[gpumodel.Texture]), worst[gpumodel.Texture], off[gpumodel.Global]/float64(n[gpumodel.Global]), worst[gpumodel.Global])
	return f, nil
}
