package volume

import (
	"reflect"
	"slices"
	"testing"

	"lanebook/gpumodel"
)

// TestCode: the methods' turns are the plain one's and what each inserts, nothing else.
func TestCode(t *testing.T) {
	g := OnGTX480()
	plain := g.code(None).turn
	kinds := func(in ...gpumodel.Kind) (n [gpumodel.Kinds]int) {
		for _, k := range in {
			n[k]++
		}
		return n
	}
	count := func(l []gpumodel.Instruction) (n [gpumodel.Kinds]int) {
		for _, in := range l {
			n[in.Kind]++
		}
		return n
	}
	all := count(plain)
	if arithmetic := all[gpumodel.FP32] + all[gpumodel.Branch]; arithmetic != 48 || all[gpumodel.Texture] != 2 || len(plain) != 50 {
		t.Errorf("a turn has %v by kind, want 48 of arithmetic and two references", all)
	}
	const fp32, branch, clock, fence = gpumodel.FP32, gpumodel.Branch, gpumodel.Clock, gpumodel.Fence
	reads := []gpumodel.Kind{clock, fp32, fp32, fp32, fp32, clock, fp32, fp32}
	for m, more := range map[Method][]gpumodel.Kind{Simple: nil, Fence: {fence}, Dummy: {fp32, branch}} {
		timed := g.code(m).turn
		got, want := count(timed), kinds(append(slices.Clone(reads), more...)...)
		rest := 0 // of the plain turn that are found in order
		for _, in := range timed {
			if rest < len(plain) && reflect.DeepEqual(in, plain[rest]) {
				rest++
			}
		}
		for k := range got {
			got[k] -= all[k]
		}
		if got != want || rest != len(plain) {
			t.Errorf("%v inserts %v by kind, want %v; %d of the plain turn's %d instructions are left", m, got, want, rest, len(plain))
		}
	}
}

// TestLone: of a CU with one workgroup, what a method measures is the sum of its instructions'
// latencies: from the first read ten of 18 cycles to the reference's issue, and the second
// read in the scheduler's next turn; or after data from DRAM, 500 and 250 cycles and their
// sectors' way, the dummy's use and branch. The reference to the transfer function, and the
// rest of a turn, are not measured.
func TestLone(t *testing.T) {
	g := OnGTX480()
	w := Window{X0: 512, X1: 520, Y0: 512, Y1: 528, CUs: 1, Part: 0.1}
	for m, want := range map[Method][2]float64{Simple: {182, 186}, Fence: {184, 188}, Dummy: {180 + 750 + 36, 180 + 850 + 36}} {
		o, err := g.Render(View{}, gpumodel.Shape{X: 8, Y: 16}, m, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		least := slices.Min(o.Series)
		t.Logf("%v: %v cycles at least, on average %.0f, and %.0f besides", m, least, o.Reference, o.Other)
		if least < want[0] || least > want[1] { // with waits for the SIMD's turn
			t.Errorf("%v: a reference takes %v cycles at least, want %v to %v", m, least, want[0], want[1])
		}
	}
}
