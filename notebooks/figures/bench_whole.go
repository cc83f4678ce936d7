//go:build !js

package figures

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// Variant is a kernel with some changes, none for the kernel as it is.
type Variant struct {
	Changes  []string // in a word or two each, in the order in which figures name them
	Bench    Bench
	Resident int                    // workgroups on one CU, at most; 0: as many as there is room for
	Again    bool                   // with what a launch before has left in the caches; not for kernels that work in place
	Alter    func(*gpumodel.Device) // makes another GPU of it; nil: it is as it is
	Progress func(done, all int)    // of a run's workgroups, as chip.Options has it; nil: nobody is told
}

// String names the variant by its changes: "padded, loads first".
func (v Variant) String() string {
	if len(v.Changes) == 0 {
		return "as it is"
	}
	return strings.Join(v.Changes, ", ")
}

// WholeRun is a variant and what it took on a whole GPU.
type WholeRun struct {
	Variant
	chip.Report
}

// WholeRuns are variants of one kernel on one GPU, in the order in which they were given.
type WholeRuns []WholeRun

// Whole runs variants of a kernel on a whole GPU, one after another, each as the first
// launch after another program: with caches that hold nothing. Device must have Caches and
// Dispatch. The error names the device and the variant.
func Whole(d gpumodel.Device, variants ...Variant) (WholeRuns, error) {
	if len(variants) == 0 {
		return nil, fmt.Errorf("figures: no variants, want at least one")
	}
	var all WholeRuns
	for _, v := range variants {
		r, err := v.run(d)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

func (v Variant) run(d gpumodel.Device) (WholeRun, error) {
	l := v.Bench.Launch
	if l.Device = d; v.Alter != nil {
		v.Alter(&l.Device)
	}
	o := chip.Options{Resident: v.Resident, Progress: v.Progress}
	if v.Again {
		o.Before = l.Grid.Lanes()
	}
	r, err := chip.Time(l, v.Bench.Kernel, o)
	if err != nil {
		return WholeRun{}, fmt.Errorf("%s, %v: %w", d.Name, v, err)
	}
	return WholeRun{v, r}, nil
}

// Path goes from the variant without changes, the first of them, to what is best next:
// of those that have its changes and one more the fastest, as long as one is faster. It is
// empty if no variant is without changes.
func (all WholeRuns) Path() WholeRuns {
	at := slices.IndexFunc(all, func(r WholeRun) bool { return len(r.Changes) == 0 })
	var path WholeRuns
	for at >= 0 {
		now := all[at]
		path = append(path, now)
		at = -1
		for i, r := range all {
			if now.leadsTo(r) && r.Seconds < now.Seconds && (at < 0 || r.Seconds < all[at].Seconds) {
				at = i
			}
		}
	}
	return path
}

// leadsTo reports whether another variant has all changes of this one and one more.
func (r WholeRun) leadsTo(next WholeRun) bool {
	return len(next.Changes) == len(r.Changes)+1 &&
		!slices.ContainsFunc(r.Changes, func(c string) bool { return !slices.Contains(next.Changes, c) })
}

// Times draws the time of each variant, in microseconds, coloured by the part of the GPU
// that it used most.
func (all WholeRuns) Times() (charts.Figure, error) {
	if len(all) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no runs, want at least one")
	}
	d := all[0].Device
	f := charts.Figure{
		Title: "On the whole " + d.Name,
		X:     charts.Axis{Label: "kernel, and how much of its colour it used"},
		Y:     charts.Axis{Label: "time", Unit: "µs"},
	}
	var parts, says []string
	for i, r := range all {
		if len(r.Limits) == 0 {
			return charts.Figure{}, fmt.Errorf("figures: %v took no cycle, want instructions in it", r.Variant)
		}
		most := r.Limits[0]
		f.X.Categories = append(f.X.Categories, fmt.Sprintf("%v: %.0f %%", r.Variant, 100*most.Used))
		if k := place(&parts, most.Part); k == len(f.Series) {
			f.Series = append(f.Series, charts.Bars{Name: Worded(d, most.Part), Stack: "time", Tone: charts.Palette[k],
				Y: make([]float64, len(all)), Tips: make([]string, len(all))})
		}
		bars := f.Series[slices.Index(parts, most.Part)].(charts.Bars)
		bars.Y[i], bars.Tips[i] = r.Seconds*1e6, all.tip(r)
		says = append(says, fmt.Sprintf("%v %.1f microseconds", r.Variant, r.Seconds*1e6))
	}
	f.Caption = all.caption()
	f.Note = "Each is a first launch: the caches hold nothing."
	if u := all[0].Unknown; len(u) > 0 {
		f.Note += Worded(d, fmt.Sprintf(" Not known of %s, and left out: %s.", d.Name, strings.Join(u, "; ")))
	}
	f.Alt = fmt.Sprintf("Bars of time: %s.", strings.Join(says, ", "))
	return f, nil
}

// Limits is the table of what each variant took, which parts of the GPU it used how much,
// and what its wavefronts waited for.
func (all WholeRuns) Limits() (charts.Figure, error) {
	if len(all) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no runs, want at least one")
	}
	d := all[0].Device
	t := charts.Table{Columns: []charts.Column{{Head: "kernel"}, {Head: "µs", Numeric: true}, {Head: "what limits it"}, {Head: "used next"},
		{Head: "waits mostly for"}, {Head: "uneven end, %", Numeric: true}}}
	for _, r := range all {
		row := []string{r.Variant.String(), fmt.Sprintf("%.1f", r.Seconds*1e6), r.limit(), "", Worded(r.Device, mostly(r.Stalls)), r.uneven()}
		if len(r.Limits) > 0 {
			var next []string
			for _, l := range r.Limits[1:] {
				if l.Used >= 0.01 && len(next) < 2 {
					next = append(next, share(r.Device, l))
				}
			}
			row[3] = strings.Join(next, ", ")
		}
		t.Rows = append(t.Rows, row)
	}
	launch := fmt.Sprintf("The time has %.2f µs of launch in it, of which the shares know nothing.", d.Dispatch.Seconds*1e6)
	if u := all[0].Unknown; len(u) > 0 {
		launch = fmt.Sprintf("Not known of %s, and left out of the time: %s.", d.Name, strings.Join(u, "; "))
	}
	return charts.Figure{
		Title:   "What limits it",
		Caption: Worded(d, fmt.Sprintf("A part of which more than %.0f %% is used sets the pace, for at the beginning and at the end there is less to do. Where none is, the wavefronts wait. %s In the uneven end not every CU has work that had some.", 100*pacing, launch)),
		Alt:     Worded(d, "Table of variants: time, the part of the GPU that sets the pace, those used next, the main reason to wait, and the share of the time at the end in which not every CU has work."),
		Series:  []charts.Series{t},
	}, nil
}

// limit names the part that sets the pace.
func (r WholeRun) limit() string {
	switch {
	case len(r.Limits) == 0:
		return ""
	case r.Limits[0].Used > pacing:
		return share(r.Device, r.Limits[0])
	}
	return "none; most " + share(r.Device, r.Limits[0])
}

// uneven is the share of the time in which not every CU has work, in per cent.
func (r WholeRun) uneven() string {
	if r.Cycles == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 100*float64(r.Tail)/float64(r.Cycles))
}

// pacing is the share of what a part can do from which on it sets the pace: ours.
const pacing = 0.66

// caption tells the path of changes.
func (all WholeRuns) caption() string {
	path := all.Path()
	if len(path) == 0 {
		return fmt.Sprintf("%s of one kernel.", Counted(len(all), "variant", "variants"))
	}
	says := []string{fmt.Sprintf("As it is, the kernel takes %.1f µs", path[0].Seconds*1e6)}
	for i, r := range path[1:] {
		more := r.Changes[slices.IndexFunc(r.Changes, func(c string) bool { return !slices.Contains(path[i].Changes, c) })]
		says = append(says, fmt.Sprintf("the next best change is %q: %.1f µs, %.0f %% less", more, r.Seconds*1e6, 100*(1-r.Seconds/path[i].Seconds)))
	}
	if len(path) == 1 {
		return says[0] + "; none of the changes makes it faster."
	}
	return strings.Join(says, "; ") + ". Only what was run is compared."
}

func (all WholeRuns) tip(r WholeRun) string {
	tip := fmt.Sprintf("%v\n%.1f µs, %d cycles", r.Variant, r.Seconds*1e6, r.Cycles)
	for _, l := range r.Limits {
		tip += "\n" + share(r.Device, l)
	}
	return tip
}

// share writes how much of a part is used: "L2 55 %".
func share(d gpumodel.Device, l chip.Limit) string {
	return fmt.Sprintf("%s %.0f %%", Worded(d, l.Part), 100*l.Used)
}
