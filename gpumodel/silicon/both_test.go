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

var (
	//go:embed both.sass
	bothListing string
	//go:embed shared_l1.sass
	sharedL1Listing string
	//go:embed both.csv
	bothExecutedCSV string
)

// bothKernels are both.cu's, in its order.
func bothKernels() []listedKernel {
	by := func(each int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / each} }
	}
	over := func(x, y int) func(int) gpumodel.Shape {
		return func(n int) gpumodel.Shape { return gpumodel.Shape{X: n / x, Y: n / y} }
	}
	row, tile := gpumodel.Shape{X: 256}, gpumodel.Shape{X: 32, Y: 8}
	return []listedKernel{
		{"weights", [3]int{512, 1024, 2048}, over(32, 8), tile, 32, 2240, "fgon"},
		{"layer", [3]int{4096, 16384, 65536}, by(4), row, 32, 1024, "fgo"},
		{"fourier", [3]int{512, 2048, 8192}, by(1), row, 32, 4096, "fgo"},
		{"places", [3]int{528, 2112, 8448}, by(1), row, 32, 4096, "fwgo"},
		{"align", [3]int{1 << 14, 1 << 16, 1 << 18}, by(128), gpumodel.Shape{X: 128}, 32, 16896, "weo"},
		{"mixedProduct", [3]int{256, 512, 1024}, over(32, 32), tile, 44, 4096, "fgon"},
		{"mixed16", [3]int{256, 512, 1024}, over(64, 64), gpumodel.Shape{X: 128}, 66, 2304, "eeon"},
		{"through", [3]int{1 << 18, 1 << 20, 1 << 22}, by(1024), tile, 30, 4224, "wwo"},
		{"pieces", [3]int{1 << 18, 1 << 20, 1 << 22}, by(256), row, 25, 256, "fggo"},
	}
}

// bothWords are what both.cu fills its memory with, by letter.
func bothWords() map[rune]func(int) uint32 {
	words := halvesWords()
	words['w'] = func(i int) uint32 { return mixed(uint32(i)) }
	words['f'] = func(i int) uint32 { return math.Float32bits(math.Float32frombits(0x3f800000|mixed(uint32(i))>>9) - 1) }
	words['g'] = words['f']
	return words
}

func startBoth(k *listedKernel, n int) (*emulate.Code, error) {
	return k.startOf("both.sass", bothListing, n, bothWords(), nil)
}

// What both_model.csv has is what the model gives, of an H200, launched before. Quick runs try a few kernels,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestBothModel(t *testing.T) {
	all := codeRuns(gpu.H200(), bothKernels(), startBoth)
	holdResults(t, "both_model.csv", bothModelCSV, all, []string{"fourier,n=512", "through,n=262144", "pieces,n=262144", "weights,n=512"},
		[]string{"layer,n=4096", "places,n=528", "align,n=16384", "mixedProduct,n=256", "mixed16,n=256"})
}

// What shared_l1_model.csv has is what the model gives, likewise.
func TestSharedL1Model(t *testing.T) {
	loops, err := SharedLoops()
	if err != nil && !*update {
		t.Fatal(err)
	}
	var all []chipRun
	for _, l := range loops {
		all = append(all, chipRun{l.name(), func() (chip.Report, error) {
			d := gpu.H200()
			if !strings.Contains(l.Name, "store") {
				d.CUs = 12 // the L1 has what they load, so each of them is by itself
			}
			e, err := startLoop("shared_l1.sass", sharedL1Listing, l.Name, sharedTurns, emulate.Launch{Grid: gpumodel.Shape{X: d.CUs * sharedWarps / 8}, Workgroup: gpumodel.Shape{X: 256}, Local: 4096})
			if err != nil {
				return chip.Report{}, err
			}
			return e.Time(d, chip.Options{})
		}})
	}
	holdResults(t, "shared_l1_model.csv", sharedL1ModelCSV, all, []string{"shuffles,blocks=6"}, []string{"line4Shared,blocks=6", "stores,blocks=6"})
}

// startLoop makes a loop of a listing ready to be launched, of so many turns, with 16 MB to write and 16 to read.
func startLoop(file, listing, name string, turns int32, l emulate.Launch) (_ *emulate.Code, err error) {
	if l.Kernel, err = machineCode(file, listing, name); err != nil {
		return nil, err
	}
	l.Memory = &emulate.Memory{}
	l.Arguments = emulate.Arguments(l.Memory.Function("out", 1<<24, nil), l.Memory.Function("in", 1<<24, nil), turns, int32(0))
	return l.Start()
}

// What loads of shared memory and of global memory, that the L1 has, take side by side is what both take alone: an H200 comes within 10 %
// to its counters' passes of both, or to the cycles of tags, and never below, but for loads of 16 bytes alone, which take a fifth more.
// The model has no number from these loops. Of storesShared the compiler has left out the loads.
func TestSharedLoops(t *testing.T) {
	loops, err := SharedLoops()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]SharedLoop{}
	both := 0
	for _, l := range loops {
		of[l.Name] = l
		t.Logf("%-15s %6.2f passes, %6.2f of shared memory, %6.2f of tags: %6.2f cycles, model %6.2f, %+5.1f %%", l.Name, l.Passes, l.Shared, l.Tags, l.Cycles, l.Model, 100*(l.Model/l.Cycles-1))
		least := max(l.Passes, l.Tags)
		if l.Cycles < 0.99*least || l.Name != "shared4" && l.Cycles > 1.1*least {
			t.Errorf("%s: %.2f cycles of %.2f passes", l.Name, l.Cycles, least)
		}
		if l.Tags > 1 && l.Shared > 1 {
			both++
			if off := math.Abs(l.Model/l.Cycles - 1); off > 0.085 {
				t.Errorf("%s: the model is %.1f %% off, was 7.2 at worst", l.Name, 100*off)
			}
		}
	}
	if both != 8 {
		t.Errorf("%d loops of both, want 8", both)
	}
}

// Both.cu's kernels, told for empty caches and committed before any ran, by the model with a path for each of the two and with one; and
// what they give with caches as they were.
func TestBoth(t *testing.T) {
	all, err := BothResults()
	if err != nil {
		t.Fatal(err)
	}
	var told, two, before, now, second float64
	for _, r := range all {
		t.Logf("%-12s n=%-7d %8.2f us; told %8.2f, before %8.2f, now %8.2f: %+5.1f %%, %+5.1f, %+5.1f", r.Kernel, r.Size, r.Microseconds, r.Told, r.Before, r.Model, 100*r.ToldError(), 100*(r.Before/r.Microseconds-1), 100*r.Error())
		told, two, before, now, second = told+math.Abs(r.ToldError()), two+math.Abs(r.ToldBefore/r.Microseconds-1), before+math.Abs(r.Before/r.Microseconds-1), now+math.Abs(r.Error()), second+math.Abs(r.Second/r.Microseconds-1)
	}
	n := float64(len(all)) / 100
	t.Logf("%.1f %% off as told, %.1f with two paths; launched before %.1f, now %.1f; a second run %.1f", told/n, two/n, before/n, now/n, second/n)
	if len(all) != 27 || now >= before {
		t.Errorf("%d launches, want 27, nearer than before", len(all))
	}
}

// Oracle: an H200, nvcc 13.0.88, driver 580.159.04: 5632 words that a kernel wrote from numbers of all kinds, endless ones and what is no
// number among them: sums, products and fused ones of doubles, RELU of 16 bits, and products of matrices, saturated too.
func TestBothCorners(t *testing.T) {
	want := strings.Split(strings.TrimSpace(bothExecutedCSV), ",")[1:]
	k := listedKernel{name: "corners", grid: func(int) gpumodel.Shape { return gpumodel.Shape{X: 1} }, lanes: gpumodel.Shape{X: 256}, arguments: "wo"}
	out := make([]byte, 4*5632)
	e, err := k.startOf("both.sass", bothListing, 0, bothWords(), out)
	if err == nil {
		err = execute(e, nil)
	}
	if err != nil || len(want) != 5632 {
		t.Fatalf("%d words, want 5632; error %v", len(want), err)
	}
	for i, w := range want {
		if got := fmt.Sprintf("%x", binary.LittleEndian.Uint32(out[4*i:])); got != w {
			t.Errorf("lane %d: word %d = %s, want %s", i/22, i%22, got, w)
		}
	}
}
