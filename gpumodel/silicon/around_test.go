package silicon

import (
	_ "embed"
	"encoding/binary"
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
	n, spread := len(off), 0.0
	for _, x := range off {
		spread += math.Abs(x) / float64(n)
	}
	if middle := (off[(n-1)/2] + off[n/2]) / 2; math.Abs(middle) > 0.04 || spread > 0.15 {
		t.Errorf("of %d launches half are %.2f µs off or more, %.2f on average, want 0, and 0.15 at most", n, middle, spread)
	}
}

// Oracle: an H200's own clock reads. A warp of 2048 multiply-adds in a row, at its end four stores and what they need, reads the
// clock first and last.
func TestClockReads(t *testing.T) {
	const measured = 9594 // around.csv, chain, blocks=132, threads=32, n=2048: mean
	code, err := machineCode("around.sass", aroundListing, "chain")
	if err != nil {
		t.Fatal(err)
	}
	var m emulate.Memory
	r := make([]byte, 132*16)
	e, err := emulate.Launch{
		Kernel: code, Grid: gpumodel.Shape{X: 132}, Workgroup: gpumodel.Shape{X: 32}, Registers: 32, Memory: &m,
		Arguments: emulate.Arguments(m.Upload("r", r), m.Function("out", 1<<20, nil), int32(2048), float32(0.5)),
	}.Start()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Time(gpu.H200(), chip.Options{}); err != nil {
		t.Fatal(err)
	}
	for w := range 132 {
		begin, end := binary.LittleEndian.Uint32(r[16*w:]), binary.LittleEndian.Uint32(r[16*w+4:])
		if took := float64(end - begin); math.Abs(took/measured-1) > 0.02 {
			t.Fatalf("warp %d reads clocks %.0f cycles apart, an H200's %d", w, took, measured)
		}
	}
}

// Products of half floats have a clock of their own, those of doubles have not.
func TestProductsOfAKernel(t *testing.T) {
	for _, k := range halvesKernels() {
		if k.name != "direct16" && k.name != "direct64" {
			continue
		}
		e, err := startHalves(&k, 128, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := e.Time(gpu.H200(), chip.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if some := k.name == "direct16"; some != (r.Products > 0) || r.Products >= r.Cycles {
			t.Errorf("%s: %d of %d cycles from its first product to its last", k.name, r.Products, r.Cycles)
		}
		slow := r.Seconds - r.Device.Dispatch.Seconds - float64(r.Cycles)/float64(r.Device.Clock)
		if least := float64(r.Products) / float64(r.Device.Clock) / 10; slow < least || slow > least+0.4e-6 {
			t.Errorf("%s: %.2f µs longer than %d cycles at %v, %d of them with products", k.name, 1e6*slow, r.Cycles, r.Device.Clock, r.Products)
		}
	}
}
