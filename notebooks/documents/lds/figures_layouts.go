package lds

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// StrideSweep draws the passes of a wavefront's 4-byte loads against the stride
// in words, 1 to most, for each device: how much slower than consecutive words.
// Where a device agrees with the first one, its points are left out: they would
// hide each other.
func StrideSweep(most int, devices ...gpumodel.Device) (charts.Figure, error) {
	f := charts.Figure{
		Title:   "How a stride slows a read down",
		Caption: "Passes of one 4-byte load of a wavefront, as a multiple of what consecutive words take. Odd strides are free; each factor of two in the stride doubles the time, until all lanes share one bank.",
		Alt:     fmt.Sprintf("Slowdown against stride, 1 to %d words, for %d devices. It is 1 at odd strides and largest at multiples of the number of banks.", most, len(devices)),
		X:       charts.Axis{Label: "stride", Unit: "4-byte words", Ticks: steps(most, 16)},
		Y:       charts.Axis{Label: "slowdown", Unit: "times", Scale: charts.Log2},
		Note:    figures.BanksNote([]gpumodel.Access{{Op: gpumodel.Load, Width: 4}}, devices...),
	}
	var first []float64
	for _, d := range devices {
		slow, line, err := strides(most, d)
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%s: %w", d.Name, err)
		}
		if first == nil {
			first = slow
		} else if line = differing(line, first); len(line.X) == 0 {
			before := f.Series[0].(charts.Line)
			before.Name += ", " + d.Name
			f.Series[0] = before
			continue
		}
		f.Series = append(f.Series, line)
	}
	return f, nil
}

// strides returns a device's slowdown at each stride from 1 to most, and its line.
func strides(most int, d gpumodel.Device) ([]float64, charts.Line, error) {
	line := charts.Line{Name: d.Name, Style: charts.Dots}
	ideal, err := d.LDS.Serve(gpumodel.Stride(4, d.Lanes, 0, 4))
	if err != nil {
		return nil, line, err
	}
	for stride := 1; stride <= most; stride++ {
		s, err := d.LDS.Serve(gpumodel.Stride(4, d.Lanes, 0, gpumodel.Bytes(4*stride)))
		if err != nil {
			return nil, line, fmt.Errorf("stride %d: %w", stride, err)
		}
		slow := float64(s.Passes) / float64(ideal.Passes)
		line.X = append(line.X, float64(stride))
		line.Y = append(line.Y, slow)
		line.Tips = append(line.Tips, fmt.Sprintf("%s\nstride of %s\n%s, %s times %d", d.Name, figures.Counted(stride, "word", "words"), figures.Passes(s.Passes), charts.FormatNumber(slow), ideal.Passes))
	}
	return line.Y, line, nil
}

// differing keeps the points of a line that are not at the first device's height.
func differing(line charts.Line, first []float64) charts.Line {
	out := charts.Line{Name: line.Name + ", where it differs", Style: line.Style}
	for i, y := range line.Y {
		if y != first[i] {
			out.X, out.Y, out.Tips = append(out.X, line.X[i]), append(out.Y, y), append(out.Tips, line.Tips[i])
		}
	}
	return out
}

// NamedArray is a named way to lay out an array.
type NamedArray struct {
	Name  string
	Array gpumodel.Array
}

// PadOrSwizzle draws, for each layout, the passes of a wavefront that reads a
// row, a column, the diagonal, and an 8-wide tile down its columns.
func PadOrSwizzle(d gpumodel.Device, layouts ...NamedArray) (charts.Figure, error) {
	kinds := []struct {
		name string
		make func(gpumodel.Array) (gpumodel.Access, error)
	}{
		{"row", func(a gpumodel.Array) (gpumodel.Access, error) { return a.Row(0, d.Lanes) }},
		{"column", func(a gpumodel.Array) (gpumodel.Access, error) { return a.Column(0, d.Lanes) }},
		{"diagonal", func(a gpumodel.Array) (gpumodel.Access, error) { return a.Diagonal(d.Lanes) }},
		{"8-wide tile, by columns", func(a gpumodel.Array) (gpumodel.Access, error) { return a.Tile(0, 0, 8, d.Lanes, true) }},
	}
	f := charts.Figure{
		Title:   "Padding against swizzling",
		Caption: "Passes of one wavefront for four ways to read the array. Padding spends memory to move each row one bank on; an XOR swizzle permutes each row in place and spends none.",
		X:       charts.Axis{Label: "what the wavefront reads"},
		Y:       charts.Axis{Label: "passes", Unit: "cycles", Scale: charts.Log2},
	}
	var used []gpumodel.Access
	var said []string
	for _, k := range kinds {
		f.X.Categories = append(f.X.Categories, k.name)
	}
	for _, l := range layouts {
		b := charts.Bars{Name: fmt.Sprintf("%s (%d bytes)", l.Name, l.Array.Size())}
		for _, k := range kinds {
			a, err := k.make(l.Array)
			if err != nil {
				return charts.Figure{}, fmt.Errorf("%s, %s: %w", l.Name, k.name, err)
			}
			s, err := d.LDS.Serve(a)
			if err != nil {
				return charts.Figure{}, fmt.Errorf("%s, %s: %w", l.Name, k.name, err)
			}
			used = append(used, a)
			b.Y = append(b.Y, float64(s.Passes))
			b.Tips = append(b.Tips, fmt.Sprintf("%s, %s\n%s, %d without conflicts", l.Name, k.name, figures.Passes(s.Passes), s.Ideal))
		}
		said = append(said, fmt.Sprintf("%s: column %s passes", l.Name, charts.FormatNumber(b.Y[1])))
		f.Series = append(f.Series, b)
	}
	f.Note = figures.BanksNote(used, d)
	f.Alt = "Bars of passes for row, column, diagonal and tile. " + strings.Join(said, "; ") + "."
	return f, nil
}

// Comparison draws, for each device, how much longer a wavefront's row and
// column reads of each layout take than reads without a conflict: a heat map,
// layouts down, devices across.
func Comparison(devices []gpumodel.Device, layouts ...NamedArray) (charts.Figure, error) {
	g := charts.Grid{Across: "device", Down: "layout and access", Unit: "times", Scale: charts.Log2}
	for _, d := range devices {
		g.Columns = append(g.Columns, d.Name)
	}
	var used []gpumodel.Access
	accesses := []struct {
		name string
		make func(gpumodel.Array, int) (gpumodel.Access, error)
	}{
		{"row", func(a gpumodel.Array, lanes int) (gpumodel.Access, error) { // and on in the next, where it is shorter than the wavefront
			return a.Tile(0, 0, min(a.Columns, lanes), lanes, false)
		}},
		{"column", func(a gpumodel.Array, lanes int) (gpumodel.Access, error) { return a.Column(0, lanes) }},
	}
	for _, l := range layouts {
		for _, k := range accesses {
			row := len(g.Rows)
			g.Rows = append(g.Rows, l.Name+", "+k.name)
			for column, d := range devices {
				a, err := k.make(l.Array, d.Lanes)
				if err != nil {
					return charts.Figure{}, fmt.Errorf("%s, %s, %s: %w", d.Name, l.Name, k.name, err)
				}
				s, err := d.LDS.Serve(a)
				if err != nil {
					return charts.Figure{}, fmt.Errorf("%s, %s, %s: %w", d.Name, l.Name, k.name, err)
				}
				used = append(used, a)
				slow := float64(s.Passes) / float64(s.Ideal)
				g.Cells = append(g.Cells, charts.Cell{
					Row: row, Column: column, Value: slow, Label: charts.FormatNumber(slow) + "×",
					Tip: fmt.Sprintf("%s\n%s, %s\n%s, %d without conflicts", d.Name, l.Name, k.name, figures.Passes(s.Passes), s.Ideal),
				})
			}
		}
	}
	return charts.Figure{
		Title:   "The same layouts on different GPUs",
		Caption: "Each row is a layout and a way to read it, each column a GPU. 1× is a read without a conflict, which need not be fast: 16 bytes a lane take 2 to 8 passes even so. A plain column has all lanes of a phase in one bank, and a phase is 8 to 32 lanes. Where a padded or swizzled column is still at 2×, the GPU's banks deliver 256 bytes together at that width, not 128, and what was made for 128 is not enough.",
		Alt:     fmt.Sprintf("Heat map of slowdowns, %d layouts and accesses by %d devices.", len(g.Rows), len(g.Columns)),
		Note:    figures.BanksNote(used, devices...),
		Series:  []charts.Series{g},
	}, nil
}

// steps returns 0, step, 2·step, … up to most, its 0 replaced by 1.
func steps(most, step int) []float64 {
	ticks := []float64{1}
	for t := step; t <= most; t += step {
		ticks = append(ticks, float64(t))
	}
	return ticks
}
