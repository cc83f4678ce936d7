//go:build !js

package figures

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon/code"
)

// CodeCopies draws what asynchronous copies of 16 bytes take by how far apart their lanes
// write: by lines as the model has it, as often as a lone wavefront's latency allows, measured on
// the H200, and as a store would.
func CodeCopies() (charts.Figure, error) {
	f := charts.Figure{
		Title:   "Copies of 16 bytes, by where their lanes write",
		Caption: "Cycles of one copy of a wavefront, of 32 that each wait for their own before the next. Lane i reads 16 bytes at 16·i, from the L2. The model's numbers were set from 64, 128 and 512 bytes. At 16 and 32 latency decides, which is measured, of a wavefront alone: 32 wavefronts cannot have a copy more often than 32 times in it.",
		Alt:     "Cycles over bytes between the places of neighbouring lanes, logarithmic. The model's line rises from 6 at 16 bytes over 8 to 20 at 128, and goes by 39 at 256 to 79 at 512 and 1024; another, of a wavefront's latency, lies at 9. Measured marks lie on the higher of the two. A store's line jumps between 4 and 32.",
		X:       charts.Axis{Label: "bytes from lane to lane in shared memory", Scale: charts.Log2},
		Y:       charts.Axis{Label: "cycles a copy"},
	}
	rows, err := code.H200Copies()
	if err != nil {
		return f, err
	}
	lds := gpu.H200().LDS
	model := charts.Line{Name: "by lines, model", Tone: charts.Palette[0]}
	measured := charts.Line{Name: "measured", Tone: charts.Palette[0], Style: charts.Dots, Measured: true}
	latency := charts.Line{Name: "latency of one, by 32", Tone: charts.Palette[2], Style: charts.Dashed}
	store := charts.Line{Name: "as a store: not so", Tone: charts.Palette[1], Style: charts.Dashed}
	for _, c := range rows {
		if !c.Waiting || c.Wavefronts != 32 || !strings.HasPrefix(c.Kind, "stride") {
			continue
		}
		cycles, err := lds.Copies.Cycles(c.Access, nil)
		if err != nil {
			return f, err
		}
		alone := c.Alone / float64(c.Wavefronts)
		as := c.Access
		as.Op = gpumodel.Store
		s, err := lds.Serve(as)
		if err != nil {
			return f, err
		}
		x := float64(c.Access.Addr[1])
		tip := fmt.Sprintf("%.0f bytes apart\nmeasured %.1f\nby lines %.1f, by latency %.1f", x, c.Cycles, cycles, alone)
		model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, cycles), append(model.Tips, tip)
		measured.X, measured.Y, measured.Tips = append(measured.X, x), append(measured.Y, c.Cycles), append(measured.Tips, tip)
		latency.X, latency.Y, latency.Tips = append(latency.X, x), append(latency.Y, alone), append(latency.Tips, tip)
		store.X, store.Y, store.Tips = append(store.X, x), append(store.Y, float64(s.Passes)), append(store.Tips, fmt.Sprintf("%.0f bytes apart\n%s through the banks", x, Counted(s.Passes, "pass", "passes")))
	}
	f.Series = []charts.Series{model, latency, measured, store}
	return f, nil
}
