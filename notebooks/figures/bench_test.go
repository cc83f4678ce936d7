package figures_test

import (
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/figures"
)

// turnedTile is a kernel that stores a tile of 32 × 32 words by rows and loads it by
// columns, and writes the result down columns of a matrix.
func turnedTile(lanes int) figures.Bench {
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[float32](&m, "out", 32*64)
	return figures.Bench{
		Launch: kernel.Launch{Name: "column", Grid: gpumodel.Shape{X: 2}, Workgroup: gpumodel.Shape{X: 32, Y: lanes / 32}, Registers: 32},
		Kernel: func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 32*32)
			x, y := w.LocalX(), w.LocalY()
			tile.Store(y.TimesPlus(32, x), w.Float32(1))
			w.Barrier()
			out.Store(x.TimesPlus(64, y.Plus(32*w.Group.X)), tile.Load(x.TimesPlus(32, y)))
		},
	}
}

// TestBench: by hand. Two workgroups of 32 wavefronts: each stores its row in 1 pass
// and loads its column in 32; each store to the matrix touches 32 sectors, of which
// it uses 4 bytes of 32. A word after every 32 mends the column.
func TestBench(t *testing.T) {
	d := gpu.H200()
	b := turnedTile(1024)
	rows := func(f charts.Figure, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Validate(); err != nil && !strings.Contains(err.Error(), "Name") {
			t.Fatal(err)
		}
		text := ""
		for _, row := range f.Series[0].(charts.Table).Rows {
			text += strings.Join(row, "|") + "\n"
		}
		return text
	}
	for what, c := range map[string]struct{ got, want string }{
		"accesses": {rows(b.Accesses(d)), "1. local store|H200|64|4|64|0|||\n2. local load|H200|64|4|2048|1984|||\n3. global store|H200|64|4|||2048|2048|12\n"},
		"advice":   {rows(b.Advice(d)), "local memory|2112 passes, 128 without a conflict|4 bytes of padding after every 128: 128 passes\n3. global store|12 % of the bytes moved are of use"},
		"resident": {rows(b.Residence(d)), "H200|2|100|wavefront slots, registers|"},
	} {
		if !strings.HasPrefix(c.got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", what, c.got, c.want)
		}
	}
	f, err := b.Timeline(d, 0, 64)
	if err != nil || len(f.Series[0].(charts.Spans).Rows) != 64 {
		t.Errorf("timeline: %v, %d rows, want one for each of 64 wavefronts", err, len(f.Series[0].(charts.Spans).Rows))
	}
	b.Kernel = func(w *kernel.Wavefront) { kernel.NewLocal[float32](w, "tile", 4).Load(w.LocalX()) }
	if _, err := b.Accesses(d); err == nil || !strings.Contains(err.Error(), "H200") {
		t.Errorf("a kernel that runs over its array: %v", err)
	}
}

// Shuffles are none of the local memory's passes, and no padding parts lanes that add to one
// word: floats, of which the hardware adds one lane's after the other's.
func TestAdviceOnLocalMemory(t *testing.T) {
	d := gpu.H200()
	for want, k := range map[string]kernel.Kernel{
		"not used": func(w *kernel.Wavefront) { w.Lane().ShuffleXor(1) },
		"let them add up among themselves": func(w *kernel.Wavefront) {
			sum := kernel.NewLocal[int32](w, "sum", 1)
			w.If(w.Lane().Below(1), func() { sum.Store(w.Int(0), kernel.To[int32](w.Int(0))) })
			w.Barrier()
			sum.FetchAdd(w.Int(0), kernel.To[int32](w.Int(1)))
		},
	} {
		b := figures.Bench{Launch: kernel.Launch{Name: "local", Grid: gpumodel.Shape{X: 1}, Workgroup: gpumodel.Shape{X: 32}, Registers: 32}, Kernel: k}
		f, err := b.Advice(d)
		if err != nil {
			t.Fatal(err)
		}
		if row := strings.Join(f.Series[0].(charts.Table).Rows[0], "|"); !strings.Contains(row, want) {
			t.Errorf("%q, want %q", row, want)
		}
	}
}
