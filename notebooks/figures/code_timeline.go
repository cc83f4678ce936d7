package figures

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/sass"
)

// CodeTimeline draws the first cycles of a trace, all of it if there are as few: a row for
// each wavefront of the scheduler, which issues, or waits for one reason.
func CodeTimeline(k *sass.Kernel, t sass.Trace, cycles int64) charts.Figure {
	cycles = min(cycles, t.Cycles)
	d := newCodeSpans("warp", cycles)
	for w := range t.Wavefronts {
		d.Rows = append(d.Rows, fmt.Sprint(w))
	}
	for _, e := range t.Issues {
		in := &k.Code[e.Line]
		for _, w := range e.Waits {
			d.wait(e.Wavefront, w, fmt.Sprintf("warp %d, before %04x %v", e.Wavefront, in.Address, in))
		}
		d.issue(e.Wavefront, e, in)
	}
	return charts.Figure{
		Title:   fmt.Sprintf("%s of a scheduler, %s", Counted(t.Wavefronts, "warp", "warps"), Counted(int(cycles), "cycle", "cycles")),
		Caption: "Each row is a warp. In a cycle one of them issues; the others wait, each for one reason.",
		Alt:     fmt.Sprintf("Timeline of %d warps over %d cycles: issues as short marks, waits as bars coloured by their reason.", t.Wavefronts, cycles),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{d.done()},
	}
}

// CodeTurns draws so many turns of one wavefront of a trace: a row for each instruction,
// with the wait before its issue, the issue, and the time until its result may be used.
// The trace must have these turns.
func CodeTurns(k *sass.Kernel, t sass.Trace, wavefront, turns int) charts.Figure {
	var mine []sass.Issue
	end := t.Cycles
	for _, e := range t.Issues {
		if e.Wavefront != wavefront || e.Line < t.From || e.Line > t.To { // another's, or of a function
			continue
		}
		if e.Turn >= turns {
			end = min(end, e.Cycle)
			break
		}
		mine = append(mine, e)
	}
	d := newCodeSpans("instruction", end)
	for i := t.From; i <= t.To; i++ {
		d.Rows = append(d.Rows, fmt.Sprintf("%04x %s", k.Code[i].Address, k.Code[i].Opcode.Name))
	}
	for i, e := range mine {
		in, row := &k.Code[e.Line], e.Line-t.From
		for _, w := range e.Waits {
			d.wait(row, w, fmt.Sprintf("before %04x %v", in.Address, in))
		}
		d.issue(row, e, in)
		until := e.Done
		for _, next := range mine[i+1:] {
			if next.Line == e.Line {
				until = min(until, next.Cycle)
				if len(next.Waits) > 0 {
					until = min(until, next.Waits[0].From)
				}
			}
		}
		d.add(row, e.Cycle+1, until, charts.TonePlain, "result under way", "", fmt.Sprintf("%04x %v\nits result may be used from cycle %d", in.Address, in, e.Done))
	}
	return charts.Figure{
		Title:   fmt.Sprintf("%s of %s, cycle by cycle", Counted(turns, "turn", "turns"), k.Name),
		Caption: "Each row is an instruction: the wait before it, its issue, and the cycles until its result may be used.",
		Alt:     fmt.Sprintf("Timeline of %d instructions over %d cycles: a staircase of issues, before each a wait coloured by its reason, after each a pale bar until its result is there.", len(d.Rows), end),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{d.done()},
	}
}

// codeSpans gathers spans within so many cycles, and what their colours mean.
type codeSpans struct {
	charts.Spans
	until int64
	means map[charts.Tone]string
}

func newCodeSpans(down string, cycles int64) *codeSpans {
	return &codeSpans{charts.Spans{Down: down}, cycles, map[charts.Tone]string{}}
}

func (d *codeSpans) add(row int, from, to int64, tone charts.Tone, means, label, tip string) {
	if from, to = max(from, 0), min(to, d.until); from < to {
		d.means[tone] = means
		d.Spans.Spans = append(d.Spans.Spans, charts.Span{Row: row, From: float64(from), To: float64(to), Tone: tone, Label: label, Tip: tip})
	}
}

func (d *codeSpans) wait(row int, w sass.Wait, before string) {
	tip := fmt.Sprintf("cycles %d to %d: %v\n%s", w.From, w.To-1, w.Why, before)
	if w.To == w.From+1 {
		tip = fmt.Sprintf("cycle %d: %v\n%s", w.From, w.Why, before)
	}
	d.add(row, w.From, w.To, codeTones[w.Why], w.Why.String(), "", tip)
}

func (d *codeSpans) issue(row int, e sass.Issue, in *sass.Instruction) {
	name, _, _ := strings.Cut(in.Opcode.Name, ".")
	d.add(row, e.Cycle, e.Cycle+1, ToneIssue, "issues", name, fmt.Sprintf("cycle %d\n%04x %v", e.Cycle, in.Address, in))
}

// done returns the spans with their legend: the issue, reasons in their order, results.
func (d *codeSpans) done() charts.Spans {
	tones := append([]charts.Tone{ToneIssue}, codeTones[:]...)
	for _, tone := range append(tones, charts.TonePlain) {
		if means, ok := d.means[tone]; ok {
			d.Keys = append(d.Keys, charts.Key{Tone: tone, Label: means})
		}
	}
	return d.Spans
}
