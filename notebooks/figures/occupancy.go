package figures

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// Occupancies is the table of how much of each kernel is resident on a CU of the
// device, what limits it, and what would make room for one workgroup more.
func Occupancies(d gpumodel.Device, needs ...gpumodel.Need) (charts.Figure, error) {
	say := func(text string) string { return Worded(d, text) }
	t := charts.Table{Columns: []charts.Column{
		{Head: "threads", Numeric: true}, {Head: "registers", Numeric: true}, {Head: say("LDS"), Numeric: true},
		{Head: say("workgroups"), Numeric: true}, {Head: say("wavefronts"), Numeric: true}, {Head: "%", Numeric: true},
		{Head: "limited by"}, {Head: say("for one workgroup more")},
	}}
	for _, n := range needs {
		o, err := d.Occupancy(n)
		if err != nil {
			return charts.Figure{}, err
		}
		var next []string
		for _, s := range o.Next {
			what := s.Resource.String()
			if s.Resource == gpumodel.WavefrontSlots {
				what = "threads"
			}
			next = append(next, say(fmt.Sprintf("%s %d → %d", what, s.From, s.To)))
		}
		if len(next) == 0 {
			next = []string{"nothing helps"}
		}
		t.Rows = append(t.Rows, []string{
			strconv.Itoa(n.Lanes), strconv.Itoa(n.Registers), strconv.Itoa(int(n.LDS)), strconv.Itoa(o.Workgroups),
			fmt.Sprintf("%d of %d", o.Wavefronts, o.Most), charts.FormatNumber(100 * o.Fraction()), say(Limiters(o)), strings.Join(next, ", "),
		})
	}
	return charts.Figure{
		Title:   say("What fits on a CU, and what stands in the way"),
		Caption: say(fmt.Sprintf("Kernels on %s: what one workgroup asks for, how many are resident at once, and the smallest cut that makes room for another. Where no workgroup is resident, the kernel cannot be launched.", d.Name)),
		Alt:     say("Table of kernels: threads, registers and LDS of a workgroup, the workgroups and wavefronts resident, the limiter, and the next step."),
		Series:  []charts.Series{t},
	}, nil
}

// OccupancyByBlock draws the share of a CU's wavefront slots in use by block
// size, for a kernel that needs so many registers a lane and so much LDS a
// workgroup, whatever the size; in the words of the first device's vendor.
func OccupancyByBlock(registers int, lds gpumodel.Bytes, devices ...gpumodel.Device) (charts.Figure, error) {
	if len(devices) == 0 {
		return charts.Figure{}, errors.New("figures: no device, want one or more")
	}
	say := func(text string) string { return Worded(devices[0], text) }
	f := charts.Figure{
		Title: fmt.Sprintf("Occupancy by block size, %d registers a thread", registers),
		Alt:   say("Occupancy against block size for each device: rising at first, then a row of teeth."),
		X:     charts.Axis{Label: "threads of a block", Ticks: []float64{0, 128, 256, 384, 512, 640, 768, 896, 1024}},
		Y:     charts.Axis{Label: "occupancy", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
	}
	if lds > 0 {
		f.Title += say(fmt.Sprintf(", %s KB of LDS a block", charts.FormatNumber(float64(lds)/1024)))
	}
	var first []string // what limits the smallest blocks, by device
	over := ""
	for _, d := range devices {
		line := charts.Line{Name: d.Name, Style: charts.Joined}
		for n := smallestBlock; n <= d.Limits.WorkgroupLanes; n += smallestBlock {
			o, err := d.Occupancy(gpumodel.Need{Lanes: n, Registers: registers, LDS: lds})
			if err != nil {
				return charts.Figure{}, err
			}
			if n == smallestBlock {
				first = append(first, d.Name+": "+Worded(d, Limiters(o)))
			}
			line.X, line.Y, line.Tips = append(line.X, float64(n)), append(line.Y, 100*o.Fraction()), append(line.Tips, Worded(d, fmt.Sprintf("%s, %d threads a block\n%v", d.Name, n, o)))
		}
		for _, s := range f.Series {
			if below := s.(charts.Line); covers(line.Y, below.Y) {
				line.Style = charts.Dashed
				over += fmt.Sprintf(" %s, dashed, lies on %s mostly.", d.Name, below.Name)
				break
			}
		}
		f.Series = append(f.Series, line)
	}
	f.Caption = fmt.Sprintf("Blocks of %d threads are limited by what they run out of first (%s); large ones leave a remainder that no further block fits into. The falls are where one block fewer fits.", smallestBlock, strings.Join(first, "; ")) + over
	return f, nil
}

// covers reports whether one line would hide another: at half of its points or more.
func covers(over, under []float64) bool {
	same := 0
	for i := range min(len(over), len(under)) {
		if over[i] == under[i] {
			same++
		}
	}
	return 2*same >= len(under)
}

// smallestBlock is the threads of the smallest block that is drawn, and the step to the next.
const smallestBlock = 32

// Limiters lists what limits how many workgroups are resident: "registers, LDS".
func Limiters(o gpumodel.Occupancy) string {
	var by []string
	for _, r := range o.Limiters {
		by = append(by, r.String())
	}
	return strings.Join(by, ", ")
}
