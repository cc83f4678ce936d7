package figures

import (
	"fmt"
	"slices"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
)

// TransposeTile draws what one workgroup of a transpose does, as the running
// kernel did it to the matrix 1, 2, 3…: what it loads, how that lies in the tile,
// how the lanes read it back, and where it goes.
func TransposeTile[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T], group kernel.Size) (charts.Figure, error) {
	all, err := p.Indices(d)
	if err != nil {
		return charts.Figure{}, err
	}
	i := slices.IndexFunc(all, func(g kernels.Indices) bool { return g.Group == group })
	if i < 0 {
		return charts.Figure{}, fmt.Errorf("figures: transpose has no group (%d,%d)", group.X, group.Y)
	}
	g := all[i]
	inTile := map[int]int{} // the input's element in each place of the tile
	for lane, at := range g.TileStore {
		inTile[at] = g.Input[lane]
	}
	matrix := func(width int, mine []int, element func(index int) int) func(row, column int) (charts.Cell, bool) {
		return func(row, column int) (charts.Cell, bool) {
			at := row*width + column
			c := charts.Cell{Tone: charts.TonePlain, Label: strconv.Itoa(element(at) + 1), Tip: fmt.Sprintf("index %d", at)}
			if lane := slices.Index(mine, at); lane >= 0 {
				c.Tone, c.Tip = charts.Tone1, fmt.Sprintf("index %d\nlane %d", at, lane)
			}
			return c, true
		}
	}
	pitch := p.Tile + p.Pad
	var ps panels
	ps.grid.Keys = []charts.Key{{Tone: charts.Tone1, Label: "touched by the workgroup"}, {Tone: charts.TonePlain, Label: "other elements"}}
	if p.Pad > 0 {
		ps.grid.Keys = append(ps.grid.Keys, charts.Key{Tone: charts.ToneMuted, Label: "padding"})
	}
	ps.band("input, output", max(p.Width, p.Height))
	ps.add(p.Height, p.Width, matrix(p.Width, g.Input, func(at int) int { return at }))
	ps.add(p.Width, p.Height, matrix(p.Height, g.Output, func(at int) int { return at%p.Height*p.Width + at/p.Height }))
	ps.band("tile, as read back", p.Tile)
	ps.add(p.Tile, pitch, func(row, column int) (charts.Cell, bool) {
		at := row*pitch + column
		if element, ok := inTile[at]; ok {
			return charts.Cell{Tone: charts.Tone1, Label: strconv.Itoa(element + 1), Tip: fmt.Sprintf("index_tile %d", at)}, true
		}
		return charts.Cell{Tone: charts.ToneMuted, Tip: fmt.Sprintf("index_tile %d, unused", at)}, p.Pad > 0
	})
	ps.at += max(0, p.Width-pitch) // under the output
	ps.add(p.Tile, p.Tile, func(row, column int) (charts.Cell, bool) {
		lane := row*p.Tile + column
		if lane >= len(g.TileLoad) || g.TileLoad[lane] < 0 {
			return charts.Cell{}, false
		}
		at := g.TileLoad[lane]
		return charts.Cell{Tone: charts.Tone1, Label: strconv.Itoa(inTile[at] + 1), Tip: fmt.Sprintf("lx %d, ly %d\nindex_tile %d", column, row, at)}, true
	})
	return charts.Figure{
		Title:   fmt.Sprintf("Workgroup (%d,%d) of the transpose", group.X, group.Y),
		Caption: "Above, the matrix with the workgroup's tile, and the output with the place it goes to. Below, the tile as it is stored in the LDS, and as the lanes read it back, down its columns. Both passes over global memory run along rows; the turn happens in the LDS.",
		Alt:     "Four matrices of numbers: the input with one tile marked, the output with the tile in its new place, the tile, and the tile with rows and columns exchanged.",
		Series:  []charts.Series{ps.grid},
	}, nil
}

// TransposeTable is the table of the tile's and the output's indices by
// workgroup, for the first rows of lanes.
func TransposeTable[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T], rows int) (charts.Figure, error) {
	all, err := p.Indices(d)
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "gx", Numeric: true}, {Head: "gy", Numeric: true}, {Head: "ly", Numeric: true}, {Head: "index_tile"}, {Head: "index_out"}}}
	list := func(all []int, row int) (text string) {
		for i := row * p.Tile; i < min(len(all), (row+1)*p.Tile); i++ {
			text += strconv.Itoa(all[i]) + " "
		}
		return text
	}
	for _, g := range all {
		for ly := range min(rows, p.Tile) {
			t.Rows = append(t.Rows, []string{strconv.Itoa(g.Group.X), strconv.Itoa(g.Group.Y), strconv.Itoa(ly), list(g.TileLoad, ly), list(g.Output, ly)})
		}
	}
	return charts.Figure{
		Title:   "The indices, from the running kernel",
		Caption: "What each row of lanes reads from the tile and where it writes, by workgroup. Every workgroup reads its tile in the same order; only the place in the output differs.",
		Alt:     "Table of index_tile and index_out by workgroup and row of lanes.",
		Series:  []charts.Series{t},
	}, nil
}

// TileSweep draws what a transpose's tile takes of the LDS on each device: sizes,
// element widths and layouts down, devices across. A cell says how many times
// longer than without a conflict, and the passes of storing and of loading.
func TileSweep(sizes []int, elements []gpumodel.Bytes, devices ...gpumodel.Device) (charts.Figure, error) {
	g := charts.Grid{Across: "device", Down: "tile and layout", Unit: "times", Scale: charts.Log2}
	for _, d := range devices {
		g.Columns = append(g.Columns, d.Name)
	}
	var used []gpumodel.Access
	for _, element := range elements {
		for _, size := range sizes {
			plain := gpumodel.Array{Rows: size, Columns: size, Element: element}
			padded, swizzled := plain, plain
			padded.Pad = 1
			swizzled.Swizzle.Span = size
			for _, a := range []gpumodel.Array{plain, padded, swizzled} {
				name := [...]string{"plain", "+1", "XOR"}[len(g.Rows)%3]
				g.Rows = append(g.Rows, fmt.Sprintf("%d × %d of %d bytes, %s", size, size, element, name))
				for column, d := range devices {
					t, err := d.LDS.Tally(a, gpumodel.Turn()...)
					if err != nil {
						return charts.Figure{}, fmt.Errorf("%s, %d × %d, %s: %w", d.Name, size, size, a.Name(), err)
					}
					store, load := t.Uses[0], t.Uses[1]
					g.Cells = append(g.Cells, charts.Cell{
						Row: len(g.Rows) - 1, Column: column, Value: float64(t.Passes) / float64(t.Ideal),
						Label: fmt.Sprintf("%d + %d", store.Passes, load.Passes),
						Tip:   fmt.Sprintf("%s\n%d × %d of %d bytes, %s\nstore %d passes, %d without conflicts\nload %d passes, %d without", d.Name, size, size, element, a.Name(), store.Passes, store.Ideal, load.Passes, load.Ideal),
					})
				}
			}
		}
		used = append(used, gpumodel.Access{Op: gpumodel.Load, Width: element}, gpumodel.Access{Op: gpumodel.Store, Width: element})
	}
	return charts.Figure{
		Title:   "Every tile on every GPU",
		Caption: "A transpose stores its tile by rows and loads it by columns. Numbers are passes of the whole workgroup, store + load; colour is how many times longer than without a conflict. One element of padding helps wide tiles, and harms narrow ones.",
		Alt:     fmt.Sprintf("Heat map of the slowdown by bank conflicts: %d tiles and layouts by %d devices.", len(g.Rows), len(g.Columns)),
		Note:    assumed(used, devices...),
		Series:  []charts.Series{g},
	}, nil
}

// Advice is the table of the best layouts for a transpose's tile on a device, so
// many of them, and the plain one and that padded by 1 wherever they stand.
func Advice(d gpumodel.Device, tile gpumodel.Array, best int) (charts.Figure, error) {
	list, err := gpumodel.Advise(d, tile, gpumodel.Turn()...)
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
		Caption: fmt.Sprintf("%d layouts tried: every padding up to a round of the banks, every XOR swizzle. Fewest passes first, then least memory, then the plainer one.", len(list)),
		Alt:     "Table of layouts by rank, with passes, bytes and the reason.",
		Note:    assumed([]gpumodel.Access{{Op: gpumodel.Load, Width: tile.Element}, {Op: gpumodel.Store, Width: tile.Element}}, d),
		Series:  []charts.Series{t},
	}, nil
}

// H200Transposes draws the nine timed transposes: the model's parts piled up,
// the measurement beside them.
func H200Transposes() (charts.Figure, error) {
	fit, err := silicon.FitTransposes(gpumodel.H200())
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Nine transposes on an H200",
		Alt:   "Bars of milliseconds by kernel: the model's three parts piled up, and the measurement beside them.",
		Note:  "Launch and memory are measured by themselves, with an empty kernel and a copy of the same workgroups (for naive32, a kernel that only stores down columns); passes are the model's.",
		X:     charts.Axis{Label: "kernel"},
		Y:     charts.Axis{Label: "time", Unit: "ms"},
	}
	parts := []charts.Bars{{Name: "launch", Stack: "model"}, {Name: "memory", Stack: "model"}, {Name: "LDS banks", Stack: "model"}}
	measured := charts.Bars{Name: "measured", Tone: charts.ToneInk}
	for _, r := range fit.Rows {
		f.X.Categories = append(f.X.Categories, r.Name)
		tip := fmt.Sprintf("%s\nlaunch %.3f ms\nmemory %.3f ms\n%d passes a workgroup %.3f ms\nmodel %.3f ms, measured %.3f: %+.1f %%", r.Name, r.Launch, r.Memory, r.Passes, r.Banks, r.Model, r.Milliseconds, 100*r.Error)
		for i, y := range []float64{r.Launch, r.Memory, r.Banks} {
			parts[i].Y, parts[i].Tips = append(parts[i].Y, y), append(parts[i].Tips, tip)
		}
		measured.Y, measured.Tips = append(measured.Y, r.Milliseconds), append(measured.Tips, tip)
	}
	f.Caption = fmt.Sprintf("8192 × 8192 floats, a lane for each element. Tiles of 4 and 8 are nothing but the launch of tiny workgroups: an empty kernel takes as long. In tiles of 32 without padding half the time is one bank. The model is within %.1f %% everywhere.", 100*fit.Worst)
	f.Series = []charts.Series{parts[0], parts[1], parts[2], measured}
	return f, nil
}
