package silicon

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// What a naive transpose is made of: stores down columns, loads down columns, and both ways
// of the whole. naive_h200.csv is of naive.cu, nvcc 13.0.88, driver 580.159.04, 2026-11-28,
// two runs; the rows of pitch have rows of 4096 elements further apart, those of counters are
// "naive pitch once" under "ncu --clock-control none --cache-control none". No number of the
// model was set from it. Oracle: the H200's clock, where all fits into the L2. Where it does
// not, stores of 8 and 16 bytes beside loads are a quarter slower than the model says and more.
func TestNaive(t *testing.T) {
	text, err := os.ReadFile("naive_h200.csv")
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]float64{"scatter": 0.14, "gather": 0.112, "write": 0.18} // 0.13 and 0.10 before lines that cross the L2's halves took turns, 0.12 and 0.17 before the clock sagged
	n, rows := 0, 0
	for line := range strings.Lines(string(text)) {
		part := strings.Split(strings.TrimSpace(line), ",")
		if part[0] != "naive" {
			continue
		}
		rows++
		var x, y, edge int
		var us float64
		if _, err := fmt.Sscanf(strings.Join(part[3:6], " "), "block=%dx%d n=%d us=%g", &x, &y, &edge, &us); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		bound, asked := most[part[1]]
		if !asked || edge != 1024 || y == 32 || part[2] == "type=float4" { // elements of 16 bytes the model has none of
			continue
		}
		body := naive[float32](part[1], edge)
		if part[2] == "type=float2" {
			body = naive[complex64](part[1], edge)
		}
		l := kernel.Launch{Name: part[1], Device: gpu.H200(), Grid: gpumodel.Shape{X: edge / x, Y: edge / y}, Workgroup: gpumodel.Shape{X: x, Y: y}}
		r, err := chip.Time(l, body, chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		model := 1e6 * r.Seconds
		if n++; math.Abs(model/us-1) > bound {
			t.Errorf("%s: model %.1f µs, want it to %.0f %%", strings.TrimSpace(line), model, 100*bound)
		}
	}
	if n != 12 || rows != 180 {
		t.Errorf("%d of %d rows compared, want 12 of 180", n, rows)
	}
}

func naive[T kernel.Element](kind string, edge int) kernel.Kernel {
	var memory kernel.GlobalMemory
	none := func(int) (zero T) { return zero }
	in, out := kernel.Forgetful(&memory, "in", edge*edge, none), kernel.Forgetful(&memory, "out", edge*edge, none)
	return func(w *kernel.Wavefront) {
		x, y := w.GlobalX(), w.GlobalY()
		row, column := y.TimesPlus(edge, x), x.TimesPlus(edge, y)
		switch kind {
		case "scatter":
			out.Store(column, in.Load(row))
		case "gather":
			out.Store(row, in.Load(column))
		case "write":
			out.Store(column, kernel.Map(gpumodel.FP32, x, none))
		}
	}
}
