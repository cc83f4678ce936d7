package fft

import (
	"fmt"
	"math"
	"math/cmplx"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// ScanPictures draws a square picture of complex numbers, what the transform of every
// row makes of it, and that of every column then: brightness is the logarithm of the
// magnitude over three decades, of the picture itself its value.
func ScanPictures(picture, rows, columns []complex64) (charts.Figure, error) {
	n := int(math.Sqrt(float64(len(picture))))
	if n*n != len(picture) || len(rows) != len(picture) || len(columns) != len(picture) {
		return charts.Figure{}, fmt.Errorf("fft: pictures of %d, %d and %d elements, want one square", len(picture), len(rows), len(columns))
	}
	ps := figures.Panels{Grid: charts.Grid{Unit: "brightness"}}
	ps.Band("picture, 1. rows", n)
	ps.Add(n, n, brightness(picture, n, 0))
	ps.Add(n, n, brightness(rows, n, decades))
	ps.Band("2. columns", n)
	ps.Add(n, n, brightness(columns, n, decades))
	return charts.Figure{
		Title:   "The two-dimensional FFT: scan the rows, then the columns",
		Caption: fmt.Sprintf("A picture of %d × %d; every row transformed; then every column of that, which is the spectrum. The first scan smears each row along itself, the second each column. Nothing is transposed: the second scan walks down memory. Brightness is logarithmic but for the picture's.", n, n),
		Alt:     "Three small pictures: a letter, its rows transformed, and the spectrum, brightest in its upper left corner.",
		Series:  []charts.Series{ps.Grid},
	}, nil
}

// decades are those of magnitude that pictures of spectra show.
const decades = 3

// brightness gives the cells of a picture: the size of its numbers, on a scale of so
// many decades, or linear for 0.
func brightness(data []complex64, width int, decades float64) func(row, column int) (charts.Cell, bool) {
	most := 0.0
	for _, x := range data {
		most = max(most, cmplx.Abs(complex128(x)))
	}
	return func(row, column int) (charts.Cell, bool) {
		size := cmplx.Abs(complex128(data[row*width+column])) / max(most, math.SmallestNonzeroFloat64)
		if decades > 0 {
			size = max(0, 1+math.Log10(max(size, 1e-9))/decades)
		}
		return charts.Cell{Value: math.Round(100*size) / 100}, true
	}
}

// ScanSectors draws what comes from memory with a row of an 8 × 8 picture of complex
// numbers, with a column, and with neighbouring columns together: elements of 8 bytes,
// four to a sector of 32.
func ScanSectors() charts.Figure {
	const n, toSector = 8, 32 / 8
	var ps figures.Panels
	ps.Grid.Keys = []charts.Key{{Tone: charts.Tone1, Label: "asked for"}, {Tone: charts.ToneMuted, Label: "comes with it"}, {Tone: charts.TonePlain, Label: "stays"}}
	var sectors [3]int
	for i, asked := range []func(row, column int) bool{
		func(row, _ int) bool { return row == 2 },
		func(_, column int) bool { return column == 5 },
		func(_, column int) bool { return column >= 4 },
	} {
		seen := map[int]bool{}
		for at := range n * n {
			if asked(at/n, at%n) {
				seen[at/toSector] = true
			}
		}
		sectors[i] = len(seen)
		if i == 0 {
			ps.Band("", n)
		}
		ps.Add(n, n, func(row, column int) (charts.Cell, bool) {
			at := row*n + column
			c := charts.Cell{Tone: charts.TonePlain, Label: strconv.Itoa(at), Tip: fmt.Sprintf("element %d, sector %d", at, at/toSector)}
			switch {
			case asked(row, column):
				c.Tone = charts.Tone1
			case seen[at/toSector]:
				c.Tone = charts.ToneMuted
			}
			return c, true
		})
	}
	return charts.Figure{
		Title:   "What comes with a row, and what with a column",
		Caption: fmt.Sprintf("Elements of 8 bytes in memory, four to a sector of 32. Left: a row of %d comes in %d sectors. Middle: a column takes %d, and of each three elements come for nothing. Right: lanes on four neighbouring columns take %d too, and use them whole.", n, sectors[0], sectors[1], sectors[2]),
		Alt:     "Three 8 × 8 grids of element numbers: a row is asked for and nothing else comes; a column, and three elements beside each of its own come; four neighbouring columns, and nothing else comes.",
		Series:  []charts.Series{ps.Grid},
	}
}

// LineTimes draws what the FFT of every row and of every column takes on an H200, of a
// square picture of that size: the model's time beside the measured.
func LineTimes(size int) (charts.Figure, error) {
	rows, err := silicon.FFTResults(size)
	if err != nil {
		return charts.Figure{}, err
	}
	model, code := charts.Bars{Name: "model, of a Go function"}, charts.Bars{Name: "model, of machine code"}
	measured := charts.Bars{Name: "measured", Measured: true, Tone: charts.ToneInk}
	var names []string
	worst, worstCode := 0.0, 0.0
	for _, r := range rows {
		if r.Lines().Move {
			continue
		}
		name := "rows"
		if r.Kernel == "columns" {
			name = fmt.Sprintf("columns, %d", r.Together)
		}
		names = append(names, name)
		tip := fmt.Sprintf("%s\nmodel %.1f µs, measured %.1f: %s %%\nof machine code %.1f: %s %%\nmost used in the model: %s, %.0f %%", name, r.Model, r.Measured, figures.Signed(100*r.Error(), 0), r.Code, figures.Signed(100*r.CodeError(), 0), figures.Worded(gpu.H200(), r.Part), 100*r.Used)
		model.Y, model.Tips = append(model.Y, r.Model), append(model.Tips, tip)
		code.Y, code.Tips = append(code.Y, r.Code), append(code.Tips, tip)
		measured.Y, measured.Tips = append(measured.Y, r.Measured), append(measured.Tips, tip)
		if math.Abs(r.Error()) > math.Abs(worst) {
			worst = r.Error()
		}
		if math.Abs(r.CodeError()) > math.Abs(worstCode) {
			worstCode = r.CodeError()
		}
	}
	return charts.Figure{
		Title:   fmt.Sprintf("Every row, or every column, of %d × %d complex numbers", size, size),
		Caption: fmt.Sprintf("A workgroup (block) transforms one row, one column, or 2, 4, … neighbouring columns in its local memory. One column alone takes %.1f times as long as one row. At worst the model misses by %s %%, and with the compiler's own code by %s.", measured.Y[1]/measured.Y[0], figures.Signed(100*worst, 0), figures.Signed(100*worstCode, 0)),
		Alt:     "Bars of microseconds for rows, and for columns by how many a workgroup takes together: the model's, of a Go function and of machine code, and the measured.",
		Note:    "H200, fft.csv: medians of 15. The model runs the same kernel on all SMs, as a Go function and as nvcc's machine code (fft.sass); how many registers a lane has is the compiler's word. No number is from these times; that constants of addresses cost nothing, up to 8 MB, and that the roots of a stage are loaded at once, was looked up in the machine code after two misses of 15 and 13 %.",
		X:       charts.Axis{Label: "lines of a workgroup", Categories: names},
		Y:       charts.Axis{Label: "time", Unit: "µs"},
		Series:  []charts.Series{model, code, measured},
	}, nil
}

// WholeTimes draws what the whole two-dimensional transform took on an H200, of a square
// picture of that size, by the way to the columns, and in the model, which adds the times of
// its kernels up. Of the transposes through tiles of 32 that has only those of 4096².
func WholeTimes(size int) (charts.Figure, error) {
	times, err := silicon.H200FFT()
	if err != nil {
		return charts.Figure{}, err
	}
	model, bars := charts.Bars{Name: "model"}, charts.Bars{Name: "measured", Measured: true, Tone: charts.ToneInk}
	var names []string
	worst := 0.0
	for _, t := range times {
		if t.Size != size {
			continue
		}
		modelled := 0.0
		switch t.Kernel {
		case "whole, rows and columns":
			names = append(names, fmt.Sprintf("%d col.", t.Together))
			modelled, err = byColumns(size, t.Together)
		case "whole, rows and transposes":
			names = append(names, fmt.Sprintf("%d%s", t.Tile, [...]string{"", "+1"}[t.Pad]))
			modelled, err = byTransposes(size, t.Tile, t.Rows, t.Pad)
		default:
			continue
		}
		if err != nil {
			return charts.Figure{}, err
		}
		tip := fmt.Sprintf("%s\n%s\nmeasured %.1f µs", t.Kernel, names[len(names)-1], t.Microseconds)
		off := modelled/t.Microseconds - 1
		tip += fmt.Sprintf("\nmodel %.1f: %s %%", modelled, figures.Signed(100*off, 0))
		if math.Abs(off) > math.Abs(worst) {
			worst = off
		}
		model.Y, model.Tips = append(model.Y, modelled), append(model.Tips, tip)
		bars.Y, bars.Tips = append(bars.Y, t.Microseconds), append(bars.Tips, tip)
	}
	if len(names) == 0 {
		return charts.Figure{}, fmt.Errorf("fft: no transform of %d × %d was timed, want 4096", size, size)
	}
	return charts.Figure{
		Title:   fmt.Sprintf("The whole transform of %d × %d, by the way to its columns", size, size),
		Caption: "Left, rows and then columns, so many of them at once in a workgroup (block). Right, rows, transpose, rows, transpose, by the width of the transposes' tile; +1 is padded. At worst the model misses by " + figures.Signed(100*worst, 0) + " %.",
		Alt:     "Bars of microseconds: by columns alone and together, and by transposes through tiles of 4, 16 and 32, the model's and the measured.",
		Note:    "H200, fft.csv: medians of 15, two or four kernels one after the other. The model adds up what each takes, and one launch. Tiles of 32 have workgroups of 32 × 8 lanes here, the others a lane for each element.",
		X:       charts.Axis{Label: "columns at once, or tile", Categories: names},
		Y:       charts.Axis{Label: "time", Unit: "µs"},
		Series:  []charts.Series{model, bars},
	}, nil
}
