package silicon

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// Agreement is one set of measurements with what the model gives for each, and how
// near the two were meant to be.
type Agreement struct {
	Subject string // what was measured
	On      string // the GPU
	Unit    string // of Measured and Model
	Points  []Compared

	// Bar is the error that was to be kept, as a fraction; or in Unit, where
	// Absolute. It is held by the mean of all points, or by each of them.
	Bar      float64
	Absolute bool
	OfMean   bool

	// Again is set where the points are the accesses of the agreement before, of which
	// something else was measured.
	Again bool

	// Set is how many of the model's numbers were set from these very points, and
	// From says which, or what else the model was told. The fewer to a point, the
	// more the agreement means.
	Set  int
	From string
}

// Compared is one measured point beside the model's.
type Compared struct {
	What            string
	Measured, Model float64
}

// Error returns by how much the model misses a point: a fraction of the measured
// value, or in Unit, where Absolute.
func (a Agreement) Error(p Compared) float64 {
	if a.Absolute {
		return p.Model - p.Measured
	}
	return p.Model/p.Measured - 1
}

// Mean returns the mean size of the errors.
func (a Agreement) Mean() float64 {
	sum := 0.0
	for _, p := range a.Points {
		sum += math.Abs(a.Error(p))
	}
	return sum / float64(len(a.Points))
}

// Worst returns the point that the model misses most.
func (a Agreement) Worst() Compared {
	return slices.MaxFunc(a.Points, func(p, q Compared) int {
		return cmp.Compare(math.Abs(a.Error(p)), math.Abs(a.Error(q)))
	})
}

// Within returns how many points are off by no more than the given error, as Error counts.
func (a Agreement) Within(off float64) (points int) {
	for _, p := range a.Points {
		if math.Abs(a.Error(p)) <= off {
			points++
		}
	}
	return points
}

// Met reports whether the errors keep the bar.
func (a Agreement) Met() bool {
	if a.OfMean {
		return a.Mean() <= a.Bar
	}
	return math.Abs(a.Error(a.Worst())) <= a.Bar
}

// Points returns how many accesses, loops, strides and kernels were measured, and how
// many numbers were measured of them: more where one access was counted and timed.
func Points(all []Agreement) (things, numbers int) {
	for _, a := range all {
		numbers += len(a.Points)
		if !a.Again {
			things += len(a.Points)
		}
	}
	return things, numbers
}

// Agreements sets the presets against what is measured in this package and has a bar. Of
// whole kernels it has what WholeResults keeps. LeftOut has the whole kernels without a bar;
// textures, clock reads in them, and frames have none either. This takes seconds.
func Agreements() ([]Agreement, error) {
	var all []Agreement
	for _, f := range []func() ([]Agreement, error){patternAgreements, strideAgreement, issueAgreements, mixAgreements, memoryAgreements, kernelAgreements, wholeAgreement} {
		a, err := f()
		if err != nil {
			return nil, err
		}
		all = append(all, a...)
	}
	return all, nil
}

func patternAgreements() ([]Agreement, error) {
	seen, err := H200Patterns()
	if err != nil {
		return nil, err
	}
	unseen, err := H200Unseen()
	if err != nil {
		return nil, err
	}
	passes := Agreement{Subject: "passes through the banks", On: "H200", Unit: "passes", Absolute: true,
		Set: 6, From: "banks and their width, lanes of a group for 4, 8 and 16 bytes, one way in which loads merge"}
	latency := Agreement{Subject: "latency of the LDS", On: "H200", Unit: "cycles", Absolute: true, Bar: 2, Again: true,
		Set: 5, From: "what each width's chain computes between two loads; cycles for a store's pass, the least interval of stores"}
	together := Agreement{Subject: "throughput of the LDS", On: "H200", Unit: "cycles", Bar: 0.03, Again: true,
		Set: 1, From: "a pass takes a cycle"}
	fresh := []Agreement{passes, latency, together}
	for i, from := range []string{
		"none: drawn after the rule was written",
		"none; but the law was written anew, from other loops, after these had been timed",
		"none: drawn after the law was written",
	} {
		fresh[i].Subject += ", unseen"
		fresh[i].Set, fresh[i].From = 0, from
	}
	if err := comparePatterns(seen, &passes, &latency, &together); err != nil {
		return nil, err
	}
	if err := comparePatterns(unseen, &fresh[0], &fresh[1], &fresh[2]); err != nil {
		return nil, err
	}
	return append([]Agreement{passes, latency, together}, fresh...), nil
}

func comparePatterns(patterns []Pattern, passes, latency, together *Agreement) error {
	h200 := gpu.H200()
	for _, p := range patterns {
		s, err := h200.LDS.Serve(p.Access)
		if err != nil {
			return fmt.Errorf("pattern %d: %w", p.ID, err)
		}
		alone, err := h200.LDS.Latency(p.Access)
		if err != nil {
			return fmt.Errorf("pattern %d: %w", p.ID, err)
		}
		many, err := h200.LDS.Together(p.Access)
		if err != nil {
			return fmt.Errorf("pattern %d: %w", p.ID, err)
		}
		what := fmt.Sprintf("%s, %d-byte %v", p.Kind, p.Access.Width, p.Access.Op)
		passes.Points = append(passes.Points, Compared{what, float64(p.Passes), float64(s.Passes)})
		latency.Points = append(latency.Points, Compared{what, p.Alone(), alone})
		together.Points = append(together.Points, Compared{what, p.CyclesEach, float64(many)})
	}
	return nil
}

func strideAgreement() ([]Agreement, error) {
	fit, err := FitMI300(gpu.MI300X())
	if err != nil {
		return nil, err
	}
	a := Agreement{Subject: "time of strides", On: "MI300", Unit: "µs", Bar: 0.01, OfMean: true, Set: 2, From: "clock, and the loop's floor"}
	for _, r := range fit.Rows {
		if !r.Set {
			a.Points = append(a.Points, Compared{fmt.Sprintf("stride %d", r.Stride), r.Microseconds, r.Model})
		}
	}
	return []Agreement{a}, nil
}

func issueAgreements() ([]Agreement, error) {
	curves, blocks, err := H200Issue()
	if err != nil {
		return nil, err
	}
	run := func(a Agreement, points []IssuePoint) (Agreement, error) {
		fit, err := CompareIssue(gpu.H200(), points)
		for _, r := range fit.Points {
			what := fmt.Sprintf("%v, %d lanes, chains: %d", r.Kind, r.Lanes, r.Chains)
			a.Points = append(a.Points, Compared{what, float64(r.Cycles), float64(r.Model)})
		}
		return a, err
	}
	byCount, err := run(Agreement{Subject: "multiply-adds by wavefronts and chains", On: "H200", Unit: "cycles", Bar: 0.03, OfMean: true,
		Set: 6, From: "latency and interval of FP32 and of FP64, a branch's latency, whose turn it is"}, curves)
	if err != nil {
		return nil, err
	}
	bySize, err := run(Agreement{Subject: "multiply-adds by workgroup size", On: "H200", Unit: "cycles", Bar: 0.03, OfMean: true, From: "none"}, blocks)
	return []Agreement{byCount, bySize}, err
}

func mixAgreements() ([]Agreement, error) {
	points, err := H200Mixes()
	if err != nil {
		return nil, err
	}
	points = slices.DeleteFunc(points, MixPoint.Integer)
	cycles, err := RunMixes(gpu.H200(), points)
	if err != nil {
		return nil, err
	}
	set := Agreement{Subject: "loops of machine code", On: "H200", Unit: "cycles", Bar: 0.03, OfMean: true,
		Set: 7, From: "a load's fixed part, cycles for its phase and its pass; latency and interval of the SFU and of barriers"}
	fresh := Agreement{Subject: "loops of machine code, unseen", On: "H200", Unit: "cycles", Bar: 0.10, OfMean: true, From: "none"}
	for i, p := range points {
		a := &fresh
		if p.Fitted() {
			a = &set
		}
		a.Points = append(a.Points, Compared{fmt.Sprintf("%s, stride %d, %d wavefronts", p.Step(), p.Stride, p.Wavefronts), float64(p.Cycles), float64(cycles[i])})
	}
	return []Agreement{set, fresh}, nil
}

func kernelAgreements() ([]Agreement, error) {
	blocking, err := CompareBlocking(BlockingVariant(gpu.H200()))
	if err != nil {
		return nil, err
	}
	a := Agreement{Subject: "kernels, register blocking", On: "H200", Unit: "multiply-adds per cycle", Bar: 0.10,
		Set: 1, From: "whose turn it is, otherwise than for the multiply-adds above; the interval of three-operand FP64 is timed alone"}
	for _, r := range blocking.Rows {
		a.Points = append(a.Points, Compared{fmt.Sprintf("%d×%d, %d workgroups", r.Rows, r.Columns, r.Workgroups), r.PerCycle, r.Model})
	}
	return []Agreement{a}, nil
}

// size writes a power of two of bytes.
func size(b gpumodel.Bytes) string {
	if b >= 1<<20 {
		return fmt.Sprintf("%d MB", b>>20)
	}
	return fmt.Sprintf("%d KB", b>>10)
}
