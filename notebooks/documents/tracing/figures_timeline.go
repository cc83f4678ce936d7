package tracing

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
	"lanebook/gpumodel/trace"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// TimedLoads draws one load under each method of timing it, as the CU ran it: when it
// was under way, and the time between the two clock reads.
func TimedLoads(d gpumodel.Device) (charts.Figure, error) {
	spans := charts.Spans{Keys: []charts.Key{
		{Tone: charts.Tone2, Label: "the load, from start to end"},
		{Tone: charts.Tone1, Label: "what is measured, from t₁ to t₂"},
	}}
	said := ""
	for m := volume.Simple; m < volume.Methods; m++ {
		h, err := memory.New(d, 1)
		if err != nil {
			return charts.Figure{}, err
		}
		l, _, err := TimeLoad(d, h.CU(0), m)
		if err != nil {
			return charts.Figure{}, err
		}
		row := len(spans.Rows)
		spans.Rows = append(spans.Rows, m.String()+": load", "measured")
		tip := fmt.Sprintf("%v\nt₁ = %d, start = %d\nend = %d, t₂ = %d\nthe load takes %d cycles, %d are measured", m, l.FirstClock, l.Start, l.End, l.SecondClock, l.End-l.Start, l.Measured())
		spans.Spans = append(spans.Spans,
			charts.Span{Row: row, From: float64(l.Start), To: float64(l.End), Tone: charts.Tone2, Tip: tip, Label: fmt.Sprintf("%d cycles", l.End-l.Start)},
			charts.Span{Row: row + 1, From: float64(l.FirstClock), To: float64(l.SecondClock), Tone: charts.Tone1, Tip: tip, Label: fmt.Sprintf("%d cycles", l.Measured())})
		said += fmt.Sprintf(", %v %d", m, l.Measured())
	}
	return charts.Figure{
		Title:   "One load, timed in three ways",
		Caption: "One warp, one load that no cache holds. By the simple method the second clock read does not wait, and t₂ comes before the load's end. A fence, or a use of the value, holds it back. Cycles measured: " + said[2:] + ".",
		Alt:     "Timeline of one load under each of three methods. The simple method's measured span is a sliver at the load's beginning, the other two span all of the load and a little more.",
		Note:    figures.Note(append(d.Assumed, d.Caches.Assumed...)),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{spans},
	}, nil
}

// Gantt draws a trace of one SM as Jumpshot would: a row for each slot, a colour for each
// state, of which there may be six. Slots are numbered block.warp, as
// figures.WavefrontTimeline does, with so many warps in a block.
func Gantt(t trace.Trace, warps int) (charts.Figure, error) {
	if err := t.Validate(); err != nil {
		return charts.Figure{}, err
	}
	const most = len(charts.Palette) - 2 // if neither of the fixed ones is among them
	if warps < 1 {
		return charts.Figure{}, fmt.Errorf("tracing: %d warps in a block, want 1 or more", warps)
	}
	if len(t.States) > most || len(t.Spans) == 0 {
		return charts.Figure{}, fmt.Errorf("tracing: a trace of %d states and %d spans, want 1 to %d states and a span", len(t.States), len(t.Spans), most)
	}
	t.Sort()
	s := charts.Spans{Down: "block.warp"}
	rows := map[int]int{}
	ends := map[int]gpumodel.Cycles{} // of the last span in a row
	for _, span := range t.Spans {
		if span.CU != t.Spans[0].CU {
			return charts.Figure{}, fmt.Errorf("tracing: spans of CUs %d and %d, want one CU", t.Spans[0].CU, span.CU)
		}
		row, ok := rows[span.Slot]
		if !ok {
			row = len(s.Rows)
			rows[span.Slot] = row
			s.Rows = append(s.Rows, fmt.Sprintf("%d.%d", span.Slot/warps, span.Slot%warps))
		}
		from := max(span.Start, ends[row]) // where states overlap, the later one begins when the earlier ends
		if ends[row] = max(ends[row], span.End); from >= span.End {
			continue
		}
		state := t.States[span.State]
		tip := fmt.Sprintf("%s\ncycles %d to %d, %d of them", state.Name, span.Start, span.End, span.End-span.Start)
		for i, a := range state.Args {
			tip += fmt.Sprintf("\n%s %d", a, span.Args[i])
		}
		s.Spans = append(s.Spans, charts.Span{Row: row, From: float64(from), To: float64(span.End), Tone: stateTone(t, span.State), Tip: tip})
	}
	for i, state := range t.States {
		s.Keys = append(s.Keys, charts.Key{Tone: stateTone(t, i), Label: state.Name})
	}
	return charts.Figure{
		Title:   "The trace as a Gantt chart",
		Caption: fmt.Sprintf("%d spans of %d warps. A colour is a state, blank is none: before the first reference, or after the last. The live chart tells cycles and arguments of each, by pointer or arrow keys, and zooms by shift and the wheel.", len(t.Spans), len(s.Rows)),
		Alt:     fmt.Sprintf("Timeline of %d warps, with spans coloured by state.", len(s.Rows)),
		X:       charts.Axis{Label: "cycle"},
		Series:  []charts.Series{s},
	}, nil
}

// stateTone is the colour of a state: of references and computing the one that they have
// in every figure, of others the palette's remaining ones.
func stateTone(t trace.Trace, state int) charts.Tone {
	fixed := map[string]charts.Tone{trace.MemoryReference: figures.StallTone(gpumodel.StallMemory), trace.Compute: figures.ToneIssue}
	if tone, ok := fixed[t.States[state].Name]; ok {
		return tone
	}
	free := charts.Palette[2:] // those two are its first
	n := 0
	for _, s := range t.States[:state] {
		if _, ok := fixed[s.Name]; !ok {
			n++
		}
	}
	return free[n%len(free)]
}

// Cures is the table of what each cure found loads from global memory to take on an H100.
func Cures() (charts.Figure, error) {
	cures, err := silicon.H100Cures()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "behind the load"}, {Head: "L1", Numeric: true}, {Head: "L2", Numeric: true}, {Head: "DRAM", Numeric: true}, {Head: "DRAM, 32 warps", Numeric: true}}}
	for _, how := range [][2]string{
		{"use", "an instruction that has the value as an operand"}, {"simple", "nothing: the simple method"}, {"fence", "a fence of the block: Fig. 3"},
		{"fence of the gpu", "a fence of the GPU"}, {"dummy", "a branch on the value: our dummy"}, {"listing", "a branch on an argument, whose body would use it: Fig. 4"},
	} {
		row := []string{how[1]}
		for _, c := range cures {
			if c.How == how[0] && (c.Wavefronts == 1 || c.Wavefronts == 32 && c.Where == "dram") {
				row = append(row, fmt.Sprintf("%.0f", c.Cycles))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title:   "Which cure waits for a load",
		Caption: "Cycles between two clock reads around a load from global memory on an H100, one warp of each SM and, last, 32. The first row is the load's own time. A fence of the block returns as soon wherever the line is: it does not wait.",
		Alt:     "Table of cycles by what stands behind the load, for a line in the L1, in the L2 and in DRAM: 50, 302 and 715 with a use of the value; 14 with nothing; 24 with a fence of the block, wherever the line is; 670 and more with a fence of the GPU; about as many as with a use for both branches.",
		Note:    "H100, cures_h100.csv. No number of the model is from it.",
		Series:  []charts.Series{t},
	}, nil
}
