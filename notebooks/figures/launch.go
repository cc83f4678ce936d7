package figures

import (
	"fmt"
	"sort"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/sass"
)

// Of a kernel's listing so many lines are shown at most: of a longer one those before which warps
// wait longest.
const mostListed = 160

// LaunchListing is a kernel's machine code beside what each instruction cost on the whole GPU: how often
// warps issued it, with how many of their lanes, and which part of all warps' cycles they waited before
// it, and for what. The report has Lines, one for each instruction.
func LaunchListing(k *sass.Kernel, r *chip.Report) charts.Figure {
	all := float64(r.Totals.Cycles())
	why := charts.Column{Head: "for"}
	var shown []gpumodel.Stall
	for s, n := range r.Stalls {
		if float64(n) >= 0.01*all {
			shown = append(shown, gpumodel.Stall(s))
			why.Parts = append(why.Parts, charts.Key{Tone: StallTone(gpumodel.Stall(s)), Label: Worded(r.Device, gpumodel.Stall(s).String())})
		}
	}
	t := charts.Table{Columns: []charts.Column{{Head: "instruction", Code: true}, {Head: "issued", Numeric: true}, {Head: "lanes", Numeric: true}, {Head: "waits, %", Numeric: true}, why}}
	shows := longestWaits(k, r)
	for i := range k.Code {
		l := &r.Lines[i+1]
		row := []string{fmt.Sprintf("%04x %v", k.Code[i].Address, &k.Code[i]), fmt.Sprint(l.Issued), "", "", ""}
		if l.Issued > 0 {
			row[2] = charts.FormatNumber(round1(float64(l.Lanes) / float64(l.Issued)))
		}
		waited := 100 * float64(l.Waited()) / all
		if waited >= 0.05 {
			row[3] = fmt.Sprintf("%.1f", waited)
		}
		if waited >= 1 { // else there is nothing to see
			var parts []string
			for _, s := range shown {
				parts = append(parts, charts.FormatNumber(round1(100*float64(l.Stalls[s])/all)))
			}
			row[4] = strings.Join(parts, " ")
		}
		if shows[i] {
			t.Rows = append(t.Rows, row)
		} else {
			t.More = append(t.More, row)
		}
	}
	caption := "How often warps issue each instruction, with how many lanes on average, and which part of all warps' cycles they wait before it, and for what; “branch” before the first is also what an SM's first instructions and constants take."
	if n := len(t.More); n > 0 {
		caption += fmt.Sprintf(" %d of %d instructions are shown, those before which warps wait longest; the data have the others after them.", len(t.Rows), len(k.Code))
	}
	return charts.Figure{
		Title:   fmt.Sprintf("%s, instruction by instruction", k.Name),
		Caption: caption,
		Alt:     fmt.Sprintf("Table of %d instructions: address, text, how often it issued, lanes, and the part of all warps' cycles that they waited before it, by reason.", len(t.Rows)),
		Series:  []charts.Series{t},
	}
}

func round1(x float64) float64 { return float64(int64(10*x+0.5)) / 10 }

// longestWaits says which instructions are shown: all, or those before which warps wait longest.
func longestWaits(k *sass.Kernel, r *chip.Report) []bool {
	order := make([]int, len(k.Code))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return r.Lines[order[i]+1].Waited() > r.Lines[order[j]+1].Waited() })
	shows := make([]bool, len(k.Code))
	for _, i := range order[:min(len(order), mostListed)] {
		shows[i] = true
	}
	return shows
}

// LaunchParts draws which parts of the GPU a launch used most, as far as it is a hundredth of what one can do, and says what
// else it took: the uneven end, what limits the workgroups on a CU, conflicts, and for what warps wait.
func LaunchParts(r *chip.Report) charts.Figure {
	const most = 6
	used := charts.Bars{}
	var names []string
	for _, l := range r.Limits {
		if len(names) < most && (l.Used >= 0.01 || len(names) == 0) {
			name := Worded(r.Device, l.Part)
			if l.Part == "LDS banks" { // so that it fits below its bar
				name = "banks"
			}
			names, used.Y = append(names, name), append(used.Y, 100*l.Used)
		}
	}
	return charts.Figure{
		Title:   "What it uses of the GPU",
		Caption: "Of what each part can do, on average; the banks are those of shared memory, the data path is the same with what passes of global memory. A part near 100 % sets the pace; where none is, latencies do, or the uneven end, or several parts by turns. " + took(r),
		Alt:     fmt.Sprintf("Bars of %s, the most used first.", Counted(len(names), "part of the GPU", "parts of the GPU")),
		X:       charts.Axis{Categories: names},
		Y:       charts.Axis{Label: "used", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
		Series:  []charts.Series{used},
	}
}

// took says in words what is not drawn.
func took(r *chip.Report) string {
	type wait struct {
		why   string
		share float64
	}
	var waits []wait
	all := float64(max(r.Totals.Cycles(), 1))
	for s, n := range r.Stalls {
		if share := 100 * float64(n) / all; share >= 0.5 {
			waits = append(waits, wait{Worded(r.Device, gpumodel.Stall(s).String()), share})
		}
	}
	sort.SliceStable(waits, func(i, j int) bool { return waits[i].share > waits[j].share })
	var said []string
	for _, w := range waits {
		said = append(said, fmt.Sprintf("%s %.0f %%", w.why, w.share))
	}
	return fmt.Sprintf("It takes %d cycles, in %d of them at the end not every SM has work. Blocks on an SM: %s. Of %d passes through the banks %d are conflicts. Warps issue in %.1f %% of their cycles and wait for %s.",
		r.Cycles, r.Tail, Worded(r.Device, r.Occupancy.String()), r.LocalPasses, r.LocalPasses-r.LocalIdeal, 100*float64(r.Issued)/all, strings.Join(said, ", "))
}
