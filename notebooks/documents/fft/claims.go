// Package fft is the fifth document, on the FFT's transpose, strides and bank conflicts:
// its claims, and the figures that only notebook 05 draws.
package fft

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/notebooks/documents/ledger"
)

// turn is the document's transpose: an 8 × 8 matrix of two floats each, size 4.
var turn = kernels.Transpose[complex64]{Width: 8, Height: 8, Tile: 4, Pad: 1}

// Claims returns the claims of the fifth document, on the FFT's transpose, and then
// those of ours.
func Claims() []ledger.Claim {
	return slices.Concat(columnScan(), transposeTables(), transposeBanks(), ours())
}

// transposeTables are the worked examples and the closing table: the document's own
// indices, of which its own kernel, run, makes the same.
func transposeTables() []ledger.Claim {
	group := func(x, y int) func(list func(kernels.Indices) []int, want ...int) func() (float64, error) {
		return func(list func(kernels.Indices) []int, want ...int) func() (float64, error) {
			return func() (float64, error) { return agreeing(x, y, list, want) }
		}
	}
	load := func(i kernels.Indices) []int { return i.TileLoad }
	out := func(i kernels.Indices) []int { return i.Output }
	source := func(i kernels.Indices) []int { return i.Input }
	value := func(at int) func() (float64, error) { return func() (float64, error) { return outputAt(at) } }
	first := func(lx, ly int) func() (float64, error) {
		return func() (float64, error) { return loadedBy(lx, ly) }
	}
	return []ledger.Claim{
		{ID: "D5.1", Item: "the tile", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: group(0, 0)(source, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27),
			Statement: "the first tile holds 1 2 3 4, 9 10 11 12, 17 18 19 20, 25 26 27 28 (elements that agree)"},
		{ID: "D5.2", Item: "the tile, turned", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: group(0, 0)(load, 0, 5, 10, 15, 1, 6, 11, 16, 2, 7, 12, 17, 3, 8, 13, 18),
			Statement: "read back it is 1 9 17 25, 2 10 18 26, 3 11 19 27, 4 12 20 28 (elements that agree)"},
		{ID: "D5.3", Item: "the tile, turned", Kind: ledger.Arithmetic, Says: ledger.Exactly(1), Compute: first(0, 0), Statement: "the lane with lx = 0, ly = 0 reads the value 1"},
		{ID: "D5.4", Item: "the tile, turned", Kind: ledger.Arithmetic, Says: ledger.Exactly(2), Compute: first(0, 1), Statement: "lx = 0, ly = 1 reads 2"},
		{ID: "D5.5", Item: "the tile, turned", Kind: ledger.Arithmetic, Says: ledger.Exactly(25), Compute: first(3, 0), Statement: "lx = 3, ly = 0 reads 25"},
		{ID: "D5.35", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: group(1, 0)(source, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19),
			Statement: "the tile of group (1,0) holds 5 6 7 8, 9 10 11 12, 13 14 15 16, 17 18 19 20 (elements that agree)",
			Off:       "A slip of the print: below 5 6 7 8 of the matrix stand 13 14 15 16, 21 22 23 24, 29 30 31 32"},
		{ID: "D5.36", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: group(0, 1)(source, 32, 33, 34, 35, 40, 41, 42, 43, 48, 49, 50, 51, 56, 57, 58, 59),
			Statement: "that of group (0,1) 33 34 35 36, 41 42 43 44, 49 50 51 52, 57 58 59 60"},
		{ID: "D5.37", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "elements", Says: ledger.Exactly(16), Compute: group(1, 1)(source, 36, 37, 38, 39, 44, 45, 46, 47, 52, 53, 54, 55, 60, 61, 62, 63),
			Statement: "and that of group (1,1) 37 38 39 40, 45 46 47 48, 53 54 55 56, 61 62 63 64"},
		{ID: "D5.6", Item: "worked examples", Kind: ledger.Arithmetic, Says: ledger.Exactly(5), Compute: value(32), Statement: "the value 5 of group (1,0) goes to index (1·4 + 0)·8 + 0·4 + 0 = 32, where 33 was"},
		{ID: "D5.7", Item: "worked examples", Kind: ledger.Arithmetic, Says: ledger.Exactly(33), Compute: value(4), Statement: "and 33 of group (0,1) goes to index 4, where 5 was"},
		{ID: "D5.8", Item: "worked examples", Kind: ledger.Arithmetic, Says: ledger.Exactly(37), Compute: value(36), Statement: "37, on the diagonal, stays at index 36"},
		{ID: "D5.9", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "gy", Says: ledger.Exactly(0), Compute: func() (float64, error) { g, err := groupOf(32); return float64(g.Y), err },
			Statement: "33 lies in the group below the first, gy = 0",
			Off:       "A slip of the text: its own formula, a line further on, uses gy = 1"},
		{ID: "D5.25", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "gx", Says: ledger.Exactly(0), Compute: func() (float64, error) { g, err := groupOf(4); return float64(g.X), err },
			Statement: "5 lies one tile to the right, gx = 0",
			Off:       "A slip too: the same sentence begins with gx = 1"},
		{ID: "D5.26", Item: "worked examples", Kind: ledger.Arithmetic, Unit: "lanes", Says: ledger.Exactly(64), Compute: lanesOfFormula,
			Statement: "(gx·size + lx)·height + gy·size + ly is the index of the output (lanes whose own it is)",
			Off:       "It is where the element goes that the lane has loaded. What the lane writes, in the kernel and in the closing table, is (gx·size + ly)·height + gy·size + lx: lx and ly change places. The two are one where lx = ly, as in all three examples"},
		{ID: "D5.11", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(0, 0)(load, 0, 5, 10, 15, 1, 6, 11, 16),
			Statement: "group (0,0): index_tile is 0 5 10 15, 1 6 11 16 (entries that agree)"},
		{ID: "D5.12", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(0, 0)(out, 0, 1, 2, 3, 8, 9, 10, 11),
			Statement: "group (0,0): index_out is 0 1 2 3, 8 9 10 11"},
		{ID: "D5.13", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(0, 1)(load, 0, 5, 10, 15, 1, 6, 11, 16),
			Statement: "group (0,1): index_tile is the same"},
		{ID: "D5.14", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(0, 1)(out, 4, 5, 6, 7, 12, 13, 14, 15),
			Statement: "group (0,1): index_out is 4 5 6 7, 12 13 14 15"},
		{ID: "D5.15", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(1, 1)(load, 0, 5, 10, 15, 1, 6, 11, 16),
			Statement: "group (1,1): index_tile is the same"},
		{ID: "D5.16", Item: "closing table", Kind: ledger.Arithmetic, Unit: "entries", Says: ledger.Exactly(8), Compute: group(1, 1)(out, 36, 37, 38, 39, 44, 45, 46, 47),
			Statement: "group (1,1): index_out is 36 37 38 39, 44 45 46 47"},
	}
}

// inGroup returns what a workgroup of the document's transpose touches.
func inGroup(x, y int) (kernels.Indices, error) {
	all, err := turn.Indices(gpu.H200())
	if err != nil {
		return kernels.Indices{}, err
	}
	for _, g := range all {
		if g.Group == (kernel.Point{X: x, Y: y}) {
			return g, nil
		}
	}
	return kernels.Indices{}, fmt.Errorf("no group (%d,%d)", x, y)
}

// agreeing counts the first entries of a list that are as wanted.
func agreeing(x, y int, list func(kernels.Indices) []int, want []int) (float64, error) {
	g, err := inGroup(x, y)
	if err != nil {
		return 0, err
	}
	n := 0
	for i, w := range want {
		if list(g)[i] == w {
			n++
		}
	}
	return float64(n), nil
}

// loadedBy is the value, counted from 1, that a lane of group (0,0) reads from
// the tile: the input's element that was stored there.
func loadedBy(lx, ly int) (float64, error) {
	g, err := inGroup(0, 0)
	if err != nil {
		return 0, err
	}
	for i, at := range g.TileStore {
		if at == g.TileLoad[lx+turn.Tile*ly] {
			return float64(g.Input[i] + 1), nil
		}
	}
	return 0, fmt.Errorf("lane (%d,%d) reads what no lane stored", lx, ly)
}

// outputAt is the element of the transpose of 1, 2, 3 … 64.
func outputAt(i int) (float64, error) {
	data := make([]complex64, turn.Width*turn.Height)
	for i := range data {
		data[i] = complex(float32(i+1), 0)
	}
	l, err := turn.Launch(gpu.H200())
	if err != nil {
		return 0, err
	}
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[complex64](&m, "out", len(data))
	_, err = l.Run(turn.Kernel(kernel.Upload(&m, "in", data), out))
	return float64(real(out.Data[i])), err
}

// groupOf is the group that loads an element of the input.
func groupOf(index int) (kernel.Point, error) {
	all, err := turn.Indices(gpu.H200())
	for _, g := range all {
		if slices.Contains(g.Input, index) {
			return g.Group, err
		}
	}
	return kernel.Point{}, fmt.Errorf("no group loads element %d: %v", index, err)
}

// lanesOfFormula counts the lanes that write where the document's formula says.
func lanesOfFormula() (float64, error) {
	all, err := turn.Indices(gpu.H200())
	n := 0
	for _, g := range all {
		for lane, at := range g.Output {
			lx, ly := lane%turn.Tile, lane/turn.Tile
			if at == (g.Group.X*turn.Tile+lx)*turn.Height+g.Group.Y*turn.Tile+ly {
				n++
			}
		}
	}
	return float64(n), err
}

func groups() (float64, error) {
	all, err := turn.Indices(gpu.H200())
	return float64(len(all)), err
}

// fftMiss is the largest difference between the four steps and the definition.
func fftMiss() (float64, error) {
	const width, height = 12, 10
	picture := make([]complex64, width*height)
	for i := range picture {
		picture[i] = complex(float32(i*i%17), float32(i%5))
	}
	dft := func(row []complex128) {
		out := make([]complex128, len(row))
		for u := range out {
			for x, v := range row {
				out[u] += v * cmplx.Rect(1, -2*math.Pi*float64(u*x%len(row))/float64(len(row)))
			}
		}
		copy(row, out)
	}
	s, err := kernels.FFT2D{Width: width, Height: height, Tile: turn.Tile, Pad: turn.Pad, Row: dft}.Run(gpu.H200(), picture)
	if err != nil {
		return 0, err
	}
	miss, most := 0.0, 0.0
	for v := range height {
		for u := range width {
			want := complex128(0)
			for i, p := range picture {
				angle := float64(u*(i%width))/width + float64(v*(i/width))/height
				want += complex128(p) * cmplx.Rect(1, -2*math.Pi*angle)
			}
			most = max(most, cmplx.Abs(want))
			miss = max(miss, cmplx.Abs(complex128(s.Result[v*width+u])-want))
		}
	}
	return miss / most, nil
}
