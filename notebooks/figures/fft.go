package figures

import (
	"fmt"
	"math"
	"math/cmplx"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// FFTPictures draws a picture and what each of the four steps of its transform
// makes of it: brightness is the logarithm of the magnitude over three decades,
// of the picture itself its value.
func FFTPictures(p kernels.FFT2D, picture []complex64, s kernels.FFTSteps) (charts.Figure, error) {
	if len(picture) != p.Width*p.Height || len(s.Result) != len(picture) {
		return charts.Figure{}, fmt.Errorf("figures: picture of %d and result of %d elements, want %d × %d", len(picture), len(s.Result), p.Width, p.Height)
	}
	ps := panels{grid: charts.Grid{Unit: "brightness"}}
	show := func(data []complex64, width int, decades float64) {
		most := 0.0
		for _, x := range data {
			most = max(most, cmplx.Abs(complex128(x)))
		}
		ps.add(len(data)/width, width, func(row, column int) (charts.Cell, bool) {
			size := cmplx.Abs(complex128(data[row*width+column])) / max(most, math.SmallestNonzeroFloat64)
			if decades > 0 {
				size = max(0, 1+math.Log10(max(size, 1e-9))/decades)
			}
			return charts.Cell{Value: math.Round(100*size) / 100}, true
		})
	}
	const decades = 3
	ps.band("picture, 1. rows", p.Height)
	show(picture, p.Width, 0)
	show(s.Rows, p.Width, decades)
	ps.band("2. transpose, 3. rows", p.Width)
	show(s.Turned, p.Height, decades)
	show(s.Columns, p.Height, decades)
	ps.band("4. transpose", p.Height)
	show(s.Result, p.Width, decades)
	return charts.Figure{
		Title:   "The two-dimensional FFT in four steps",
		Caption: fmt.Sprintf("A picture of %d × %d, and what each step makes of it. The first transform smears every row; the transpose lays the picture on its side; the second transform, again along rows, finishes the columns; the second transpose puts the spectrum upright. Each band shows what goes into the rows and what comes out; brightness is logarithmic but for the picture's.", p.Width, p.Height),
		Alt:     "Five small pictures: the original and the results of the four steps. The last is the spectrum, brightest in its upper left corner.",
		Series:  []charts.Series{ps.grid},
	}, nil
}

// MatrixProductWalk draws the order in which one element of a product reads its
// two factors, and where that lies in memory: once with B as it is, once with B
// transposed.
func MatrixProductWalk(n, row, column int) (charts.Figure, error) {
	if n < 2 || n > 16 || row < 0 || row >= n || column < 0 || column >= n {
		return charts.Figure{}, fmt.Errorf("figures: product of %d × %d at (%d,%d), want a size of 2 to 16 and a place inside", n, n, row, column)
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
	var ps panels
	ps.grid.Keys = []charts.Key{{Tone: charts.Tone3, Label: "neighbours in memory"}, {Tone: charts.Tone2, Label: "a stride apart"}, {Tone: charts.TonePlain, Label: "not read"}}
	ps.band("A and B", n)
	ps.add(n, n, walk(charts.Tone3, along))
	ps.add(n, n, walk(charts.Tone2, func(r, c int) (int, bool) { return r, c == column }))
	ps.band("A and B transposed", n)
	ps.add(n, n, walk(charts.Tone3, along))
	ps.add(n, n, walk(charts.Tone3, func(r, c int) (int, bool) { return c, r == column }))
	return charts.Figure{
		Title:   fmt.Sprintf("What C[%d][%d] of a matrix product reads", row, column),
		Caption: fmt.Sprintf("Numbers are addresses. A row of A is %d neighbours; a column of B is %d elements %d apart, each in a block of memory of its own. With B transposed both walks run along rows.", n, n, n),
		Alt:     "Four matrices of addresses: a row of A and a column of B are marked, then the same row of A and a row of B transposed.",
		Series:  []charts.Series{ps.grid},
	}, nil
}

// Coalescing is the table of how many 32-byte sectors of memory a wavefront
// touches at a time in a transpose: down columns, and through the tile.
func Coalescing(d gpumodel.Device, n int) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "access"}, {Head: "sectors", Numeric: true}, {Head: "KB moved", Numeric: true}, {Head: "of use", Numeric: true}}}
	add := func(name string, r kernel.Result) {
		for _, s := range r.Sites {
			if s.Kind == gpumodel.Global {
				wanted, moved := 4*s.Lanes, 32*s.Sectors
				t.Rows = append(t.Rows, []string{name, s.Op.String(), strconv.Itoa(s.Sectors), strconv.Itoa(moved >> 10), charts.FormatNumber(100*float64(wanted)/float64(moved)) + " %"})
			}
		}
	}
	var m kernel.DeviceMemory
	in, out := kernel.NewGlobal[float32](&m, "in", n*n), kernel.NewGlobal[float32](&m, "out", n*n)
	naive := kernels.NaiveTranspose[float32]{Width: n, Height: n, Workgroup: gpumodel.Shape{X: 32, Y: 8}}
	l, err := naive.Launch(d)
	if err != nil {
		return charts.Figure{}, err
	}
	r, err := l.Run(naive.Kernel(in, out))
	if err != nil {
		return charts.Figure{}, err
	}
	add("naive", r)
	for _, tile := range []int{4, 8, 16, 32} {
		p := kernels.Transpose[float32]{Width: n, Height: n, Tile: tile, Rows: min(tile, 8)}
		if l, err = p.Launch(d); err != nil {
			return charts.Figure{}, err
		}
		if r, err = l.Run(p.Kernel(in, out)); err != nil {
			return charts.Figure{}, err
		}
		add(fmt.Sprintf("tiles of %d", tile), r)
	}
	return charts.Figure{
		Title:   "What comes over the bus, and what of it is used",
		Caption: fmt.Sprintf("A transpose of %d × %d floats. Memory moves whole sectors of 32 bytes. Down a column every lane wants a sector of its own and uses an eighth of it; through a tile of 8 or more every byte is wanted.", n, n),
		Alt:     "Table of sectors and bytes by kernel and access. The naive transpose's store uses 12.5 % of what it moves, tiles of 4 use half, wider tiles all.",
		Series:  []charts.Series{t},
	}, nil
}
