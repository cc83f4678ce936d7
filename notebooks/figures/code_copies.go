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
// write: by lines as the model has it, measured on the H200, and as a store would.
func CodeCopies() (charts.Figure, error) {
	f := charts.Figure{
		Title:   "Copies of 16 bytes, by where their lanes write",
		Caption: "Cycles of one copy of a wavefront, of 32 that each wait for their own before the next. Lane i reads 16 bytes at 16·i, from the L2. The model's numbers were set from 64, 128 and 512 bytes.",
		Alt:     "Cycles over bytes between the places of neighbouring lanes, logarithmic. Measured marks lie on the model's line, which rises from 9 at 16 bytes to 20 at 128, stays there but for 256, with 39, and ends with 79 at 512 and 1024. A store's line jumps between 4 and 32.",
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
	store := charts.Line{Name: "as a store: not so", Tone: charts.Palette[1], Style: charts.Dashed}
	for _, c := range rows {
		if !c.Waiting || c.Wavefronts != 32 || !strings.HasPrefix(c.Kind, "stride") {
			continue
		}
		cycles, err := lds.Copies.Cycles(c.Access)
		if err != nil {
			return f, err
		}
		cycles = max(cycles, c.Alone/float64(c.Wavefronts))
		as := c.Access
		as.Op = gpumodel.Store
		s, err := lds.Serve(as)
		if err != nil {
			return f, err
		}
		x := float64(c.Access.Addr[1])
		tip := fmt.Sprintf("%.0f bytes apart\nmeasured %.1f, model %.1f", x, c.Cycles, cycles)
		model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, cycles), append(model.Tips, tip)
		measured.X, measured.Y, measured.Tips = append(measured.X, x), append(measured.Y, c.Cycles), append(measured.Tips, tip)
		store.X, store.Y, store.Tips = append(store.X, x), append(store.Y, float64(s.Passes)), append(store.Tips, fmt.Sprintf("%.0f bytes apart\n%s through the banks", x, Counted(s.Passes, "pass", "passes")))
	}
	f.Series = []charts.Series{model, measured, store}
	return f, nil
}
