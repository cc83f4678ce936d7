package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"sync"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// Chase is a pointer chase that others have measured: one lane goes through a buffer in an
// order by chance, one load in each 128 bytes.
type Chase struct {
	Source   string         // "GB25", "GB23" or "AIK", see the package's documentation
	GPU      string         // as the source names it
	Clock    gpumodel.Hertz // 0 where unknown
	Sizes    []float64      // of the buffer, bytes
	Measured []float64      // cycles of a load
}

//go:embed chase_latency.csv
var chaseLatencyCSV string

// Chases returns the 22 chases of 20 GPUs, in the file's order. The error says which row
// of the embedded file is damaged.
func Chases() ([]Chase, error) {
	rows, err := table("chase_latency.csv", chaseLatencyCSV, 6)
	if err != nil {
		return nil, err
	}
	var out []Chase
	for _, r := range rows[1:] {
		f := fields{file: "chase_latency.csv", row: r}
		if len(out) == 0 || out[len(out)-1].Source != r[0] || out[len(out)-1].GPU != r[1] {
			out = append(out, Chase{Source: r[0], GPU: r[1]})
			if r[2] != "" {
				out[len(out)-1].Clock = gpumodel.Hertz(f.float(2)) * gpumodel.MHz
			}
		}
		c := &out[len(out)-1]
		column := 4
		if r[column] == "" {
			column = 5
		}
		c.Sizes, c.Measured = append(c.Sizes, f.float(3)*1024), append(c.Measured, f.float(column))
		if f.err != nil {
			return nil, f.err
		}
	}
	return out, nil
}

// ladderOf tells which ladder a chase is held to, and whether the ladder's latencies were
// set from this very chase.
var ladderOf = map[string]struct {
	id  string
	set bool
}{
	"GB25 V100": {"v100", true}, "GB25 A100-80": {"a100", true}, "GB25 A40": {"a40", true}, "GB25 L40": {"l40", true}, "GB25 GH200": {"gh200", true},
	"GB25 MI100": {"mi100", true}, "GB25 MI210": {"mi210", true}, "GB25 MI300A": {"mi300a", true}, "GB25 MI300X": {"mi300x", true}, "GB25 RX6900XT": {"rx6900xt", true},
	"GB23 H100-PCIe": {"h100-pcie", true}, "AIK RTX2000": {"a2000", true}, "AIK H100-SXM": {"h100", true}, "AIK RTX4090": {"rtx4090", true},
	"AIK RTX5090": {"rtx5090", true}, "AIK RTX-PRO-6000": {"rtxpro6000", true}, "AIK B200": {"b200", true},
	"GB23 A100-40": {"a100", false}, "AIK V100": {"v100", false}, "AIK A100-SXM": {"a100", false}, "AIK GH200": {"gh200", false}, "AIK B300": {"b200", false},
}

// stepsSet are the steps, by source, GPU and level, whose place or form set a number of a
// ladder.
var stepsSet = []string{
	"GB25 GH200 L2",    // the 64 ways of NVIDIA's L1
	"GB25 MI100 DRAM",  // that the L2 is hashed
	"GB25 MI210 DRAM",  // that the L2 is hashed
	"GB25 MI300X DRAM", // the reach and the miss of the TLB
}

// Visited is the part of its buffer that AIK's chain goes through: 87 to 97 %, as its
// program gives when it is run again. It moves every step of AIK's: RunsVisiting has others.
const Visited = 0.92

// ChaseRun is a chase with what the model gives at every second size of GB25's, and at
// each of the others.
type ChaseRun struct {
	Chase
	Ladder   gpumodel.Ladder
	Set      bool      // the ladder's latencies were set from this chase
	Model    []float64 // cycles of a load
	Plateaus []Rung
	Steps    []Rung
}

// Rung is a plateau of a chase in cycles, or the place of a step in bytes: where the
// latency is half-way between the plateau before and its own.
type Rung struct {
	Name            string  // of the level; of a step, of the level it leads to
	From, To        float64 // sizes of the buffer between which it is the plateau, bytes
	Measured, Model float64
	Set             bool // Model was set from Measured; of a step, something that moves it was

	// Gap is, of a step, the ratio of the two sizes between which it was measured: a bar
	// that is finer than that asks for what the grid cannot tell. SameGap is set where the
	// model's place is between the same two.
	Gap     float64
	SameGap bool
}

// Error returns how far the model is off, as a part of what was measured.
func (r Rung) Error() float64 { return r.Model/r.Measured - 1 }

// allChases are the runs through all ladders, once they were asked for. Not a function made
// by sync.OnceValues: a program that never calls one would hold all that it needs.
var allChases struct {
	once sync.Once
	runs []ChaseRun
	err  error
}

// ChaseRuns runs chases through the ladders of their GPUs: of the ladders with these IDs, or
// all if there are none, which takes seconds the first time. The runs are not to be changed.
func ChaseRuns(ids ...string) ([]ChaseRun, error) {
	if len(ids) == 0 {
		c := &allChases
		c.once.Do(func() { c.runs, c.err = runChases(Visited, func(string, string) bool { return true }) })
		return c.runs, c.err
	}
	return runChases(Visited, func(id, _ string) bool { return slices.Contains(ids, id) })
}

// RunsVisiting runs AIK's chases with another part of the buffer visited, 0.5 to 1, to see
// what that decides.
func RunsVisiting(part float64) ([]ChaseRun, error) {
	if !(part >= 0.5 && part <= 1) {
		return nil, fmt.Errorf("silicon: visited part = %v, want 0.5 to 1", part)
	}
	return runChases(part, func(_, source string) bool { return source == "AIK" })
}

func runChases(visited float64, wanted func(id, source string) bool) ([]ChaseRun, error) {
	chases, err := Chases()
	if err != nil {
		return nil, err
	}
	var runs []ChaseRun
	for _, c := range chases {
		of, ok := ladderOf[c.Source+" "+c.GPU]
		l, known := gpu.Ladder(of.id)
		if !ok || !known {
			return nil, fmt.Errorf("silicon: chase_latency.csv: %s of %s has no ladder", c.GPU, c.Source)
		}
		if !wanted(of.id, c.Source) {
			continue
		}
		run, err := runChase(c, l, of.set, visited)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, nil
}

func runChase(c Chase, l gpumodel.Ladder, set bool, visited float64) (ChaseRun, error) {
	thin, part := 1, 1.0
	switch c.Source {
	case "GB25":
		thin = 2
	case "AIK":
		part = visited
	}
	r := ChaseRun{Chase: Chase{Source: c.Source, GPU: c.GPU, Clock: c.Clock}, Ladder: l, Set: set}
	for i := 0; i < len(c.Sizes); i += thin {
		cycles, err := memory.Climb(l, max(memory.ChaseNode, gpumodel.Bytes(c.Sizes[i]*part)))
		if err != nil {
			return ChaseRun{}, fmt.Errorf("silicon: %s: %w", c.GPU, err)
		}
		r.Sizes, r.Measured, r.Model = append(r.Sizes, c.Sizes[i]), append(r.Measured, c.Measured[i]), append(r.Model, cycles)
	}
	r.rungs()
	return r, nil
}

// rungs finds plateaus, by the sizes of the levels alone, and steps between them.
func (r *ChaseRun) rungs() {
	from := 0.0
	add := func(name string, to float64, above float64) {
		p := Rung{Name: name, From: from, To: to, Set: r.Set}
		if p.Measured, p.Model = middle(r.Sizes, r.Measured, from, to), middle(r.Sizes, r.Model, from, to); p.Measured > 0 {
			r.Plateaus = append(r.Plateaus, p)
		}
		from = above
	}
	for _, l := range r.Ladder.Levels {
		size := float64(l.Size()) * float64(max(1, memory.ChaseNode/l.Line))
		if l.Name == "L1" && l.Line < memory.ChaseNode && !l.Hashed {
			size = float64(l.Size()) // every second set is never asked for
		}
		if l.Far > 0 {
			add(l.Name, 0.75*size/2, 1.25*size/2)
			add(l.Name+", beyond a half", 0.9*size, 2.5*size)
		} else {
			add(l.Name, 0.75*size, 1.5*size)
		}
	}
	from *= 5.0 / 3
	if r.Ladder.Levels[len(r.Ladder.Levels)-1].Far > 0 {
		from *= 3.0 / 5
	}
	add("DRAM", math.Inf(1), 0)
	for i, p := range r.Plateaus[1:] {
		set := slices.Contains(stepsSet, r.Source+" "+r.GPU+" "+p.Name)
		r.step(r.Plateaus[i], p, set)
	}
}

// middle returns the median of the values between two sizes, 0 if there are none.
func middle(sizes, values []float64, from, to float64) float64 {
	var in []float64
	for i, s := range sizes {
		if s >= from && s <= to {
			in = append(in, values[i])
		}
	}
	if len(in) == 0 {
		return 0
	}
	slices.Sort(in)
	return (in[len(in)/2] + in[(len(in)-1)/2]) / 2
}

// crossing returns the size at which the values first come to a level, between two sizes in
// proportion on a logarithmic scale, and the index of the larger of the two; NaN and 0 if they
// never do.
func crossing(sizes, values []float64, level float64) (size float64, at int) {
	for i := 1; i < len(values); i++ {
		if a, b := values[i-1], values[i]; a < level && b >= level {
			return sizes[i-1] * math.Pow(sizes[i]/sizes[i-1], (level-a)/(b-a)), i
		}
	}
	return math.NaN(), 0
}
