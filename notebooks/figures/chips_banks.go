//go:build !js

package figures

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// PassesByWidth draws how many passes through the banks an access takes by the width of its
// lanes' requests, of the named generations of silicon.PassesByWidth: bars by the model, lighter
// where a rule is assumed, hollow marks as measured. The error says which has no rules.
func PassesByWidth(title string, generations ...string) (charts.Figure, error) {
	all, err := silicon.PassesByWidth()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: title,
		Alt:   "Bars of passes by generation and width, loads beside stores; hollow marks where they were measured lie on the bars unless the caption says otherwise.",
		X:     charts.Axis{Label: "generation: bytes of a lane"},
		Y:     charts.Axis{Label: "passes of a wavefront (warp)", Ticks: []float64{0, 4, 8, 12, 16}},
	}
	places, err := widthSlots(&f.X, all, generations)
	if err != nil {
		return charts.Figure{}, err
	}
	bars, marks := passBars(len(f.X.Categories)), passMarks{}
	var notes, conflicts []string
	for _, p := range all {
		at := places[slot(p)] - 1
		if at < 0 {
			continue
		}
		k := 0
		if p.Op == gpumodel.Store {
			k = 2
		}
		if p.Assumed != "" {
			k++
			notes = append(notes, p.Assumed)
		}
		if p.Conflicts > 0 {
			conflicts = append(conflicts, fmt.Sprintf(" %s's %d-byte %vs in a row conflict: %s for %d.", p.Generation, p.Width, p.Op, Passes(p.Model), p.Model-p.Conflicts))
		}
		tip := passTip(p)
		bars[k].Y[at], bars[k].Tips[at] = float64(p.Model), tip
		marks.add(p, at, tip)
	}
	for _, b := range bars {
		if slices.Max(b.Y) > 0 {
			f.Series = append(f.Series, b)
		}
	}
	f.Series = append(f.Series, marks.lines()...)
	f.Caption = fmt.Sprintf("Lanes ask for words one right behind the other. %d of %d rules are assumed, and lighter. %s%s", len(notes), marks.rules, marks.words(), strings.Join(conflicts, ""))
	f.Note = Note(notes)
	return f, nil
}

// widthSlots gives an axis a category for each width of each generation, one between two of these
// empty, and returns their numbers from 1 on.
func widthSlots(x *charts.Axis, all []silicon.WidthPasses, generations []string) (map[string]int, error) {
	places := map[string]int{}
	for i, g := range generations {
		if !slices.ContainsFunc(all, func(p silicon.WidthPasses) bool { return p.Generation == g }) {
			return nil, fmt.Errorf("figures: generation = %q, want one of which bank rules are known", g)
		}
		if i > 0 {
			x.Categories = append(x.Categories, "")
		}
		for _, p := range all {
			if at := slot(p); p.Generation == g && places[at] == 0 {
				x.Categories = append(x.Categories, at)
				places[at] = len(x.Categories)
			}
		}
	}
	return places, nil
}

// passBars are loads, and those by an assumed rule, and so with stores: none so far.
func passBars(n int) []charts.Bars {
	bar := func(name, stack string, tone charts.Tone) charts.Bars {
		return charts.Bars{Name: name, Stack: stack, Tone: tone, Y: make([]float64, n), Tips: make([]string, n)}
	}
	return []charts.Bars{
		bar("loads", "load", charts.Tone1), bar("loads, assumed", "load", charts.Tone6),
		bar("stores", "store", charts.Tone2), bar("stores, assumed", "store", charts.Tone5),
	}
}

func passTip(p silicon.WidthPasses) string {
	tip := fmt.Sprintf("%s (%s), %d-byte %v\nmodel %s", p.Generation, p.Device.Name, p.Width, p.Op, Passes(p.Model))
	if p.Conflicts > 0 {
		tip += fmt.Sprintf(", %d of them conflicts", p.Conflicts)
	}
	if p.Assumed != "" {
		tip += ", by a rule that is assumed"
	}
	for _, m := range p.Measured {
		if said := fmt.Sprintf("\n%.3g: %s", m.Passes, m.By); !strings.Contains(tip, said) {
			tip += said
		}
	}
	return tip
}

// slot is a generation's width, as a category.
func slot(p silicon.WidthPasses) string { return fmt.Sprintf("%s: %d", p.Generation, p.Width) }

// passMarks are hollow marks where something was measured, and where a source lists it only.
type passMarks struct {
	measured, groups, listed charts.Line
	rules, set, free         int      // rules; marks that set theirs, and that did not
	misses                   []string // of those that did not
}

// add puts what was measured of a rule at a category; what costs the same is one mark there.
func (m *passMarks) add(p silicon.WidthPasses, at int, tip string) {
	m.rules++
	for _, c := range p.Measured {
		line := &m.measured
		switch c.Kind {
		case silicon.OfGroups:
			line = &m.groups
		case silicon.Listed:
			line = &m.listed
		}
		n := len(line.X) - 1
		switch {
		case n < 0 || line.X[n] != float64(at) || line.Y[n] != c.Passes:
			line.X, line.Y, line.Tips = append(line.X, float64(at)), append(line.Y, c.Passes), append(line.Tips, tip)
		case !strings.Contains(line.Tips[n], tip): // a store that costs what its load does
			line.Tips[n] += "\n" + tip
		default:
			continue // another source
		}
		if c.Set() {
			m.set++
			continue
		}
		m.free++
		if c.Passes != c.Model {
			m.misses = append(m.misses, fmt.Sprintf("%s's %d-byte %vs (%s: %.3g, by the model %.3g)", p.Generation, p.Width, p.Op, c.By, c.Passes, c.Model))
		}
	}
}

// lines are the marks as series.
func (m *passMarks) lines() (all []charts.Series) {
	m.measured.Name, m.measured.Tone = "measured", charts.ToneInk
	m.groups.Name, m.groups.Tone = "by lanes found together", charts.ToneInk
	m.listed.Name, m.listed.Tone = "listed, not measured", charts.Tone4
	for _, l := range []charts.Line{m.measured, m.groups, m.listed} {
		if l.Style, l.Measured = charts.Dots, true; len(l.X) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// words says what the marks prove.
func (m *passMarks) words() string {
	said := fmt.Sprintf("%s set the rules below them, and prove nothing.", Counted(m.set, "mark", "marks"))
	if len(m.groups.X) > 0 {
		said += " Where lanes were found to be served together, a mark is what they cost by the model's own law of banks: nobody counted passes."
	}
	switch {
	case m.free == 0:
		return said
	case len(m.misses) == 0:
		return fmt.Sprintf("%s %s set none, and the model has them all.", said, Counted(m.free, "other", "others"))
	}
	return fmt.Sprintf("%s %s set none; missed: %s.", said, Counted(m.free, "other", "others"), strings.Join(m.misses, "; "))
}
