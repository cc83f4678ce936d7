//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// LoadsByStride draws the cycles of a global load by how far its lanes' addresses are
// apart, on one CU of the H200 with eight wavefronts, from the L1 and from the L2,
// measured and by the model.
func LoadsByStride() (charts.Figure, error) {
	points, err := silicon.H200Globals()
	if err != nil {
		return charts.Figure{}, err
	}
	cycles, err := silicon.RunGlobals(gpu.H200(), points)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "What a stride costs a load",
		Alt:   "Bars of the cycles of a load for strides of 1 to 33 words. From the L1 powers of two cost as many cycles as words, and one word more brings 32 cycles down to 8; from the L2 both cost 32.",
		X:     charts.Axis{Label: "words between neighbouring lanes"},
		Y:     charts.Axis{Label: "cycles of a load"},
	}
	var bars [4]charts.Bars // the L1's measured and model, the L2's
	for i, name := range []string{"from the L1, measured", "from the L1, model", "from the L2, measured", "from the L2, model"} {
		bars[i].Name, bars[i].Tone, bars[i].Measured = name, charts.Palette[i/2], i%2 == 0
	}
	mean := 0.0
	for k, p := range points {
		e := float64(cycles[k])/float64(p.Cycles) - 1
		mean += math.Abs(e) / float64(len(points))
		if p.Wavefronts != 8 || p.Stride == 0 {
			continue
		}
		at, cache := bars[:2], "the L1"
		if p.PastL1 {
			at, cache = bars[2:], "the L2"
		} else {
			f.X.Categories = append(f.X.Categories, fmt.Sprint(p.Stride))
		}
		y, z := p.PerLoad(p.Cycles), p.PerLoad(cycles[k])
		tip := fmt.Sprintf("from %s, %d words apart\nmeasured %.2f cycles a load\nmodel %.2f (%s %%)", cache, p.Stride, y, z, Signed(100*e, 1))
		at[0].Y, at[0].Tips = append(at[0].Y, y), append(at[0].Tips, tip)
		at[1].Y, at[1].Tips = append(at[1].Y, z), append(at[1].Tips, tip)
	}
	for _, b := range bars {
		f.Series = append(f.Series, b)
	}
	f.Caption = fmt.Sprintf("Four-byte loads of eight warps, four of each at a time. The L1 looks up four lines of 128 bytes in a cycle and delivers through the 32 banks of the shared memory; a line that must come from the L2 takes a cycle. Short bars are latency that eight warps do not hide. Over all %d points, of 1 to 32 warps, the model is %.1f %% off on average.", len(points), 100*mean)
	return f, nil
}
