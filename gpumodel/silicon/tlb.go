package silicon

import (
	_ "embed"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// PageChase is one row of a pointer chase past the L1 from page to page: one lane goes round
// through lines that are so few that all of them stay in the L2, but lie far apart.
type PageChase struct {
	GPU    string         // "H200" or "H100"
	Step   gpumodel.Bytes // of each so much memory Lines lines are visited, anywhere in it
	Lines  int            // of each Step
	Size   gpumodel.Bytes // of all steps
	Cold   bool           // there is one step; its lines are not in the L2, and are visited once
	Cycles float64        // of a load, on average
}

// Visited returns how many lines the chase goes through.
func (p PageChase) Visited() int { return p.Lines * int(p.Size/p.Step) }

// round is how many lines a chase may have to have gone round once before it is timed.
const round = 60000

//go:embed tlb.csv
var tlbCSV string

//go:embed tlb_h100.csv
var tlbH100CSV string

// PageChases returns the rows of tlb.csv and tlb_h100.csv, in the files' order, without those
// that were timed before the chase had gone round once. The error says which row of the
// embedded files is damaged.
func PageChases() ([]PageChase, error) {
	var out []PageChase
	for _, f := range []struct{ gpu, file, text string }{{"H200", "tlb.csv", tlbCSV}, {"H100", "tlb_h100.csv", tlbH100CSV}} {
		for i, line := range strings.Split(strings.TrimSpace(f.text), "\n") {
			line, _, _ = strings.Cut(line, ",hist") // for readers: see doc.go
			p := pairs{file: f.file, line: i + 1, columns: strings.Split(line, ",")}
			c := PageChase{GPU: f.gpu}
			switch p.columns[0] {
			case "size":
				continue
			case "cold":
				p.head("cold", 4)
				c.Cold, c.Size, c.Lines = true, gpumodel.Bytes(p.float(1, "mb"))<<20, int(p.float(2, "lines"))
				c.Step = c.Size
			default:
				p.head("tlb", 6)
				c.Step, c.Lines = gpumodel.Bytes(p.float(1, "page_kb"))<<10, int(p.float(2, "lines"))
				c.Size = c.Step * gpumodel.Bytes(p.float(3, "pages"))
			}
			c.Cycles = p.float(len(p.columns)-1, "cycles")
			if p.err != nil {
				return nil, p.err
			}
			if c.Cold || c.Visited() <= round {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// PageRun is what translation adds to loads of one kind, measured and by the model, by how much
// memory they are spread over.
type PageRun struct {
	GPU, Loads string  // "H200"; "a line of each 2 MB"
	From       string  // what was set from these points, in words; "" for nothing
	Base       float64 // cycles of a load within the first TLB's reach, measured: not a prediction
	Points     []PagePoint
}

// PagePoint is one point of a PageRun, in cycles beyond its Base.
type PagePoint struct {
	Size            gpumodel.Bytes // that the lines are spread over
	Measured, Model float64
}

// Beyond returns the points beyond the first TLB's reach: within it there is nothing to tell.
func (r PageRun) Beyond() []PagePoint {
	if i := slices.IndexFunc(r.Points, func(p PagePoint) bool { return p.Size > firstReach }); i >= 0 {
		return r.Points[i:]
	}
	return nil
}

// Errors returns by how many cycles the model is off beyond the first reach, on average, and
// where most.
func (r PageRun) Errors() (mean float64, worst PagePoint) {
	points := r.Beyond()
	for _, p := range points {
		mean += math.Abs(p.Model-p.Measured) / float64(len(points))
		if math.Abs(p.Model-p.Measured) >= math.Abs(worst.Model-worst.Measured) {
			worst = p
		}
	}
	return mean, worst
}

const (
	firstReach = 240 << 20 // of Hopper's first TLB, by its ladders
	within     = 200 << 20 // a size that it surely reaches, for what a load takes there
)

// fewLines is how few lines a chase may visit: of fewer, what it takes hangs on where in the
// two halves of the L2 they lie, by more than 2 cycles.
const fewLines = 100

// ComparePages sets what our own probe and others measured on Hopper beside the TLBs of the
// H200's ladder, or those given. What a load takes within the first reach is each chase's own.
func ComparePages(tlbs ...gpumodel.TLB) ([]PageRun, error) {
	l, _ := gpu.Ladder("h200")
	if len(tlbs) > 0 {
		l.TLBs = tlbs
	}
	rows, err := PageChases()
	if err != nil {
		return nil, err
	}
	var runs []PageRun
	for _, name := range []string{"H200", "H100"} {
		warm, cold := PageRun{GPU: name}, PageRun{GPU: name, Loads: "any lines, not in the L2"}
		n := 0.0
		for _, p := range rows {
			switch {
			case p.GPU != name:
			case p.Cold && p.Size <= within:
				cold.Base = p.Cycles
			case !p.Cold && p.Size <= within && p.Visited() >= fewLines:
				warm.Base += p.Cycles
				n++
			}
		}
		warm.Base /= n
		for _, kind := range pageKinds {
			r := warm
			r.Loads = kind.loads
			switch {
			case name == "H200":
				r.From = kind.from
			case kind.step == 2<<20 && kind.lines == 1:
				r.From = "that entries are larger"
			}
			for _, p := range rows {
				if p.GPU == name && !p.Cold && p.Step == kind.step && p.Lines == kind.lines && p.Visited() >= fewLines {
					r.Points = append(r.Points, PagePoint{Size: p.Size, Measured: p.Cycles - r.Base})
				}
			}
			if err := r.run(l, kind.step, kind.lines); err != nil {
				return nil, err
			}
			runs = append(runs, r)
		}
		for _, p := range rows {
			if p.GPU == name && p.Cold {
				cold.Points = append(cold.Points, PagePoint{Size: p.Size, Measured: p.Cycles - cold.Base})
			}
		}
		if err := cold.run(l, 0, 0); err != nil {
			return nil, err
		}
		runs = append(runs, cold)
	}
	more, err := compareOthersPages(l)
	return append(runs, more...), err
}

// pageKinds are the kinds of chases of tlb.csv that go beyond the first reach.
var pageKinds = []struct {
	loads, from string
	step        gpumodel.Bytes
	lines       int
}{
	{"16 lines of each 2 MB", "first reach, miss", 2 << 20, 16},
	{"a line of each 2 MB", "entries, second TLB", 2 << 20, 1},
	{"a line of each 64 KB", "", 64 << 10, 1},
}

// compareOthersPages does the same with the H200's own chase of latency.csv past the L1, and
// with the chases of Hopper that others have measured.
func compareOthersPages(l gpumodel.Ladder) ([]PageRun, error) {
	own, err := H200Chase()
	if err != nil {
		return nil, err
	}
	chase := Chase{Source: "latency.csv", GPU: "H200"}
	for _, p := range own {
		chase.Sizes, chase.Measured = append(chase.Sizes, float64(p.Size)), append(chase.Measured, p.PastL1)
	}
	chases, err := Chases()
	if err != nil {
		return nil, err
	}
	var runs []PageRun
	for _, c := range append([]Chase{chase}, chases...) {
		from, part := 1.0*(1<<20), 1.0
		switch c.Source + " " + c.GPU {
		case "latency.csv H200": // its lines stay in the L2
		case "GB25 GH200", "GB23 H100-PCIe":
			from = 2 * 60 << 20 // its L2 has nothing left
		case "AIK GH200", "AIK H100-SXM":
			from, part = 2*60<<20, Visited
		default:
			continue
		}
		r := PageRun{GPU: c.GPU, Loads: "a chase, " + c.Source, Base: middle(c.Sizes, c.Measured, from, within/part)}
		for i, size := range c.Sizes {
			if size > from {
				r.Points = append(r.Points, PagePoint{Size: gpumodel.Bytes(size * part), Measured: c.Measured[i] - r.Base})
			}
		}
		if err := r.run(l, 0, 0); err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// run gives the model's cycles for each point: so many lines of each step, or many of all if
// step is 0, as the mean of some draws.
func (r *PageRun) run(l gpumodel.Ladder, step gpumodel.Bytes, lines int) error {
	const some = 20000
	chance := rand.New(rand.NewPCG(3, 1))
	for i := range r.Points {
		p, step, lines := &r.Points[i], step, lines
		if step == 0 {
			step, lines = p.Size, some
		}
		draws := 1 + some/(lines*int(p.Size/step))
		for range draws {
			more, err := memory.Translate(l, pageOrder(chance, p.Size, step, lines))
			if err != nil {
				return fmt.Errorf("silicon: %s, %s: %w", r.GPU, r.Loads, err)
			}
			p.Model += more / float64(draws)
		}
	}
	return nil
}

// pageOrder returns lines drawn from each step of a memory, in an order by chance.
func pageOrder(chance *rand.Rand, size, step gpumodel.Bytes, lines int) (at []uint64) {
	for begin := uint64(0); begin < uint64(size/step)*uint64(step); begin += uint64(step) {
		for range lines {
			at = append(at, begin+chance.Uint64N(uint64(step)/128)*128)
		}
	}
	chance.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	return at
}
