package silicon

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
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

// startHalves makes the machine code of a kernel of halves.cu ready to be launched.
func startHalves(k *listedKernel, n int, out []byte) (*emulate.Code, error) {
	return k.startOf("halves.sass", halvesListing, n, halvesWords(), out)
}

// halvesExecuted are the launches of halves.cu of which the words are known: those kernels with a small size, and some of
// one workgroup alone.
func halvesExecuted() (all []listedKernel, sizes []int) {
	for _, k := range halvesKernels() {
		if k.name == "now16" { // the compiler has taken its matrix loads out of the loop: it reads what nobody wrote
			continue
		}
		n := map[string]int{"axpy16": 512, "silu16": 2048, "softmax16": 8, "vector16": 512, "steps16": 512, "ahead16": 128, "plain16": 128, "smooth": 1}[k.name]
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

// Oracle: an H200, nvcc 13.0.88, driver 580.159.04: the first words that 18 kernels wrote, bit by bit. They compute with 16
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
		again := bytes.Repeat([]byte{0xff}, len(out)) // what is the same here was written
		if e, err = startHalves(&k, sizes[i], again); err == nil {
			err = execute(e, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		off := 0
		for i, want := range columns[1:] {
			if bytes.Equal(out[4*i:4*i+4], again[4*i:4*i+4]) {
				words++
			}
			if got := fmt.Sprintf("%x", binary.LittleEndian.Uint32(out[4*i:])); got != want {
				if off++; off < 4 {
					t.Errorf("%s: word %d = %s, want %s", k.name, i, got, want)
				}
			}
		}
		t.Logf("%s: %d words of %d differ", k.name, off, len(columns)-1)
	}
	t.Logf("%d words were written", words)
}

// What halves_model.csv has is what the model gives, of an H200, launched before. Quick runs try a few kernels,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestHalvesModel(t *testing.T) {
	all := codeRuns(gpu.H200(), halvesKernels(), func(k *listedKernel, n int) (*emulate.Code, error) { return startHalves(k, n, nil) })
	holdResults(t, "halves_model.csv", halvesModelCSV, all, []string{"axpy16,n=1048576", "vector16,n=1024", "direct16,n=256", "direct64,n=256", "smooth,n=264"},
		[]string{"silu16,n=1048576", "softmax16,n=1024", "steps16,n=262144", "tiles16,n=512", "ahead16,n=512", "direct8,n=256"})
}

// Oracle: Nsight Compute on an H200, of the launches of which the words are known: instructions, by unit, sectors that global
// accesses ask for, and passes of shared memory's loads.
func TestHalvesCounts(t *testing.T) {
	counts, err := HalvesCounts()
	if err != nil {
		t.Fatal(err)
	}
	kernels, sizes := halvesExecuted()
	equal, all := 0, 0
	for i, k := range kernels {
		code, err := machineCode("halves.sass", halvesListing, k.name)
		if err != nil {
			t.Fatal(err)
		}
		e, err := startHalves(&k, sizes[i], nil)
		if err != nil {
			t.Fatal(err)
		}
		lds := gpu.H200().LDS
		got := map[string]float64{}
		err = execute(e, func(in *gpumodel.Instruction) {
			got["instructions"]++
			op := code.Code[in.Line-1].Opcode
			got[map[sass.Unit]string{sass.ALU: "alu", sass.XU: "xu", sass.Tensor: "tensor"}[op.Unit]]++
			got[map[string]string{"LDSM": "matrix_loads", "LDGSTS": "copies"}[op.Name]]++
			if in.Access.Active == 0 {
				return
			}
			switch {
			case in.Kind == gpumodel.Local && (op.Name == "LDS" || op.Name == "LDSM"):
				s, err := lds.Serve(in.Access)
				if err != nil {
					t.Fatal(err)
				}
				got["local_passes"] += float64(s.Passes)
			case in.Kind == gpumodel.Global && in.Access.Op == gpumodel.Store:
				got["sectors_stored"] += float64(sectorsOf(&in.Access))
			case in.Kind == gpumodel.Global:
				got["sectors_loaded"] += float64(sectorsOf(&in.Access))
			}
		})
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for name, want := range counts[k.name] {
			if name == "mem_shared" { // what all of these are is not known
				continue
			}
			all++
			if got[name] == want {
				equal++
				continue
			}
			t.Logf("%s: %s %.0f, the chip's %.0f", k.name, name, got[name], want)
		}
	}
	if t.Logf("%d of %d counts are the chip's", equal, all); equal != 162 || all != 162 {
		t.Errorf("%d of %d counts are the chip's, want all of 162", equal, all)
	}
}

// Oracle: an H200's clock, asked after the model had told.
func TestHalves(t *testing.T) {
	all, err := HalvesResults()
	if err != nil || len(all) != 39 {
		t.Fatalf("%d kernels, %v, want 39", len(all), err)
	}
	var told, now, again, worst float64
	for _, r := range all {
		told, now, again = told+math.Abs(r.ToldError()), now+math.Abs(r.Error()), again+math.Abs(r.Second/r.Microseconds-1)
		worst = max(worst, math.Abs(r.Error()))
	}
	n := float64(len(all))
	t.Logf("%d launches: told %.1f %% off, now %.1f, worst %.1f; the chip with itself %.1f", len(all), 100*told/n, 100*now/n, 100*worst, 100*again/n)
	if told/n > 0.08 || now/n > 0.07 || worst > 0.185 {
		t.Errorf("told %.1f %% off, now %.1f, worst %.1f, want 8, 7 and 18.5 at most", 100*told/n, 100*now/n, 100*worst)
	}
}

// Oracle: an H200's loops of nothing else. How often a tensor core takes a product is what package sass has for it.
func TestProducts(t *testing.T) {
	all, err := H200Products()
	if err != nil || len(all) != 264 {
		t.Fatalf("%d rows, %v, want 264", len(all), err)
	}
	for ptx, name := range map[string]string{
		"mma.m16n8k8.row.col.f32.f16.f16.f32": "HMMA.1688.F32", "mma.m16n8k16.row.col.f32.f16.f16.f32": "HMMA.16816.F32", "mma.m16n8k16.row.col.f16.f16.f16.f16": "HMMA.16816.F16",
		"mma.m16n8k16.row.col.f32.bf16.bf16.f32": "HMMA.16816.F32.BF16", "mma.m16n8k4.row.col.f32.tf32.tf32.f32": "HMMA.1684.F32.TF32", "mma.m16n8k8.row.col.f32.tf32.tf32.f32": "HMMA.1688.F32.TF32",
		"mma.m16n8k16.row.col.s32.s8.s8.s32": "IMMA.16816.S8.S8", "mma.m16n8k32.row.col.s32.s8.s8.s32": "IMMA.16832.S8.S8", "mma.m8n8k4.row.col.f64.f64.f64.f64": "DMMA.8x8x4",
		"mma.m16n8k4.row.col.f64.f64.f64.f64": "DMMA.16x8x4", "mma.m16n8k8.row.col.f64.f64.f64.f64": "DMMA.16x8x8", "mma.m16n8k16.row.col.f64.f64.f64.f64": "DMMA.16x8x16",
	} {
		f, err := sass.Read("one", "k:\n\t0000 "+name+" R0, R4, R8, R0\n\t0010 EXIT\n")
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for _, r := range all {
			if r.PTX == ptx {
				least = min(least, r.Cycles)
			}
		}
		if got := float64(f.Kernels[0].Code[0].Opcode.Interval); got > least || got < 0.96*least {
			t.Errorf("%s: every %.0f cycles, the chip's best is %.2f", name, got, least)
		} else { // which the banks of its registers allow
			m, banks := sass.Hopper(), gpumodel.Banks{}
			reads := m.Reads(f.Kernels[0].Code, 0)
			banks.Read(&reads, &reads.Fresh, 0)
			if at := banks.Free(&reads, &reads.Fresh, 0, gpumodel.Cycles(m.Ports)); float64(at) > got {
				t.Errorf("%s: every %.0f cycles, but the banks are free after %d", name, got, at)
			}
		}
	}
}
