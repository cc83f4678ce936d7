package figures

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/silicon/code"
)

// One warp of the sum by shuffles: what it waits and what it issues fill a turn, by hand 151
// cycles: 5·24 of shuffles, 4·5 of additions, 1 of the last and 10 of the jump.
func TestCodeFigures(t *testing.T) {
	kernels, err := code.KernelCode("warp_sum")
	if err != nil {
		t.Fatal(err)
	}
	k := kernels[0]
	loop, launch := k.Loops[0], sass.Launch{Device: gpu.H200(), Kernel: k}
	report, err := sass.Hopper().Report(launch, loop, 1)
	if err != nil {
		t.Fatal(err)
	}
	trace, err := sass.Hopper().Trace(launch, loop, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	listing, turns, timeline, units := CodeListing(k, loop, report), CodeTurns(k, trace, 0, 1), CodeTimeline(k, trace, 1000), CodeUnits(k, loop, report)
	for _, f := range []charts.Figure{listing, turns, timeline, units} {
		if f.Name = "code"; f.Validate() != nil {
			t.Error(f.Validate())
		}
	}
	table := listing.Series[0].(charts.Table)
	rows, bars, waited := table.Rows, table.Bars(), 0.0
	for i, row := range rows {
		cycles, _ := strconv.ParseFloat(row[3], 64)
		parts := 0.0
		for _, p := range bars[4][i] {
			parts += p.Value
		}
		if waited += cycles; math.Abs(parts-cycles) > 0.05 {
			t.Errorf("line %s: the bar is of %.2f cycles, want %.2f", row[0], parts, cycles)
		}
	}
	if sum := waited + float64(len(rows)); len(rows) != 13 || sum != 151 || report.Cycles != 151 {
		t.Errorf("%d lines, %.1f cycles of waits and issues, a turn of %.1f, want 13 and 151", len(rows), sum, report.Cycles)
	}
	if fields := rows[3][5]; fields != "waits for 0 (0250 SHFL); stall 5; yield" {
		t.Errorf("the first addition's fields are %q", fields)
	}
	filled := 0.0 // of one warp's row: it issues or waits in every cycle
	for _, s := range timeline.Series[0].(charts.Spans).Spans {
		filled += s.To - s.From
	}
	if filled != 151 {
		t.Errorf("%.0f cycles of the timeline are filled, want 151", filled)
	}
	slots := 0.0
	for _, y := range units.Series[1].(charts.Bars).Y {
		slots += y
	}
	if math.Abs(slots-100*13.0/151) > 1e-6 {
		t.Errorf("%.2f %% of the issue slots, want 13 of 151", slots)
	}
}

// The table of costs has every unit that was timed, and units that cost the same together.
func TestCodeCosts(t *testing.T) {
	f, err := CodeCosts()
	if err != nil {
		t.Fatal(err)
	}
	if f.Name = "costs"; f.Validate() != nil {
		t.Error(f.Validate())
	}
	for _, row := range f.Series[0].(charts.Table).Rows {
		if strings.Contains(row[1], "MUFU.EX2") {
			if row[0] != "XU" || !strings.Contains(row[1], "POPC") || row[2] != "7.8" || row[4] != "18.0" {
				t.Errorf("%q, want the special functions, 7.8 cycles apart, 18 until the next", row)
			}
			return
		}
	}
	t.Error("no special function")
}

// Oracle: forward.csv. Two results of one bank wait for the older's eighth cycle, the factor of a
// wide product for its seventh; and the loops that were told first stand worst first.
func TestFamiliarFigures(t *testing.T) {
	waits, err := ForwardWaits()
	if err != nil {
		t.Fatal(err)
	}
	loops, err := FamiliarLoops(20)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []charts.Figure{waits, loops} {
		if f.Name = "familiar"; f.Validate() != nil {
			t.Error(f.Validate())
		}
	}
	for i, want := range [][]float64{{3, 2, 0, 0, 0}, {3, 2, 0, 0, 0}, {3, 2, 1, 0, 0, 0}, {3, 2, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}} {
		line := waits.Series[i].(charts.Line)
		if len(line.Y) != len(want) {
			t.Fatalf("%s: %d points, want %d", line.Name, len(line.Y), len(want))
		}
		for j, y := range line.Y {
			if math.Abs(y-want[j]) > 0.05 {
				t.Errorf("%s: at %.0f cycles %.2f, want %.0f", line.Name, line.X[j], y, want[j])
			}
		}
	}
	if g := loops.Series[0].(charts.Grid); len(g.Rows) != 20 || g.Rows[0] != "dmma" || !strings.HasPrefix(g.Rows[1], "philox") {
		t.Errorf("%d loops, first %q; want 20, dmma and philox first", len(g.Rows), g.Rows[:2])
	}
	if want := "Of all 240 points it was 3.7 off on average"; !strings.Contains(loops.Caption, want) {
		t.Errorf("caption %q, want %q in it", loops.Caption, want)
	}
}
