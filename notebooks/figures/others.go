//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// othersShown are the rows that Others shows, as many as a slide holds: the missed bars, all of
// them, and of the kept ones those with the largest mean errors; its CSV has the rest.
const othersShown = 6

// Others is the table of how near the presets come to what others measured of other GPUs:
// missed bars first, then the worst by mean error. Its CSV has all.
func Others(all []silicon.Agreement) (charts.Figure, error) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b silicon.Agreement) int {
		if a.Met() != b.Met() {
			return map[bool]int{false: -1, true: 1}[a.Met()]
		}
		return -cmp.Compare(a.Mean(), b.Mean())
	})
	t := charts.Table{Columns: []charts.Column{
		{Head: "GPU"}, {Head: "measured"}, {Head: "points", Numeric: true}, {Head: "set", Numeric: true},
		{Head: "mean error", Numeric: true}, {Head: "bar"}, {Head: "misses most"}, {Head: "set from it"},
	}}
	missed, fitted, fresh := 0, 0, 0
	for _, a := range all {
		bar := "kept"
		if !a.Met() {
			bar = "missed"
			missed++
		}
		worst := "nowhere"
		if w := a.Worst(); a.Error(w) != 0 {
			worst = fmt.Sprintf("%s: %s for %s (%s)", w.What, charts.FormatNumber(w.Model), charts.FormatNumber(w.Measured), amount(a, a.Error(w)))
		}
		if a.Set > 0 {
			fitted += len(a.Points)
		} else {
			fresh += len(a.Points)
		}
		row := []string{a.On, a.Subject, fmt.Sprint(len(a.Points)), fmt.Sprint(a.Set), amount(a, a.Mean()), bar, worst, a.From}
		if len(t.Rows) < max(missed, othersShown) {
			t.Rows = append(t.Rows, row)
		} else {
			t.More = append(t.More, row)
		}
	}
	caption := fmt.Sprintf("%d of %d bars are missed; they come first. %d points are in sets from which numbers of the model were taken, %d in sets from which none was.", missed, len(all), fitted, fresh)
	if len(t.More) > 0 {
		caption += fmt.Sprintf(" %d more sets keep their bars with less error: the CSV has them.", len(t.More))
	}
	return charts.Figure{
		Title:   "Other GPUs, measured by others",
		Caption: caption,
		Alt:     "Table: GPU, what was measured of it, how many points, how many numbers of the model were set from them, the mean error, whether the bar is kept, and the worst point.",
		Series:  []charts.Series{t},
	}, nil
}

// Phases is the table of lanes that are served together, by others and by the presets:
// what differs comes first. What is equal and the same is one row, of all GPUs and sources.
func Phases(checks []silicon.PhaseCheck) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "GPU"}, {Head: "access"}, {Head: "banks", Numeric: true}, {Head: "lanes together"}, {Head: "by"}, {Head: "the model"},
	}}
	equal, listed := 0, ""
	var notes []string
	rows := map[string]int{} // of what is equal
	for _, c := range checks {
		by, _, _ := strings.Cut(c.Source[strings.Index(c.Source, "/")+1:], "@")
		says := "the same"
		if c.Equal {
			equal++
		} else {
			says = fmt.Sprintf("%s on %d banks", groupsName(c.Model), c.ModelBanks)
			notes = append(notes, c.ModelSource)
		}
		if c.Listed {
			by += ", without a measurement"
			listed = ", but for those that a source lists without showing it"
		}
		row := []string{c.On, fmt.Sprintf("%d-byte %v", c.Width, c.Op), fmt.Sprint(c.Banks), groupsName(c.LDSGroups.Groups), by, says}
		key := strings.Join(append(row[1:4:4], says), "; ")
		if i, ok := rows[key]; ok && c.Equal {
			join(&t.Rows[i][0], c.On)
			join(&t.Rows[i][4], by)
			continue
		}
		rows[key] = len(t.Rows)
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title:   "Which lanes are served together",
		Caption: fmt.Sprintf("Found by letting two lanes meet in a bank%s. The presets have the same groups on as many banks in %d of %d findings; what differs comes first.", listed, equal, len(checks)),
		Alt:     "Table: GPU, access, banks, groups of lanes that are served together, by whom, and what the model has.",
		Note:    Note(notes),
		Series:  []charts.Series{t},
	}, nil
}

// join adds a name to a list of names, if it is not in it.
func join(list *string, name string) {
	if !slices.Contains(strings.Split(*list, ", "), name) {
		*list += ", " + name
	}
}

// groupsName writes groups of lanes as ranges: "0–3 and 20–23; 4–7 and 16–19".
func groupsName(groups []gpumodel.LaneMask) string {
	sorted := slices.Sorted(slices.Values(groups))
	slices.SortFunc(sorted, func(a, b gpumodel.LaneMask) int {
		return cmp.Compare(bits.TrailingZeros64(uint64(a)), bits.TrailingZeros64(uint64(b)))
	})
	var names []string
	for _, g := range sorted {
		var parts []string
		for m := uint64(g); m != 0; {
			first := bits.TrailingZeros64(m)
			n := bits.TrailingZeros64(^(m >> first))
			parts = append(parts, fmt.Sprintf("%d–%d", first, first+n-1))
			m &^= uint64(gpumodel.AllLanes(n)) << first
		}
		names = append(names, strings.Join(parts, " and "))
	}
	return strings.Join(names, "; ")
}

// CounterTests is the table of what MI300X's 21 equal counters prove.
func CounterTests(tests []silicon.RuleTest) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "groups"}, {Head: "counters, of 21", Numeric: true}, {Head: "widths, of 3", Numeric: true},
	}}
	equal := 0
	for _, r := range tests {
		if r.Counters == 21 {
			equal++
		}
		t.Rows = append(t.Rows, []string{r.Name, fmt.Sprint(r.Counters), fmt.Sprint(r.Phases)})
	}
	return charts.Figure{
		Title:   "What 21 equal counters prove",
		Caption: fmt.Sprintf("MI300X counted the bank conflicts of 21 strides. %d of %d ways to group lanes explain all of them: the counters tell how many are together, not which. The last column has the widths at which the groups are those that were found otherwise.", equal, len(tests)),
		Alt:     "Table: four ways to group lanes, how many of 21 counters each explains, and in how many of three widths it has the groups that were measured.",
		Series:  []charts.Series{t},
	}, nil
}

// SaturationsOf is the table of the strides from which on nothing gets worse: as many
// bytes as the banks deliver together.
func SaturationsOf(all []silicon.Saturation) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "bytes a lane", Numeric: true}, {Head: "measured, bytes", Numeric: true}, {Head: "model, bytes", Numeric: true}}}
	equal := 0
	for _, s := range all {
		if s.Measured == s.Model {
			equal++
		}
		t.Rows = append(t.Rows, []string{s.On, fmt.Sprint(s.Width), fmt.Sprint(s.Measured), fmt.Sprint(s.Model)})
	}
	return charts.Figure{
		Title:   "The stride that cannot get worse",
		Caption: fmt.Sprintf("The least stride, in bytes, at which loads take within 5 %% of the longest: every lane is in the same banks. %d of %d are the model's. A GPU with 32 banks of 4 bytes has it at 128, one with 64 at 256.", equal, len(all)),
		Alt:     "Table: GPU, width, the stride of saturation as measured and by the model.",
		Series:  []charts.Series{t},
	}, nil
}

// L1Strides draws what a stride costs loads of floats or doubles (4 or 8 bytes) from the
// L1 of the named GPUs of silicon.L1Strides: the model as lines, the chip as hollow marks.
// The error says which GPU has none.
func L1Strides(element gpumodel.Bytes, gpus ...string) (charts.Figure, error) {
	kind, ok := map[gpumodel.Bytes]string{4: "floats", 8: "doubles"}[element]
	if !ok {
		return charts.Figure{}, fmt.Errorf("figures: element = %d, want 4 or 8 bytes", element)
	}
	all, err := silicon.OtherAgreements()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "What a stride costs a load from the L1: " + kind,
		Alt:   "Cycles of 32 lanes' loads against the stride, for each GPU a line by the model and hollow marks as measured.",
		X:     charts.Axis{Label: "stride", Unit: kind},
		Y:     charts.Axis{Label: "time of 32 lanes", Unit: "cycles", Scale: charts.Log2},
	}
	var errs []string
	for i, name := range gpus {
		k := slices.IndexFunc(all, func(a silicon.Agreement) bool {
			return a.On == name && a.Subject == "loads from the L1 by stride, "+kind
		})
		if k < 0 {
			return charts.Figure{}, fmt.Errorf("figures: GPU = %q, want one of which strides were measured", name)
		}
		a := all[k]
		model := charts.Line{Name: name + ", model", Tone: charts.Palette[i%len(charts.Palette)]}
		dots := charts.Line{Name: name + ", measured", Style: charts.Dots, Measured: true, Tone: model.Tone}
		for _, p := range a.Points {
			var stride int
			if _, err := fmt.Sscanf(p.What, "stride %d of", &stride); err != nil {
				continue // blocks
			}
			tip := fmt.Sprintf("%s, %s\nmeasured %s cycles\nmodel %s (%s %%)", name, p.What, charts.FormatNumber(p.Measured), charts.FormatNumber(p.Model), Signed(100*a.Error(p), 1))
			model.X, model.Y, model.Tips = append(model.X, float64(stride)), append(model.Y, p.Model), append(model.Tips, tip)
			dots.X, dots.Y, dots.Tips = append(dots.X, float64(stride)), append(dots.Y, p.Measured), append(dots.Tips, tip)
		}
		f.Series = append(f.Series, model, dots)
		set := "nothing set from it"
		if a.Set > 0 {
			set = "set from it: " + a.From
		}
		errs = append(errs, fmt.Sprintf("%s %.1f %% (at worst %.0f; %s)", name, 100*a.Mean(), 100*math.Abs(a.Error(a.Worst())), set))
	}
	f.Caption = "A load takes as long as its fullest bank of data, or as its fullest bank of tags. Mean errors, over blocks too: " + strings.Join(errs, "; ") + "."
	return f, nil
}
