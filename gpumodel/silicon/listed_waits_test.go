package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// Where warps are in the kernels of listed.cu, launched with empty caches, by the instruction that they issue next.
var (
	//go:embed listed_waits_h200.csv
	listedWaitsCSV string // samples of an H200's warps, by reason, and by instruction in two runs and in two more
	//go:embed listed_waits_told.csv
	listedWaitsToldCSV string // parts of 10000 of all warps' cycles that the model gave before any was sampled
	//go:embed listed_waits_model.csv
	listedWaitsModelCSV string // and what it gives now, a barrier's waits before the instruction after it, as in the samples
	//go:embed listed_executed.csv
	listedExecutedCSV string // how often an H200's warps issued each instruction, and with how many lanes on, of each kernel's least size
)

// waits is a line of listed_waits_model.csv.
func (k *listedKernel) waits(n int) (string, error) {
	e, err := k.start(n)
	if err != nil {
		return "", err
	}
	code, err := machineCode("listed.sass", listedListing, k.name)
	if err != nil {
		return "", err
	}
	r, err := e.Time(gpu.H200(), chip.Options{Lines: len(code.Code)})
	if err != nil {
		return "", err
	}
	all := float64(r.Totals.Cycles())
	parts := func(n gpumodel.Cycles) string { return strconv.Itoa(int(math.Round(1e4 * float64(n) / all))) }
	by := []string{parts(r.Issued)}
	for _, cycles := range r.Stalls {
		by = append(by, parts(cycles))
	}
	var at []string
	barrier := gpumodel.Cycles(0)
	for i := range r.Lines[1:] {
		l := &r.Lines[i+1]
		here := l.Stalls[gpumodel.StallBarrier]
		at = append(at, parts(l.Waited()+gpumodel.Cycles(l.Issued)-here+barrier))
		barrier = here
	}
	return fmt.Sprintf("model,%s,n=%d,cycles=%d,%s,%s", k.name, n, r.Cycles, strings.Join(by, " "), strings.Join(at, " ")), nil
}

// What listed_waits_model.csv has is what the model gives. Quick runs try some.
func TestListedWaitsModel(t *testing.T) {
	kernels := listedKernels()
	quick := func(i int) bool { return i%12 == 0 }
	holdLines(t, "listed_waits_model.csv", listedWaitsModelCSV, 3*len(kernels), quick, func(i int) (string, error) {
		return kernels[i/3].waits(kernels[i/3].sizes[i%3])
	})
}

// countsOf reads a column of whole numbers apart by blanks.
func countsOf(t *testing.T, column string) (all []float64) {
	t.Helper()
	for word := range strings.FieldsSeq(column) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, float64(n))
	}
	return all
}

// overlap is the part that two shares have in common: 1 if they are the same, 0 if they have nothing.
func overlap(a, b []float64) (common float64) {
	sum := func(all []float64) (n float64) {
		for _, v := range all {
			n += v
		}
		return n
	}
	ofA, ofB := sum(a), sum(b)
	for i := range a {
		common += min(a[i]/ofA, b[i]/ofB)
	}
	return common
}

// Oracle: where an H200's warps are, sampled by Nsight. The model's queues and policy were chosen with these rows in view.
func TestListedWaits(t *testing.T) {
	lines := func(csv string) []string { return strings.Split(strings.TrimSpace(csv), "\n") }
	measured, told, model := lines(listedWaitsCSV), lines(listedWaitsToldCSV), lines(listedWaitsModelCSV)
	if len(measured) != 48 || len(told) != 48 || len(model) != 48 {
		t.Fatalf("%d, %d and %d launches, want 48", len(measured), len(told), len(model))
	}
	var before, now, again, same float64
	for i := range measured {
		m, p, q := strings.Split(measured[i], ","), strings.Split(told[i], ","), strings.Split(model[i], ",")
		first, second := countsOf(t, m[len(m)-2]), countsOf(t, m[len(m)-1])
		samples := make([]float64, len(first))
		for i := range samples {
			samples[i] = first[i] + second[i]
		}
		was, is := countsOf(t, p[5]), countsOf(t, q[5])
		if m[1] != p[1] || m[2] != p[2] || m[1] != q[1] || m[2] != q[2] || len(was) != len(first) || len(is) != len(first) {
			t.Fatalf("%s and %s are beside %s", p[1:3], q[1:3], m[1:3])
		}
		common := [3]float64{overlap(was, samples), overlap(is, samples), overlap(first, second)}
		before, now, again = before+common[0]/48, now+common[1]/48, again+common[2]/48
		if most(is) == most(samples) {
			same++
		}
		t.Logf("%-26s told %.2f, now %.2f, the H200 with itself %.2f", m[1]+" "+m[2], common[0], common[1], common[2])
	}
	t.Logf("on average told %.2f, now %.2f, the H200 with itself %.2f; the longest wait is before the same instruction in %.0f of 48", before, now, again, same)
	if before < 0.6 || now < 0.7 || again < 0.95 {
		t.Errorf("overlap %.3f told, %.3f now, %.3f of two runs; want 0.6, 0.7, 0.95", before, now, again)
	}
}

// most is the place of the largest.
func most(all []float64) int { return slices.Index(all, slices.Max(all)) }

// Oracle: Nsight on an H200. Each instruction of each kernel, the least of its sizes, issues as often as on the chip, with as many
// lanes on; but in two kernels whose lanes part, for which go first nobody says.
func TestListedLines(t *testing.T) {
	issued, lanes, all := 0, 0, 0
	for i, line := range strings.Split(strings.TrimSpace(listedExecutedCSV), "\n") {
		k, p := listedKernels()[i], strings.Split(line, ",")
		e, err := k.start(k.sizes[0])
		if err != nil {
			t.Fatal(err)
		}
		var got [2][]float64
		wantIssued, wantLanes := countsOf(t, p[3]), countsOf(t, p[4])
		got[0], got[1] = make([]float64, len(wantIssued)), make([]float64, len(wantIssued))
		if err := execute(e, func(in *gpumodel.Instruction) {
			got[0][in.Line-1]++
			got[1][in.Line-1] += float64(in.Lanes.Count())
		}); err != nil {
			t.Fatal(err)
		}
		code, err := machineCode("listed.sass", listedListing, k.name)
		if err != nil {
			t.Fatal(err)
		}
		for at := range wantIssued {
			all++
			if got[0][at] == wantIssued[at] {
				issued++
			} else {
				t.Logf("%s: %04x %v issued %.0f times, the chip's %.0f", k.name, code.Code[at].Address, &code.Code[at], got[0][at], wantIssued[at])
			}
			if got[1][at] == wantLanes[at] {
				lanes++
			} else {
				t.Logf("%s: %04x %v with %.0f lanes, the chip's %.0f", k.name, code.Code[at].Address, &code.Code[at], got[1][at], wantLanes[at])
			}
		}
	}
	t.Logf("of %d instructions %d issue as often, and %d with as many lanes", all, issued, lanes)
	if all != 2309 || issued < 2307 || lanes < all {
		t.Errorf("of %d instructions %d issue as often, and %d with as many lanes; want 2309, 2307 and all", all, issued, lanes)
	}
}
