package silicon

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel/gpu"
)

var (
	//go:embed both_h200.csv
	bothCSV string
	//go:embed both_h200_second.csv
	bothSecondCSV string
	//go:embed both_told.csv
	bothToldCSV string
	//go:embed both_before.csv
	bothBeforeCSV string
	//go:embed both_model.csv
	bothModelCSV string
	//go:embed shared_l1.csv
	sharedL1CSV string
	//go:embed shared_l1_model.csv
	sharedL1ModelCSV string
)

// BothResult is a kernel of both.cu, which reads shared memory and, by way of the L1, global memory side by side.
type BothResult struct {
	ListedResult         // Told is of empty caches, by mistake, and of the model with one data path, committed before any ran
	ToldBefore   float64 // the same of the model as it was, with a path for each of the two
	Before       float64 // what that gives of launches with caches as earlier ones leave them, as the H200's were; computed after
}

// BothResults returns the kernels in their order; an H200, nvcc 13.0.88, driver 580.159.04, 2026-11-29. The error says which
// line of which file is damaged.
func BothResults() ([]BothResult, error) {
	var told, toldBefore strings.Builder // of told,KERNEL,n=…,us=…,before=…
	for line := range strings.Lines(bothToldCSV) {
		name, times, _ := strings.Cut(strings.TrimSpace(line), ",us=")
		now, before, _ := strings.Cut(times, ",before=")
		fmt.Fprintf(&told, "%s,us=%s\n", name, now)
		fmt.Fprintf(&toldBefore, "%s,us=%s\n", name, before)
	}
	all, err := toldResults("both", bothCSV, bothSecondCSV, told.String(), bothModelCSV)
	if err != nil {
		return nil, err
	}
	name := func(of string) func(ListedResult) string {
		return func(r ListedResult) string { return fmt.Sprintf("%s,%s,n=%d", of, r.Kernel, r.Size) }
	}
	before, err := kept("both_before.csv", bothBeforeCSV, "us", names(all, name("before")))
	if err != nil {
		return nil, err
	}
	two, err := kept("both_told.csv", toldBefore.String(), "us", names(all, name("told")))
	if err != nil {
		return nil, err
	}
	results := make([]BothResult, len(all))
	for i := range all {
		results[i] = BothResult{all[i], two[i], before[i]}
	}
	return results, nil
}

// SharedLoop is a kernel of shared_l1.cu: a loop of loads, of shared memory, of global memory that the L1 has, or of both, on all
// SMs of an H200 at once.
type SharedLoop struct {
	Name string
	// Of one turn of the loop of one warp: cycles of the SM beyond what the launch takes, and by Nsight's counters passes
	// through the L1's data path, those of shared memory among them, and cycles in which tags of global loads are looked up.
	Cycles, Passes, Shared, Tags float64
	Model                        float64 // cycles that the model gives
}

// sharedTurns is how often a warp of shared_l1.cu goes round, and sharedWarps how many of them are on each SM.
const (
	sharedTurns = 256
	sharedWarps = 48
)

// SharedLoops returns those loops with 48 warps on each SM. The error says which line is damaged.
func SharedLoops() ([]SharedLoop, error) {
	d := gpu.H200()
	var all []SharedLoop
	for i, line := range strings.Split(strings.TrimSpace(sharedL1CSV), "\n") {
		p := pairs{file: "shared_l1.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("shared_l1", 9)
		if p.err == nil && p.float(2, "blocks") == sharedWarps/8 {
			const turns = sharedTurns * sharedWarps
			of := func(at int, name string) float64 { return p.fromZero(at, name) / float64(turns*d.CUs) }
			us := (p.float(3, "us") + p.float(4, "second")) / 2
			all = append(all, SharedLoop{p.columns[1], (us*1e-6 - d.Dispatch.Seconds) * float64(d.Clock) / turns, of(5, "pipe"), of(6, "shared"), of(7, "tags"), 0})
		}
		if p.err != nil {
			return nil, p.err
		}
	}
	now, err := chipResults("shared_l1_model.csv", sharedL1ModelCSV, names(all, SharedLoop.name))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Model = float64(now[i].Cycles) / (sharedTurns * sharedWarps)
	}
	return all, nil
}

func (l SharedLoop) name() string { return l.Name + ",blocks=6" }
