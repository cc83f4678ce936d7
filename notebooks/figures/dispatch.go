package figures

import (
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// DispatchSlots draws the two dispatch slots of a timeline's first scheduler in
// the cycles from ≤ cycle < to: which warp issues which instruction, written
// "warp:instruction", and why the right slot stays empty. One wavefront (warp) is
// picked out; the words are NVIDIA's, of whose GPUs alone the slots are two.
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
		charts.Tone2:     fmt.Sprintf("warp %d", wavefront),
		ToneIssue:        "another warp",
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
		Caption: fmt.Sprintf("One scheduler of %s. Each mark is an instruction, written warp:instruction. In %d cycles %d are issued; %s.", t.Device.Name, to-from, d.issued, full),
		Alt:     fmt.Sprintf("Two rows of marks over %d cycles. The left slot issues from another warp each cycle; the right one holds the instruction after it, or stays empty.", to-from),
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
	tone := ToneIssue
	if int(i.Wavefront) == d.chosen {
		tone = charts.Tone2
	}
	d.issued++
	d.add(row, i.Cycle, i.Cycle+1, tone, fmt.Sprintf("%d:%d", i.Wavefront, i.Line),
		fmt.Sprintf("cycle %d\nwarp %d, instruction %d\n%v, result from cycle %d", i.Cycle, i.Wavefront, i.Line, i.Kind, i.Done))
}

// leave draws the right slot that stays empty beside an instruction.
func (d *slots) leave(i gpumodel.Issue) {
	why := [gpumodel.SecondFates]struct{ label, words string }{
		gpumodel.SecondDependency: {"dep", "the next needs a result that is not there yet"},
		gpumodel.SecondUnit:       {"unit", "the next finds no free unit"},
		gpumodel.SecondAlone:      {"FP64", "one of the two is double precision, which issues alone"},
		gpumodel.SecondControl:    {"", "one of the two is a branch, barrier, fence, clock read or exit"},
	}[i.Second]
	tone := secondTones[i.Second]
	d.empty++
	d.labels[tone] = "empty: " + i.Second.String()
	d.add(1, i.Cycle, i.Cycle+1, tone, why.label, fmt.Sprintf("cycle %d\nright slot empty: %v\nwarp %d, after instruction %d (%v):\n%s", i.Cycle, i.Second, i.Wavefront, i.Line, i.Kind, why.words))
}

func (d *slots) idle(from, to gpumodel.Cycles) {
	if from >= to {
		return
	}
	for row := range 2 {
		d.add(row, from, to, charts.TonePlain, "", fmt.Sprintf("cycles %d to %d\nno warp has an instruction ready", from, to-1))
	}
}

// keys returns the legend of the tones in use.
func (d *slots) keys() []charts.Key {
	var keys []charts.Key
	order := append([]charts.Tone{charts.Tone2, ToneIssue}, secondTones[:]...)
	for _, tone := range append(order, charts.TonePlain) {
		used := slices.ContainsFunc(d.spans, func(s charts.Span) bool { return s.Tone == tone })
		known := slices.ContainsFunc(keys, func(k charts.Key) bool { return k.Tone == tone })
		if used && !known {
			keys = append(keys, charts.Key{Tone: tone, Label: d.labels[tone]})
		}
	}
	return keys
}

// secondTones gives each reason for which a second dispatch slot stays empty its
// colour: where wavefronts wait for it, too, that of the stall.
var secondTones = [gpumodel.SecondFates]charts.Tone{
	gpumodel.SecondNone:       charts.ToneMuted,
	gpumodel.SecondIssued:     ToneIssue,
	gpumodel.SecondDependency: stallTones[gpumodel.StallResult],
	gpumodel.SecondUnit:       stallTones[gpumodel.StallUnit],
	gpumodel.SecondAlone:      charts.Tone4,
	gpumodel.SecondControl:    stallTones[gpumodel.StallBranch],
}
