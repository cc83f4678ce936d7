package kernels

import (
	"fmt"

	"lanebook/gpumodel"
)

// OuterProduct is the matrix product as GRAPE-DR does it: B stays in the
// processors, rows of A are broadcast to them, and a network adds up what the
// blocks return. It is no GPU kernel, but a machine of its own.
type OuterProduct struct{ Tiling gpumodel.OuterTiling }

// Moved is what a product moved, in elements.
type Moved struct {
	In        int // of A, into the chip
	Reads     int // of the blocks' shared memories: one serves all processors of a block
	Heard     int // by processors: without the broadcast they would be reads
	FMAs      int
	Partial   int // sums into the reduction network
	Additions int // in the network
	Out       int // of C, out of the chip
}

// Multiply returns a·b for an a of m × Depth and a b of Depth × Width, stored by
// rows. The additions of the blocks' sums are a binary tree. The error says which
// size is wrong.
func (p OuterProduct) Multiply(m int, a, b []float64) ([]float64, Moved, error) {
	t := p.Tiling
	var moved Moved
	if err := t.Validate(); err != nil {
		return nil, moved, err
	}
	if m < 1 || m > 1<<20 || len(a) != m*t.Depth || len(b) != t.Depth*t.Width {
		return nil, moved, fmt.Errorf("outer product: m = %d, A and B of %d and %d elements, want m of 1 or more, and m·Depth and Depth·Width = %d", m, len(a), len(b), t.Depth*t.Width)
	}
	c := make([]float64, m*t.Width)
	for first := 0; first < m; first += t.Rows {
		for row := first; row < min(first+t.Rows, m); row++ {
			moved.In += t.Depth
			for strip := range t.Processors {
				for column := strip * t.Strip(); column < (strip+1)*t.Strip(); column++ {
					sums := make([]float64, t.Blocks)
					for block := range sums {
						sums[block] = p.partial(block, column, a[row*t.Depth:], b)
					}
					c[row*t.Width+column] = tree(sums)
					moved.FMAs += t.Depth
					moved.Partial += t.Blocks
					moved.Additions += t.Blocks - 1
				}
			}
			moved.Reads += t.Depth
			moved.Heard += t.Depth * t.Processors
			moved.Out += t.Width
		}
	}
	return c, moved, nil
}

// partial is the sum that the processor with a column makes over its slab of B.
func (p OuterProduct) partial(block, column int, row, b []float64) float64 {
	sum := 0.0
	for k := block * p.Tiling.Slab(); k < (block+1)*p.Tiling.Slab(); k++ {
		product := float64(row[k] * b[k*p.Tiling.Width+column]) // converted, so that no compiler fuses it
		sum += product
	}
	return sum
}

// tree adds pairs, pairs of pairs, and so on.
func tree(sums []float64) float64 {
	if len(sums) == 1 {
		return sums[0]
	}
	return tree(sums[:len(sums)/2]) + tree(sums[len(sums)/2:])
}
