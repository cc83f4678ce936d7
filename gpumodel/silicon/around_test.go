package silicon

import (
	_ "embed"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass/emulate"
)

var (
	//go:embed around.csv
	aroundCSV string
	//go:embed around.sass
	aroundListing string
)

// Queued's Drain is chosen so that half of the launches of around.csv by 66 workgroups and more are too fast, and half too slow.
// Quick runs try those of 132 workgroups of 32 and 256 lanes.
func TestAround(t *testing.T) {
	d := Queued(gpu.H200())
	var off []float64
	for i, line := range strings.Split(strings.TrimSpace(aroundCSV), "\n") {
		p := pairs{file: "around.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("around", 10)
		name, groups, lanes, n, us := p.columns[1], int(p.float(2, "blocks")), int(p.float(3, "threads")), int32(p.fromZero(4, "n")), p.float(5, "us")
		if p.err != nil {
			t.Fatal(p.err)
		}
		if groups < 66 || os.Getenv("LANEBOOK_FULL") != "1" && (groups != 132 || lanes > 256) {
			continue
		}
		code, err := machineCode("around.sass", aroundListing, name)
		if err != nil {
			t.Fatal(err)
		}
		var m emulate.Memory
		r, in, out := m.Function("r", 1<<24, nil), m.Function("in", 1<<26, nil), m.Function("out", 1<<26, nil)
		l := emulate.Launch{Kernel: code, Grid: gpumodel.Shape{X: groups}, Workgroup: gpumodel.Shape{X: lanes}, Registers: 32, Memory: &m}
		switch name {
		case "number":
			l.Arguments = emulate.Arguments(r, out)
		case "copy":
			l.Arguments = emulate.Arguments(r, in, out)
		case "chain":
			l.Arguments = emulate.Arguments(r, out, n, float32(0.5))
		case "turn":
			l.Local, l.Arguments = 4096, emulate.Arguments(r, in, out, n)
		default:
			l.Arguments = emulate.Arguments(r, in, out, n)
		}
		e, err := l.Start()
		if err != nil {
			t.Fatal(err)
		}
		report, err := e.Time(d, chip.Options{Before: e.Workgroups()})
		if err != nil {
			t.Fatal(err)
		}
		off = append(off, report.Seconds*1e6-us)
		t.Logf("%-8s %4d workgroups of %4d, %4d: %6.2f µs, model %+.2f", name, groups, lanes, n, us, off[len(off)-1])
	}
	slices.Sort(off)
	if middle := off[len(off)/2]; math.Abs(middle) > 0.04 {
		t.Errorf("of %d launches half are %.2f µs off or more, want 0", len(off), middle)
	}
}
