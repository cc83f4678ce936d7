//go:build !js

package figures

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// OnGPUs is the table of a kernel's time on the whole of each GPU, what limits it there,
// and its uneven end. Of GPUs whose caches the model does not know, or that cannot run the
// kernel, it has the reason and no time; where it does not know what a launch costs, that is
// left out. The error is the kernel's on the first GPU, if none can run it.
func OnGPUs(v Variant, devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "µs", Numeric: true}, {Head: "of them launch", Numeric: true}, {Head: "what limits it"}, {Head: "waits mostly for"}, {Head: "uneven end, %", Numeric: true}}}
	var without []string
	var first error
	ran := false
	for _, d := range devices {
		if !d.Caches.Known() {
			t.Rows = append(t.Rows, []string{d.Name, "not known", "", "its caches are not known", "", ""})
			continue
		}
		r, err := v.run(d)
		if err != nil {
			t.Rows = append(t.Rows, []string{d.Name, "does not run", "", errors.Unwrap(err).Error(), "", ""})
			first = cmp.Or(first, err)
			continue
		}
		ran = true
		launch := fmt.Sprintf("%.1f", d.Dispatch.Seconds*1e6)
		if len(r.Unknown) > 0 {
			launch = "not known"
			without = append(without, d.Name)
		}
		t.Rows = append(t.Rows, []string{d.Name, fmt.Sprintf("%.1f", r.Seconds*1e6), launch, r.limit(), Worded(d, mostly(r.Stalls)), r.uneven()})
	}
	if first != nil && !ran {
		return charts.Figure{}, first
	}
	f := charts.Figure{
		Title:   "One kernel, several GPUs",
		Caption: fmt.Sprintf("The whole grid on the whole GPU, as its first launch: the caches hold nothing. A part of which more than %.0f %% is used sets the pace.", 100*pacing),
		Alt:     "Table by GPU: time, the launch's part of it, what sets the pace, the main reason to wait, and the share of the time at the end in which not every SM has work.",
		Series:  []charts.Series{t},
	}
	if len(without) > 0 {
		f.Note = fmt.Sprintf("What it takes to launch a kernel and its blocks is not known of the %s, and left out.", strings.Join(without, " and the "))
	}
	return f, nil
}

// Tried is a kernel that was run as it is and with what can be changed about it without
// knowing what it means.
type Tried struct {
	As      WholeRun
	Kernel  WholeRuns // with a change of the kernel, or of its launch
	Another WholeRuns // as it is, on a GPU that is better in one thing
}

// Try runs a kernel on a whole GPU as it is, and then: with its LDS arrays padded, if there
// is a padding with which it has fewer bank conflicts; with fewer registers, if they are what
// is short, for one workgroup more on a CU, as if no compiler had to spill any; with half the
// workgroups resident; and on GPUs whose DRAM or L2 delivers twice as much, or whose memory
// answers in half the time.
func Try(d gpumodel.Device, v Variant) (Tried, error) {
	as, err := v.run(d)
	if err != nil {
		return Tried{}, err
	}
	t := Tried{As: as}
	changed, err := v.changed(d)
	if err != nil {
		return Tried{}, err
	}
	for _, c := range changed {
		r, err := c.run(d)
		if err != nil {
			return Tried{}, err
		}
		if c.Alter != nil {
			t.Another = append(t.Another, r)
		} else {
			t.Kernel = append(t.Kernel, r)
		}
	}
	return t, nil
}

// changed returns the variants that Try tries.
func (v Variant) changed(d gpumodel.Device) ([]Variant, error) {
	locals, lds, err := v.Bench.firstGroup(d)
	if err != nil {
		return nil, err
	}
	var all []Variant
	add := func(change string, to Variant) {
		to.Changes = append(append([]string(nil), v.Changes...), change)
		all = append(all, to)
	}
	list, err := d.LDS.Repad(locals...)
	if err != nil {
		return nil, err
	}
	if len(list) > 0 && list[0].Pad > 0 {
		to := v
		to.Bench.Launch.Repad = list[0]
		add(fmt.Sprintf("%d bytes of padding after every %d", list[0].Pad, list[0].Every), to)
	}
	o, err := d.Occupancy(gpumodel.Need{Lanes: v.Bench.Launch.Workgroup.Lanes(), Registers: v.Bench.Launch.Registers, LDS: lds})
	if err != nil {
		return nil, err
	}
	if len(o.Next) == 1 && o.Next[0].Resource == gpumodel.VectorRegisters {
		to := v
		to.Bench.Launch.Registers = o.Next[0].To
		add(fmt.Sprintf("%d registers of a lane", o.Next[0].To), to)
	}
	if o.Workgroups > 1 {
		to := v
		to.Resident = o.Workgroups / 2
		add(fmt.Sprintf("%d of %d blocks resident", to.Resident, o.Workgroups), to)
	}
	for _, g := range betterGPUs {
		to := v
		to.Alter = g.alter
		add(g.name, to)
	}
	return all, nil
}

// betterGPUs are better than a GPU in one thing.
var betterGPUs = []struct {
	name  string
	alter func(*gpumodel.Device)
}{
	{"DRAM twice as wide", func(d *gpumodel.Device) { d.Caches.DRAM.BytesPerCycle *= 2 }},
	{"L2 twice as wide", func(d *gpumodel.Device) {
		l2 := &d.Caches.L2
		l2.BytesPerCycle *= 2
		l2.LinesPerTurn *= 2
		l2.StoreLineCycles /= 2
		l2.StoreSectorCycles /= 2
		l2.StoreMaskCycles /= 2
	}},
	{"memory in half the time", func(d *gpumodel.Device) {
		c := &d.Caches
		for _, t := range []*gpumodel.Cycles{&c.L2.Latency, &c.L2.Spread, &c.L2.Far, &c.DRAM.Latency, &c.DRAM.Late} {
			*t /= 2
		}
	}},
}

// firstGroup returns the accesses of the first workgroup to its LDS, as many as paddings
// are tried on, and what it takes of it.
func (b Bench) firstGroup(d gpumodel.Device) (locals []gpumodel.Access, lds gpumodel.Bytes, err error) {
	b.Launch.Device = d
	s, err := b.Launch.Start(b.Kernel)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", d.Name, err)
	}
	defer s.Close()
	var in gpumodel.Instruction
	for w := range s.Wavefronts() {
		for stream := s.Stream(0, w); stream.Next(&in); {
			if in.Kind == gpumodel.Local && len(locals) < mostWatched {
				a := in.Access
				a.Addr = append([]gpumodel.Bytes(nil), a.Addr...)
				locals = append(locals, a)
			}
		}
	}
	return locals, s.Result().LDS, s.Err()
}

// Best returns the fastest run with a change of the kernel, if it is faster than without
// by 1 % or more.
func (t Tried) Best() (WholeRun, bool) {
	var best WholeRun
	for _, r := range t.Kernel {
		if best.Seconds == 0 || r.Seconds < best.Seconds {
			best = r
		}
	}
	return best, best.Seconds > 0 && best.Seconds < 0.99*t.As.Seconds
}

// Table is the time with each change.
func (t Tried) Table() charts.Figure {
	d := t.As.Device
	table := charts.Table{Columns: []charts.Column{{Head: "change"}, {Head: "µs", Numeric: true}, {Head: "change, %", Numeric: true}, {Head: "what limits it"}}}
	row := func(name string, r WholeRun) {
		change := ""
		if name != "" {
			change = Signed(100*(r.Seconds/t.As.Seconds-1), 0)
		}
		table.Rows = append(table.Rows, []string{name, fmt.Sprintf("%.1f", r.Seconds*1e6), change, r.limit()})
	}
	row("", t.As)
	table.Rows[0][0] = t.As.String()
	for _, r := range t.Kernel {
		row(Worded(d, r.last()), r)
	}
	for _, r := range t.Another {
		row("another GPU: "+r.last(), r)
	}
	says := "None of the changes to the kernel makes it faster"
	if best, ok := t.Best(); ok {
		says = fmt.Sprintf("The next best change is %q: %.0f %% less time", Worded(d, best.last()), 100*(1-best.Seconds/t.As.Seconds))
	}
	return charts.Figure{
		Title:   "What would help",
		Caption: says + ". Each was run; nothing is guessed. The changes are those that can be made without knowing what the kernel means; a GPU that is better in one thing shows what the kernel waits for.",
		Note:    Worded(d, "Fewer registers are taken as free: a compiler that must spill some to memory for it gains less. Not tried, for they change what the kernel must compute: tiles and workgroups of another size or shape, wider accesses, another order of loads. Write them and run them, as Whole does."),
		Alt:     "Table of changes to the kernel, and to the GPU: time, change of it in per cent, and the part of the GPU that sets the pace then.",
		Series:  []charts.Series{table},
	}
}

// last is the latest of the changes.
func (v Variant) last() string { return v.Changes[len(v.Changes)-1] }
