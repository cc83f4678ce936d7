package kernels

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Kernels that simulators of AMD's GPUs are held to, of AMD's APP SDK and of SHOC (Danalis
// and others 2010), in our own words: who loads what, in which order and shape, is theirs.

// VectorAdd adds two arrays, an element of each lane.
type VectorAdd struct {
	Size  int // elements
	Lanes int // of a workgroup
}

// Launch returns the launch that covers the elements. The error says which parameter is
// wrong.
func (p VectorAdd) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Size < 1 || p.Lanes < 1 {
		return kernel.Launch{}, fmt.Errorf("vector add: Size, Lanes = %d, %d, want 1 or more", p.Size, p.Lanes)
	}
	return line("vector add", d, kernel.Cover(p.Size, p.Lanes), p.Lanes), nil
}

// Kernel returns c = a + b.
func (p VectorAdd) Kernel(a, b, c *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		w.If(i.Below(p.Size), func() { c.Store(i, a.Load(i).Add(b.Load(i))) })
	}
}

// fours is how many elements, and how many rows of them, a lane of the APP SDK's kernels has.
const fours = 4

// TransposeByFours transposes a square matrix of floats in blocks of 4 × 4, one of each lane,
// loaded and stored 16 bytes at a time, by way of the LDS (AMD APP SDK, MatrixTranspose).
// Workgroups go through the tiles along diagonals.
type TransposeByFours struct {
	Size int // of the matrix, a multiple of 4·Edge
	Edge int // lanes of a workgroup each way
}

// Launch returns the launch that covers the matrix. The error says which parameter is wrong.
func (p TransposeByFours) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Edge < 1 || p.Size < 1 || p.Size%(fours*p.Edge) != 0 {
		return kernel.Launch{}, fmt.Errorf("transpose by fours: Size = %d, Edge = %d, want the one a multiple of four times the other", p.Size, p.Edge)
	}
	groups := p.Size / (fours * p.Edge)
	return kernel.Launch{Name: "transpose by fours", Device: d, Grid: gpumodel.Shape{X: groups, Y: groups}, Workgroup: gpumodel.Shape{X: p.Edge, Y: p.Edge}}, nil
}

// Kernel returns out = the transpose of in.
func (p TransposeByFours) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		tile := kernel.NewLocal[float32](w, "tile", 16*p.Edge*p.Edge)
		x, y := w.LocalX(), w.LocalY()
		tileY := w.Group.X
		tileX := (w.Group.X + w.Group.Y) % w.Grid.X
		// at is where row k of a lane's block lies, in a matrix or tile of so wide rows.
		at := func(row, column kernel.Int, wide, k int) kernel.Int {
			return row.Times(fours * wide).Plus(k * wide).Add(column.Times(fours))
		}
		row, column := y.Plus(tileY*p.Edge), x.Plus(tileX*p.Edge)
		var v [fours][fours]kernel.Float32
		for k := range fours {
			v[k][0], v[k][1], v[k][2], v[k][3] = in.Load4(at(row, column, p.Size, k))
		}
		for k := range fours {
			tile.Store4(at(y, x, fours*p.Edge, k), v[k][0], v[k][1], v[k][2], v[k][3])
		}
		w.Barrier()
		for k := range fours {
			v[k][0], v[k][1], v[k][2], v[k][3] = tile.Load4(at(x, y, fours*p.Edge, k))
		}
		row, column = y.Plus(tileX*p.Edge), x.Plus(tileY*p.Edge)
		for k := range fours {
			out.Store4(at(row, column, p.Size, k), v[0][k], v[1][k], v[2][k], v[3][k])
		}
	}
}

// ProductByFours is a product of square matrices of floats of which a lane has a block of
// 4 × 4 (AMD APP SDK, MatrixMultiplication), in the form in which simulators run it: the
// tile of the first factor goes through global memory, one array for all workgroups, where
// they overwrite each other's. So its result is right of one workgroup only.
type ProductByFours struct {
	Size  int // of the matrices, a multiple of 4·Edge
	Edge  int // lanes of a workgroup each way
	Steps int // tiles of the first factor that are used; 0: all, Size / (4·Edge)
}

// Launch returns the launch that covers the product. The error says which parameter is
// wrong.
func (p ProductByFours) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Edge < 1 || p.Size < 1 || p.Size%(fours*p.Edge) != 0 || p.Steps < 0 || p.Steps > p.Size/(fours*p.Edge) {
		return kernel.Launch{}, fmt.Errorf("product by fours: Size, Edge, Steps = %d, %d, %d, want Size a multiple of 4·Edge, and no more Steps than it has of these", p.Size, p.Edge, p.Steps)
	}
	groups := p.Size / (fours * p.Edge)
	return kernel.Launch{Name: "product by fours", Device: d, Grid: gpumodel.Shape{X: groups, Y: groups}, Workgroup: gpumodel.Shape{X: p.Edge, Y: p.Edge}}, matrix("product by fours", p.Size, p.Size)
}

// Kernel returns c = a·b, by way of a tile of 16·Edge² elements. The order of a step's
// loads is that of the machine code in MGPUSim: each element of the first factor's rows in
// turn, of the second two, one and one, before what they are multiplied with.
func (p ProductByFours) Kernel(a, b, c, tile *kernel.Global[float32]) kernel.Kernel {
	steps := p.Steps
	if steps == 0 {
		steps = p.Size / (fours * p.Edge)
	}
	return func(w *kernel.Wavefront) {
		x, y := w.LocalX(), w.LocalY()
		wide := fours * p.Edge                            // of the tile
		mine := y.Times(fours * wide).Add(x.Times(fours)) // in the tile
		own := y.Times(fours * wide)                      // its rows
		column := w.GlobalX().Times(fours)
		row := w.GlobalY().Times(fours * p.Size)
		from := row.Add(x.Times(fours))
		var sum [fours][fours]kernel.Float32
		for i := range sum {
			for j := range sum[i] {
				sum[i][j] = w.Float32(0)
			}
		}
		for step := range steps {
			for k := range fours {
				v0, v1, v2, v3 := a.Load4(from.Plus(step*wide + k*p.Size))
				tile.Store4(mine.Plus(k*wide), v0, v1, v2, v3)
			}
			w.Barrier()
			for j := range p.Edge {
				var u, v [fours][fours]kernel.Float32
				for i := range fours {
					u[i][0], u[i][1], u[i][2], u[i][3] = tile.Load4(own.Plus(i*wide + j*fours))
				}
				load := func(k int) {
					v[k][0], v[k][1], v[k][2], v[k][3] = b.Load4(column.Plus((step*wide + j*fours + k) * p.Size))
				}
				use := func(k int) {
					for i := range fours {
						for n := range fours {
							sum[i][n] = u[i][k].FMA(v[k][n], sum[i][n])
						}
					}
				}
				load(1)
				load(0)
				use(1)
				use(0)
				load(2)
				use(2)
				load(3)
				use(3)
			}
			w.Barrier()
		}
		for k := range fours {
			c.Store4(row.Add(column).Plus(k*p.Size), sum[k][0], sum[k][1], sum[k][2], sum[k][3])
		}
	}
}

// Smooth replaces each element of a picture by a sum of its nine neighbours and itself,
// with weights, by way of the LDS (SHOC, Stencil2D). A workgroup is 64 lanes in a column
// of the workgroup's shape, along a row of the picture, and has 16 of its rows.
type Smooth struct {
	Size                       int     // rows, and columns, of the picture without its border of one: a multiple of 64
	Centre, Cardinal, Diagonal float32 // weights of the element, of those beside it, and of those at its corners
}

const smoothLanes, smoothRows = 64, 16

// Pitch returns the elements from one row of the picture to the next: with the border, up
// to a multiple of 16.
func (p Smooth) Pitch() int { return kernel.Cover(p.Size+2, 16) * 16 }

// Launch returns the launch that covers the picture. The error says which parameter is
// wrong.
func (p Smooth) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Size < 1 || p.Size%smoothLanes != 0 {
		return kernel.Launch{}, fmt.Errorf("smooth: Size = %d, want a multiple of %d", p.Size, smoothLanes)
	}
	return kernel.Launch{Name: "smooth", Device: d, Grid: gpumodel.Shape{X: p.Size / smoothRows, Y: p.Size / smoothLanes}, Workgroup: gpumodel.Shape{X: 1, Y: smoothLanes}}, nil
}

// Kernel returns out = the smoothed in, both of Size + 2 rows of Pitch.
func (p Smooth) Kernel(in, out *kernel.Global[float32]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		const wide = smoothLanes + 2
		near := kernel.NewLocal[float32](w, "near", (smoothRows+2)*wide)
		y := w.LocalY()
		first := y.Plus(w.Group.Y*smoothLanes + 1 + w.Group.X*smoothRows*p.Pitch())
		bring := func(by int) { // by so many columns to the right
			var v [smoothRows + 2]kernel.Float32
			for i := range v {
				v[i] = in.Load(first.Plus(i*p.Pitch() + by))
			}
			for i := range v {
				near.Store(y.Plus(i*wide+1+by), v[i])
			}
		}
		bring(0)
		w.IfElse(y.Is(0), func() { bring(-1) }, func() {
			w.If(y.Is(smoothLanes-1), func() { bring(1) })
		})
		w.Barrier()
		row := func(i int) (v [3]kernel.Float32) {
			for k := range v {
				v[k] = near.Load(y.Plus(i*wide + k))
			}
			return v
		}
		above, here := row(0), row(1)
		for i := range smoothRows {
			below := row(i + 2)
			cardinal := above[1].Add(below[1]).Add(here[2]).Add(here[0])
			diagonal := above[2].Add(below[2]).Add(above[0]).Add(below[0])
			sum := diagonal.Times(p.Diagonal).Add(cardinal.Times(p.Cardinal).Add(here[1].Times(p.Centre)))
			out.Store(first.Plus((i+1)*p.Pitch()), sum)
			above, here = here, below
		}
	}
}
