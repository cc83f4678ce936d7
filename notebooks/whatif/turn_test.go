package whatif

import (
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// TestTurnIsTheKernel holds the addresses written down for the transpose to those
// of the kernel as it runs, index by index, and what they take to what it counts.
func TestTurnIsTheKernel(t *testing.T) {
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.Fiji(), gpu.FourBanks()} {
		for _, tile := range []int{2, 4, 8, 16, 32} {
			for _, pad := range []int{0, 1, 3} {
				for _, size := range [][2]int{{1, 1}, {8, 8}, {20, 12}, {33, 64}} {
					rows := tileRows(d, tile)
					checkTurn[float32](t, d, kernels.Transpose[float32]{Width: size[0], Height: size[1], Tile: tile, Rows: rows, Pad: pad})
					swizzle := gpumodel.Swizzle{Span: tile}
					if d.Lanes > 4 { // the toy has 4-byte elements only
						checkTurn[complex64](t, d, kernels.Transpose[complex64]{Width: size[0], Height: size[1], Tile: tile, Rows: rows, Pad: pad * 2 / 3, Swizzle: swizzle})
					}
				}
			}
		}
	}
}

func checkTurn[T kernel.Element](t *testing.T, d gpumodel.Device, p kernels.Transpose[T]) {
	t.Helper()
	mine := turn{width: p.Width, height: p.Height, rows: p.Rows, tile: p.Array()}
	want, err := p.Indices(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range want {
		got := mine.indices(w.Group, d.Lanes)
		if in, want := moves(got.Input, got.TileStore), moves(w.Input, w.TileStore); !slices.Equal(in, want) {
			t.Fatalf("%s %+v group %v: into the tile %v, the kernel's %v", d.Name, p, w.Group, in, want)
		}
		if out, want := moves(got.TileLoad, got.Output), moves(w.TileLoad, w.Output); !slices.Equal(out, want) {
			t.Fatalf("%s %+v group %v: out of the tile %v, the kernel's %v", d.Name, p, w.Group, out, want)
		}
	}
	c, err := mine.cost(d)
	if err != nil {
		t.Fatal(err)
	}
	launch, err := p.Launch(d)
	if err != nil {
		t.Fatal(err)
	}
	var m kernel.DeviceMemory
	in, out := kernel.NewGlobal[T](&m, "in", p.Width*p.Height), kernel.NewGlobal[T](&m, "out", p.Width*p.Height)
	r, err := launch.Run(p.Kernel(in, out))
	if err != nil {
		t.Fatal(err)
	}
	passes, conflicts, sectors := 0, 0, 0
	for _, s := range r.Sites {
		passes, conflicts, sectors = passes+s.Passes, conflicts+s.Conflicts, sectors+s.Sectors
	}
	if c.store.Passes+c.load.Passes != passes || c.conflicts() != conflicts || c.sectors != sectors || c.bytes != r.LDS {
		t.Errorf("%s %+v: %+v, the kernel has %d passes, %d conflicts, %d sectors and %d bytes", d.Name, p, c, passes, conflicts, sectors, r.LDS)
	}
}

// moves returns what goes from where to where, in order of where it goes: which
// wavefront is first is the kernel's affair.
func moves(from, to []int) [][2]int {
	var list [][2]int
	for i, f := range from {
		if f >= 0 {
			list = append(list, [2]int{to[i], f})
		}
	}
	slices.SortFunc(list, func(a, b [2]int) int { return a[0] - b[0] })
	return list
}
