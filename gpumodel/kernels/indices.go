package kernels

import (
	"math/bits"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Indices are the array elements that the lanes of one workgroup touch, in order
// of their numbers; −1 where a lane does nothing. A lane that does several rows
// of the tile has as many turns, one after all lanes' others.
type Indices struct {
	Group     kernel.Point // position of the workgroup
	Input     []int        // loaded from the matrix
	TileStore []int        // stored to the tile
	TileLoad  []int        // loaded from it, after the barrier
	Output    []int        // stored to the transpose
}

// Indices runs the kernel over a matrix and returns what each workgroup touched.
func (p Transpose[T]) Indices(d gpumodel.Device) ([]Indices, error) {
	l, err := p.Launch(d)
	if err != nil {
		return nil, err
	}
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[T](&m, "in", p.Width*p.Height), kernel.NewGlobal[T](&m, "out", p.Width*p.Height)
	groups := make([]Indices, l.Grid.Lanes())
	for i := range groups {
		g := &groups[i]
		g.Group.X, g.Group.Y, _ = l.Grid.At(i)
		for _, list := range []*[]int{&g.Input, &g.TileStore, &g.TileLoad, &g.Output} {
			*list = slices.Repeat([]int{-1}, p.Tile*p.Tile)
		}
	}
	lanes := l.Workgroup.Lanes()
	l.Watch = func(r kernel.Reference) {
		g := &groups[r.Workgroup]
		list, base := &g.TileStore, gpumodel.Bytes(0)
		switch {
		case r.Kind == gpumodel.Local && r.Access.Op == gpumodel.Load:
			list = &g.TileLoad
		case r.Kind == gpumodel.Global && r.Access.Op == gpumodel.Load:
			list, base = &g.Input, in.Base()
		case r.Kind == gpumodel.Global:
			list, base = &g.Output, out.Base()
		}
		at := (*list)[r.Wavefront*d.Lanes:] // in the wavefront's first turn that is free
		for first := bits.TrailingZeros64(uint64(r.Access.Active)); at[first] >= 0; {
			at = at[lanes:]
		}
		for lane, addr := range r.Access.Addr {
			if r.Access.Active.Has(lane) {
				at[lane] = int((addr - base) / kernel.SizeOf[T]())
			}
		}
	}
	_, err = l.Run(p.Kernel(in, out))
	return groups, err
}
