package code

import (
	_ "embed"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed told.sass
var toldListing string

// toldKernel is how told.cu launches a kernel, by its size; registers and shared memory are ptxas'.
type toldKernel struct {
	name             string
	sizes            [3]int
	grid             func(n int) gpumodel.Shape
	lanes            gpumodel.Shape
	registers, local int
	arguments        string // f, g: floats from 0 to 1 by chance; w: words by chance; s: 0, 1, 2 …; o: what is written; n: the size; m: a million
}

// toldKernels are told.cu's, in its order.
func toldKernels() []toldKernel {
	by := func(each int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / each} }
	}
	square := func(edge int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / edge, Y: n / edge} }
	}
	row := gpumodel.Shape{X: 256}
	return []toldKernel{
		{"layernorm", [3]int{512, 4096, 32768}, by(1), row, 19, 32, "fgo"},
		{"gelu", [3]int{1 << 20, 1 << 22, 1 << 24}, by(1024), row, 16, 0, "fo"},
		{"addtransposed", [3]int{1024, 2048, 4096}, square(32), gpumodel.Shape{X: 32, Y: 8}, 32, 4224, "fgon"},
		{"filter", [3]int{1 << 18, 1 << 20, 1 << 22}, by(256), row, 32, 1152, "fgo"},
		{"counts", [3]int{1 << 20, 1 << 22, 1 << 24}, func(int) gpumodel.Shape { return gpumodel.Shape{X: 528} }, row, 18, 2048, "won"},
		{"before", [3]int{1 << 18, 1 << 20, 1 << 22}, by(1024), gpumodel.Shape{X: 1024}, 19, 128, "wo"},
		{"largest", [3]int{1024, 4096, 16384}, by(8), row, 31, 0, "fo"},
		{"table", [3]int{1 << 18, 1 << 20, 1 << 22}, by(256), row, 31, 4096, "wso"},
		{"hash", [3]int{1 << 16, 1 << 18, 1 << 20}, by(256), row, 11, 0, "wo"},
		{"divisors", [3]int{1 << 14, 1 << 16, 1 << 18}, by(256), row, 12, 0, "wo"},
		{"search", [3]int{1 << 16, 1 << 18, 1 << 20}, by(256), row, 12, 0, "swom"},
		{"grey", [3]int{1 << 20, 1 << 22, 1 << 24}, by(256), row, 10, 0, "wo"},
		{"product", [3]int{256, 512, 768}, square(16), gpumodel.Shape{X: 16, Y: 16}, 32, 2048, "fgon"},
		{"rows", [3]int{1 << 16, 1 << 18, 1 << 20}, by(256), row, 32, 0, "wfgon"},
		{"volume", [3]int{1 << 14, 1 << 16, 1 << 18}, by(256), row, 22, 0, "o"},
		{"plate", [3]int{512, 1024, 2048}, square(32), gpumodel.Shape{X: 32, Y: 32}, 14, 9248, "fon"},
	}
}

// time runs the kernel's machine code on an H200, as launched before.
func (k *toldKernel) time(f *sass.File, n int) (chip.Report, error) {
	var code *sass.Kernel
	for i := range f.Kernels {
		if f.Kernels[i].Name == k.name {
			code = &f.Kernels[i]
		}
	}
	var m emulate.Memory
	words := map[rune]func(int) uint32{
		'f': func(i int) uint32 { return math.Float32bits(math.Float32frombits(0x3f800000|mixed(uint32(i))>>9) - 1) },
		'w': func(i int) uint32 { return mixed(uint32(i)) },
		's': func(i int) uint32 { return uint32(i) },
		'o': nil,
	}
	words['g'] = words['f']
	var arguments []any
	for _, a := range k.arguments {
		switch a {
		case 'n':
			arguments = append(arguments, int32(n))
		case 'm':
			arguments = append(arguments, int32(1<<20))
		default:
			arguments = append(arguments, m.Function(string(a), 1<<28, words[a]))
		}
	}
	l := emulate.Launch{Kernel: code, Grid: k.grid(n), Workgroup: k.lanes, Local: gpumodel.Bytes(k.local), Registers: k.registers, Memory: &m, Arguments: emulate.Arguments(arguments...)}
	e, err := l.Start()
	if err != nil {
		return chip.Report{}, err
	}
	return e.Time(gpu.H200(), chip.Options{Before: e.Workgroups()})
}

func TestTellingTold(t *testing.T) {
	f, err := sass.Read("told.sass", toldListing)
	if err != nil {
		t.Fatal(err)
	}
	out := os.Getenv("TOLD")
	if out == "" {
		t.Skip()
	}
	to, _ := os.Create(out)
	defer to.Close()
	for _, k := range toldKernels() {
		for _, n := range k.sizes {
			r, err := k.time(&f, n)
			if err != nil {
				t.Errorf("%s %d: %v", k.name, n, err)
				continue
			}
			fmt.Fprintf(to, "told,%s,n=%d,us=%.2f,limit=%s,used=%.0f\n", k.name, n, r.Seconds*1e6, r.Limits[0].Part, 100*r.Limits[0].Used)
		}
	}
	_ = strings.Lines
}
