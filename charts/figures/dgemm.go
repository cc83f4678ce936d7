package figures

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// InnerProductFlow draws one workgroup of an inner product of edge × edge lanes:
// every lane keeps a block of C and hears a piece of a column of A and of a row of
// B at each step.
func InnerProductFlow(b gpumodel.Blocking, edge int) (charts.Figure, error) {
	if edge < 1 || edge > 32 || b.Rows < 1 || b.Columns < 1 {
		return charts.Figure{}, fmt.Errorf("figures: %d × %d lanes with blocks of %d × %d, want 1 to 32 lanes and blocks of 1 or more", edge, edge, b.Rows, b.Columns)
	}
	g := flow(edge, edge, "C", "A", "B")
	for i := range edge {
		g.Cells = append(g.Cells,
			charts.Cell{Row: 0, Column: 1 + i, Tone: charts.Tone3, Label: strconv.Itoa(b.Columns), Tip: fmt.Sprintf("B: the lanes with tx = %d load %d elements each step", i, b.Columns)},
			charts.Cell{Row: 1 + i, Column: 0, Tone: charts.Tone5, Label: strconv.Itoa(b.Rows), Tip: fmt.Sprintf("A: the lanes with ty = %d load %d elements each step", i, b.Rows)})
		for j := range edge {
			g.Cells = append(g.Cells, charts.Cell{Row: 1 + i, Column: 1 + j, Tone: charts.Tone1, Label: fmt.Sprintf("%d×%d", b.Rows, b.Columns),
				Tip: fmt.Sprintf("lane (%d,%d)\n%d sums in registers\n%d loads for %d multiply-adds", j, i, b.Rows*b.Columns, b.Rows+b.Columns, b.Rows*b.Columns)})
		}
	}
	return charts.Figure{
		Title:   "The inner product: C stays, A and B stream",
		Caption: fmt.Sprintf("A workgroup of %d × %d lanes, each with %d × %d elements of C in registers. Every step loads a column of A and a row of B from the LDS: %d loads for %d multiply-adds, %s bytes for each operation. Nothing is stored until the end.", edge, edge, b.Rows, b.Columns, b.Rows+b.Columns, b.Rows*b.Columns, charts.FormatNumber(b.BytesPerFlop(8))),
		Alt:     "A square of lanes, each holding a block of C; a column of A at the left and a row of B on top feed them.",
		Series:  []charts.Series{g},
	}, nil
}

// OuterProductFlow draws where an outer product keeps B, and how A and C pass.
func OuterProductFlow(t gpumodel.OuterTiling) (charts.Figure, error) {
	if err := t.Validate(); err != nil {
		return charts.Figure{}, err
	}
	if t.Blocks > 64 || t.Processors > 64 {
		return charts.Figure{}, fmt.Errorf("figures: %d blocks of %d processors, want at most 64 each", t.Blocks, t.Processors)
	}
	g := flow(t.Blocks, t.Processors, "B", "A", "")
	for p := range t.Processors {
		g.Cells = append(g.Cells, charts.Cell{Row: t.Blocks, Column: 1 + p, Tone: charts.Tone3, Label: strconv.Itoa(t.PartialSums()),
			Tip: fmt.Sprintf("C: columns %d to %d\n%d sums, each over %d blocks", p*t.Strip(), (p+1)*t.Strip()-1, t.PartialSums(), t.Blocks)})
	}
	for b := range t.Blocks {
		g.Cells = append(g.Cells, charts.Cell{Row: b, Column: 0, Tone: charts.Tone5, Label: strconv.Itoa(t.Rows * t.Slab()),
			Tip: fmt.Sprintf("A: columns %d to %d of %d rows\nread once, heard by %d processors", b*t.Slab(), (b+1)*t.Slab()-1, t.Rows, t.Processors)})
		for p := range t.Processors {
			g.Cells = append(g.Cells, charts.Cell{Row: b, Column: 1 + p, Tone: charts.Tone1,
				Tip: fmt.Sprintf("block %d, processor %d\nB: rows %d to %d, columns %d to %d\n%d words, %d partial sums", b, p, b*t.Slab(), (b+1)*t.Slab()-1, p*t.Strip(), (p+1)*t.Strip()-1, t.Resident(), t.PartialSums())})
		}
	}
	perIn, perOut := t.FlopsPerWord()
	return charts.Figure{
		Title: "The outer product: B stays, A goes in and C comes out",
		Caption: fmt.Sprintf("B of %d × %d on %d blocks of %d processors, each with %d × %d of it: %d words. %d rows of A come in at the left, %d words to a block, and are broadcast along it; each processor makes %d partial sums, and a network adds them down the %d blocks. %s operations for each word of A, %s for each of C.",
			t.Depth, t.Width, t.Blocks, t.Processors, t.Slab(), t.Strip(), t.Resident(), t.Rows, t.Rows*t.Slab(), t.PartialSums(), t.Blocks, charts.FormatNumber(perIn), charts.FormatNumber(perOut)),
		Alt:    "A rectangle of processors, one row for each block, holding B. A enters at the left and runs along the rows; sums run down the columns into C.",
		Series: []charts.Series{g},
	}, nil
}

// flow is the empty dataflow of rows × columns processors that hold one matrix:
// one comes from the left, another passes at the top or the bottom.
func flow(rows, columns int, holds, left, top string) charts.Grid {
	g := charts.Grid{Across: "lane, or processor of a block", Down: "row of lanes, or block", Keys: []charts.Key{
		{Tone: charts.Tone1, Label: holds + ", resident"}, {Tone: charts.Tone5, Label: left + ", broadcast along the row"},
	}}
	if top != "" {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.Tone3, Label: top + ", broadcast down the column"})
	} else {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.Tone3, Label: "C, summed down the column"})
	}
	g.Columns = append([]string{left}, numbers(columns)...)
	if top != "" {
		g.Rows = append([]string{top}, numbers(rows)...)
	} else {
		g.Rows = append(numbers(rows), "C")
	}
	return g
}

// BlockingBounds draws what register blocking allows: the share of the peak that
// the near memory feeds, against multiply-adds for each element loaded, with what
// was reached.
func BlockingBounds(machines ...gpumodel.Machine) (charts.Figure, error) {
	f := charts.Figure{
		Title:   "How large a block must be",
		Caption: "An r × c block makes r·c/(r + c) multiply-adds for each element it loads. Until that number times the memory's speed meets the peak, the memory sets the pace. Points are what was measured, at the blocks that were used; Fermi's line at 2 × 4, 1.33, is 341 Gflops.",
		Alt:     "Share of peak against multiply-adds for each load: one rising line for each machine that bends into 100 %, with measured points below.",
		X:       charts.Axis{Label: "r·c / (r + c)", Unit: "multiply-adds per load", Scale: charts.Log2, Ticks: []float64{0.5, 1, 2, 4}},
		Y:       charts.Axis{Label: "bound", Unit: "% of peak"},
		Note:    machineNote(machines),
	}
	for i, m := range machines {
		l := charts.Line{Name: m.Name, Style: charts.Dashed, Tone: charts.Palette[i%len(charts.Palette)]}
		for k := range 33 {
			x := 0.5 * math.Pow(2, float64(k)*3/32)
			l.X = append(l.X, x)
			l.Y = append(l.Y, 100*min(1, m.Level(gpumodel.NearMemory)*x/4/m.Peak)) // 8 bytes, 2 operations
		}
		f.Series = append(f.Series, l)
	}
	points, err := reached()
	if err != nil {
		return charts.Figure{}, err
	}
	for i, m := range machines {
		dots := charts.Line{Name: m.Name + ", reached", Style: charts.Dots, Tone: charts.Palette[i%len(charts.Palette)]}
		for _, p := range points {
			if p.machine == m.Name {
				dots.X, dots.Y = append(dots.X, p.block.FMAsPerWord()), append(dots.Y, 100*p.flops/m.Peak)
				dots.Tips = append(dots.Tips, fmt.Sprintf("%s\n%d × %d\n%.3g Gflops, %.1f %% of peak\n%s", m.Name, p.block.Rows, p.block.Columns, p.flops/1e9, 100*p.flops/m.Peak, p.source))
			}
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, dots)
		}
	}
	return f, nil
}

// point is a DGEMM that was measured.
type point struct {
	machine string
	block   gpumodel.Blocking
	flops   float64
	source  string
}

func reached() ([]point, error) {
	points := []point{
		{gpumodel.Cypress().Name, gpumodel.Blocking{Rows: 4, Columns: 4}, 470e9, "Nakasato 2010"},
		{gpumodel.Fermi().Name, gpumodel.Blocking{Rows: 2, Columns: 4}, 300e9, "Nath, Tomov and Dongarra 2010"},
	}
	measured, err := silicon.H200Blocking()
	if err != nil {
		return nil, err
	}
	h200 := gpumodel.H200()
	for _, p := range measured {
		flops := 2 * p.PerCycle * float64(h200.CUs) * float64(h200.Clock)
		points = append(points, point{h200.Name, gpumodel.Blocking{Rows: p.Rows, Columns: p.Columns}, flops, fmt.Sprintf("measured, %d workgroups on a CU", p.Workgroups)})
	}
	return points, nil
}

// H200Blocking draws the H200's register blocking: the bound of the LDS, the
// scheduler's result, the measurement.
func H200Blocking() (charts.Figure, error) {
	fit, err := silicon.FitBlocking(silicon.BlockingDevice(gpumodel.H200()))
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "Register blocking on an H200",
		Alt:   "Bars of multiply-adds a cycle by block: the LDS's bound, the model, the measurement. Model and measurement agree; both leave the bound at 4 × 4.",
		Note:  "The model runs the compiled loop. It has FP64 take three operands read anew in 3 cycles instead of 2 (measured, dfma.csv), and schedulers that prefer their oldest wavefront.",
		X:     charts.Axis{Label: "block × workgroups on the CU"},
		Y:     charts.Axis{Label: "multiply-adds", Unit: "per cycle and CU"},
	}
	bound := charts.Bars{Name: "LDS alone", Tone: charts.ToneMuted}
	model, measured := charts.Bars{Name: "model", Tone: charts.Tone1}, charts.Bars{Name: "measured", Tone: charts.ToneInk}
	for _, r := range fit.Rows {
		f.X.Categories = append(f.X.Categories, fmt.Sprintf("%d×%d ·%d", r.Rows, r.Columns, r.Workgroups))
		passes := float64(r.Rows + 2*r.Columns) // a wavefront's rows reach two words, its columns sixteen
		b := 32 * float64(r.Rows*r.Columns) / passes
		tip := fmt.Sprintf("%d × %d, %d workgroups\nLDS alone %.2f\nmodel %.2f\nmeasured %.2f: %+.1f %%", r.Rows, r.Columns, r.Workgroups, b, r.Model, r.PerCycle, 100*r.Error)
		for i, bars := range []*charts.Bars{&bound, &model, &measured} {
			bars.Y, bars.Tips = append(bars.Y, []float64{b, r.Model, r.PerCycle}[i]), append(bars.Tips, tip)
		}
	}
	f.Caption = fmt.Sprintf("8-byte loads from the LDS feed FP64 multiply-adds. Small blocks run exactly as fast as the LDS delivers; from 4 × 4 on arithmetic counts as well, at 64 a cycle if no multiply-add must read three operands anew. The model is within %.1f %% everywhere.", 100*fit.Worst)
	f.Series = []charts.Series{bound, model, measured}
	return f, nil
}

// OuterOrInner draws what a machine's device memory feeds, in percent of the
// peak, against the edge of the square block that stays resident: of B for an
// outer product, of C for an inner one, which loads two words where the outer
// product loads one. What was reached, in percent, stands at the given edge.
func OuterOrInner(m gpumodel.Machine, edge int, reached map[string]float64) (charts.Figure, error) {
	memory := m.Level(gpumodel.DeviceMemory)
	if memory <= 0 || edge < 1 {
		return charts.Figure{}, fmt.Errorf("figures: %s has %g bytes a second of device memory and a block of %d, want more than 0", m.Name, memory, edge)
	}
	f := charts.Figure{
		Title:   fmt.Sprintf("%s: outer or inner?", m.Name),
		Caption: fmt.Sprintf("Share of the peak that the memory feeds, by the edge of the block that stays on each chip. With %d the outer product has just enough, and the inner product half.", edge),
		Alt:     "Two rising lines: the outer product reaches 100 % at half the edge that the inner product needs.",
		X:       charts.Axis{Label: "edge of the resident block", Unit: "elements", Scale: charts.Log2},
		Y:       charts.Axis{Label: "bound", Unit: "% of peak"},
		Note:    machineNote([]gpumodel.Machine{m}),
	}
	for i, name := range []string{"outer product", "inner product"} {
		line := charts.Line{Name: name, Style: charts.Dashed, Tone: charts.Palette[i]}
		for k := range 41 {
			n := 32 * math.Pow(2, float64(k)/8)
			t := []float64{8 / (2 * n), 8 / n}[i] // bytes for each operation
			line.X, line.Y = append(line.X, n), append(line.Y, 100*min(1, memory/t/m.Peak))
		}
		f.Series = append(f.Series, line)
	}
	dots := charts.Line{Name: "reached", Style: charts.Dots, Tone: charts.ToneInk}
	for _, what := range slices.Sorted(maps.Keys(reached)) {
		dots.X, dots.Y = append(dots.X, float64(edge)), append(dots.Y, reached[what])
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s\n%.1f %% of peak", what, reached[what]))
	}
	if len(dots.X) > 0 {
		f.Series = append(f.Series, dots)
	}
	return f, nil
}

// Scheme is a way to multiply on a machine, and what it moves.
type Scheme struct {
	Name    string
	Machine gpumodel.Machine
	Traffic []gpumodel.Traffic
}

// LevelBounds is the table of what each level of memory allows each scheme, and
// which binds.
func LevelBounds(schemes ...Scheme) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "machine"}, {Head: "scheme"}, {Head: "level"}, {Head: "bytes per flop", Numeric: true}, {Head: "GB/s", Numeric: true}, {Head: "bound, Gflops", Numeric: true}, {Head: ""}}}
	var machines []gpumodel.Machine
	for _, s := range schemes {
		machines = append(machines, s.Machine)
		bounds, binding := s.Machine.Bounds(s.Traffic)
		for i, b := range bounds {
			row := []string{"", "", b.Level, "", "", "", ""}
			if i == 0 {
				row[0], row[1] = s.Machine.Name, s.Name
			} else {
				row[3] = charts.FormatNumber(s.Traffic[i-1].BytesPerFlop)
				row[4] = charts.FormatNumber(s.Machine.Level(b.Level) / 1e9)
			}
			if math.IsInf(b.Flops, 1) {
				row[4], row[5] = "unknown", "none"
			} else {
				row[5] = charts.FormatNumber(math.Round(b.Flops / 1e8 / 10))
			}
			if i == binding {
				row[6] = "binds"
			}
			t.Rows = append(t.Rows, row)
		}
	}
	if len(t.Rows) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no schemes, want at least one")
	}
	return charts.Figure{
		Title:   "Which level binds",
		Caption: "Bytes that each operation moves at each level, and the speed that the level's bandwidth then allows. The least of them is the bound.",
		Alt:     "Table of bounds by machine, scheme and level of memory.",
		Note:    machineNote(machines),
		Series:  []charts.Series{t},
	}, nil
}

// RooflineByLevel draws a machine's rooflines, one for each level of memory, and
// where a scheme stands under each.
func RooflineByLevel(s Scheme) (charts.Figure, error) {
	m := s.Machine
	f := charts.Figure{
		Title:   fmt.Sprintf("A roofline for each memory: %s", m.Name),
		Caption: fmt.Sprintf("Every level has a roof of its own: its bandwidth times the operations done for each byte. Points are the %s at each level; the lowest one is the bound.", s.Name),
		Alt:     "Operations a second against operations per byte, both logarithmic: one rising line for each level of memory that ends in the flat peak, with one point on each.",
		X:       charts.Axis{Label: "intensity", Unit: "flops per byte", Scale: charts.Log10},
		Y:       charts.Axis{Label: "speed", Unit: "Gflops", Scale: charts.Log10},
		Note:    machineNote([]gpumodel.Machine{m}),
	}
	points := charts.Line{Name: s.Name, Style: charts.Dots, Tone: charts.ToneInk}
	for _, l := range m.Levels {
		ridge := m.Peak / l.Bandwidth
		f.Series = append(f.Series, charts.Line{Name: l.Name, X: []float64{0.1, ridge, 1e4}, Y: []float64{0.1 * l.Bandwidth / 1e9, m.Peak / 1e9, m.Peak / 1e9}})
		for _, t := range s.Traffic {
			if t.Level == l.Name {
				y := min(m.Peak, l.Bandwidth/t.BytesPerFlop) / 1e9
				points.X, points.Y = append(points.X, 1/t.BytesPerFlop), append(points.Y, y)
				points.Tips = append(points.Tips, fmt.Sprintf("%s, %s\n%s flops per byte\n%s Gflops", s.Name, l.Name, charts.FormatNumber(1/t.BytesPerFlop), charts.FormatNumber(math.Round(y))))
			}
		}
	}
	if len(points.X) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: %s has no level that %s uses", m.Name, s.Name)
	}
	f.Series = append(f.Series, points)
	return f, nil
}

// Host is a computer that a card sits in: bytes a second of its memory and of
// PCIe, as they can be reached.
type Host struct {
	Name         string
	Memory, PCIe float64
}

// WhereToAddC draws the time of adding an element to C on the host and on the
// card, against how much faster the host's memory is than PCIe.
func WhereToAddC(hosts ...Host) (charts.Figure, error) {
	f := charts.Figure{
		Title:   "Add C on the host, or on the card?",
		Caption: "Time for each element, in units of one element's way over PCIe. On the host: 4 words of its memory and 1 over PCIe. On the card: 2 and 2. The lines cross where the memory is twice as fast as PCIe.",
		Alt:     "Two falling curves against the ratio of memory to PCIe speed. Left of 2 the card is faster, right of it the host.",
		Note:    "The hosts' speeds are assumed.",
		X:       charts.Axis{Label: "memory / PCIe", Unit: "times", Scale: charts.Log2},
		Y:       charts.Axis{Label: "time", Unit: "words over PCIe"},
	}
	for i, place := range []gpumodel.AddingC{gpumodel.OnHost, gpumodel.OnCard} {
		name := []string{"on the host", "on the card"}[i]
		line := charts.Line{Name: name, Style: charts.Dashed, Tone: charts.Palette[i]}
		for k := range 33 {
			x := 0.5 * math.Pow(2, float64(k)/8)
			line.X, line.Y = append(line.X, x), append(line.Y, place.Seconds(x, 1, 1))
		}
		dots := charts.Line{Name: name + ", hosts", Style: charts.Dots, Tone: charts.Palette[i]}
		for _, h := range hosts {
			if !(h.Memory > 0) || !(h.PCIe > 0) {
				return charts.Figure{}, fmt.Errorf("figures: host %s has %g and %g bytes a second, want more than 0", h.Name, h.Memory, h.PCIe)
			}
			ratio := h.Memory / h.PCIe
			dots.X, dots.Y = append(dots.X, ratio), append(dots.Y, place.Seconds(ratio, 1, 1))
			dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %s\n%.0f GB/s of memory, %.0f GB/s of PCIe\n%.2f ns an element of 8 bytes", h.Name, name, h.Memory/1e9, h.PCIe/1e9, 1e9*place.Seconds(h.Memory, h.PCIe, 8)))
		}
		f.Series = append(f.Series, line, dots)
	}
	return f, nil
}

// EqualTechnology draws DGEMM at about equal power, as it was and with the
// older process's chip scaled to the newer.
func EqualTechnology(gain float64) (charts.Figure, error) {
	if !(gain > 0) {
		return charts.Figure{}, fmt.Errorf("figures: gain = %g, want more than 0", gain)
	}
	const fermi, grape = 300.0, 740.0
	return charts.Figure{
		Title:   "The same power, the same technology",
		Caption: fmt.Sprintf("DGEMM of boards that draw about the same power. GRAPE-DR is %.1f times faster as it is, in 90 nm; with the %.1f times that 40 nm would give, %.1f times.", grape/fermi, gain, grape*gain/fermi),
		Alt:     "Three bars: Fermi at 300, GRAPE-DR at 740, GRAPE-DR scaled to Fermi's process.",
		X:       charts.Axis{Label: "board", Categories: []string{"Fermi, 40 nm", "GRAPE-DR, 90 nm", "GRAPE-DR, were it 40 nm"}},
		Y:       charts.Axis{Label: "DGEMM", Unit: "Gflops"},
		Series:  []charts.Series{charts.Bars{Y: []float64{fermi, grape, grape * gain}}},
	}, nil
}

// machineNote joins what machines assume.
func machineNote(machines []gpumodel.Machine) string {
	var all []string
	for _, m := range machines {
		all = append(all, m.Assumed...)
	}
	return strings.TrimSpace(note(all))
}
