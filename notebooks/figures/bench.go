package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// Bench is a kernel of the reader's own and how it is launched. Its methods run it
// on devices of their own choice, Launch.Device is not used.
type Bench struct {
	Launch kernel.Launch
	Kernel kernel.Kernel

	// Check, if set, says after each run on a whole GPU what is wrong with the result: a
	// kernel that is fast and wrong has no time.
	Check func() error
}

// run counts what the kernel does on a device.
func (b Bench) run(d gpumodel.Device) (kernel.Result, error) {
	b.Launch.Device = d
	r, err := b.Launch.Run(b.Kernel)
	if err != nil {
		return r, fmt.Errorf("%s: %w", d.Name, err)
	}
	return r, nil
}

// timeline executes the kernel on one CU of the device, all its workgroups.
func (b Bench) timeline(d gpumodel.Device, record int) (gpumodel.Timeline, error) {
	b.Launch.Device, b.Launch.Record = d, record
	t, err := b.Launch.Time(b.Kernel)
	if err != nil {
		return t, fmt.Errorf("%s: %w", d.Name, err)
	}
	return t, nil
}

func (b Bench) need(r kernel.Result) gpumodel.Need {
	return gpumodel.Need{Lanes: b.Launch.Workgroup.Lanes(), Registers: b.Launch.Registers, LDS: r.LDS}
}

// siteName tells the loads and stores of a kernel apart, in the order of its source.
func siteName(i int, s kernel.Site) string {
	where := map[gpumodel.Kind]string{gpumodel.Local: "local", gpumodel.Global: "global", gpumodel.Texture: "texture"}[s.Kind]
	return fmt.Sprintf("%d. %s %v", i+1, where, s.Op)
}

// used is the share of the sectors that an access moves that its lanes asked for;
// lanes that share an address count each, so that it may exceed 1.
func used(s kernel.Site) float64 {
	return float64(s.Lanes) * float64(s.Width) / float64(32*max(1, s.Sectors))
}

// Accesses is the table of every load and store of the kernel on each device: of
// local memory the passes through the banks and the conflicts among them, of
// global memory the sectors of 32 bytes, the lines of 128, and how much of it is of
// use.
func (b Bench) Accesses(devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "access"}, {Head: "GPU"}, {Head: "wavefronts", Numeric: true}, {Head: "bytes a lane", Numeric: true},
		{Head: "passes", Numeric: true}, {Head: "conflicts", Numeric: true}, {Head: "sectors", Numeric: true}, {Head: "lines", Numeric: true}, {Head: "of use, %", Numeric: true}}}
	for _, d := range devices {
		r, err := b.run(d)
		if err != nil {
			return charts.Figure{}, err
		}
		for i, s := range r.Sites {
			row := []string{siteName(i, s), d.Name, strconv.Itoa(s.Accesses), strconv.Itoa(int(s.Width)), "", "", "", "", ""}
			if s.Kind == gpumodel.Local {
				row[4], row[5] = strconv.Itoa(s.Passes), strconv.Itoa(s.Conflicts)
			} else {
				row[6], row[7], row[8] = strconv.Itoa(s.Sectors), strconv.Itoa(s.Lines), fmt.Sprintf("%.0f", 100*used(s))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	slices.SortStableFunc(t.Rows, func(a, b []string) int { return siteOrder(a[0]) - siteOrder(b[0]) })
	for i := len(t.Rows) - 1; i > 0; i-- { // each access is named once
		if t.Rows[i][0] == t.Rows[i-1][0] {
			t.Rows[i][0] = ""
		}
	}
	return charts.Figure{
		Title:   "Every load and store",
		Caption: "In the order of the source. Sums over all wavefronts of the launch. Local memory counts passes through its banks, global memory sectors of 32 bytes and lines of 128.",
		Alt:     "Table of the kernel's loads and stores by device: passes and conflicts, or sectors, lines and the share that is of use.",
		Series:  []charts.Series{t},
	}, nil
}

func siteOrder(name string) (n int) {
	before, _, _ := strings.Cut(name, ".")
	n, _ = strconv.Atoi(before)
	return n
}

// Residence is the table of how much of the kernel a CU holds, and what it then
// does with its cycles.
func (b Bench) Residence(devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "blocks", Numeric: true}, {Head: "occupancy, %", Numeric: true}, {Head: "limited by"},
		{Head: "cycles", Numeric: true}, {Head: "IPC", Numeric: true}, {Head: "waits mostly for"}}}
	for _, d := range devices {
		r, err := b.run(d)
		if err != nil {
			return charts.Figure{}, err
		}
		o, err := d.Occupancy(b.need(r))
		if err != nil {
			return charts.Figure{}, err
		}
		row := []string{d.Name, strconv.Itoa(o.Workgroups), fmt.Sprintf("%.0f", 100*o.Fraction()), Limiters(o), "", "", ""}
		if o.Workgroups > 0 {
			run, err := b.timeline(d, 0)
			if err != nil {
				return charts.Figure{}, err
			}
			row[4], row[5], row[6] = strconv.Itoa(int(run.Cycles)), fmt.Sprintf("%.2f", float64(r.Total())/float64(run.Cycles)), MostlyWaits(run)
		}
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title:   "What fits, and what the grid does",
		Caption: fmt.Sprintf("So many blocks of %d lanes with %d registers each fit a CU. The grid has %d, all on one; IPC is their instructions a cycle.", b.Launch.Workgroup.Lanes(), b.Launch.Registers, b.Launch.Grid.Lanes()),
		Alt:     "Table by device: resident blocks, occupancy, what limits it, cycles, instructions a cycle, main reason to wait.",
		Series:  []charts.Series{t},
	}, nil
}

// Timeline draws the wavefronts of the kernel's first workgroups on one CU in some
// cycles. Wavefronts that come later are left out.
func (b Bench) Timeline(d gpumodel.Device, from, to gpumodel.Cycles) (charts.Figure, error) {
	const most = 1 << 20 // issues and waits
	t, err := b.timeline(d, most)
	if err != nil {
		return charts.Figure{}, err
	}
	return WavefrontTimeline(t, from, min(to, t.Cycles))
}
