package sass

import (
	"strings"
	"testing"

	"lanebook/gpumodel/gpu"
)

// Two instructions a turn and a jump: by hand, one wavefront issues FFMA, three cycles of its
// stall count later FADD, two later the jump, which takes until its target is there.
const twoAndBack = `	code for sm_90
		Function : back
        /*0000*/  FFMA R1, R1, R2, R3 ;                        /* 0x0000000201017223 */
                                                               /* 0x000fc60000000003 */
        /*0010*/  FADD R4, R1, R2 ;                            /* 0x0000000201047221 */
                                                               /* 0x000fc40000000000 */
        /*0020*/  @P0 BRA 0x0 ;                                /* 0xfffffffc00dc0947 */
                                                               /* 0x000fea000383ffff */
`

func TestTrace(t *testing.T) {
	f, err := Read("back.sass", twoAndBack)
	if err != nil {
		t.Fatal(err)
	}
	k := &f.Kernels[0]
	l := Launch{Device: gpu.H200(), Kernel: k}
	got, err := Hopper().Trace(l, k.Loops[0], 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	report, err := Hopper().Report(l, k.Loops[0], 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(2 * report.Cycles); got.Cycles != want || len(got.Issues) != 7 {
		t.Fatalf("%d cycles with %d issues, want two turns of %.0f cycles with 3 issues each, and the next", got.Cycles, len(got.Issues), report.Cycles)
	}
	turn := int64(report.Cycles)
	for i, want := range []int64{0, 3, 5, turn, turn + 3, turn + 5} { // stalls of 3 and of 2
		e := got.Issues[i]
		if e.Cycle != want || e.Turn != i/3 || e.Line != i%3 || e.Wavefront != 0 {
			t.Errorf("issue %d: %+v, want instruction %d of turn %d at cycle %d", i, e, i%3, i/3, want)
		}
	}
	if e := got.Issues[1]; len(e.Waits) != 1 || e.Waits[0] != (Wait{StallFixed, 1, 3}) || e.Done != 3+4 {
		t.Errorf("%+v, want a wait for the stall count in cycles 1 and 2, and a result 4 cycles later", e)
	}
	if _, err := Hopper().Trace(l, k.Loops[0], 1, 0); err == nil || !strings.Contains(err.Error(), "0 turns, want 1 to 64") {
		t.Errorf("no turns: %v", err)
	}
}

// The waits before an instruction fill the cycles since its wavefront's issue before, and
// only one wavefront of a SIMD issues in a cycle; what a report counts is what a trace shows.
func TestTraceIsWhole(t *testing.T) {
	f, err := Read("back.sass", twoAndBack)
	if err != nil {
		t.Fatal(err)
	}
	k := &f.Kernels[0]
	for _, wavefronts := range []int{1, 3, 16} {
		got, err := Hopper().Trace(Launch{Device: gpu.H200(), Kernel: k}, k.Loops[0], wavefronts, 3)
		if err != nil {
			t.Fatal(err)
		}
		last, before, after := int64(-1), map[int]int64{}, map[int]bool{}
		for _, e := range got.Issues {
			if e.Cycle <= last || after[e.Wavefront] {
				t.Errorf("%d wavefronts: an issue in cycle %d after one in %d, in a trace of %d", wavefronts, e.Cycle, last, got.Cycles)
			}
			last = e.Cycle
			if at, ok := before[e.Wavefront]; ok {
				for _, w := range e.Waits {
					if w.From != at+1 || w.To <= w.From {
						t.Errorf("%d wavefronts: %+v, want waits from cycle %d on", wavefronts, e, at+1)
					}
					at = w.To - 1
				}
				if e.Cycle != at+1 {
					t.Errorf("%d wavefronts: %+v, want it in cycle %d", wavefronts, e, at+1)
				}
			}
			before[e.Wavefront], after[e.Wavefront] = e.Cycle, e.Cycle >= got.Cycles
		}
		if len(before) != wavefronts {
			t.Errorf("%d wavefronts in the trace of %d", len(before), wavefronts)
		}
	}
}

// What Listing writes is read as it was.
func TestListing(t *testing.T) {
	for _, text := range []string{twoAndBack, "k:\n\t0000\tFADD R1, R2, R3\n\t0010\tEXIT\n"} {
		f, err := Read("a", text)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read("b", Listing(&f.Kernels[0]))
		if err != nil {
			t.Fatal(err)
		}
		a, b := &f.Kernels[0], &again.Kernels[0]
		if a.Name != b.Name || len(a.Code) != len(b.Code) || a.Derived != b.Derived {
			t.Fatalf("%+v, want %+v", b, a)
		}
		for i := range a.Code {
			if x, y := &a.Code[i], &b.Code[i]; x.Address != y.Address || x.String() != y.String() || x.Words != y.Words || x.Control != y.Control {
				t.Errorf("%v, want %v", y, x)
			}
		}
	}
}
