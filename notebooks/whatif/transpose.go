package whatif

import (
	"fmt"
	"lanebook/gpumodel/kernel"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/figures"
)

// transpose asks what a transpose through a tile in the LDS (shared memory) costs.
var transpose = Definition{
	Name:  "transpose",
	Title: Text{"What does the turn in local memory cost?", "ローカルメモリでの転置はいくらかかるか"},
	Params: []Param{
		deviceParam("h200", "four-banks", "gk110", "gtx480", "fiji", "tahiti", "mi300x", "mi350x"),
		number("width", Text{"Width of the matrix", "行列の幅"}, Text{"elements", "要素"}, 1, 64, 1, 8),
		number("height", Text{"Height of the matrix", "行列の高さ"}, Text{"elements", "要素"}, 1, 64, 1, 8),
		numbers("tile", Text{"Edge of the tile", "タイルの一辺"}, Text{"elements", "要素"}, 4, 2, 4, 8, 16, 32),
		numbers("element", Text{"Element", "要素"}, inBytes, 8, 4, 8),
		number("pad", Text{"Padding of each row of the tile", "タイル各行のパディング"}, Text{"elements", "要素"}, 0, 8, 1, 1),
	},
	Run: runTranspose,
}

// mostDrawn is how many elements of a matrix can be drawn as numbers.
const mostDrawn = 256

func runTranspose(v Values, _ Progress) (Result, error) {
	d := device(v["device"])
	edge := v.Int("tile")
	t := turn{width: v.Int("width"), height: v.Int("height"), rows: tileRows(d, edge),
		tile: gpumodel.Array{Rows: edge, Columns: edge, Element: gpumodel.Bytes(v.Int("element")), Pad: v.Int("pad")}}
	costs, err := layoutCosts(d, t)
	if err != nil {
		return Result{}, err
	}
	reads, err := t.tile.Accesses(gpumodel.Use{Op: gpumodel.Load, Walk: gpumodel.ByColumns}, d.Lanes)
	if err != nil {
		return Result{}, err
	}
	banks, _, err := bankMap(d, t.tile, reads[0])
	if err != nil {
		return Result{}, err
	}
	list := []charts.Figure{banks, costTable(d, costs), indexTable(d, t)}
	if t.width*t.height <= mostDrawn {
		across, _ := t.grid()
		picture := figures.TileTurn(t.width, t.height, edge, t.tile.Pad, t.indices(kernel.Point{X: min(1, across-1)}, d.Lanes))
		list = append([]charts.Figure{picture}, list...)
	}
	c := costs[0]
	return Result{
		Figures: list,
		Sentence: Text{
			fmt.Sprintf("%s: %s to store the tiles and %d to load them, %s among them. The %d × %d matrix takes one CU %d cycles, %s µs.",
				d.Name, count(c.store.Passes, "pass", "passes"), c.load.Passes, count(c.conflicts(), "conflict", "conflicts"), t.width, t.height, c.cycles, c.time(d)),
			fmt.Sprintf("%s：タイルの書き込み %d パス、読み出し %d パス、うち競合 %d。%d × %d の行列は 1 CU で %d サイクル（%s µs）。",
				d.Name, c.store.Passes, c.load.Passes, c.conflicts(), t.width, t.height, c.cycles, c.time(d)),
		},
	}, nil
}

// tileRows is how many rows of lanes a workgroup has for a tile: all of them, or
// else as many as the device allows.
func tileRows(d gpumodel.Device, edge int) int {
	rows := edge
	for rows > 1 && edge*rows > min(d.Limits.WorkgroupLanes, d.Lanes*d.SIMDs*d.Wavefronts) {
		rows /= 2
	}
	return rows
}

// layoutCosts runs the transpose as it is, and with its tile in other layouts.
func layoutCosts(d gpumodel.Device, t turn) ([]cost, error) {
	plain, padded, swizzled := t, t, t
	plain.tile.Pad, padded.tile.Pad, swizzled.tile.Pad = 0, 1, 0
	swizzled.tile.Swizzle.Span = t.tile.Columns
	var costs []cost
	for i, other := range []turn{t, plain, padded, swizzled} {
		if i > 0 && other == t {
			continue
		}
		c, err := other.cost(d)
		if err != nil {
			return nil, err
		}
		costs = append(costs, c)
	}
	return costs, nil
}

// time is the cycles in microseconds.
func (c cost) time(d gpumodel.Device) string {
	return charts.FormatNumber(float64(c.cycles) / float64(d.Clock) * 1e6)
}

func costTable(d gpumodel.Device, costs []cost) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "tile"}, {Head: "LDS, bytes", Numeric: true}, {Head: "store, passes", Numeric: true}, {Head: "load, passes", Numeric: true},
		{Head: "conflicts", Numeric: true}, {Head: "sectors moved", Numeric: true}, {Head: "cycles", Numeric: true}, {Head: "µs", Numeric: true}}}
	for _, c := range costs {
		t.Rows = append(t.Rows, []string{c.layout, strconv.Itoa(int(c.bytes)), strconv.Itoa(c.store.Passes), strconv.Itoa(c.load.Passes),
			strconv.Itoa(c.conflicts()), strconv.Itoa(c.sectors), strconv.Itoa(int(c.cycles)), c.time(d)})
	}
	return charts.Figure{
		Title:   "What it takes, and what other layouts would",
		Caption: "All workgroups on one CU, loads, stores and barriers alone. Passes are those of all wavefronts through the banks; sectors are blocks of 32 bytes of global memory. So small a matrix mostly waits for memory: conflicts cost time only where the banks are the narrowest place.",
		Alt:     "Table of layouts of the tile, with bytes, passes, conflicts, sectors, cycles and time.",
		Series:  []charts.Series{t},
	}
}

// The table of indices has so many workgroups, and names so many lanes of a row.
const (
	mostGroups = 4
	mostNamed  = 8
)

// indexTable is the document's closing table, for the first workgroups.
func indexTable(d gpumodel.Device, t turn) charts.Figure {
	across, down := t.grid()
	var all []kernels.Indices
	for i := range min(across*down, mostGroups) {
		all = append(all, t.indices(kernel.Point{X: i % across, Y: i / across}, d.Lanes))
	}
	f := figures.IndexTable(t.tile.Columns, 2, all)
	f.Title = "The indices of the first workgroups"
	for _, row := range f.Series[0].(charts.Table).Rows {
		for i := len(row) - 2; i < len(row); i++ { // index_tile and index_out
			if lanes := strings.Fields(row[i]); len(lanes) > mostNamed {
				row[i] = strings.Join(lanes[:mostNamed], " ") + " …"
			}
		}
	}
	return f
}
