package kernels_test

import (
	"slices"
	"testing"

	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// A matrix of two rows of three, in one tile of 4 × 4: six lanes load, and six
// others store.
func TestIndicesAtTheEdge(t *testing.T) {
	for _, d := range devices {
		groups, err := kernels.Transpose[float32]{Width: 3, Height: 2, Tile: 4}.Indices(d)
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) != 1 || groups[0].Group != (kernel.Point{}) {
			t.Fatalf("%s: groups %+v, want one at the origin", d.Name, groups)
		}
		g := groups[0]
		for _, tt := range []struct {
			name      string
			got, want []int
		}{
			{"input", g.Input, []int{0, 1, 2, -1, 3, 4, 5, -1}},
			{"tile, stored", g.TileStore, []int{0, 1, 2, -1, 4, 5, 6, -1}},
			{"tile, loaded", g.TileLoad, []int{0, 4, -1, -1, 1, 5, -1, -1, 2, 6, -1, -1}},
			{"output", g.Output, []int{0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1}},
		} {
			if len(tt.got) != 16 || !slices.Equal(tt.got[:len(tt.want)], tt.want) {
				t.Errorf("%s, %s: %v, want 16 that begin %v", d.Name, tt.name, tt.got, tt.want)
			}
		}
	}
	if _, err := (kernels.Transpose[float32]{}).Indices(gpu.H200()); err == nil {
		t.Error("no error for a transpose of nothing")
	}
}

// A workgroup of several wavefronts, each lane with several turns: the n'th entry is
// that of lane n, whichever wavefront ran first. By hand: lane n stands for row n/8,
// column n%8 of the tile, and stores there what it loads.
func TestIndicesInOrderOfLanes(t *testing.T) {
	for _, rows := range []int{8, 4, 2} {
		groups, err := kernels.Transpose[float32]{Width: 8, Height: 8, Tile: 8, Rows: rows, Pad: 1}.Indices(gpu.FourBanks())
		if err != nil {
			t.Fatal(err)
		}
		g := groups[0]
		for n := range 64 {
			row, column := n/8, n%8
			got, want := [4]int{g.Input[n], g.TileStore[n], g.TileLoad[n], g.Output[n]}, [4]int{n, row*9 + column, column*9 + row, n}
			if got != want {
				t.Fatalf("%d rows, lane %d: %v, want %v", rows, n, got, want)
			}
		}
	}
}
