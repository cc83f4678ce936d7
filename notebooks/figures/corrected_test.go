package figures_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/documents/lds"
	"lanebook/notebooks/figures"
)

// TestCorrected: what the table of corrected numbers at the end of notebook 06 says that they
// move is what a copy of the GPU with the old number gives, and the GPU as it is. Of figures
// that take no GPU the table is as it was computed once.
func TestCorrected(t *testing.T) {
	text, err := os.ReadFile("../06-silicon.ipynb")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(text), "## What a corrected number moves")
	if !found {
		t.Fatal("notebook 06 has no section on corrected numbers")
	}
	for _, tt := range []struct {
		row  string // of the table, how it begins
		now  gpumodel.Device
		old  func(*gpumodel.Device)
		show func(gpumodel.Device) (string, error)
	}{
		{"GTX 480, cycles of a pass", gpu.GTX480(), func(d *gpumodel.Device) { d.LDS.PassCycles = 1 }, turnedOn},
		{"GTX 480, passes more of a 16-byte load", gpu.GTX480(), func(d *gpumodel.Device) {
			for i := range d.LDS.Rules {
				d.LDS.Rules[i].Extra = 0
			}
		}, wideColumn},
		{"GTX 480, cycles of an FP64", gpu.GTX480(), func(d *gpumodel.Device) { d.CU.Interval[gpumodel.FP64] = 16 }, each(gpumodel.FP64)},
		{"CDNA, cycles of an LDS load", gpu.MI300X(), func(d *gpumodel.Device) { d.CU.Latency[gpumodel.Local] = 64 }, chained},
		{"MI300X and MI350X, cycles of a load", gpu.MI300X(), func(d *gpumodel.Device) { d.CU.Memory.Latency = 800 }, inFlight},
		{"MI100, cycles of a load", gpu.MI100(), func(d *gpumodel.Device) { d.CU.Memory.Latency = 637 }, inFlight},
		{"B200, bytes of memory", gpu.B200(), func(d *gpumodel.Device) { d.CU.Memory.BytesPerCycle = 27.5 }, inFlight},
		{"MI350X, cycles of an SFU", gpu.MI350X(), func(d *gpumodel.Device) { d.CU.Interval[gpumodel.SFU] = 16 }, each(gpumodel.SFU)},
		{"W7900 and RX 9070 XT, cycles of an FP64", gpu.W7900(), func(d *gpumodel.Device) { d.CU.Interval[gpumodel.FP64] = 16 }, each(gpumodel.FP64)},
	} {
		old := tt.now.Clone()
		tt.old(&old)
		now, err := tt.show(tt.now)
		if err != nil {
			t.Fatal(err)
		}
		was, err := tt.show(old)
		if err != nil {
			t.Fatal(err)
		}
		_, row, found := strings.Cut(table, "| "+tt.row)
		row, _, _ = strings.Cut(row, "\n")
		if want := fmt.Sprintf("%s (%s)", now, was); !found || now == was || !strings.Contains(row, want) {
			t.Errorf("the row %q is %q, want %q in it", tt.row, row, want)
		}
	}
}

// turnedOn is Figure 7.8's time of the notebook's transpose, in microseconds.
func turnedOn(d gpumodel.Device) (string, error) {
	const n, size, rows = 1024, 32, 8
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", n*n), kernel.NewGlobal[float32](&m, "out", n*n)
	b := figures.Bench{
		Launch: kernel.Launch{Name: "turned", Grid: gpumodel.Shape{X: n / size, Y: n / size}, Workgroup: gpumodel.Shape{X: size, Y: rows}, Registers: 24},
		Kernel: func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", size*size)
			x, gx, gy := w.LocalX(), w.Group.X*size, w.Group.Y*size
			for i := range size / rows {
				v := in.Load(w.LocalY().Plus(i*rows).Plus(gy).TimesPlus(n, x.Plus(gx)))
				tile.Store(w.LocalY().Plus(i*rows).TimesPlus(size, x), v)
			}
			w.Barrier()
			for i := range size / rows {
				y := w.LocalY().Plus(i * rows)
				out.Store(y.Plus(gx).TimesPlus(n, x.Plus(gy)), tile.Load(x.TimesPlus(size, y)))
			}
		},
	}
	f, err := figures.OnGPUs(figures.Variant{Make: func(func(string) int) (figures.Bench, error) { return b, nil }}, d)
	if err != nil {
		return "", err
	}
	return f.Series[0].(charts.Table).Rows[0][1], nil
}

// wideColumn is Figure 1.12's cell of a column of 16 bytes a lane.
func wideColumn(d gpumodel.Device) (string, error) {
	f, err := lds.Comparison([]gpumodel.Device{d}, lds.NamedArray{Array: gpumodel.Array{Rows: 64, Columns: 32, Element: 16}})
	if err != nil {
		return "", err
	}
	g := f.Series[0].(charts.Grid)
	i := slices.IndexFunc(g.Cells, func(c charts.Cell) bool { return strings.HasSuffix(g.Rows[c.Row], "column") })
	return g.Cells[i].Label, nil
}

// each is how many cycles an instruction takes a unit, when wavefronts enough have it.
func each(kind gpumodel.Kind) func(gpumodel.Device) (string, error) {
	return func(d gpumodel.Device) (string, error) {
		const times, wavefronts = 100, 8
		r, err := d.Run(gpumodel.Program{Body: []gpumodel.Instruction{{Kind: kind}}, Times: times}.Workload(1, wavefronts))
		return fmt.Sprintf("%.0f", float64(r.Cycles)/times/wavefronts*float64(d.SIMDs)), err
	}
}

// chained is how long one load from the LDS takes of those that each need the one before.
func chained(d gpumodel.Device) (string, error) {
	const times = 100
	load := gpumodel.Instruction{Kind: gpumodel.Local, Dst: 1, Src: gpumodel.Sources{1}, Lanes: gpumodel.AllLanes(d.Lanes), Access: gpumodel.Stride(4, d.Lanes, 0, 4)}
	r, err := d.Run(gpumodel.Program{Body: []gpumodel.Instruction{load}, Times: times}.Workload(1, 1))
	return fmt.Sprintf("%.0f", float64(r.Cycles)/times), err
}

// inFlight is by Little's law what must be under way to fill memory, in bytes of a CU.
func inFlight(d gpumodel.Device) (string, error) {
	return fmt.Sprintf("%.0f", gpumodel.Little(d.CU.Memory.Latency, d.CU.Memory.BytesPerCycle)), nil
}
