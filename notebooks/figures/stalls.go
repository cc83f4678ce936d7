package figures

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// StallTone is the colour of a reason for which a wavefront waits, the same in every
// figure.
func StallTone(s gpumodel.Stall) charts.Tone { return stallTones[s] }

var stallTones = [gpumodel.Stalls]charts.Tone{
	gpumodel.StallBarrier:     charts.Tone3,
	gpumodel.StallBranch:      charts.Tone6,
	gpumodel.StallFence:       charts.Tone7,
	gpumodel.StallResult:      charts.Tone5,
	gpumodel.StallLocal:       charts.Tone4,
	gpumodel.StallMemory:      charts.Tone2,
	gpumodel.StallTurn:        charts.TonePlain,
	gpumodel.StallUnit:        charts.Tone8,
	gpumodel.StallLocalQueue:  charts.ToneSoft,
	gpumodel.StallMemoryQueue: charts.ToneInk,
	gpumodel.StallNotSelected: charts.ToneMuted,
}

// ToneIssue is the colour of a wavefront that issues.
const ToneIssue = charts.Tone1

// MostlyWaits is the reason for which the wavefronts wait longest. Where that is
// another SIMD's turn, which no program can change, the next follows.
func MostlyWaits(t gpumodel.Timeline) string {
	stalls, _ := t.Stalled()
	return mostly(stalls)
}

// mostly is MostlyWaits of cycles by reason.
func mostly(stalls [gpumodel.Stalls]gpumodel.Cycles) string {
	most := func() (at gpumodel.Stall) {
		for r := range gpumodel.Stalls {
			if stalls[r] > stalls[at] {
				at = r
			}
		}
		return at
	}
	first := most()
	if stalls[first] == 0 {
		return "nothing"
	}
	if stalls[first] = 0; first == gpumodel.StallTurn && stalls[most()] > 0 {
		return fmt.Sprintf("%v, then %v", first, most())
	}
	return first.String()
}

// WavefrontTimeline draws what each wavefront of a recorded timeline does in
// the cycles from ≤ cycle < to: it issues, or waits for one reason. The words are those
// of the device's vendor.
func WavefrontTimeline(t gpumodel.Timeline, from, to gpumodel.Cycles) (charts.Figure, error) {
	if err := recorded(t, from, to); err != nil {
		return charts.Figure{}, err
	}
	say := func(format string, a ...any) string { return Worded(t.Device, fmt.Sprintf(format, a...)) }
	s := charts.Spans{Down: say("wavefront")}
	last := gpumodel.Cycles(0)
	for _, w := range t.Wavefronts {
		last = max(last, w.End)
		name := fmt.Sprint(w.Index)
		if t.Wavefronts[len(t.Wavefronts)-1].Workgroup > 0 {
			name = fmt.Sprintf("%d.%d", w.Workgroup, w.Index)
		}
		s.Rows = append(s.Rows, name)
	}
	used := map[charts.Tone]bool{}
	add := func(row int32, a, b gpumodel.Cycles, tone charts.Tone, label, tip string) {
		if a, b = max(a, from), min(b, to); a < b {
			used[tone] = true
			s.Spans = append(s.Spans, charts.Span{Row: int(row), From: float64(a), To: float64(b), Tone: tone, Label: label, Tip: tip})
		}
	}
	for _, pair := range dispatches(t) {
		first := pair[0]
		tip := say("wavefront %s, cycle %d\n%s", s.Rows[first.Wavefront], first.Cycle, instruction(first))
		for _, more := range pair[1:] {
			tip += "\nand " + instruction(more)
		}
		add(first.Wavefront, first.Cycle, first.Cycle+1, ToneIssue, "", tip)
	}
	for _, w := range t.Waits {
		tip := say("wavefront %s, cycles %d to %d\n%d cycles: %v", s.Rows[w.Wavefront], w.From, w.To-1, w.To-w.From, w.Stall)
		if w.Line > 0 {
			tip += fmt.Sprintf("\nbefore line %d", w.Line)
		}
		add(w.Wavefront, w.From, w.To, stallTones[w.Stall], "", tip)
	}
	s.Keys = append(s.Keys, charts.Key{Tone: ToneIssue, Label: "issues"})
	for r, tone := range stallTones {
		if used[tone] {
			s.Keys = append(s.Keys, charts.Key{Tone: tone, Label: say("%v", gpumodel.Stall(r))})
		}
	}
	if !used[ToneIssue] {
		s.Keys = s.Keys[1:]
	}
	complete := "."
	if n := &t.Instructions; n[gpumodel.Local]+n[gpumodel.Global]+n[gpumodel.Texture] > 0 {
		complete = fmt.Sprintf(", its last access is complete in %d.", t.Cycles-1)
	}
	return charts.Figure{
		Title:   say("%s on %s", Counted(len(s.Rows), "wavefront", "wavefronts"), t.Device.Name),
		Caption: say("Each row is a wavefront. It issues, or it waits for exactly one reason. Cycles %d to %d; the last wavefront ends in %d", from, min(to, last)-1, last-1) + complete,
		Alt:     say("Timeline of %d wavefronts over %d cycles: issues as thin marks, waits as bars coloured by their reason.", len(s.Rows), min(to, last)-from),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{s},
	}, nil
}

// recorded says whether a timeline holds what is to be drawn.
func recorded(t gpumodel.Timeline, from, to gpumodel.Cycles) error {
	switch {
	case len(t.Issues) == 0 || t.Dropped > 0:
		return fmt.Errorf("figures: the timeline of %s holds %d issues and has dropped %d, want all: set Launch.Record", t.Device.Name, len(t.Issues), t.Dropped)
	case from < 0 || to <= from || to > t.Cycles:
		return fmt.Errorf("figures: cycles %d to %d of a timeline of %d, want a part of it", from, to, t.Cycles)
	}
	return nil
}

// dispatches returns the issues by dispatch: one, or two that go together.
func dispatches(t gpumodel.Timeline) [][]gpumodel.Issue {
	var all [][]gpumodel.Issue
	open := map[int32]int{} // wavefront to its latest dispatch
	for _, i := range t.Issues {
		if i.Slot > 0 {
			all[open[i.Wavefront]] = append(all[open[i.Wavefront]], i)
			continue
		}
		open[i.Wavefront] = len(all)
		all = append(all, []gpumodel.Issue{i})
	}
	return all
}

// instruction says what was issued, in words.
func instruction(i gpumodel.Issue) string {
	s := i.Kind.String()
	if i.Line > 0 {
		s += fmt.Sprintf(", line %d", i.Line)
	}
	if i.Dst != gpumodel.NoRegister {
		s += fmt.Sprintf(": result from cycle %d", i.Done)
	}
	if i.Kind == gpumodel.Local {
		s += fmt.Sprintf(", %d passes from cycle %d", i.Passes, i.Begin)
	}
	return s
}
