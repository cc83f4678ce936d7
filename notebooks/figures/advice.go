package figures

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// Advice is the table of the best layouts for a transpose's tile on a device, so
// many of them, and the plain one and that padded by 1 wherever they stand. Where it is not
// known how the device serves stores, only the loads count.
func Advice(d gpumodel.Device, tile gpumodel.Array, best int) (charts.Figure, error) {
	uses, only := gpumodel.Turn(), ""
	if _, ok := d.LDS.Rule(gpumodel.Store, tile.Element); !ok {
		uses, only = uses[1:], " Loads alone are counted: how stores are served is not known."
	}
	list, err := gpumodel.Advise(d, tile, uses...)
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "rank", Numeric: true}, {Head: "layout"}, {Head: "passes, and ideal", Numeric: true}, {Head: "bytes", Numeric: true}, {Head: "why"}}}
	for i, a := range list {
		if i >= best && a.Array.Name() != "plain" && a.Array.Name() != "padded by 1" {
			continue
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(i + 1), a.Array.Name(), fmt.Sprintf("%d, %d", a.Tally.Passes, a.Tally.Ideal), strconv.Itoa(int(a.Memory)), a.Reason})
	}
	return charts.Figure{
		Title:   fmt.Sprintf("Advice for %d × %d of %d bytes on %s", tile.Rows, tile.Columns, tile.Element, d.Name),
		Caption: fmt.Sprintf("%d layouts tried: every padding up to a round of the banks, every XOR swizzle. Fewest passes first, then least memory, then the plainer one.%s", len(list), only),
		Alt:     "Table of layouts by rank, with passes, bytes and the reason.",
		Note:    BanksNote([]gpumodel.Access{{Op: gpumodel.Load, Width: tile.Element}, {Op: gpumodel.Store, Width: tile.Element}}, d),
		Series:  []charts.Series{t},
	}, nil
}
