package whatif

import (
	"fmt"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/figures"
)

// transpose asks what a transpose through a tile in the LDS (shared memory) costs.
func transpose() Definition {
	return Definition{
		Name:  "transpose",
		Title: Text{"What does the turn in local memory cost?", "ローカルメモリでの転置はいくらかかるか"},
		Params: []Param{
			deviceAmong(func(d gpumodel.Device) bool {
				return gpu.HasRules(d, gpumodel.Load) && gpu.HasRules(d, gpumodel.Store) && knows(gpumodel.FP32, gpumodel.Local, gpumodel.Global, gpumodel.Barrier)(d)
			}, gpu.H200(), gpu.FourBanks(), gpu.GK110(), gpu.GTX480(), gpu.Fiji(), gpu.Tahiti(), gpu.MI300X(), gpu.MI350X()),
			number("width", Text{"Width of the matrix", "行列の幅"}, Text{"elements", "要素"}, 1, 64, 1, 8),
			number("height", Text{"Height of the matrix", "行列の高さ"}, Text{"elements", "要素"}, 1, 64, 1, 8),
			numbers("tile", Text{"Edge of the tile", "タイルの一辺"}, Text{"elements", "要素"}, 4, 2, 4, 8, 16, 32),
			ofDevice(numbers("element", Text{"Element", "要素"}, inBytes, 8, 4, 8), widestElement),
			number("pad", Text{"Padding of each row of the tile", "タイル各行のパディング"}, Text{"elements", "要素"}, 0, 8, 1, 1),
		},
		Run: func(v Values, _ Progress) (Result, error) { return runTranspose(v, nil) },
		Rest: func(stop Stop, v Values, progress Progress) (Result, error) {
			return runTranspose(v, func(costs []cost) error { return runWholes(stop, costs, progress) })
		},
	}
}

// widestElement is the wider of the elements that the LDS has rules for.
func widestElement(d gpumodel.Device) int {
	if _, ok := d.LDS.Rule(gpumodel.Load, 8); ok {
		return 8
	}
	return 4
}

// runTranspose answers, with the times of whole matrices if there is a way to run them.
func runTranspose(v Values, run func([]cost) error) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	edge, width, height := v.Int("tile"), v.Int("width"), v.Int("height")
	tile := gpumodel.Array{Rows: edge, Columns: edge, Element: gpumodel.Bytes(v.Int("element")), Pad: v.Int("pad")}
	costs, err := layoutCosts(d, tile)
	if err != nil {
		return Result{}, err
	}
	wholes := costs
	if costs[0].whole.open { // swizzled, it wants code that no compiler made
		wholes = costs[:2]
	}
	if run != nil && costs[0].whole.open {
		if err := run(wholes); err != nil {
			return Result{}, err
		}
	}
	reads, err := tile.Accesses(gpumodel.Use{Op: gpumodel.Load, Walk: gpumodel.ByColumns}, d.Lanes)
	if err != nil {
		return Result{}, err
	}
	banks, _, err := bankMap(d, tile, reads[0])
	if err != nil {
		return Result{}, err
	}
	indices := indicesOf[complex64]
	if tile.Element == 4 {
		indices = indicesOf[float32]
	}
	groups, err := indices(d, width, height, tile)
	if err != nil {
		return Result{}, err
	}
	list := []charts.Figure{costTable(costs), wholeTable(wholes), banks, indexTable(edge, groups)}
	if width*height <= mostDrawn {
		second := groups[min(1, kernel.Cover(width, edge)-1)] // of its row, if there is one
		list = append([]charts.Figure{figures.TileTurn(width, height, edge, tile.Pad, second)}, list...)
	}
	c := costs[0]
	return Result{
		Figures: list,
		Open:    c.whole.open,
		Sentence: Text{
			fmt.Sprintf("%s: %s to store a tile and %d to load it, %s among them. %s",
				d.Name, figures.Passes(c.store), c.load, figures.Counted(c.store+c.load-c.ideal, "conflict", "conflicts"), c.whole.say("en")),
			fmt.Sprintf("%s：タイルの書き込み %d パス、読み出し %d パス、うち競合 %d。%s",
				d.Name, c.store, c.load, c.store+c.load-c.ideal, c.whole.say("ja")),
		},
	}, nil
}

// mostDrawn is how many elements of a matrix can be drawn as numbers.
const mostDrawn = 256

// indicesOf are the indices of a transpose through a tile of elements of a type.
func indicesOf[T kernel.Element](d gpumodel.Device, width, height int, tile gpumodel.Array) ([]kernels.Indices, error) {
	return kernels.Transpose[T]{Width: width, Height: height, Tile: tile.Rows, Rows: tileRows(d, tile.Rows), Pad: tile.Pad}.Indices(d)
}

// tileRows is how many rows of lanes a workgroup has for a tile: all of them, or
// else as many as the device allows.
func tileRows(d gpumodel.Device, edge int) int {
	rows := edge
	for rows > 1 && edge*rows > min(d.Limits.WorkgroupLanes, d.Lanes*resident(d)) {
		rows /= 2
	}
	return rows
}

// layoutCosts is what the tile costs as it is, and in other layouts, the other one of
// plain and padded first.
func layoutCosts(d gpumodel.Device, tile gpumodel.Array) ([]cost, error) {
	plain, padded, swizzled := tile, tile, tile
	plain.Pad, padded.Pad, swizzled.Pad = 0, 1, 0
	swizzled.Swizzle.Span = tile.Columns
	var costs []cost
	for i, other := range []gpumodel.Array{tile, plain, padded, swizzled} {
		if i > 0 && other == tile {
			continue
		}
		t, err := d.LDS.Tally(other, gpumodel.Turn()...)
		if err != nil {
			return nil, err
		}
		costs = append(costs, cost{other, t.Uses[0].Passes, t.Uses[1].Passes, t.Ideal, wholeOf(d, other, t.Passes)})
	}
	return costs, nil
}

// cost is what one layout of a tile takes.
type cost struct {
	tile        gpumodel.Array
	store, load int // passes of a workgroup
	ideal       int // of both, without a conflict
	whole       whole
}

// costTable is the passes of a tile, by layout.
func costTable(costs []cost) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "tile"}, {Head: "LDS, bytes", Numeric: true}, {Head: "store, passes", Numeric: true}, {Head: "load, passes", Numeric: true}, {Head: "conflicts", Numeric: true}}}
	for _, c := range costs {
		t.Rows = append(t.Rows, []string{c.tile.Name(), strconv.Itoa(int(c.tile.Size())), strconv.Itoa(c.store), strconv.Itoa(c.load), strconv.Itoa(c.store + c.load - c.ideal)})
	}
	return charts.Figure{
		Title:   "What a tile takes, and what other layouts would",
		Caption: "Passes through the banks are those of one workgroup, a full tile.",
		Alt:     "Table of layouts of the tile, with bytes, passes and conflicts of a workgroup.",
		Series:  []charts.Series{t},
	}
}

// The table of indices has so many workgroups, and names so many lanes of a row.
const (
	mostGroups = 4
	mostNamed  = 8
)

// indexTable is the document's closing table, for the first workgroups.
func indexTable(tile int, groups []kernels.Indices) charts.Figure {
	f := figures.IndexTable(tile, 2, groups[:min(len(groups), mostGroups)])
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
