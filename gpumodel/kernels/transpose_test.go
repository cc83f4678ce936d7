package kernels_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// transpose runs p and returns the output, with the accesses seen on the way.
func transpose[T kernel.Element](t testing.TB, d gpumodel.Device, p kernels.Transpose[T], data []T, watch func(kernel.Reference)) ([]T, kernel.Result) {
	t.Helper()
	var m kernel.GlobalMemory
	in, out := kernel.Upload(&m, "in", data), kernel.NewGlobal[T](&m, "out", len(data))
	l, err := p.Launch(d)
	if err != nil {
		t.Fatal(err)
	}
	l.Watch = watch
	r, err := l.Run(p.Kernel(in, out))
	if err != nil {
		t.Fatalf("%s, %+v: %v", d.Name, p, err)
	}
	return out.Data, r
}

func TestTranspose(t *testing.T) {
	xor := func(span, every, chunk int) gpumodel.Swizzle {
		return gpumodel.Swizzle{Span: span, Every: every, Chunk: chunk}
	}
	tiles := []kernels.Transpose[float32]{
		{Tile: 1}, {Tile: 2}, {Tile: 3, Pad: 1}, {Tile: 4, Pad: 1}, {Tile: 5, Rows: 1, Pad: 3}, {Tile: 8, Swizzle: xor(8, 0, 0)},
		{Tile: 16, Rows: 4, Swizzle: xor(4, 2, 2)}, {Tile: 24, Rows: 8, Pad: 2, Swizzle: xor(2, 3, 4)}, {Tile: 32, Rows: 8, Pad: 1}, {Tile: 32},
	}
	sizes := []int{1, 2, 3, 5, 8, 16, 17, 33, 67}
	for _, d := range devices {
		for _, p := range tiles {
			for _, p.Width = range sizes {
				for _, p.Height = range sizes {
					data := numbers[float32](p.Width * p.Height)
					got, _ := transpose(t, d, p, data, nil)
					check(t, fmt.Sprintf("%s, %+v", d.Name, p), got, data, p.Width, p.Height)
				}
			}
		}
	}
}

// TestTransposeAllSizes transposes every matrix of 1 to 67 elements each way once,
// through a tile of 2 to 32 that changes from one to the next; with LANEBOOK_FULL
// set, through every one of those tiles: 139,159 transposes, a minute of one core.
func TestTransposeAllSizes(t *testing.T) {
	full := os.Getenv("LANEBOOK_FULL") != ""
	for tile := 2; tile <= 32; tile++ {
		t.Run(fmt.Sprint(tile), func(t *testing.T) {
			t.Parallel()
			p, n := kernels.Transpose[float32]{Tile: tile, Pad: tile % 2}, 0
			for p.Width = 1; p.Width <= 67; p.Width++ {
				for p.Height = 1; p.Height <= 67; p.Height++ {
					if !full && (67*p.Width+p.Height)%31 != tile-2 {
						continue
					}
					data := numbers[float32](p.Width * p.Height)
					got, _ := transpose(t, gpu.H200(), p, data, nil)
					check(t, fmt.Sprintf("%+v", p), got, data, p.Width, p.Height)
					n++
				}
			}
			if want := 67 * 67; full && n != want || n < want/32 {
				t.Errorf("%d sizes, want %d, or a 31st of them", n, want)
			}
		})
	}
}

func TestTransposeEightBytes(t *testing.T) {
	for _, d := range devices {
		data := numbers[float64](33 * 17)
		got, _ := transpose(t, d, kernels.Transpose[float64]{Width: 33, Height: 17, Tile: 16, Rows: 8, Pad: 1}, data, nil)
		check(t, d.Name, got, data, 33, 17)
	}
}

func TestNaiveTranspose(t *testing.T) {
	for _, d := range devices {
		for _, shape := range []gpumodel.Shape{{X: 1, Y: 1}, {X: 32, Y: 8}, {X: 5, Y: 3}, {X: 1, Y: 64}} {
			p := kernels.NaiveTranspose[int32]{Width: 33, Height: 18, Workgroup: shape}
			var m kernel.GlobalMemory
			data := numbers[int32](33 * 18)
			out := kernel.NewGlobal[int32](&m, "out", len(data))
			l, err := p.Launch(d)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := l.Run(p.Kernel(kernel.Upload(&m, "in", data), out)); err != nil {
				t.Fatalf("%s, %+v: %v", d.Name, p, err)
			}
			check(t, fmt.Sprintf("%s, %+v", d.Name, p), out.Data, data, 33, 18)
		}
	}
}

// check holds a transpose to plain loops.
func check[T kernel.Element](t *testing.T, name string, got, in []T, width, height int) {
	t.Helper()
	for x := range width {
		for y := range height {
			if got[x*height+y] != in[y*width+x] {
				t.Fatalf("%s: out[%d][%d] = %v, want %v", name, x, y, got[x*height+y], in[y*width+x])
			}
		}
	}
}

// The FFT document's 8 × 8 matrix of float2, with size 4 and one element of
// padding: its closing table and its worked examples, from the running kernel.
func TestDocumentTables(t *testing.T) {
	const n, size, element = 8, 4, 8
	data := make([]complex64, n*n)
	for i := range data {
		data[i] = complex(float32(i+1), 0)
	}
	tile, out := map[int][]int{}, map[int][]int{} // by workgroup
	outBase := gpumodel.Bytes(n * n * element)    // the output follows the input, 512 bytes
	got, _ := transpose(t, gpu.H200(), kernels.Transpose[complex64]{Width: n, Height: n, Tile: size, Pad: 1}, data, func(r kernel.Reference) {
		for _, addr := range r.Access.Addr[:8] { // the document prints ly = 0 and 1
			switch {
			case r.Kind == gpumodel.Local && r.Access.Op == gpumodel.Load:
				tile[r.Workgroup] = append(tile[r.Workgroup], int(addr/element))
			case r.Kind == gpumodel.Global && r.Access.Op == gpumodel.Store:
				out[r.Workgroup] = append(out[r.Workgroup], int((addr-outBase)/element))
			}
		}
	})
	check(t, "8 × 8", got, data, n, n)
	for _, tt := range []struct {
		gx, gy int
		out    []int
	}{
		{0, 0, []int{0, 1, 2, 3, 8, 9, 10, 11}},
		{0, 1, []int{4, 5, 6, 7, 12, 13, 14, 15}},
		{1, 0, []int{32, 33, 34, 35, 40, 41, 42, 43}},
		{1, 1, []int{36, 37, 38, 39, 44, 45, 46, 47}},
	} {
		g := tt.gx + 2*tt.gy
		if want := []int{0, 5, 10, 15, 1, 6, 11, 16}; !slices.Equal(tile[g], want) {
			t.Errorf("group (%d,%d): index_tile %v, want %v", tt.gx, tt.gy, tile[g], want)
		}
		if !slices.Equal(out[g], tt.out) {
			t.Errorf("group (%d,%d): index_out %v, want %v", tt.gx, tt.gy, out[g], tt.out)
		}
	}
	for _, tt := range []struct{ at, want int }{{32, 5}, {4, 33}, {36, 37}} { // 5 and 33 change places, 37 stays
		if real(got[tt.at]) != float32(tt.want) {
			t.Errorf("out[%d] = %v, want %d", tt.at, got[tt.at], tt.want)
		}
	}
}

// The accesses of the running kernel are those that gpumodel.Array builds by
// hand from the layout, and so cost what LDS.Serve says of those.
func TestTransposeConflicts(t *testing.T) {
	xor := gpumodel.Swizzle{Span: 8}
	for _, d := range gpu.Complete() {
		for _, p := range []kernels.Transpose[float64]{
			{Tile: 4}, {Tile: 4, Pad: 1}, {Tile: 8, Swizzle: xor}, {Tile: 16}, {Tile: 16, Pad: 1}, {Tile: 16, Swizzle: xor}, {Tile: 32}, {Tile: 32, Pad: 1},
		} {
			p.Width, p.Height = p.Tile, p.Tile
			lanes := min(d.Lanes, p.Tile*p.Tile)
			var passes [2]int // of loads and of stores
			_, r := transpose(t, d, p, make([]float64, p.Tile*p.Tile), func(r kernel.Reference) {
				if r.Kind != gpumodel.Local {
					return
				}
				first := r.Wavefront * d.Lanes / p.Tile // row of the tile, or column of its transpose
				load := r.Access.Op == gpumodel.Load
				row, column := first, 0
				if load {
					row, column = 0, first
				}
				want, err := p.Array().Tile(row, column, p.Tile, lanes, load)
				if err != nil {
					t.Fatal(err)
				}
				want.Op = r.Access.Op
				want.Addr = append(want.Addr, make([]gpumodel.Bytes, d.Lanes-lanes)...)
				if !slices.Equal(r.Access.Addr, want.Addr) || r.Access.Active != want.Active || r.Access.Width != want.Width {
					t.Fatalf("%s, %+v: the kernel's %v is %+v, want %+v", d.Name, p, want.Op, r.Access, want)
				}
				s, err := d.LDS.Serve(want)
				if err != nil {
					t.Fatal(err)
				}
				passes[want.Op] += s.Passes
			})
			for _, s := range r.Sites {
				if s.Kind == gpumodel.Local && s.Passes != passes[s.Op] {
					t.Errorf("%s, %+v: %v counted %d passes, want %d", d.Name, p, s.Op, s.Passes, passes[s.Op])
				}
			}
		}
	}
}

// Rows of 32 floats are one line of 128 bytes and four sectors; columns are a
// sector and a line for each lane.
func TestCoalescing(t *testing.T) {
	p := kernels.NaiveTranspose[float32]{Width: 64, Height: 64, Workgroup: gpumodel.Shape{X: 32, Y: 8}}
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", 64*64), kernel.NewGlobal[float32](&m, "out", 64*64)
	l, err := p.Launch(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Run(p.Kernel(in, out))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Sites {
		sectors, lines := 4, 1
		if s.Op == gpumodel.Store {
			sectors, lines = 32, 32
		}
		if s.Accesses != 128 || s.Lanes != 4096 || s.Sectors != 128*sectors || s.Lines != 128*lines {
			t.Errorf("%v: %+v, want 128 accesses of 32 lanes, %d sectors and %d lines each", s.Op, s, sectors, lines)
		}
	}
	if len(r.Sites) != 2 {
		t.Errorf("%d sites, want a load and a store", len(r.Sites))
	}
}

func BenchmarkTranspose(b *testing.B) {
	p := kernels.Transpose[float32]{Width: 512, Height: 512, Tile: 32, Rows: 8, Pad: 1}
	data, n := numbers[float32](p.Width*p.Height), 0
	for b.Loop() {
		_, r := transpose(b, gpu.H200(), p, data, nil)
		n += r.Total()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "M-instructions/s")
}
