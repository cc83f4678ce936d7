package figures

import (
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// DispatchSlots draws the two dispatch slots of a timeline's first scheduler in
// the cycles from ≤ cycle < to: which wavefront issues which instruction, written
// "wavefront:instruction", and why the right slot stays empty. One wavefront is
// picked out.
//
// An instruction's number is its Line.
func DispatchSlots(t gpumodel.Timeline, from, to gpumodel.Cycles, wavefront int) (charts.Figure, error) {
	if err := recorded(t, from, to); err != nil {
		return charts.Figure{}, err
	}
	if t.Device.CU.Dispatch != 2 {
		return charts.Figure{}, fmt.Errorf("figures: %s dispatches %d instructions, want 2 slots to draw", t.Device.Name, t.Device.CU.Dispatch)
	}
	d := slots{chosen: wavefront, labels: map[charts.Tone]string{
		charts.Tone2:     fmt.Sprintf("wavefront %d", wavefront),
		toneIssue:        "another wavefront",
		charts.TonePlain: "nothing ready",
	}}
	empty := from
	for _, pair := range dispatches(t) {
		first := pair[0]
		if first.SIMD != 0 || first.Cycle < from || first.Cycle >= to {
			continue
		}
		d.idle(empty, first.Cycle)
		empty = first.Cycle + 1
		d.fill(0, first)
		if len(pair) > 1 {
			d.fill(1, pair[1])
		} else {
			d.leave(first)
		}
	}
	d.idle(empty, to)
	s := charts.Spans{Rows: []string{"left slot", "right slot"}, Keys: d.keys(), Spans: d.spans}
	title, full := "Two dispatch units at work", "no slot stays empty"
	if d.empty > 0 {
		title, full = "Why the right slot stays empty", fmt.Sprintf("the right slot stays empty %d times, for the reason that its colour says", d.empty)
	}
	return charts.Figure{
		Title:   title,
		Caption: fmt.Sprintf("One scheduler of %s. Each mark is an instruction, written wavefront:instruction. In %d cycles %d are issued; %s.", t.Device.Name, to-from, d.issued, full),
		Alt:     fmt.Sprintf("Two rows of marks over %d cycles. The left slot issues from another wavefront each cycle; the right one holds the instruction after it, or stays empty.", to-from),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{s},
	}, nil
}

// slots is what DispatchSlots' spans are made from.
type slots struct {
	chosen        int
	labels        map[charts.Tone]string // of keys
	spans         []charts.Span
	issued, empty int
}

func (d *slots) add(row int, from, to gpumodel.Cycles, tone charts.Tone, label, tip string) {
	d.spans = append(d.spans, charts.Span{Row: row, From: float64(from), To: float64(to), Tone: tone, Label: label, Tip: tip})
}

func (d *slots) fill(row int, i gpumodel.Issue) {
	tone := toneIssue
	if int(i.Wavefront) == d.chosen {
		tone = charts.Tone2
	}
	d.issued++
	d.add(row, i.Cycle, i.Cycle+1, tone, fmt.Sprintf("%d:%d", i.Wavefront, i.Line),
		fmt.Sprintf("cycle %d\nwavefront %d, instruction %d\n%v, result from cycle %d", i.Cycle, i.Wavefront, i.Line, i.Kind, i.Done))
}

// leave draws the right slot that stays empty beside an instruction.
func (d *slots) leave(i gpumodel.Issue) {
	why := [gpumodel.Seconds]struct{ label, words string }{
		gpumodel.SecondDependency: {"dep", "the next needs a result that is not there yet"},
		gpumodel.SecondUnit:       {"unit", "the next finds no free unit"},
		gpumodel.SecondAlone:      {"FP64", "one of the two is double precision, which issues alone"},
		gpumodel.SecondControl:    {"", "one of the two is a branch, barrier, clock read or exit"},
	}[i.Second]
	tone := secondTones[i.Second]
	d.empty++
	d.labels[tone] = "empty: " + i.Second.String()
	d.add(1, i.Cycle, i.Cycle+1, tone, why.label, fmt.Sprintf("cycle %d\nright slot empty: %v\nwavefront %d, after instruction %d (%v):\n%s", i.Cycle, i.Second, i.Wavefront, i.Line, i.Kind, why.words))
}

func (d *slots) idle(from, to gpumodel.Cycles) {
	if from >= to {
		return
	}
	for row := range 2 {
		d.add(row, from, to, charts.TonePlain, "", fmt.Sprintf("cycles %d to %d\nno wavefront has an instruction ready", from, to-1))
	}
}

// keys returns the legend of the tones in use.
func (d *slots) keys() []charts.Key {
	var keys []charts.Key
	order := append([]charts.Tone{charts.Tone2, toneIssue}, secondTones[:]...)
	for _, tone := range append(order, charts.TonePlain) {
		used := slices.ContainsFunc(d.spans, func(s charts.Span) bool { return s.Tone == tone })
		known := slices.ContainsFunc(keys, func(k charts.Key) bool { return k.Tone == tone })
		if used && !known {
			keys = append(keys, charts.Key{Tone: tone, Label: d.labels[tone]})
		}
	}
	return keys
}

// Policies draws the instructions a cycle by how many wavefronts a CU has, for
// each way to choose among them.
func Policies(d gpumodel.Device, wavefronts []int, work func(wavefronts int) gpumodel.Workload) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Does it matter whose turn it is?",
		Alt:   "Instructions per cycle against wavefronts, one line for each scheduling policy. The lines rise together, part a little on the way up, and meet again at the top.",
		X:     charts.Axis{Label: "wavefronts on the CU"},
		Y:     charts.Axis{Label: "instructions per cycle"},
		Note:  note(d.Assumed),
	}
	widest, at := 0.0, 0
	low, high := make([]float64, len(wavefronts)), make([]float64, len(wavefronts))
	for p := range gpumodel.Policies {
		d.CU.Policy, d.CU.Group = p, max(d.CU.Group, 4)
		line := charts.Line{Name: p.String()}
		for i, n := range wavefronts {
			t, err := d.Run(work(n))
			if err != nil {
				return charts.Figure{}, fmt.Errorf("%v, %d wavefronts: %w", p, n, err)
			}
			y := t.PerCycle()
			line.X, line.Y = append(line.X, float64(n)), append(line.Y, y)
			if low[i] == 0 || y < low[i] {
				low[i] = y
			}
			if high[i] = max(high[i], y); high[i]/low[i] > widest {
				widest, at = high[i]/low[i], n
			}
		}
		f.Series = append(f.Series, line)
	}
	f.Caption = fmt.Sprintf("The same wavefronts and instructions, four ways to choose the next. The best is never more than %.0f %% ahead of the worst (at %d wavefronts). How many there are matters far more than who goes first.",
		100*(widest-1), at)
	return f, nil
}

// IssueCurves draws the H200's measured multiply-adds a cycle by wavefronts and
// independent chains, and the model's.
func IssueCurves(d gpumodel.Device, kind gpumodel.Kind) (charts.Figure, error) {
	curves, _, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	points := slices.DeleteFunc(curves, func(p silicon.IssuePoint) bool { return p.Kind != kind })
	if len(points) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: the H200 was not timed on %v, want FP32 or FP64", kind)
	}
	fit, err := silicon.CompareIssue(d, points)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title:   fmt.Sprintf("%v multiply-adds on an H200", kind),
		Caption: fmt.Sprintf("%d points; the model is %.1f %% off on average, %.1f %% at worst. A wavefront with more independent chains needs fewer companions to reach the same rate.", len(fit.Points), 100*fit.MeanError, 100*fit.Worst),
		Alt:     "Multiply-adds per cycle against wavefronts, one rising line for each number of independent chains, up to a common ceiling; measured points lie on the simulated lines.",
		X:       charts.Axis{Label: "wavefronts on the CU", Ticks: []float64{1, 4, 8, 12, 16, 20, 24, 28, 32}},
		Y:       charts.Axis{Label: "multiply-adds per cycle"},
		Note:    "One workgroup on one CU; the timed loop's own counter, compare and branch are in both.",
	}
	for i, chains := range []int{1, 2, 4} {
		model := charts.Line{Name: fmt.Sprintf("%s, model", plural(chains, "chain")), Style: charts.Joined, Tone: charts.Palette[i]}
		dots := charts.Line{Name: fmt.Sprintf("%s, measured", plural(chains, "chain")), Style: charts.Dots, Tone: charts.Palette[i]}
		for _, p := range fit.Points {
			if p.Chains != chains {
				continue
			}
			x, y := float64(p.Wavefronts), p.PerCycle(p.Cycles)
			tip := fmt.Sprintf("%d wavefronts, %s\nmeasured %.3f per cycle\nmodel %.3f (%+.1f %% cycles)", p.Wavefronts, plural(chains, "chain"), y, p.PerCycle(p.Model), 100*p.Error)
			dots.X, dots.Y, dots.Tips = append(dots.X, x), append(dots.Y, y), append(dots.Tips, tip)
			model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, p.PerCycle(p.Model)), append(model.Tips, tip)
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, model, dots)
		}
	}
	return f, nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
