package figures

import (
	"fmt"
	"slices"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
)

// TransposeTile draws what one workgroup of a transpose does, as the running
// kernel did it to the matrix 1, 2, 3…: what it loads, how that lies in the tile,
// how the lanes read it back, and where it goes.
func TransposeTile[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T], group kernel.Point) (charts.Figure, error) {
	all, err := p.Indices(d)
	if err != nil {
		return charts.Figure{}, err
	}
	i := slices.IndexFunc(all, func(g kernels.Indices) bool { return g.Group == group })
	if i < 0 {
		return charts.Figure{}, fmt.Errorf("figures: transpose has no group (%d,%d)", group.X, group.Y)
	}
	return TileTurn(p.Width, p.Height, p.Tile, p.Pad, all[i]), nil
}

// TransposeTable is the table of the tile's and the output's indices by
// workgroup, for the first rows of lanes.
func TransposeTable[T kernel.Element](d gpumodel.Device, p kernels.Transpose[T], rows int) (charts.Figure, error) {
	all, err := p.Indices(d)
	if err != nil {
		return charts.Figure{}, err
	}
	return IndexTable(p.Tile, rows, all), nil
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
						Tip:   fmt.Sprintf("%s\n%d × %d of %d bytes, %s\nstore %s, %d without conflicts\nload %s, %d without", d.Name, size, size, element, a.Name(), passes(store.Passes), store.Ideal, passes(load.Passes), load.Ideal),
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

// BestLayouts draws the first advice for a transpose's tile of each size and element
// width on each device.
func BestLayouts(sizes []int, elements []gpumodel.Bytes, devices ...gpumodel.Device) (charts.Figure, error) {
	g := charts.Grid{Across: "device", Down: "tile", Keys: []charts.Key{
		{Tone: charts.TonePlain, Label: "leave it plain"}, {Tone: charts.Tone5, Label: "pad or swizzle"}, {Tone: charts.Tone1, Label: "swizzle"},
	}}
	for _, d := range devices {
		g.Columns = append(g.Columns, d.Name)
	}
	for _, element := range elements {
		for _, size := range sizes {
			g.Rows = append(g.Rows, fmt.Sprintf("%d × %d of %d bytes", size, size, element))
			for column, d := range devices {
				tile := gpumodel.Array{Rows: size, Columns: size, Element: element}
				list, err := gpumodel.Advise(d, tile, gpumodel.Turn()...)
				if err != nil {
					return charts.Figure{}, fmt.Errorf("%s, %d × %d: %w", d.Name, size, size, err)
				}
				best := list[0]
				c := charts.Cell{Row: len(g.Rows) - 1, Column: column, Tone: charts.TonePlain, Label: "plain"}
				if best.Array != tile {
					c.Tone, c.Label = charts.Tone1, fmt.Sprintf("XOR %d", best.Array.Swizzle.Span)
					padded := slices.IndexFunc(list, func(a gpumodel.Advice) bool { return a.Array.Pad > 0 })
					if list[padded].Tally.Passes == best.Tally.Passes {
						c.Tone, c.Label = charts.Tone5, fmt.Sprintf("+%d", list[padded].Array.Pad)
					}
				}
				c.Value = float64(best.Tally.Passes)
				c.Tip = fmt.Sprintf("%s\n%d × %d of %d bytes: %s\n%s, %d without conflicts\n%s", d.Name, size, size, element, best.Array.Name(), passes(best.Tally.Passes), best.Tally.Ideal, best.Reason)
				g.Cells = append(g.Cells, c)
			}
		}
	}
	return charts.Figure{
		Title:   "The best layout of every tile on every GPU",
		Caption: "Every padding and every XOR swizzle was tried. +1 is the least padding that takes no more passes than the best swizzle; blue says that no padding does as well. Hover for the passes and the whole swizzle: XOR 16 exchanges columns in sixteen ways.",
		Alt:     fmt.Sprintf("Grid of %d tiles by %d devices: small tiles are best left plain, the others padded or swizzled.", len(g.Rows), len(g.Columns)),
		Series:  []charts.Series{g},
	}, nil
}

// H200Transposes draws the nine timed transposes: the model's parts piled up,
// the measurement beside them.
func H200Transposes() (charts.Figure, error) {
	fit, err := silicon.CompareTransposes(gpu.H200())
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
		tip := fmt.Sprintf("%s\nlaunch %.3f ms\nmemory %.3f ms\n%s a workgroup %.3f ms\nmodel %.3f ms, measured %.3f: %+.1f %%", r.Name, r.Launch, r.Memory, passes(r.Passes), r.Banks, r.Model, r.Milliseconds, 100*r.Error)
		for i, y := range []float64{r.Launch, r.Memory, r.Banks} {
			parts[i].Y, parts[i].Tips = append(parts[i].Y, y), append(parts[i].Tips, tip)
		}
		measured.Y, measured.Tips = append(measured.Y, r.Milliseconds), append(measured.Tips, tip)
	}
	f.Caption = fmt.Sprintf("8192 × 8192 floats, a lane for each element. Tiles of 4 and 8 are nothing but the launch of tiny workgroups: an empty kernel takes as long. In tiles of 32 without padding half the time is one bank. The model is within %.1f %% everywhere.", 100*fit.Worst)
	f.Series = []charts.Series{parts[0], parts[1], parts[2], measured}
	return f, nil
}
