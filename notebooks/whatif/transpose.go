package whatif

import (
	"cmp"
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
var transpose = Definition{
	Name:  "transpose",
	Title: Text{"What does the turn in local memory cost?", "ローカルメモリでの転置はいくらかかるか"},
	Params: []Param{
		deviceParam(gpu.H200(), gpu.FourBanks(), gpu.GK110(), gpu.GTX480(), gpu.Fiji(), gpu.Tahiti(), gpu.MI300X(), gpu.MI350X()),
		number("width", Text{"Width of the matrix", "行列の幅"}, Text{"elements", "要素"}, 1, 64, 1, 8),
		number("height", Text{"Height of the matrix", "行列の高さ"}, Text{"elements", "要素"}, 1, 64, 1, 8),
		numbers("tile", Text{"Edge of the tile", "タイルの一辺"}, Text{"elements", "要素"}, 4, 2, 4, 8, 16, 32),
		ofDevice(numbers("element", Text{"Element", "要素"}, inBytes, 8, 4, 8), widestElement),
		number("pad", Text{"Padding of each row of the tile", "タイル各行のパディング"}, Text{"elements", "要素"}, 0, 8, 1, 1),
	},
	Run: runTranspose,
}

// widestElement is the wider of the elements that the LDS has rules for.
func widestElement(d gpumodel.Device) int {
	if _, ok := d.LDS.Rule(gpumodel.Load, 8); ok {
		return 8
	}
	return 4
}

func runTranspose(v Values, _ Progress) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	if v.Int("element") == 4 {
		return runTransposeOf[float32](d, v)
	}
	return runTransposeOf[complex64](d, v)
}

// mostDrawn is how many elements of a matrix can be drawn as numbers.
const mostDrawn = 256

func runTransposeOf[T kernel.Element](d gpumodel.Device, v Values) (Result, error) {
	edge := v.Int("tile")
	p := kernels.Transpose[T]{Width: v.Int("width"), Height: v.Int("height"), Tile: edge, Rows: tileRows(d, edge), Pad: v.Int("pad")}
	costs, err := layoutCosts(d, p)
	if err != nil {
		return Result{}, err
	}
	reads, err := p.Array().Accesses(gpumodel.Use{Op: gpumodel.Load, Walk: gpumodel.ByColumns}, d.Lanes)
	if err != nil {
		return Result{}, err
	}
	banks, _, err := bankMap(d, p.Array(), reads[0])
	if err != nil {
		return Result{}, err
	}
	groups, err := p.Indices(d)
	if err != nil {
		return Result{}, err
	}
	list := []charts.Figure{banks, costTable(d, costs), indexTable(edge, groups)}
	if p.Width*p.Height <= mostDrawn {
		second := groups[min(1, kernel.Cover(p.Width, edge)-1)] // of its row, if there is one
		list = append([]charts.Figure{figures.TileTurn(p.Width, p.Height, edge, p.Pad, second)}, list...)
	}
	c := costs[0]
	return Result{
		Figures: list,
		Sentence: Text{
			fmt.Sprintf("%s: %s to store the tiles and %d to load them, %s among them. The %d × %d matrix takes one CU %d cycles, %s µs.",
				d.Name, count(c.store, "pass", "passes"), c.load, count(c.conflicts, "conflict", "conflicts"), p.Width, p.Height, c.cycles, c.time(d)),
			fmt.Sprintf("%s：タイルの書き込み %d パス、読み出し %d パス、うち競合 %d。%d × %d の行列は 1 CU で %d サイクル（%s µs）。",
				d.Name, c.store, c.load, c.conflicts, p.Width, p.Height, c.cycles, c.time(d)),
		},
	}, nil
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

// layoutCosts runs the transpose as it is, and with its tile in other layouts.
func layoutCosts[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T]) ([]cost, error) {
	plain, padded, swizzled := p, p, p
	plain.Pad, padded.Pad, swizzled.Pad = 0, 1, 0
	swizzled.Swizzle.Span = p.Tile
	var costs []cost
	for i, other := range []kernels.Transpose[T]{p, plain, padded, swizzled} {
		if i > 0 && other == p {
			continue
		}
		c, err := costOf(d, other)
		if err != nil {
			return nil, err
		}
		costs = append(costs, c)
	}
	return costs, nil
}

// cost is what a transpose takes.
type cost struct {
	layout      string
	bytes       gpumodel.Bytes  // of LDS, of a workgroup
	store, load int             // passes of the tile, all workgroups
	conflicts   int             // among them
	sectors     int             // blocks of 32 bytes of global memory, read and written
	cycles      gpumodel.Cycles // of one CU that does it all
}

// costOf runs the transpose on one CU of the device.
func costOf[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T]) (cost, error) {
	launch, err := p.Launch(d)
	if err != nil {
		return cost{}, err
	}
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[T](&m, "in", p.Width*p.Height), kernel.NewGlobal[T](&m, "out", p.Width*p.Height)
	streams, err := launch.Start(p.Kernel(in, out))
	if err != nil {
		return cost{}, err
	}
	defer streams.Close()
	t, err := d.Run(gpumodel.Workload{Workgroups: streams.Workgroups(), Wavefronts: streams.Wavefronts(), Stream: streams.Stream})
	if err := cmp.Or(streams.Err(), err); err != nil {
		return cost{}, err
	}
	r := streams.Result()
	c := cost{layout: p.Array().Name(), bytes: r.LDS, cycles: t.Cycles}
	for _, s := range r.Sites {
		if s.Op == gpumodel.Store {
			c.store += s.Passes
		} else {
			c.load += s.Passes
		}
		c.conflicts += s.Conflicts
		c.sectors += s.Sectors
	}
	return c, nil
}

// time is the cycles in microseconds.
func (c cost) time(d gpumodel.Device) string {
	return charts.FormatNumber(float64(c.cycles) / float64(d.Clock) * 1e6)
}

func costTable(d gpumodel.Device, costs []cost) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "tile"}, {Head: "LDS, bytes", Numeric: true}, {Head: "store, passes", Numeric: true}, {Head: "load, passes", Numeric: true},
		{Head: "conflicts", Numeric: true}, {Head: "sectors moved", Numeric: true}, {Head: "cycles", Numeric: true}, {Head: "µs", Numeric: true}}}
	for _, c := range costs {
		t.Rows = append(t.Rows, []string{c.layout, strconv.Itoa(int(c.bytes)), strconv.Itoa(c.store), strconv.Itoa(c.load),
			strconv.Itoa(c.conflicts), strconv.Itoa(c.sectors), strconv.Itoa(int(c.cycles)), c.time(d)})
	}
	return charts.Figure{
		Title:   "What it takes, and what other layouts would",
		Caption: "The kernel's instructions, all its workgroups on one CU. Passes are those of all wavefronts through the banks; sectors are blocks of 32 bytes of global memory. So small a matrix mostly waits for memory: conflicts cost time only where the banks are the narrowest place.",
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
