package silicon

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

var update = flag.Bool("update", false, "rewrite whole_model.csv, fft_model.csv, tutorials_model.csv, h100_model.csv, rates_model.csv or littles_model.csv, which takes minutes")

// The kernels that take the model a second at most, but for the one with banks in it;
// and more that take it 4 at most, on two processors.
var (
	quickWhole = []string{
		"empty,blocks=1,threads=256", "empty,blocks=132,threads=256", "empty,blocks=1056,threads=256", "empty,blocks=8448,threads=256",
		"copy,type=float,n=65536", "copy,type=float4,n=16384", "copy,type=float,n=1048576", "copy,type=float4,n=262144",
		"transpose,type=float,tile=32,pad=0,rows=8,w=4096,h=4096",
		"flops,n=4096,threads=256,blocks=66",
	}
	longWhole = []string{
		"empty,blocks=65536,threads=256", "empty,blocks=262144,threads=256",
		"copy,type=float,n=16777216", "copy,type=float4,n=4194304",
		"strided,n=16777216,stride=1", "strided,n=16777216,stride=2", "strided,n=16777216,stride=3", "strided,n=16777216,stride=4", "strided,n=16777216,stride=8",
		"transpose,type=float,tile=32,pad=1,rows=8,w=4096,h=4096", "transpose,type=float,tile=16,pad=1,rows=16,w=4096,h=4096",
		"transpose,type=float2,tile=32,pad=0,rows=8,w=4096,h=4096", "transpose,type=float2,tile=32,pad=1,rows=8,w=4096,h=4096",
		"transpose,type=float,tile=16,pad=0,rows=16,w=8192,h=8192", "flops,n=4096,threads=256,blocks=132", "flops,n=4096,threads=256,blocks=133",
	}
)

// What whole_model.csv has is what the model gives. Quick runs try a few kernels,
// LANEBOOK_FULL=1 more, and -update writes all.
func TestWholeModel(t *testing.T) {
	times, err := wholes()
	if err != nil {
		t.Fatal(err)
	}
	holdResults(t, "whole_model.csv", wholeModelCSV, wholeRuns(gpu.H200(), times), quickWhole, longWhole)
}

// Of the long kernels, the worst among them, LANEBOOK_FULL runs the first workgroups, which
// tell the time of the file to 5 %: of every third kernel, with LANEBOOK_FULL=1 of all. Left out are four saxpys, whose workgroups all run at
// once, and what does not fill all CUs twelve times.
func TestWholeModelSampled(t *testing.T) {
	full := os.Getenv("LANEBOOK_FULL")
	if full == "" {
		t.Skip("takes half a minute: with LANEBOOK_FULL")
	}
	all, err := WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	left, long := 0, 0
	for _, w := range all {
		if slices.Contains(quickWhole, w.Name) || slices.Contains(longWhole, w.Name) {
			continue
		}
		if w.Kernel == "saxpy" || w.Kernel == "flops" {
			left++
			continue
		}
		if long++; full != "1" && long%3 != 1 {
			continue
		}
		part, err := RunWhole(gpu.H200(), w.WholeTime, chip.Options{Sample: 1e-3})
		if err != nil {
			t.Fatal(err)
		}
		off := part.Seconds*1e6/w.Model - 1
		t.Logf("%s: %.1f µs, %.1f from %.1f %%: %+.1f %%, said to be within %.1f %%", w.Name, w.Model, part.Seconds*1e6, 100*part.Share, 100*off, 100*part.Bound)
		if math.Abs(off) > min(0.05, part.Bound) {
			t.Errorf("%s: %+.1f %% off", w.Name, 100*off)
		}
	}
	if left != 6 {
		t.Errorf("%d kernels are not run at all, want four saxpys and two of multiply-adds", left)
	}
}

// chipRun is a kernel and how its line in a file of results is made.
type chipRun struct {
	name string
	run  func() (chip.Report, error)
}

func wholeRuns(d gpumodel.Device, times []WholeTime) (all []chipRun) {
	for _, w := range times {
		all = append(all, chipRun{w.Name, func() (chip.Report, error) {
			r, err := RunWhole(d, w, w.sampled())
			return r.Report, err
		}})
	}
	return all
}

// sampled says how much of the kernel's workgroups the files of results have run: of the
// transposes of 8192², up to 4 million workgroups, a tenth.
func (t WholeTime) sampled() chip.Options {
	if t.Width == largestTransposed {
		return chip.Options{Sample: 0.1}
	}
	return chip.Options{}
}

// holdResults runs the quick ones of the kernels, and the long ones where all is tested:
// each gives its line of the file. With -update all lines are written.
func holdResults(t *testing.T, file, golden string, all []chipRun, quick, long []string) {
	t.Helper()
	if os.Getenv("LANEBOOK_FULL") == "1" {
		quick = slices.Concat(quick, long)
	}
	tried := holdLines(t, file, golden, len(all), func(i int) bool { return slices.Contains(quick, all[i].name) }, func(i int) (string, error) {
		r, err := all[i].run()
		if err != nil {
			return "", err
		}
		return chipLine(all[i].name, r), nil
	})
	if tried != len(quick) && !*update {
		t.Errorf("%d kernels tried, want the %d that are named", tried, len(quick))
	}
}

// keptParts are those of which the files keep the most used: what all CUs share, and of one
// CU what issues and the LDS. Its units and its L1 are not among them.
var keptParts = []string{"issue slots", "LDS banks", "L2", "DRAM", "dispatch"}

// chipLine is a kernel's line of a file of results, which chipResults reads.
func chipLine(name string, r chip.Report) string {
	most := r.Limits[slices.IndexFunc(r.Limits, func(l chip.Limit) bool { return slices.Contains(keptParts, l.Part) })]
	return fmt.Sprintf("model,%s,us=%.3f,cycles=%d,part=%s,used=%.3f,tail=%d", name, r.Seconds*1e6, r.Cycles, most.Part, most.Used, r.Tail)
}

// holdLines makes some of a file's n lines anew, and returns how many. With -update it makes
// and writes all of them.
func holdLines(t *testing.T, file, golden string, n int, some func(i int) bool, line func(i int) (string, error)) (tried int) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(golden), "\n")
	if len(lines) != n && !*update {
		t.Fatalf("%s has %d lines, want %d", file, len(lines), n)
	}
	if *update {
		writeLines(t, file, n, line)
		return n
	}
	for i := range n {
		if !some(i) {
			continue
		}
		tried++
		text, err := line(i)
		if err != nil {
			t.Fatal(err)
		}
		if text != lines[i] {
			t.Errorf("%s, but %s has another line %d; if that is meant, go test ./gpumodel/silicon -timeout 1h -run %s -update", text, file, i+1, t.Name())
		}
	}
	return tried
}

// writeLines makes all lines of a file side by side, as many at a time as there are processors.
func writeLines(t *testing.T, file string, n int, line func(i int) (string, error)) {
	t.Helper()
	lines, errs := make([]string, n), make([]error, n)
	var wait sync.WaitGroup
	turn := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		turn <- struct{}{}
		wait.Go(func() {
			lines[i], errs[i] = line(i)
			<-turn
		})
	}
	wait.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Oracle: the H200's clock, for whole kernels on all its CUs. No number was set from
// any row that is held here, of which Dispatch.Cold alone cannot be shown: see package gpu.
func TestWholeBars(t *testing.T) {
	all, err := WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 53 {
		t.Fatalf("%d kernels, want 44 and 9", len(all))
	}
	worstFirst := slices.Clone(all)
	slices.SortStableFunc(worstFirst, func(a, b WholeResult) int { return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error())) })
	sum, near, free := 0.0, 0, 0
	for _, r := range worstFirst {
		note := ""
		if r.Set() {
			note = ", set from such rows"
		} else {
			free++
			sum += math.Abs(r.Error())
			if math.Abs(r.Error()) <= 0.25 {
				near++
			}
		}
		t.Logf("%+6.1f %%  %-60s %9.3f µs, measured %9.3f; %s %.0f %% used%s", 100*r.Error(), r.Name, r.Model, r.Microseconds, r.Part, 100*r.Used, note)
	}
	mean := sum / float64(free)
	t.Logf("mean error %.1f %% of %d kernels, %d of them within 25 %%", 100*mean, free, near)
	if free != 47 {
		t.Errorf("%d kernels set nothing, want 47", free)
	}
	if mean > 0.12 {
		t.Errorf("mean error %.1f %%, want at most 12 %%", 100*mean)
	}
	if near*10 < free*9 {
		t.Errorf("%d of %d kernels within 25 %%, want 90 %%", near, free)
	}
}

// Which of two kernels is faster is as measured: of every two that are asked about.
func TestWholeOrders(t *testing.T) {
	all, err := WholeResults()
	if err != nil {
		t.Fatal(err)
	}
	pairs := wholePairs(all)
	for _, p := range pairs {
		if measured, model := p.apart(); !p.kept() || measured < -0.02 {
			t.Errorf("%s takes %.3f µs, %s %.3f, %+.1f %%; measured %+.1f %%: want the first faster, or a tie where one was measured", p.Faster.Name, p.Faster.Model, p.Slower.Name, p.Slower.Model, 100*model, 100*measured)
		}
	}
	if want := 10 + 12 + 6 + 21; len(pairs) != want {
		t.Errorf("%d pairs asked about, want %d", len(pairs), want)
	}
}

func TestWholeResultsAreChecked(t *testing.T) {
	times := []WholeTime{{Kernel: "empty", Name: "empty,blocks=1,threads=1", Microseconds: 2}}
	const good = "model,empty,blocks=1,threads=1,us=3,cycles=4,part=LDS banks,used=0.5,tail=1"
	all, err := wholeResults(times, good+"\n")
	if want := (WholeResult{times[0], ChipResult{3, 4, "LDS banks", 0.5, 1}}); err != nil || all[0] != want || want.Error() != 0.5 || !want.Set() {
		t.Errorf("%+v, error %v, want %+v", all, err, want)
	}
	for text, want := range map[string]string{
		"":                 "want model,empty,blocks=1,threads=1",
		good + "\n" + good: "2 lines, want 1",
		strings.Replace(good, "blocks=1", "blocks=2", 1): "line 1 is",
		strings.Replace(good, "us=3", "us=0", 1):         `line 1, column "us=0", want us=a number`,
		strings.Replace(good, "us=3", "us=x", 1):         `column "us=x"`,
		strings.Replace(good, "cycles=4", "cycle=4", 1):  `column "cycle=4", want cycles=`,
		strings.Replace(good, "LDS banks", "", 1):        `column "part=", want part=a name`,
		strings.Replace(good, "tail=1", "tail=NaN", 1):   `column "tail=NaN"`,
		good + ",more=1": "6 columns after the name, want 5",
	} {
		if _, err := wholeResults(times, text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "whole_model.csv") {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}
