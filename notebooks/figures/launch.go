package figures

import (
	"fmt"
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
	all := float64(r.Issued)
	var total [gpumodel.Stalls]gpumodel.Cycles
	for s, n := range r.Stalls {
		all += float64(n)
		total[s] = n
	}
	why := charts.Column{Head: "for"}
	var shown []gpumodel.Stall
	for s, n := range total {
		if float64(n) >= 0.01*all {
			shown = append(shown, gpumodel.Stall(s))
			why.Parts = append(why.Parts, charts.Key{Tone: StallTone(gpumodel.Stall(s)), Label: Worded(r.Device, gpumodel.Stall(s).String())})
		}
	}
	t := charts.Table{Columns: []charts.Column{{Head: "instruction", Code: true}, {Head: "issued", Numeric: true}, {Head: "lanes", Numeric: true}, {Head: "waits, %", Numeric: true}, why}}
	least := leastListed(k, r)
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
		if l.Waited() < least {
			t.More = append(t.More, row)
		} else {
			t.Rows = append(t.Rows, row)
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

// leastListed is for how many cycles warps wait before each line that is shown.
func leastListed(k *sass.Kernel, r *chip.Report) gpumodel.Cycles {
	least := gpumodel.Cycles(0)
	for shown := len(k.Code); shown > mostListed; {
		least = max(1, 2*least)
		shown = 0
		for _, l := range r.Lines {
			if l.Waited() >= least {
				shown++
			}
		}
	}
	return least
}

// LaunchParts draws which parts of the GPU a launch used most, as far as it is a hundredth of what one can do.
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
		Caption: "Of what each part can do, on average over the run and over all of its kind; the banks are those of shared memory. A part near 100 % sets the pace; where none is, latencies do, or the uneven end, or several parts by turns.",
		Alt:     fmt.Sprintf("Bars of %s, the most used first.", Counted(len(names), "part of the GPU", "parts of the GPU")),
		X:       charts.Axis{Categories: names},
		Y:       charts.Axis{Label: "used", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
		Series:  []charts.Series{used},
	}
}
