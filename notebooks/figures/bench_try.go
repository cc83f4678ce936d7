//go:build !js

package figures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// Tried is a kernel that was run as it is and with changes.
type Tried struct {
	As      WholeRun
	Kernel  []WholeRun // with a change of the kernel or of its launch, or several; the fastest first
	Failed  []Failed   // changes with which it does not run, or gives a wrong result
	Another []WholeRun // as it is, on a GPU that is better in one thing: the order of betterGPUs
}

// Failed is a variant of a kernel that has no time, and why.
type Failed struct {
	Variant
	Err error // wraps the reason, with the names of GPU and variant
}

// Try runs a kernel on a whole GPU as it is, and then with one change: each knob at each of
// its other values; its LDS arrays padded, if there is a padding with which it has fewer bank
// conflicts; fewer registers, if they are what is short, for one workgroup more on a CU, as if
// no compiler had to spill any; half the workgroups resident. The best change is run with
// each other that helps, too, of a knob with several values that help the best of them; and
// so on with the best of these, until no further change makes it faster by 1 % or more. Last
// it runs on GPUs whose DRAM or L2 delivers twice as much, or whose memory answers in half
// the time.
//
// A change with which the kernel does not run is kept in Failed. The error is that of the
// kernel as it is, or Stop's.
func Try(d gpumodel.Device, v Variant) (t Tried, err error) {
	if v.Alter != nil { // the better GPUs are changes to the reader's own
		d = d.Clone()
		v.Alter(&d)
		v.Alter = nil
	}
	changes, err := v.changes(d)
	if err != nil {
		return Tried{}, fmt.Errorf("%s, %v: %w", d.Name, v, err)
	}
	runs := 1 + len(changes) + len(v.Knobs) + otherKinds + len(betterGPUs) // or a few less
	run := v.inTurn(d, &runs)
	if v.Progress != nil {
		defer v.Progress(100, 100)
	}
	if t.As, err = run(v); err != nil {
		return Tried{}, err
	}
	try := func(all []change) (helps []change, err error) {
		for _, c := range all {
			r, err := run(c.to)
			if ended := v.ended(); ended != nil {
				return nil, ended
			}
			if err != nil {
				t.Failed = append(t.Failed, Failed{c.to, err})
				continue
			}
			t.Kernel = append(t.Kernel, r)
			if c.seconds = r.Seconds; t.helps(r) {
				helps = append(helps, c)
			}
		}
		slices.SortStableFunc(helps, func(a, b change) int { return cmp.Compare(a.seconds, b.seconds) })
		return helps, nil
	}
	helps, err := try(changes)
	if err != nil {
		return Tried{}, err
	}
	for best := helps; len(best) > 0; {
		more := v.together(d, best[0], helps)
		runs = 1 + len(t.Kernel) + len(t.Failed) + len(more) + len(betterGPUs)
		next, err := try(more)
		if err != nil {
			return Tried{}, err
		}
		if len(next) == 0 || !faster(next[0].seconds, best[0].seconds) {
			break
		}
		best = next
	}
	for _, g := range betterGPUs {
		r, err := run(v.with(g.name, func(to *Variant) { to.Alter = g.alter }))
		if err != nil {
			return Tried{}, err
		}
		t.Another = append(t.Another, r)
	}
	slices.SortStableFunc(t.Kernel, func(a, b WholeRun) int { return cmp.Compare(a.Seconds, b.Seconds) })
	return t, nil
}

// inTurn returns what runs one variant after another, and tells the Progress how many per
// cent of so many runs it has done.
func (v Variant) inTurn(d gpumodel.Device, runs *int) func(Variant) (WholeRun, error) {
	done, told := 0, -1
	return func(to Variant) (WholeRun, error) {
		if v.Progress != nil {
			to.Progress = func(n, of int) {
				if now := min(99, 100*(done*of+n)/(*runs*of)); now > told {
					told = now
					v.Progress(now, 100)
				}
			}
		}
		r, err := to.run(d)
		done++
		return r, err
	}
}

// helps reports whether a run is faster than the kernel as it is.
func (t Tried) helps(r WholeRun) bool { return faster(r.Seconds, t.As.Seconds) }

// faster reports whether a time is shorter than another, by 1 % or more.
func faster(seconds, than float64) bool { return seconds < 0.99*than }

// Best returns the fastest run with changes of the kernel, if they help by 1 % or more.
func (t Tried) Best() (WholeRun, bool) {
	if len(t.Kernel) == 0 {
		return WholeRun{}, false
	}
	return t.Kernel[0], t.helps(t.Kernel[0])
}

// Table is what was tried, the fastest change first: the time, the change of it in per cent,
// what limits it and what it waits for, beside those of the kernel as it is. Changes
// with which it does not run come after the others, with the reason.
func (t Tried) Table() charts.Figure {
	d := t.As.Device
	table := charts.Table{Columns: []charts.Column{{Head: "change"}, {Head: "µs", Numeric: true}, {Head: "change, %", Numeric: true}, {Head: "what limits it"}, {Head: "waits mostly for"}}}
	row := func(name, change string, r WholeRun) {
		table.Rows = append(table.Rows, []string{name, fmt.Sprintf("%.1f", r.Seconds*1e6), change, r.limit(), Worded(r.Device, mostly(r.Stalls))})
	}
	change := func(r WholeRun) string { return Signed(100*(r.Seconds/t.As.Seconds-1), 0) }
	row(t.As.String(), "", t.As)
	for _, r := range t.Kernel {
		row(t.more(r.Variant), change(r), r)
	}
	for _, f := range t.Failed {
		table.Rows = append(table.Rows, []string{t.more(f.Variant), "does not run", "", oneLine(errors.Unwrap(f.Err)), ""})
	}
	for _, r := range t.Another {
		row("another GPU: "+t.more(r.Variant), change(r), r)
	}
	note := "Fewer registers are taken as free: a compiler that must spill some to memory for it gains less."
	if len(t.As.Knobs) == 0 {
		note += " Not tried, for its writer offers no knobs: tiles and workgroups of another size or shape, wider accesses, another order of loads."
	}
	return charts.Figure{
		Title:   "What would help",
		Caption: t.says() + " Each was run; nothing is guessed. A GPU that is better in one thing shows what the kernel waits for.",
		Note:    Worded(d, note),
		Alt:     "Table of changes to the kernel, the fastest first, and to the GPU: time, change of it in per cent, the part of the GPU that sets the pace then, and the main reason to wait.",
		Series:  []charts.Series{table},
	}
}

// says tells the best change, and what it gains with others.
func (t Tried) says() string {
	best, ok := t.Best()
	if !ok {
		return "None of the changes to the kernel makes it faster."
	}
	less := func(r WholeRun) string {
		return fmt.Sprintf("%q: %.0f %% less time", t.more(r.Variant), 100*(1-r.Seconds/t.As.Seconds))
	}
	more := []string{2: "another", 3: "two others", 4: "three others", 5: "several others"}
	single := func(r WholeRun) bool { return len(r.Changes) == len(t.As.Changes)+1 }
	one := t.Kernel[slices.IndexFunc(t.Kernel, single)]
	says := "The best change is " + less(one)
	if !single(best) {
		says += "; with " + more[min(len(best.Changes)-len(t.As.Changes), len(more)-1)] + ", " + less(best)
	} else if slices.ContainsFunc(t.Kernel, func(r WholeRun) bool { return !single(r) }) {
		says += "; no other gains more with it"
	}
	return says + "."
}

// more names the changes that the kernel as it is does not have.
func (t Tried) more(v Variant) string {
	return Worded(t.As.Device, strings.Join(v.Changes[len(t.As.Changes):], ", "))
}
