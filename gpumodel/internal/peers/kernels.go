package main

import (
	"fmt"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// transposition returns matrixTranspose of the AMD APP SDK for n × n integers: 16 × 16
// lanes turn a tile of 64 × 64 in the LDS, each 4 × 4 elements of it, 16 bytes at a
// time. Workgroups go through the matrix diagonally, as there.
func transposition(n int) (kernel.Launch, kernel.Kernel, func() error) {
	const edge = 16
	width, tiles := n/4, n/64 // of a row, in fours and in tiles
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[int32](&m, "input", n*n), kernel.NewGlobal[int32](&m, "output", n*n)
	for i := range in.Data {
		in.Data[i] = int32(i)
	}
	k := func(w *kernel.Wavefront) {
		block := kernel.NewLocal[int32](w, "block", 16*edge*edge)
		x, y := w.LocalX(), w.LocalY()
		tileY := w.Group.X
		tileX := (w.Group.X + w.Group.Y) % tiles

		from := y.Plus(tileY*edge).TimesPlus(4*width, x.Plus(tileX*edge)).Times(4)
		to := y.TimesPlus(4*edge, x).Times(4)
		for row := range 4 {
			a, b, c, d := in.Load4(from.Plus(4 * row * width))
			block.Store4(to.Plus(4*row*edge), a, b, c, d)
		}
		w.Barrier()

		var v [4][4]kernel.Vec[int32]
		turned := x.TimesPlus(4*edge, y).Times(4)
		for row := range 4 {
			v[row][0], v[row][1], v[row][2], v[row][3] = block.Load4(turned.Plus(4 * row * edge))
		}
		into := y.Plus(tileX*edge).TimesPlus(4*width, x.Plus(tileY*edge)).Times(4)
		for row := range 4 {
			out.Store4(into.Plus(4*row*width), v[0][row], v[1][row], v[2][row], v[3][row])
		}
	}
	check := func() error {
		for i, v := range out.Data {
			if want := in.Data[i%n*n+i/n]; v != want {
				return fmt.Errorf("element (%d, %d) of the transpose is %d, want %d", i/n, i%n, v, want)
			}
		}
		return nil
	}
	return launch("matrixtranspose", tiles, edge), k, check
}

// multiplication returns mmmKernel_local of the AMD APP SDK for n × n numbers: 8 × 8
// lanes compute a tile of 32 × 32, each 4 × 4 elements of it in registers. A goes
// through the LDS, B comes from global memory, 16 bytes at a time.
func multiplication(n int) (kernel.Launch, kernel.Kernel, func() error) {
	const edge = 8
	width := n / 4 // of a row, in fours
	var m kernel.GlobalMemory
	a, b, c := kernel.NewGlobal[float32](&m, "A", n*n), kernel.NewGlobal[float32](&m, "B", n*n), kernel.NewGlobal[float32](&m, "C", n*n)
	for i := range a.Data { // whole numbers whose sums are exact
		a.Data[i], b.Data[i] = float32(i*7%13-6), float32(i*5%11-5)
	}
	k := func(w *kernel.Wavefront) {
		block := kernel.NewLocal[float32](w, "blockA", 16*edge*edge)
		x, y := w.LocalX(), w.LocalY()
		column, row := x.Plus(w.Group.X*edge), y.Plus(w.Group.Y*edge)
		var sum [4][4]kernel.Float32
		for i := range sum {
			for j := range sum[i] {
				sum[i][j] = w.Float32(0)
			}
		}
		to := y.TimesPlus(4*edge, x).Times(4)
		rowA, rowB := row.TimesPlus(4*width, x).Times(4), column.Times(4)
		lane := y.Times(16 * edge)
		for tile := range width / edge {
			for i := range 4 {
				p, q, r, s := a.Load4(rowA.Plus(4 * (tile*edge + i*width)))
				block.Store4(to.Plus(4*i*edge), p, q, r, s)
			}
			w.Barrier()
			for j := range edge {
				var u, v [4][4]kernel.Float32
				for i := range 4 {
					u[i][0], u[i][1], u[i][2], u[i][3] = block.Load4(lane.Plus(4 * (j + i*edge)))
				}
				for i := range 4 {
					v[i][0], v[i][1], v[i][2], v[i][3] = b.Load4(rowB.Plus(4 * (tile*4*edge + 4*j + i) * width))
				}
				for i := range sum {
					for k := range sum[i] { // a product, three multiply-adds and a sum, as in GCN's code
						p := u[i][0].Mul(v[0][k])
						for s := 1; s < 4; s++ {
							p = u[i][s].FMA(v[s][k], p)
						}
						sum[i][k] = sum[i][k].Add(p)
					}
				}
			}
			w.Barrier()
		}
		into := row.TimesPlus(4*width, column).Times(4)
		for i := range sum {
			c.Store4(into.Plus(4*i*width), sum[i][0], sum[i][1], sum[i][2], sum[i][3])
		}
	}
	check := func() error {
		want := make([]float32, n)
		for i := range n {
			clear(want)
			for s := range n {
				for j, v := range b.Data[s*n : (s+1)*n] {
					want[j] += a.Data[i*n+s] * v
				}
			}
			for j, v := range want {
				if got := c.Data[i*n+j]; got != v {
					return fmt.Errorf("element (%d, %d) of the product is %v, want %v", i, j, got, v)
				}
			}
		}
		return nil
	}
	return launch("matrixmultiplication", n/(4*edge), edge), k, check
}

func launch(name string, tiles, edge int) kernel.Launch {
	return kernel.Launch{
		Name: name, Device: nano(),
		Grid: gpumodel.Shape{X: tiles, Y: tiles}, Workgroup: gpumodel.Shape{X: edge, Y: edge},
	}
}
