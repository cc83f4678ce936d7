package fft

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// FFTPictures draws a picture and what each of the four steps of its transform
// makes of it: brightness is the logarithm of the magnitude over three decades,
// of the picture itself its value.
func FFTPictures(p kernels.FFT2D, picture []complex64, s kernels.FFTSteps) (charts.Figure, error) {
	if len(picture) != p.Width*p.Height || len(s.Result) != len(picture) {
		return charts.Figure{}, fmt.Errorf("fft: picture of %d and result of %d elements, want %d × %d", len(picture), len(s.Result), p.Width, p.Height)
	}
	ps := figures.Panels{Grid: charts.Grid{Unit: "brightness"}}
	show := func(data []complex64, width int, decades float64) {
		ps.Add(len(data)/width, width, brightness(data, width, decades))
	}
	ps.Band("picture, 1. rows", p.Height)
	show(picture, p.Width, 0)
	show(s.Rows, p.Width, decades)
	ps.Band("2. transpose, 3. rows", p.Width)
	show(s.Turned, p.Height, decades)
	show(s.Columns, p.Height, decades)
	ps.Band("4. transpose", p.Height)
	show(s.Result, p.Width, decades)
	return charts.Figure{
		Title:   "The remedy in four steps: rows only",
		Caption: fmt.Sprintf("A picture of %d × %d, and what each step makes of it. The first transform smears every row; the transpose lays the picture on its side; the second transform, again along rows, finishes the columns; the second transpose puts the spectrum upright. Each band shows what goes into the rows and what comes out; brightness is logarithmic but for the picture's.", p.Width, p.Height),
		Alt:     "Five small pictures: the original and the results of the four steps. The last is the spectrum, brightest in its upper left corner.",
		Series:  []charts.Series{ps.Grid},
	}, nil
}

// MatrixProductWalk draws the order in which one element of a product reads its
// two factors, and where that lies in memory: once with B as it is, once with B
// transposed.
func MatrixProductWalk(n, row, column int) (charts.Figure, error) {
	if n < 2 || n > 16 || row < 0 || row >= n || column < 0 || column >= n {
		return charts.Figure{}, fmt.Errorf("fft: product of %d × %d at (%d,%d), want a size of 2 to 16 and a place inside", n, n, row, column)
	}
	walk := func(tone charts.Tone, step func(row, column int) (int, bool)) func(int, int) (charts.Cell, bool) {
		return func(r, c int) (charts.Cell, bool) {
			cell := charts.Cell{Tone: charts.TonePlain, Label: strconv.Itoa(r*n + c), Tip: fmt.Sprintf("address %d", r*n+c)}
			if k, ok := step(r, c); ok {
				cell.Tone, cell.Tip = tone, fmt.Sprintf("read %d, at address %d", k, r*n+c)
			}
			return cell, true
		}
	}
	along := func(r, c int) (int, bool) { return c, r == row }
	var ps figures.Panels
	ps.Grid.Keys = []charts.Key{{Tone: charts.Tone3, Label: "neighbours in memory"}, {Tone: charts.Tone2, Label: "a stride apart"}, {Tone: charts.TonePlain, Label: "not read"}}
	ps.Band("A and B", n)
	ps.Add(n, n, walk(charts.Tone3, along))
	ps.Add(n, n, walk(charts.Tone2, func(r, c int) (int, bool) { return r, c == column }))
	ps.Band("A and B transposed", n)
	ps.Add(n, n, walk(charts.Tone3, along))
	ps.Add(n, n, walk(charts.Tone3, func(r, c int) (int, bool) { return c, r == column }))
	return charts.Figure{
		Title:   fmt.Sprintf("What C[%d][%d] of a matrix product reads", row, column),
		Caption: fmt.Sprintf("Numbers are addresses. A row of A is %d neighbours; a column of B is %d elements %d apart, each in a block of memory of its own. With B transposed both walks run along rows.", n, n, n),
		Alt:     "Four matrices of addresses: a row of A and a column of B are marked, then the same row of A and a row of B transposed.",
		Series:  []charts.Series{ps.Grid},
	}, nil
}

// Transposes draws what the transposes took on an H200 and on the model of the whole GPU,
// coloured by the part of it that is used most. Title and Caption are the caller's.
func Transposes(rows []silicon.TransposeResult) charts.Figure {
	h200 := gpu.H200()
	measured := charts.Bars{Name: "measured", Measured: true, Tone: charts.ToneInk}
	f := charts.Figure{
		Alt:  "Bars of milliseconds by kernel: the model's, coloured by the part of the GPU that is used most, and the measurement beside them.",
		Note: "The model runs the kernels' machine code on all SMs; nothing is set from these times, or from any transpose's. A colour is the part of which most is used, of what it can do.",
		X:    charts.Axis{Label: "kernel"},
		Y:    charts.Axis{Label: "time", Unit: "ms"},
	}
	var parts []string
	for i, r := range rows {
		name := figures.Worded(h200, r.Part)
		f.X.Categories = append(f.X.Categories, r.Name)
		tip := fmt.Sprintf("%s\nmodel %.3f ms, measured %.3f: %s %%\nmost used in the model: %s, %.0f %%", r.Name, r.Model/1e3, r.Milliseconds, figures.Signed(100*r.Error(), 1), name, 100*r.Used)
		k := slices.Index(parts, name)
		if k < 0 {
			k, parts = len(parts), append(parts, name)
			f.Series = append(f.Series, charts.Bars{Name: "model: " + name, Stack: "model", Tone: charts.Palette[k], Y: make([]float64, len(rows)), Tips: make([]string, len(rows))})
		}
		bars := f.Series[k].(charts.Bars)
		bars.Y[i], bars.Tips[i] = r.Model/1e3, tip
		measured.Y, measured.Tips = append(measured.Y, r.Milliseconds), append(measured.Tips, tip)
	}
	f.Series = append(f.Series, measured)
	return f
}

// Misses says by how much the model misses transposes, on average, and which it misses by
// more than 15 %, the worst first.
func Misses(rows []silicon.TransposeResult) string {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b silicon.TransposeResult) int {
		return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error()))
	})
	sum := 0.0
	var missed []string
	for _, r := range rows {
		sum += math.Abs(r.Error())
		if math.Abs(r.Error()) > 0.15 {
			missed = append(missed, fmt.Sprintf("%s by %s %%", r.Name, figures.Signed(100*r.Error(), 0)))
		}
	}
	says := fmt.Sprintf("The model is %.1f %% off on average, at worst %s %% (%s)", 100*sum/float64(len(rows)), figures.Signed(100*rows[0].Error(), 0), rows[0].Name)
	if len(missed) == 0 {
		return says + "."
	}
	return says + "; it misses its bar of 15 % for " + strings.Join(missed, ", ") + "."
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
						Tip:   fmt.Sprintf("%s\n%d × %d of %d bytes, %s\nstore %s, %d without conflicts\nload %s, %d without", d.Name, size, size, element, a.Name(), figures.Passes(store.Passes), store.Ideal, figures.Passes(load.Passes), load.Ideal),
					})
				}
			}
		}
		used = append(used, gpumodel.Access{Op: gpumodel.Load, Width: element}, gpumodel.Access{Op: gpumodel.Store, Width: element})
	}
	return charts.Figure{
		Title:   "Every tile on every GPU",
		Caption: "A transpose stores its tile by rows and loads it by columns. Numbers are passes of the whole workgroup, store + load; colour is how many times longer than without a conflict. One element of padding helps wide tiles, and takes narrow ones more passes. Of time the table says nothing.",
		Alt:     fmt.Sprintf("Heat map of the slowdown by bank conflicts: %d tiles and layouts by %d devices.", len(g.Rows), len(g.Columns)),
		Note:    figures.BanksNote(used, devices...),
		Series:  []charts.Series{g},
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
				c.Tip = fmt.Sprintf("%s\n%d × %d of %d bytes: %s\n%s, %d without conflicts\n%s", d.Name, size, size, element, best.Array.Name(), figures.Passes(best.Tally.Passes), best.Tally.Ideal, best.Reason)
				g.Cells = append(g.Cells, c)
			}
		}
	}
	return charts.Figure{
		Title:   "The best layout of every tile on every GPU",
		Caption: "Every padding and every XOR swizzle was tried. +1 is the least padding that takes no more passes than the best swizzle; blue says that no padding does as well. The live chart tells the passes and the whole swizzle: XOR 16 exchanges columns in sixteen ways.",
		Alt:     fmt.Sprintf("Grid of %d tiles by %d devices: tiles of 4 are mostly best left plain, of 8 mostly swizzled, wider ones padded or swizzled.", len(g.Rows), len(g.Columns)),
		Series:  []charts.Series{g},
	}, nil
}
