package issue

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// BlockGrid draws a workgroup (block) as it is, a row of X after the other: each thread
// in the colour of its warp, with its lane written in it, and behind the last thread the
// dummies that fill the last warp up.
func BlockGrid(d gpumodel.Device, block gpumodel.Shape) (charts.Figure, error) {
	threads, warps := block.Lanes(), block.Wavefronts(d.Lanes)
	if warps > len(charts.Palette) {
		return charts.Figure{}, fmt.Errorf("issue: a block of %v has %d warps, want at most %d, a colour for each", block, warps, len(charts.Palette))
	}
	grid := charts.Grid{Columns: figures.Numbers(block.X), Across: "X", Rows: rowsOf(block)}
	for warp := range warps {
		grid.Keys = append(grid.Keys, charts.Key{Tone: charts.Palette[warp], Label: fmt.Sprintf("warp %d", warp)})
	}
	for n := range threads {
		x, y, z := block.At(n)
		warp, lane := n/d.Lanes, n%d.Lanes
		grid.Cells = append(grid.Cells, charts.Cell{
			Row: n / block.X, Column: x, Tone: charts.Palette[warp], Value: float64(n), Label: fmt.Sprint(lane),
			Tip: fmt.Sprintf("thread (%d, %d, %d)\n%d·(%d·%d + %d) + %d = %d\nwarp %d, lane %d", x, y, z, block.X, max(1, block.Y), z, y, x, n, warp, lane),
		})
	}
	caption := fmt.Sprintf("Colours are warps, numbers are lanes. %d of the %d warps reach over the end of a row.", straddling(block, d.Lanes), warps)
	alt := fmt.Sprintf("The %d threads of the block in rows of %d, coloured in runs of %d: each run is a warp, and goes on in the next row where a row ends.", threads, block.X, d.Lanes)
	if lanes := warps * d.Lanes; lanes > threads {
		for n := threads; n < lanes; n++ {
			if n/block.X == len(grid.Rows) {
				grid.Rows = append(grid.Rows, "dummies")
			}
			grid.Cells = append(grid.Cells, charts.Cell{
				Row: n / block.X, Column: n % block.X, Tone: charts.ToneMuted, Value: float64(n), Label: fmt.Sprint(n % d.Lanes),
				Tip: fmt.Sprintf("dummy: executed, and thrown away\nwarp %d, lane %d", n/d.Lanes, n%d.Lanes),
			})
		}
		grid.Keys = append(grid.Keys, charts.Key{Tone: charts.ToneMuted, Label: "dummies of the last warp"})
		caption += fmt.Sprintf(" The last is filled up with %d dummies, which are no threads of the block: at most %d/%d = %.1f %% of the peak is useful work.",
			lanes-threads, threads, lanes, 100*block.TailEfficiency(d.Lanes))
		alt += fmt.Sprintf(" Below, the %d dummies of the last warp.", lanes-threads)
	}
	return charts.Figure{
		Title:   fmt.Sprintf("A block of %v: %d threads in %d warps", block, threads, warps),
		Caption: caption,
		Alt:     alt,
		Series:  []charts.Series{grid},
	}, nil
}

// rowsOf names the rows of a block.
func rowsOf(block gpumodel.Shape) []string {
	var rows []string
	for z := range max(1, block.Z) {
		for y := range max(1, block.Y) {
			name := fmt.Sprintf("Y %d", y)
			if block.Z > 1 {
				name += fmt.Sprintf(", Z %d", z)
			}
			rows = append(rows, name)
		}
	}
	return rows
}

// straddling is how many of a block's warps have threads of more than one row.
func straddling(block gpumodel.Shape, lanes int) int {
	n := 0
	for first := 0; first < block.Lanes(); first += lanes {
		last := min(first+lanes, block.Lanes()) - 1
		if first/block.X != last/block.X {
			n++
		}
	}
	return n
}
