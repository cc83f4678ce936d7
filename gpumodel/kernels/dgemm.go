package kernels

import (
	"errors"
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// DGEMM is the product of two matrices of 64-bit numbers by the inner product, as
// GPUs do it: every lane keeps Rows × Columns elements of C in registers, and
// feeds them from tiles of A and B in the LDS.
//
//	C = A·B, A of M × K, B of K × N, all stored by rows
//
// No size need be a multiple of anything: what lies outside is taken as 0 and
// never written.
type DGEMM struct {
	M, N, K       int
	Rows, Columns int // of C in each lane's registers
	Edge          int // lanes of a workgroup each way; 0 means 16
	Depth         int // steps of a tile; 0 means 16
}

// Tile returns what a workgroup works on at a time: its rows and columns of C, and
// the steps, columns of A and rows of B, that it has in the LDS.
func (p DGEMM) Tile() (rows, columns, steps int) {
	return p.Rows * p.edge(), p.Columns * p.edge(), p.depth()
}

// Launch returns the launch that covers C. The error joins everything that is
// wrong with the parameters.
func (p DGEMM) Launch(d gpumodel.Device) (kernel.Launch, error) {
	errs := []error{matrix("dgemm, A", p.K, p.M), matrix("dgemm, B", p.N, p.K), matrix("dgemm, C", p.N, p.M)}
	for _, f := range []struct {
		name        string
		value, most int
	}{{"Rows", p.Rows, 16}, {"Columns", p.Columns, 16}, {"Edge", p.edge(), 32}, {"Depth", p.depth(), 64}} {
		if f.value < 1 || f.value > f.most {
			errs = append(errs, fmt.Errorf("dgemm: %s = %d, want 1 to %d", f.name, f.value, f.most))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return kernel.Launch{}, err
	}
	rows, columns, _ := p.Tile()
	return kernel.Launch{
		Name:      "dgemm",
		Device:    d,
		Grid:      gpumodel.Shape{X: kernel.Cover(p.N, columns), Y: kernel.Cover(p.M, rows)},
		Workgroup: gpumodel.Shape{X: p.edge(), Y: p.edge()},
	}, nil
}

// Kernel returns c = a·b.
func (p DGEMM) Kernel(a, b, c *kernel.Global[float64]) kernel.Kernel {
	edge := p.edge()
	rows, columns, depth := p.Tile()
	return func(w *kernel.Wavefront) {
		aTile := kernel.NewLocal[float64](w, "a", depth*rows)
		bTile := kernel.NewLocal[float64](w, "b", depth*columns)
		x, y := w.LocalX(), w.LocalY()
		sums := make([]kernel.Float64, p.Rows*p.Columns)
		for i := range sums {
			sums[i] = w.Float64(0)
		}
		for first := 0; first < p.K; first += depth {
			p.fetch(w, aTile, rows, func(step, row kernel.Int) kernel.Float64 {
				return inside(w, a, row.Plus(w.Group.Y*rows), step.Plus(first), p.M, p.K)
			})
			p.fetch(w, bTile, columns, func(step, column kernel.Int) kernel.Float64 {
				return inside(w, b, step.Plus(first), column.Plus(w.Group.X*columns), p.K, p.N)
			})
			w.Barrier()
			for step := range depth {
				p.step(step, aTile, bTile, x, y, sums)
			}
			w.Barrier()
		}
		for i := range p.Rows {
			for j := range p.Columns {
				row, column := y.Plus(w.Group.Y*rows+i*edge), x.Plus(w.Group.X*columns+j*edge)
				w.If(row.Below(p.M).And(column.Below(p.N)), func() {
					c.Store(row.TimesPlus(p.N, column), sums[i*p.Columns+j])
				})
			}
		}
	}
}

// step adds one outer product of what the lane loads to its sums.
func (p DGEMM) step(step int, aTile, bTile kernel.Local[float64], x, y kernel.Int, sums []kernel.Float64) {
	edge := p.edge()
	column := make([]kernel.Float64, p.Rows)
	for i := range column {
		column[i] = aTile.Load(y.Plus((step*p.Rows + i) * edge))
	}
	for j := range p.Columns {
		v := bTile.Load(x.Plus((step*p.Columns + j) * edge))
		for i, u := range column {
			sums[i*p.Columns+j] = u.FMA(v, sums[i*p.Columns+j])
		}
	}
}

// fetch fills a tile of depth steps of width elements, all lanes together.
func (p DGEMM) fetch(w *kernel.Wavefront, tile kernel.Local[float64], width int, element func(step, place kernel.Int) kernel.Float64) {
	lanes, size := p.edge()*p.edge(), p.depth()*width
	for first := 0; first < size; first += lanes {
		at := w.Linear().Plus(first)
		w.If(at.Below(size), func() {
			step, place := kernel.DivMod(at, width)
			tile.Store(at, element(step, place))
		})
	}
}

// inside returns an element of a matrix of rows × columns, 0 outside of it.
func inside(w *kernel.Wavefront, m *kernel.Global[float64], row, column kernel.Int, rows, columns int) kernel.Float64 {
	v := w.Float64(0)
	w.If(row.Below(rows).And(column.Below(columns)), func() {
		kernel.Set(&v, m.Load(row.TimesPlus(columns, column)))
	})
	return v
}

func (p DGEMM) edge() int {
	if p.Edge == 0 {
		return 16
	}
	return p.Edge
}

func (p DGEMM) depth() int {
	if p.Depth == 0 {
		return 16
	}
	return p.Depth
}
