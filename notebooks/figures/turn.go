package figures

import (
	"fmt"
	"slices"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel/kernels"
)

// TileTurn draws what one workgroup of a transpose through a tile does to the
// matrix 1, 2, 3…, given the indices of its lanes. Width and height are the
// matrix's, tile is the tile's edge, and pad its unused elements after each row.
func TileTurn(width, height, tile, pad int, g kernels.Indices) charts.Figure {
	inTile := map[int]int{} // the input's element in each place of the tile
	for lane, at := range g.TileStore {
		inTile[at] = g.Input[lane]
	}
	matrix := func(across int, mine []int, element func(index int) int) func(row, column int) (charts.Cell, bool) {
		return func(row, column int) (charts.Cell, bool) {
			at := row*across + column
			c := charts.Cell{Tone: charts.TonePlain, Label: strconv.Itoa(element(at) + 1), Tip: fmt.Sprintf("index %d", at)}
			if lane := slices.Index(mine, at); lane >= 0 {
				c.Tone, c.Tip = charts.Tone1, fmt.Sprintf("index %d\nlane %d", at, lane)
			}
			return c, true
		}
	}
	pitch := tile + pad
	var ps Panels
	ps.Grid.Keys = []charts.Key{{Tone: charts.Tone1, Label: "touched by the workgroup"}, {Tone: charts.TonePlain, Label: "other elements"}}
	if pad > 0 {
		ps.Grid.Keys = append(ps.Grid.Keys, charts.Key{Tone: charts.Tone4, Label: "padding"})
	}
	ps.Band("input, output", max(width, height))
	ps.Add(height, width, matrix(width, g.Input, func(at int) int { return at }))
	ps.Add(width, height, matrix(height, g.Output, func(at int) int { return at%height*width + at/height }))
	ps.Band("tile, as read back", tile)
	ps.Add(tile, pitch, func(row, column int) (charts.Cell, bool) {
		at := row*pitch + column
		if element, ok := inTile[at]; ok {
			return charts.Cell{Tone: charts.Tone1, Label: strconv.Itoa(element + 1), Tip: fmt.Sprintf("index_tile %d", at)}, true
		}
		return charts.Cell{Tone: charts.Tone4, Tip: fmt.Sprintf("index_tile %d, padding", at)}, pad > 0
	})
	ps.at += max(0, width-pitch) // under the output
	ps.Add(tile, tile, func(row, column int) (charts.Cell, bool) {
		lane := row*tile + column
		if lane >= len(g.TileLoad) || g.TileLoad[lane] < 0 {
			return charts.Cell{}, false
		}
		at := g.TileLoad[lane]
		return charts.Cell{Tone: charts.Tone1, Label: strconv.Itoa(inTile[at] + 1), Tip: fmt.Sprintf("lx %d, ly %d\nindex_tile %d", column, row, at)}, true
	})
	return charts.Figure{
		Title:   fmt.Sprintf("Workgroup (%d,%d) of the transpose", g.Group.X, g.Group.Y),
		Caption: "Above, the matrix with the workgroup's tile, and the output with the place it goes to. Below, the tile as it is stored in the LDS, and as the lanes read it back, down its columns. Both ways over global memory run along rows; the turn happens in the LDS.",
		Alt:     "Four matrices of numbers: the input with one tile marked, the output with the tile in its new place, the tile, and the tile with rows and columns exchanged.",
		Series:  []charts.Series{ps.Grid},
	}
}

// IndexTable is the table of the tile's and the output's indices by workgroup,
// for the first rows of lanes of a tile with that edge.
func IndexTable(tile, rows int, all []kernels.Indices) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "gx", Numeric: true}, {Head: "gy", Numeric: true}, {Head: "ly", Numeric: true}, {Head: "index_tile"}, {Head: "index_out"}}}
	list := func(all []int, row int) (text string) {
		for i := row * tile; i < min(len(all), (row+1)*tile); i++ {
			text += strconv.Itoa(all[i]) + " "
		}
		return text
	}
	for _, g := range all {
		for ly := range min(rows, tile) {
			t.Rows = append(t.Rows, []string{strconv.Itoa(g.Group.X), strconv.Itoa(g.Group.Y), strconv.Itoa(ly), list(g.TileLoad, ly), list(g.Output, ly)})
		}
	}
	return charts.Figure{
		Title:   "The indices, from the running kernel",
		Caption: "What each row of lanes reads from the tile and where it writes, by workgroup. Every workgroup reads its tile in the same order; only the place in the output differs.",
		Alt:     "Table of index_tile and index_out by workgroup and row of lanes.",
		Series:  []charts.Series{t},
	}
}
