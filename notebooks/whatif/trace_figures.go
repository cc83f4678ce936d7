package whatif

import (
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/notebooks/documents/tracing/volume"
)

// traced is one method's trace, ready to be drawn; at is the chosen shape.
type traced struct {
	timed, plain            []volume.Measured
	frequency, frames, hits []float64
	at                      int
	sample, note            string
	chip, chipPlain         []volume.Measured
}

func (t traceOf) by(m volume.Method) traced {
	out := traced{timed: t.all[m], plain: t.all[volume.None], sample: t.sample, note: t.note, chip: t.chip[m], chipPlain: t.chip[volume.None]}
	for i, one := range out.timed {
		out.frequency = append(out.frequency, 1e3/one.Reference)
		out.frames, out.hits = append(out.frames, 1/out.plain[i].Frame), append(out.hits, 100*out.plain[i].Hit)
	}
	return out
}

// curves draws what Figures 6 to 9 of the document show, each in per cent of its best
// shape.
func (t traced) curves() charts.Figure {
	x := charts.Axis{Label: "block"}
	for _, m := range t.timed {
		x.Categories = append(x.Categories, m.Shape.String())
	}
	line := func(name string, y []float64, style charts.LineStyle) charts.Line {
		l := charts.Line{Name: name, Style: style}
		best := 0.0
		for _, v := range y {
			best = max(best, v)
		}
		for i, v := range y {
			if best > 0 {
				v *= 100 / best
			}
			l.X, l.Y = append(l.X, float64(i)), append(l.Y, v)
		}
		return l
	}
	frame := line("frame rate", t.frames, charts.Joined)
	chosenOne := t.timed[t.at]
	f := charts.Figure{
		Title:   fmt.Sprintf("View %v, %v method: what the trace says, and what is so", chosenOne.View, chosenOne.Method),
		Caption: "Reference frequency is what the instrumented kernel finds: 1 over the mean time between its clock reads. A method can be trusted where that line rises and falls with the frame rate of the plain kernel. Each line in per cent of its best shape. " + t.sample,
		Alt:     "Lines over the eight block shapes: frame rate, reference frequency as traced, and hit rate of the texture cache.",
		Note:    t.note,
		X:       x,
		Y:       charts.Axis{Label: "of the best shape", Unit: "%"},
		Series:  []charts.Series{frame, line("reference frequency", t.frequency, charts.Joined), line("hit rate", t.hits, charts.Dashed), chosen(float64(t.at), frame.Y[t.at])},
	}
	if len(t.chip) == 0 {
		return f
	}
	var rates, frequencies []float64
	for i := range t.chip {
		rates, frequencies = append(rates, 1/t.chipPlain[i].Frame), append(frequencies, 1/t.chip[i].Reference)
	}
	for i, m := range []charts.Line{line("frame rate, measured", rates, charts.Dots), line("reference frequency, measured", frequencies, charts.Dots)} {
		m.Measured = true
		f.Series = slices.Insert(f.Series, 2*i+1, charts.Series(m))
	}
	return f
}

func (t traced) table() charts.Figure {
	out := charts.Table{Columns: []charts.Column{{Head: "block"}, {Head: "share of time, %", Numeric: true}, {Head: "cycles a reference", Numeric: true},
		{Head: "hit rate, %", Numeric: true}, {Head: "L2 hit rate, %", Numeric: true}, {Head: "frames a second", Numeric: true}}}
	if len(t.chip) > 0 {
		out.Columns = append(out.Columns, charts.Column{Head: "share measured, %", Numeric: true}, charts.Column{Head: "cycles measured", Numeric: true}, charts.Column{Head: "frames a second, measured", Numeric: true})
	}
	for i, m := range t.timed {
		name := m.Shape.String()
		if i == t.at {
			name += ", chosen"
		}
		out.Rows = append(out.Rows, []string{name, fmt.Sprintf("%.1f", 100*m.Share()), fmt.Sprintf("%.0f", m.Reference),
			fmt.Sprintf("%.1f", t.hits[i]), fmt.Sprintf("%.1f", 100*t.plain[i].L2Hit), fmt.Sprintf("%.1f", t.frames[i])})
		if len(t.chip) > 0 {
			last := &out.Rows[i]
			*last = append(*last, fmt.Sprintf("%.1f", 100*t.chip[i].Share()), fmt.Sprintf("%.0f", t.chip[i].Reference), fmt.Sprintf("%.1f", 1/t.chipPlain[i].Frame))
		}
	}
	return charts.Figure{
		Title:   "In numbers",
		Alt:     "Table by block shape: share of time in references, cycles of one, hit rates, frame rate.",
		Caption: "Share of time is that of the warps' lives which lies between the two clock reads of a reference. Hits and frames are the plain kernel's.",
		Series:  []charts.Series{out},
	}
}
