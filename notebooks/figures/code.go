package figures

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/sass"
)

// codeTones are the colours of the reasons for which a wavefront of machine code waits, as
// far as there is the same one those of StallTone.
var codeTones = [sass.Stalls]charts.Tone{
	sass.StallFixed: charts.Tone5, sass.StallJump: charts.Tone6, sass.StallLocal: charts.Tone4, sass.StallGlobal: charts.Tone2,
	sass.StallXU: charts.Tone8, sass.StallOther: charts.Tone7, sass.StallBarrier: charts.Tone3,
	sass.StallChoice: charts.ToneMuted, sass.StallPorts: charts.ToneSoft, sass.StallUnit: charts.ToneInk,
}

// CodeListing is a loop's machine code beside what it costs a wavefront in a turn: the
// control fields in words, the unit, and for what, and how long, it waits before each
// instruction. The loop is of the kernel, and the report of both.
func CodeListing(k *sass.Kernel, loop sass.Loop, r sass.Report) charts.Figure {
	var total [sass.Stalls]float64
	for i := range r.Lines {
		for s, n := range r.Lines[i].Stalls {
			total[s] += n
		}
	}
	why := charts.Column{Head: "for"}
	var shown []sass.Stall
	for s, n := range total {
		if n > 0 {
			shown = append(shown, sass.Stall(s))
			why.Parts = append(why.Parts, charts.Key{Tone: codeTones[s], Label: sass.Stall(s).String()})
		}
	}
	t := charts.Table{Columns: []charts.Column{{Head: "address", Code: true}, {Head: "instruction", Code: true}, {Head: "unit"}, {Head: "waits", Numeric: true}, why, {Head: "control fields"}}}
	for i := range r.Lines {
		in := &k.Code[loop.From+i]
		cycles, _ := r.Lines[i].Waited()
		row := []string{fmt.Sprintf("%04x", in.Address), in.String(), unitOf(in), "", "", k.Words(loop.From + i)}
		if cycles >= 0.05 {
			row[3] = fmt.Sprintf("%.1f", cycles)
			var parts []string
			for _, s := range shown {
				parts = append(parts, charts.FormatNumber(r.Lines[i].Stalls[s]))
			}
			row[4] = strings.Join(parts, " ")
		}
		t.Rows = append(t.Rows, row)
	}
	caption := "Cycles that a warp waits before each instruction, in one turn, and for what. The control fields are what the compiler wrote into the encoding, barriers by their numbers; a stall of 1, which every instruction has at least, is left out."
	if k.Derived {
		caption = "Cycles that a warp waits before each instruction, in one turn, and for what. The listing has no encodings: the control fields are derived from operands and latencies."
	}
	return charts.Figure{
		Title:   fmt.Sprintf("%s, %04x to %04x", k.Name, k.Code[loop.From].Address, k.Code[loop.To].Address),
		Caption: caption,
		Alt:     fmt.Sprintf("Table of %d instructions: address, text, cycles waited before it by reason, control fields and unit.", len(r.Lines)),
		Note:    Note(r.Assumed),
		Series:  []charts.Series{t},
	}
}

// unitOf names what executes an instruction, with a star if its cost is assumed.
func unitOf(in *sass.Instruction) string {
	if in.Opcode.Assumed {
		return in.Opcode.Unit.String() + "*"
	}
	return in.Opcode.Unit.String()
}

// CodeUnits draws how busy the units are in a loop, and the share of the issue slots that
// their instructions take.
func CodeUnits(k *sass.Kernel, loop sass.Loop, r sass.Report) charts.Figure {
	busy := charts.Bars{Name: "unit busy"}
	slots := charts.Bars{Name: "issue slots that it takes"}
	var names []string
	place := map[string]int{}
	add := func(name string) int {
		i, known := place[name]
		if !known {
			i = len(names)
			place[name] = i
			names, busy.Y, slots.Y = append(names, name), append(busy.Y, 0), append(slots.Y, 0)
		}
		return i
	}
	for _, u := range r.Loads {
		busy.Y[add(u.Unit)] = 100 * u.Load
	}
	for i := range r.Lines {
		name := k.Code[loop.From+i].Opcode.Unit.String()
		switch k.Code[loop.From+i].Opcode.Unit {
		case sass.FMA, sass.FMABoth:
			name = "FMA, both halves"
		case sass.LSU:
			name = "shared memory's banks"
		case sass.Barriers:
			name = "workgroup barrier"
		}
		slots.Y[add(name)] += 100 * r.Lines[i].Issued * float64(r.Wavefronts) / r.Cycles
	}
	return charts.Figure{
		Title:   "What the loop asks of the machine",
		Caption: fmt.Sprintf("With %s per scheduler; of the issue slots %.0f %% are in use. A unit that is busy all the time, or slots that are all taken, set the pace; where neither is near 100 %%, latencies do, or several units by turns.", Counted(r.Wavefronts, "warp", "warps"), 100*r.Issue),
		Alt:     "Bars by unit: the share of the time that it is busy, and the share of the issue slots that its instructions take.",
		X:       charts.Axis{Categories: names},
		Y:       charts.Axis{Label: "share", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
		Series:  []charts.Series{busy, slots},
	}
}
