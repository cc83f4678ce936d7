package silicon

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed halves.sass
var halvesListing string

// halvesKernels are those of halves.cu, in its order, and then those of fed.cu.
func halvesKernels() []listedKernel {
	by := func(each int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / each} }
	}
	over := func(x, y int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / x, Y: n / y} }
	}
	row, four := gpumodel.Shape{X: 256}, gpumodel.Shape{X: 128}
	return []listedKernel{
		{"axpy16", [3]int{1 << 20, 1 << 22, 1 << 24}, by(512), row, 10, 0, "hoa"},
		{"silu16", [3]int{1 << 20, 1 << 22, 1 << 24}, by(2048), row, 24, 0, "ho"},
		{"softmax16", [3]int{1024, 8192, 32768}, by(8), row, 32, 0, "ho"},
		{"vector16", [3]int{1024, 2048, 4096}, by(8), row, 30, 0, "heon"},
		{"steps16", [3]int{1 << 18, 1 << 20, 1 << 22}, by(512), row, 10, 0, "zo"},
		{"direct16", [3]int{256, 512, 1024}, over(64, 16), four, 32, 0, "eeon"},
		{"tiles16", [3]int{512, 1024, 2048}, over(64, 64), four, 72, 9728, "eeon"},
		{"ahead16", [3]int{512, 1024, 2048}, over(128, 128), row, 125, 49152, "eeon"},
		{"direct8", [3]int{256, 512, 1024}, over(64, 16), four, 32, 0, "bbon"},
		{"direct64", [3]int{256, 512, 1024}, over(64, 8), row, 32, 0, "ddon"},
		{"smooth", [3]int{264, 1056, 4224}, by(1), row, 26, 4352, "lo"},
		{"plain16", [3]int{512, 1024, 2048}, over(128, 128), row, 124, 49152, "eeon"},
		{"now16", [3]int{512, 1024, 2048}, over(128, 128), row, 128, 16384, "eeon"},
	}
}

// halvesWords are what halves.cu fills its memory with, by letter.
func halvesWords() map[rune]func(int) uint32 {
	small := func(v uint32) float64 { return float64(int(v&1023) - 512) }
	pair := func(f func(float64) uint32, x func(float64) float64) func(int) uint32 {
		return func(i int) uint32 {
			v := mixed(uint32(i))
			return f(x(small(v))) | f(x(small(v>>16)))<<16
		}
	}
	half := func(x float64) uint32 { return sixteen(x, 11, -14) }
	return map[rune]func(int) uint32{
		'h': pair(half, func(x float64) float64 { return x / 256 }),
		'e': pair(half, func(x float64) float64 { return math.Trunc(x / 128) }),
		'b': func(i int) uint32 { return mixed(uint32(i)) },
		'w': func(i int) uint32 { return mixed(uint32(i + 1)) },
		'd': func(i int) uint32 {
			return uint32(math.Float64bits(math.Trunc(small(mixed(uint32(i/2)))/16)) >> (32 * (i % 2)))
		},
		'l': func(i int) uint32 { return math.Float32bits(float32(small(mixed(uint32(i))) / 512)) },
		'z': pair(func(x float64) uint32 { return sixteen(x, 8, -126) }, func(x float64) float64 { return x / 512 }),
	}
}

// sixteen writes a number that 16 bits hold with so many digits and the least exponent, or the nearest.
func sixteen(x float64, digits, least int) uint32 {
	if x == 0 {
		return 0
	}
	sign := uint32(0)
	if x < 0 {
		sign, x = 0x8000, -x
	}
	e := max(math.Ilogb(x), least)
	return sign | uint32(e-least)<<(digits-1) + uint32(math.RoundToEven(math.Ldexp(x, digits-1-e)))
}

//go:embed halves.csv
var halvesCSV string

// start makes the machine code of halves.cu's i'th kernel ready to be launched.
func startHalves(k *listedKernel, n int, out []byte) (*emulate.Code, error) {
	return k.startOf("halves.sass", halvesListing, n, halvesWords(), out)
}

// halvesExecuted are the launches of halves.cu of which the words are known: those kernels with a small size, and some of
// one workgroup alone.
func halvesExecuted() (all []listedKernel, sizes []int) {
	for _, k := range halvesKernels() {
		n := map[string]int{"axpy16": 512, "silu16": 2048, "softmax16": 8, "vector16": 512, "steps16": 512, "ahead16": 128, "plain16": 128, "now16": 128, "smooth": 1}[k.name]
		if n == 0 {
			n = 64
		}
		all, sizes = append(all, k), append(sizes, n)
	}
	for _, name := range []string{"sums16", "most16", "brain16", "turned16", "shapes", "moved"} {
		k := listedKernel{name: name, grid: func(int) gpumodel.Shape { return gpumodel.Shape{X: 1} }, lanes: gpumodel.Shape{X: 256}, arguments: "wo"}
		if name == "moved" {
			k.local = 3072
		}
		all, sizes = append(all, k), append(sizes, 0)
	}
	return all, sizes
}

// Oracle: an H200, nvcc 13.0.88, driver 580.159.04: the first words that 17 kernels wrote, bit by bit. They compute with 16
// bits, multiply matrices by tensor cores (whole numbers, so that sums are exact), turn matrices, and copy asynchronously.
func TestHalvesExecuted(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(halvesCSV), "\n")
	kernels, sizes := halvesExecuted()
	if len(lines) != len(kernels) {
		t.Fatalf("what %d kernels wrote, want %d", len(lines), len(kernels))
	}
	words := 0
	for i, k := range kernels {
		columns := strings.Split(lines[i], ",")
		if columns[0] != k.name {
			t.Fatalf("line %d is of %s, want %s", i+1, columns[0], k.name)
		}
		out := make([]byte, 1<<20)
		e, err := startHalves(&k, sizes[i], out)
		if err == nil {
			err = execute(e, nil)
		}
		if err != nil {
			t.Errorf("%s: %v", k.name, err)
			continue
		}
		off := 0
		for i, want := range columns[1:] {
			words++
			if got := fmt.Sprintf("%x", binary.LittleEndian.Uint32(out[4*i:])); got != want {
				if off++; off < 4 {
					t.Errorf("%s: word %d = %s, want %s", k.name, i, got, want)
				}
			}
		}
		t.Logf("%s: %d words of %d differ", k.name, off, len(columns)-1)
	}
}

//go:embed halves_model.csv
var halvesModelCSV string

// What halves_model.csv has is what the model gives, of an H200, launched before. Quick runs try a few kernels,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestHalvesModel(t *testing.T) {
	var all []chipRun
	for _, k := range halvesKernels() {
		for _, n := range k.sizes {
			all = append(all, chipRun{fmt.Sprintf("%s,n=%d", k.name, n), func() (chip.Report, error) {
				e, err := startHalves(&k, n, nil)
				if err != nil {
					return chip.Report{}, err
				}
				return e.Time(gpu.H200(), chip.Options{Before: e.Workgroups()})
			}})
		}
	}
	holdResults(t, "halves_model.csv", halvesModelCSV, all, []string{"axpy16,n=1048576", "vector16,n=1024", "direct16,n=256", "direct64,n=256", "smooth,n=264"},
		[]string{"silu16,n=1048576", "softmax16,n=1024", "steps16,n=262144", "tiles16,n=512", "ahead16,n=512", "direct8,n=256"})
}
