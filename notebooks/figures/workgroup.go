package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// WorkgroupLanes draws the wavefronts of a workgroup, one to a row: which of its
// lanes (threads) stands where, and the dummies that fill up the last.
func WorkgroupLanes(d gpumodel.Device, shape gpumodel.Shape) (charts.Figure, error) {
	if err := checkShape(d, shape); err != nil {
		return charts.Figure{}, err
	}
	waves := shape.Wavefronts(d.Lanes)
	g := charts.Grid{Columns: numbers(d.Lanes), Across: "lane of the wavefront", Down: "wavefront"}
	for wave := range waves {
		tone := charts.Palette[wave%len(charts.Palette)]
		g.Rows = append(g.Rows, fmt.Sprint(wave))
		for lane := range d.Lanes {
			n := wave*d.Lanes + lane
			c := charts.Cell{Row: wave, Column: lane, Tone: tone, Value: float64(n), Label: fmt.Sprint(n)}
			if n < shape.Lanes() {
				x, y, z := shape.At(n)
				c.Tip = fmt.Sprintf("thread (%d, %d, %d)\nnumber %d\nwavefront %d, lane %d", x, y, z, n, wave, lane)
			} else {
				c.Tone, c.Label, c.Tip = charts.ToneMuted, "", fmt.Sprintf("dummy: executed, and thrown away\nwavefront %d, lane %d", wave, lane)
			}
			g.Cells = append(g.Cells, c)
		}
	}
	for wave := range min(waves, len(charts.Palette)) {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.Palette[wave], Label: fmt.Sprintf("wavefront %d", wave)})
	}
	dummies := waves*d.Lanes - shape.Lanes()
	if dummies > 0 {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.ToneMuted, Label: "dummy lanes"})
	}
	return charts.Figure{
		Title: fmt.Sprintf("A block of %s: %d threads in %d warps", dimensions(shape), shape.Lanes(), waves),
		Caption: fmt.Sprintf("%d warps are %d lanes. %d of them are dummies, so at most %d/%d = %.1f %% of the peak is useful work.",
			waves, waves*d.Lanes, dummies, shape.Lanes(), waves*d.Lanes, 100*shape.TailEfficiency(d.Lanes)),
		Alt:    fmt.Sprintf("A table of %d rows, one for each warp, and %d columns, one for each lane. The last %d lanes of the last row are empty.", waves, d.Lanes, dummies),
		Series: []charts.Series{g},
	}, nil
}

// LaneNumbering draws the block by its threads' coordinates: the colour is the
// wavefront of each, the number its lane there.
func LaneNumbering(d gpumodel.Device, shape gpumodel.Shape) (charts.Figure, error) {
	if err := checkShape(d, shape); err != nil {
		return charts.Figure{}, err
	}
	g := charts.Grid{Columns: numbers(shape.X), Across: "X", Down: "Y"}
	for wave := range min(shape.Wavefronts(d.Lanes), len(charts.Palette)) {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.Palette[wave], Label: fmt.Sprintf("wavefront %d", wave)})
	}
	for z := range shape.Z {
		for y := range shape.Y {
			label := fmt.Sprint(y)
			if shape.Z > 1 {
				label, g.Down = fmt.Sprintf("Y %d, Z %d", y, z), ""
			}
			g.Rows = append(g.Rows, label)
			for x := range shape.X {
				n, err := shape.Lane(x, y, z)
				if err != nil {
					return charts.Figure{}, err
				}
				wave, lane := n/d.Lanes, n%d.Lanes
				g.Cells = append(g.Cells, charts.Cell{
					Row: len(g.Rows) - 1, Column: x, Tone: charts.Palette[wave%len(charts.Palette)], Value: float64(n), Label: fmt.Sprint(lane),
					Tip: fmt.Sprintf("thread (%d, %d, %d)\n%d·(%d·%d + %d) + %d = %d\nwavefront %d, lane %d", x, y, z, shape.X, shape.Y, z, y, x, n, wave, lane),
				})
			}
		}
	}
	return charts.Figure{
		Title:   fmt.Sprintf("Which thread sits where in a block of %s", dimensions(shape)),
		Caption: "Colours are warps, numbers are lanes. X runs fastest, then Y, then Z: a warp is a strip of consecutive threads, and only where X is a multiple of the warp does it end where a row does.",
		Alt:     fmt.Sprintf("The block's threads by their coordinates, coloured in runs of %d: each run is a warp.", d.Lanes),
		Series:  []charts.Series{g},
	}, nil
}

func checkShape(d gpumodel.Device, s gpumodel.Shape) error {
	if err := d.Validate(); err != nil {
		return err
	}
	if most := d.Limits.WorkgroupLanes; s.X < 1 || s.Y < 1 || s.Z < 1 || s.X > most || s.Y > most || s.Z > most || s.Lanes() > most {
		return fmt.Errorf("figures: a block of %s, want 1 to %d threads on %s", dimensions(s), most, d.Name)
	}
	return nil
}

func dimensions(s gpumodel.Shape) string {
	if s.Z == 1 {
		return fmt.Sprintf("%d×%d", s.X, s.Y)
	}
	return fmt.Sprintf("%d×%d×%d", s.X, s.Y, s.Z)
}

// TailEfficiency draws the share of useful lanes by block size, and what the
// H200 measured: the multiply-adds of its own lanes, as a share of what blocks of
// the same number of full wavefronts reach.
func TailEfficiency(d gpumodel.Device) (charts.Figure, error) {
	_, blocks, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	law := charts.Line{Name: "useful lanes, by the rule"}
	for _, n := range toothPoints(16, 512, d.Lanes) {
		law.X, law.Y = append(law.X, float64(n)), append(law.Y, 100*gpumodel.Shape{X: n, Y: 1, Z: 1}.TailEfficiency(d.Lanes))
	}
	full := map[int]float64{} // by wavefronts
	for _, p := range blocks {
		if p.Lanes%d.Lanes == 0 {
			full[p.Wavefronts] = p.LanesPerCycle(p.Cycles)
		}
	}
	dots := charts.Line{Name: "H200, measured", Style: charts.Dots}
	for _, p := range blocks {
		if full[p.Wavefronts] == 0 {
			return charts.Figure{}, fmt.Errorf("silicon: no block of %d full wavefronts was timed", p.Wavefronts)
		}
		y := p.LanesPerCycle(p.Cycles)
		share := 100 * y / full[p.Wavefronts]
		dots.X, dots.Y = append(dots.X, float64(p.Lanes)), append(dots.Y, share)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%d threads, %d warps\n%.3f useful multiply-adds per cycle\nof %.3f: %.2f %%", p.Lanes, p.Wavefronts, y, full[p.Wavefronts], share))
	}
	return charts.Figure{
		Title:   "What dummy lanes cost",
		Caption: "The share of a block's lanes that do useful work. It jumps to 100 % at every multiple of 32 and falls to the next thread after it; the larger the block, the shallower the teeth. Each point is an H200's rate as a share of the rate with the same number of full warps.",
		Alt:     "A sawtooth over block sizes from 16 to 512 threads: 100 % at multiples of 32, deep teeth at the left, shallow ones at the right; measured points lie on it.",
		X:       charts.Axis{Label: "threads of a block", Ticks: steps(512, 64)[1:]},
		Y:       charts.Axis{Label: "useful share of the lanes", Unit: "%"},
		Series:  []charts.Series{law, dots},
	}, nil
}

// toothPoints returns the sizes between which the share of useful lanes is a
// straight line, and those halfway.
func toothPoints(least, most, lanes int) []int {
	var sizes []int
	for n := least; n <= most; n++ {
		if at := n % lanes; at == 0 || at == 1 || at == lanes/2 || n == least || n == most {
			sizes = append(sizes, n)
		}
	}
	return sizes
}

// LoneBlocks draws the useful multiply-adds a cycle of one block alone on a CU of
// the H200, by block size: measured, and simulated on the device.
func LoneBlocks(d gpumodel.Device) (charts.Figure, error) {
	_, blocks, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	fit, err := silicon.CompareIssue(d, blocks)
	if err != nil {
		return charts.Figure{}, err
	}
	model, dots := charts.Line{Name: "model"}, charts.Line{Name: "H200, measured", Style: charts.Dots}
	for _, p := range fit.Points {
		x, y := float64(p.Lanes), p.LanesPerCycle(p.Cycles)
		tip := fmt.Sprintf("%d threads, %d warps\nmeasured %.2f multiply-adds per cycle\nmodel %.2f", p.Lanes, p.Wavefronts, y, p.LanesPerCycle(p.Model))
		dots.X, dots.Y, dots.Tips = append(dots.X, x), append(dots.Y, y), append(dots.Tips, tip)
		model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, p.LanesPerCycle(p.Model)), append(model.Tips, tip)
	}
	return charts.Figure{
		Title: "One block alone on an H200",
		Caption: fmt.Sprintf("Useful multiply-adds per cycle of the %d that the CU can do. The deep falls come after every 128 threads: a fifth warp makes one of the four schedulers work twice as long while three wait for it. The model is %.1f %% off on average, %.1f %% at worst.",
			d.SIMDs*d.Lanes, 100*fit.MeanError, 100*fit.Worst),
		Alt:    "Rate against block size: rising to 114 at 128 threads, falling to 69 at 144, rising again, with shallower falls after 256 and 384.",
		X:      charts.Axis{Label: "threads of a block", Ticks: steps(512, 64)[1:]},
		Y:      charts.Axis{Label: "useful multiply-adds per cycle"},
		Series: []charts.Series{model, dots},
	}, nil
}
