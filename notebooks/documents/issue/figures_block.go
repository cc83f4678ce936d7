package issue

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
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
	caption := fmt.Sprintf("Colours are warps, numbers are lanes. Warps that reach over the end of a row: %d of %d.", straddling(block, d.Lanes), warps)
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

// BlockRates draws the useful multiply-adds a cycle of one block alone on an H200, by its
// threads: measured, and the model's.
func BlockRates(d gpumodel.Device) (charts.Figure, error) {
	_, blocks, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	fit, err := silicon.CompareIssue(d, blocks)
	if err != nil {
		return charts.Figure{}, err
	}
	model, dots := charts.Line{Name: "model"}, charts.Line{Name: "H200, measured", Style: charts.Dots, Measured: true}
	for _, p := range fit.Points {
		x, measured, modelled := float64(p.Lanes), p.LanesPerCycle(p.Cycles), p.LanesPerCycle(p.Model)
		tip := fmt.Sprintf("%d threads, %d warps\nmeasured %.2f multiply-adds per cycle\nmodel %.2f", p.Lanes, p.Wavefronts, measured, modelled)
		dots.X, dots.Y, dots.Tips = append(dots.X, x), append(dots.Y, measured), append(dots.Tips, tip)
		model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, modelled), append(model.Tips, tip)
	}
	return charts.Figure{
		Title: "One block alone on an H200",
		Caption: fmt.Sprintf("Useful multiply-adds per cycle of the %d that the SM can do. The deep falls come after every 128 threads: a fifth warp makes one of the four schedulers work twice as long while three wait for it. The model is %.1f %% off on average, %.1f %% at worst.",
			d.SIMDs*d.Lanes, 100*fit.MeanError, 100*fit.Worst),
		Alt:    "Rate against block size: rising to 114 at 128 threads, falling to 69 at 144, rising again, with shallower falls after 256 and 384.",
		X:      charts.Axis{Label: "threads of a block", Ticks: []float64{0, 64, 128, 192, 256, 320, 384, 448, 512}},
		Y:      charts.Axis{Label: "useful multiply-adds per cycle"},
		Series: []charts.Series{model, dots},
	}, nil
}

// OccupancyByRegisters draws the share of an SM's warp slots in use by the registers of a
// thread, for blocks of so many threads.
func OccupancyByRegisters(threads int, devices ...gpumodel.Device) (charts.Figure, error) {
	f := charts.Figure{
		Title:   fmt.Sprintf("Occupancy by registers, blocks of %d", threads),
		Caption: "A staircase: registers are free until the edge of a step, and there one register costs a whole block.",
		Alt:     "Occupancy against registers of a thread: 100 % at first, then falling in steps.",
		X:       charts.Axis{Label: "registers of a thread", Ticks: []float64{16, 32, 64, 96, 128, 160, 192, 224, 255}},
		Y:       charts.Axis{Label: "occupancy", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
	}
	for _, d := range devices {
		line := charts.Line{Name: d.Name, Style: charts.Steps}
		before := -1
		for r := 16; r <= d.Limits.RegistersPerLane; r++ {
			o, err := d.Occupancy(gpumodel.Need{Lanes: threads, Registers: r})
			if err != nil {
				return charts.Figure{}, err
			}
			if o.Workgroups == before && r < d.Limits.RegistersPerLane {
				continue // a step holds until the next
			}
			before = o.Workgroups
			line.X, line.Y = append(line.X, float64(r)), append(line.Y, 100*o.Fraction())
			line.Tips = append(line.Tips, fmt.Sprintf("%s, %d registers\n%d blocks, %d of %d warps", d.Name, r, o.Workgroups, o.Wavefronts, o.Most))
		}
		f.Series = append(f.Series, line)
	}
	return f, nil
}
