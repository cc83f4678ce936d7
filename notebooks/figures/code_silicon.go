//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/silicon/code"
)

// CodeScore is what an H200 took for machine code, and what the model takes: loops that
// set none of its numbers, and the probe's, of which most did.
type CodeScore struct{ sets []codeSet }

// codeSet is some of it that belongs together.
type codeSet struct {
	name   string
	fitted bool // numbers of the model were set from it
	points []codePoint
}

type codePoint struct {
	loop       string
	stride     int // words between neighbouring lanes
	wavefronts int
	measured   int // cycles
	model      int
}

// off is the model's error in per cent.
func (p codePoint) off() float64 { return 100 * (float64(p.model)/float64(p.measured) - 1) }

// CodeAgreement runs the model on all the machine code that was timed, which takes seconds.
func CodeAgreement() (CodeScore, error) {
	points, err := code.H200Points()
	if err != nil {
		return CodeScore{}, err
	}
	cycles, err := code.Cycles(points)
	if err != nil {
		return CodeScore{}, err
	}
	pipes, err := code.H200Pipes()
	if err != nil {
		return CodeScore{}, err
	}
	ran, err := code.RunPipes(pipes)
	if err != nil {
		return CodeScore{}, err
	}
	sets := []codeSet{{name: code.Kernels.String()}, {name: code.Loops.String()}, {name: "probe loops that set nothing"}, {name: "probe loops that set numbers", fitted: true}}
	for i, p := range points {
		at := 1
		if p.Set == code.Kernels {
			at = 0
		}
		sets[at].points = append(sets[at].points, codePoint{p.Loop, p.Stride, p.Wavefronts, p.Cycles, cycles[i]})
	}
	for i, p := range pipes {
		at := 2
		if p.Fitted() {
			at = 3
		}
		sets[at].points = append(sets[at].points, codePoint{p.Loop, 0, p.Wavefronts, p.Cycles, ran[i]})
	}
	for _, s := range sets {
		slices.SortStableFunc(s.points, func(a, b codePoint) int { return cmp.Compare(math.Abs(b.off()), math.Abs(a.off())) })
	}
	return CodeScore{sets}, nil
}

// Sets is the table of how near the model comes, by what was run: the sets that set no
// number first.
func (s CodeScore) Sets() charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "what was run"}, {Head: "sets numbers"}, {Head: "points", Numeric: true}, {Head: "mean error, %", Numeric: true}, {Head: "95 % within, %", Numeric: true}, {Head: "worst, %", Numeric: true}}}
	row := func(name string, fitted bool, points []codePoint) {
		sum := 0.0
		for _, p := range points {
			sum += math.Abs(p.off())
		}
		sets := "no"
		if fitted {
			sets = "yes"
		}
		t.Rows = append(t.Rows, []string{name, sets, fmt.Sprint(len(points)), fmt.Sprintf("%.1f", sum/float64(len(points))),
			fmt.Sprintf("%.1f", math.Abs(points[len(points)/20].off())), Signed(points[0].off(), 1)})
	}
	var alone []codePoint
	for _, set := range s.sets[:2] {
		for _, p := range set.points {
			if p.wavefronts == 1 {
				alone = append(alone, p)
			}
		}
	}
	slices.SortStableFunc(alone, func(a, b codePoint) int { return cmp.Compare(math.Abs(b.off()), math.Abs(a.off())) })
	for i, set := range s.sets {
		if row(set.name, set.fitted, set.points); i == 1 {
			row("of these two, one warp alone", false, alone)
		}
	}
	return charts.Figure{
		Title:   "Machine code, the model against an H200",
		Caption: "A point is a loop with some number of warps. Only the last row set numbers of the model: what it says is how well the numbers fit, not how well the model predicts. Below zero the model is too fast.",
		Alt:     "Table of the sets of loops: whether numbers were set from them, points, mean error, the error that 95 % stay within, and the worst.",
		Series:  []charts.Series{t},
	}
}

// Worst is the table of the loops on which the model is worst, of those that set nothing:
// each once, with the number of warps at which it is worst.
func (s CodeScore) Worst(rows int) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "loop"}, {Head: "of"}, {Head: "warps", Numeric: true}, {Head: "measured", Numeric: true}, {Head: "model", Numeric: true}, {Head: "off, %", Numeric: true}}}
	type miss struct {
		codePoint
		of string
	}
	var all []miss
	for _, set := range s.sets[:2] {
		for _, p := range set.points {
			if !slices.ContainsFunc(all, func(m miss) bool { return m.loop == p.loop }) { // the first is the worst
				all = append(all, miss{p, set.name})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b miss) int { return cmp.Compare(math.Abs(b.off()), math.Abs(a.off())) })
	for _, m := range all[:min(rows, len(all))] {
		t.Rows = append(t.Rows, []string{m.loop, m.of, fmt.Sprint(m.wavefronts), fmt.Sprint(m.measured), fmt.Sprint(m.model), Signed(m.off(), 1)})
	}
	return charts.Figure{
		Title:   "Where it is worst",
		Caption: fmt.Sprintf("The %d worst of %d loops that set no number, each where it is worst. Cycles are of 64 turns, from the first clock read of any warp to the last; a046 is two instructions and no loop.", len(t.Rows), len(all)),
		Alt:     "Table of loops: warps, cycles measured, cycles in the model, and the error in per cent, the worst first.",
		Series:  []charts.Series{t},
	}
}

// Kernels draws the errors of the familiar kernels: a row for each, the worst first, by
// warps.
func (s CodeScore) Kernels() charts.Figure { return s.sets[0].errors(0, 1<<10) }

// Loops is Kernels of the random loops, of those that are from ≤ place < to by their worst
// point.
func (s CodeScore) Loops(from, to int) charts.Figure { return s.sets[1].errors(from, to) }

func (s codeSet) errors(from, to int) charts.Figure {
	g := charts.Grid{Across: "warps on the SM", Down: "loop", Unit: "% off"}
	var counts []int
	for _, p := range s.points {
		if !slices.Contains(counts, p.wavefronts) {
			counts = append(counts, p.wavefronts)
		}
	}
	slices.Sort(counts)
	for _, n := range counts {
		g.Columns = append(g.Columns, fmt.Sprint(n))
	}
	var loops []string
	worst := 0.0
	for _, p := range s.points { // the worst first, and so are the rows
		e, row := p.off(), place(&loops, p.loop)
		if row < from || row >= to {
			continue
		}
		worst = max(worst, math.Abs(e))
		g.Cells = append(g.Cells, charts.Cell{Row: row - from, Column: slices.Index(counts, p.wavefronts), Value: math.Abs(e), Label: Signed(e, 0),
			Tip: fmt.Sprintf("%s, %s: %d cycles, model %d (%s %%)", p.loop, Counted(p.wavefronts, "warp", "warps"), p.measured, p.model, Signed(e, 1))})
	}
	to = min(to, len(loops))
	g.Rows = loops[from:to]
	title := "Every one of the " + s.name
	if to-from < len(loops) {
		title = fmt.Sprintf("Every one of the %s, %d to %d of %d", s.name, from+1, to, len(loops))
	}
	return charts.Figure{
		Title:   title,
		Caption: fmt.Sprintf("By how many per cent the model is off, %.1f at most; below zero it is too fast. None of these points set a number. The loop with the worst point comes first.", worst),
		Alt:     fmt.Sprintf("Heat map of the model's error, %d loops by %d counts of warps; the first rows are bright, most others dark.", len(g.Rows), len(g.Columns)),
		Series:  []charts.Series{g},
	}
}

// Quantiles draws how many of the points of each set the model comes how near to; the set
// that numbers were set from is dashed.
func (s CodeScore) Quantiles() charts.Figure {
	f := charts.Figure{
		Title:   "How near, how often, in machine code",
		Caption: "Read from below: at a height of 2 % ends that part of the points which the model meets within 2 %. The dashed line is of loops that numbers were set from; the others set none. What lies below 0.01 % is left out.",
		Alt:     "Error on a logarithmic axis against the share of points that are nearer than that, one rising line for each set of loops.",
		X:       charts.Axis{Label: "share of the points", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:       charts.Axis{Label: "error at most", Unit: "%", Scale: charts.Log10},
	}
	for _, set := range s.sets {
		n := len(set.points)
		line := charts.Line{Name: set.name}
		if set.fitted {
			line.Style = charts.Dashed
		}
		for _, share := range quantiles(n) {
			e := math.Abs(set.points[n-int(math.Ceil(share*float64(n)))].off())
			if e < leastError {
				continue
			}
			line.X, line.Y = append(line.X, 100*share), append(line.Y, e)
			line.Tips = append(line.Tips, fmt.Sprintf("%s\n%.0f %% of %d points within %.2f %%", set.name, 100*share, n, e))
		}
		f.Series = append(f.Series, line)
	}
	return f
}

// CodeCosts is the table of what instructions cost by themselves, those of a unit that cost
// the same together: measured, and in the model.
func CodeCosts() (charts.Figure, error) {
	costs, err := code.H200Costs()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "unit"}, {Head: "instructions"}, {Head: "interval", Numeric: true}, {Head: "model", Numeric: true}, {Head: "latency", Numeric: true}, {Head: "model", Numeric: true}}}
	at := map[string]int{}
	for _, c := range costs {
		number := func(v float64) string {
			if v == 0 || math.IsNaN(v) {
				return ""
			}
			return fmt.Sprintf("%.1f", v)
		}
		row := []string{c.Unit.String(), c.Name, number(c.Interval), number(c.IntervalHere), "", ""}
		if c.Unit.Variable() {
			row[4], row[5] = number(c.Latency), number(c.LatencyHere)
		}
		key := strings.Join(append([]string{row[0]}, row[2:]...), " ")
		if i, known := at[key]; known {
			t.Rows[i][1] += ", " + c.Name
			continue
		}
		at[key] = len(t.Rows)
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title: "What costs what",
		Caption: fmt.Sprintf("Cycles. Interval: from one instruction to the next at a scheduler with eight warps that do nothing else; LSU and constants serve all %d schedulers, which ask at the same time. "+
			"Latency, where it is not the compiler's to know: from one to the next of a single warp that waits for each. The empty loop is taken off. Numbers of the model were set from these loops, so that agreement here proves nothing.", sass.Hopper().SIMDs),
		Alt:    "Table of units and their instructions: the cycles from one to the next, and the latency, each measured and in the model.",
		Series: []charts.Series{t},
	}, nil
}
