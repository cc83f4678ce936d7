package silicon

import (
	_ "embed"
	"strings"

	"lanebook/gpumodel/gpu"
)

var (
	//go:embed past_l1.csv
	pastL1CSV string
	//go:embed past_l1_model.csv
	pastL1ModelCSV string
)

// PastLoop is a kernel of past_l1.cu: a loop of accesses past the L1, of loads and stores of shared memory, or of both, on one SM of
// an H200.
type PastLoop struct {
	Name string
	// Of one turn of the loop of one warp: cycles of the SM beyond what the launch takes, and by Nsight's counters passes
	// through the L1's data path, those of shared memory among them.
	Cycles, Passes, Shared float64
	Model                  float64 // cycles that the model gives
}

// pastTurns is how often a warp of past_l1.cu goes round, and pastWarps how many of them the SM has.
const (
	pastTurns = 256
	pastWarps = 32
)

// PastLoops returns those loops. The error says which line is damaged.
func PastLoops() ([]PastLoop, error) {
	const turns = pastTurns * pastWarps
	d, queued := gpu.H200(), Queued(gpu.H200()).Dispatch.Seconds
	var all []PastLoop
	for i, line := range strings.Split(strings.TrimSpace(pastL1CSV), "\n") {
		p := pairs{file: "past_l1.csv", line: i + 1, columns: strings.Split(line, ",")}
		p.head("past_l1", 6)
		of := func(at int, name string) float64 { return p.fromZero(at, name) / turns }
		us := (p.float(2, "us") + p.float(3, "second")) / 2
		l := PastLoop{"", (us*1e-6 - queued) * float64(d.Clock) / turns, of(4, "pipe"), of(5, "shared"), 0}
		if p.err != nil {
			return nil, p.err
		}
		l.Name = p.columns[1]
		all = append(all, l)
	}
	now, err := chipResults("past_l1_model.csv", pastL1ModelCSV, names(all, PastLoop.name))
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].Model = float64(now[i].Cycles-d.Dispatch.Cold) / turns
	}
	return all, nil
}

func (l PastLoop) name() string { return l.Name }

// Stores says whether the loop stores to global memory: 1024 bytes a turn of a warp.
func (l PastLoop) Stores() bool {
	return strings.HasPrefix(l.Name, "store") || strings.HasPrefix(l.Name, "copy")
}
