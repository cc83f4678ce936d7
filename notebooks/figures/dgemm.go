package figures

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
)

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
			line.X, line.Y = append(line.X, n), append(line.Y, 100*min(1, memory/t/m.PeakFlops))
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

// OuterNeed is a chip that multiplies by the outer product: its operations a second,
// and how it spreads B.
type OuterNeed struct {
	Name   string
	Tiling gpumodel.OuterTiling
	Flops  float64
}

// OuterNeeds draws at how many bytes a second A comes in, C goes out, and the
// partial sums of all blocks come together.
func OuterNeeds(chips ...OuterNeed) (charts.Figure, error) {
	if len(chips) == 0 {
		return charts.Figure{}, fmt.Errorf("figures: no chips, want at least one")
	}
	f := charts.Figure{
		Title:   "What an outer product moves",
		Caption: "Bandwidth at the peak, elements of 8 bytes: A in, C out, and the partial sums of all blocks on their way to being added. GRAPE-DR's network takes the last for itself; a GPU must send it through memory.",
		Alt:     "Bars of bandwidth by chip: A in, C out, and sixteen times as much for partial sums.",
		X:       charts.Axis{Label: "chip"},
		Y:       charts.Axis{Label: "bandwidth", Unit: "GB/s"},
	}
	bars := []charts.Bars{{Name: "A, in"}, {Name: "C, out"}, {Name: "partial sums"}}
	for _, c := range chips {
		if err := c.Tiling.Validate(); err != nil {
			return charts.Figure{}, err
		}
		if !(c.Flops > 0) {
			return charts.Figure{}, fmt.Errorf("figures: %s makes %g operations a second, want more than 0", c.Name, c.Flops)
		}
		f.X.Categories = append(f.X.Categories, c.Name)
		in, out, sums := c.Tiling.Bandwidths(c.Flops, 8)
		for i, v := range []float64{in, out, sums} {
			bars[i].Y = append(bars[i].Y, v/1e9)
			bars[i].Tips = append(bars[i].Tips, fmt.Sprintf("%s: %s\nB of %d × %d on %d blocks, %.0f Gflops\n%.1f GB/s", c.Name, bars[i].Name, c.Tiling.Depth, c.Tiling.Width, c.Tiling.Blocks, c.Flops/1e9, v/1e9))
		}
	}
	f.Series = []charts.Series{bars[0], bars[1], bars[2]}
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
	places, names := []gpumodel.AddingC{gpumodel.OnHost, gpumodel.OnCard}, []string{"on the host", "on the card"}
	for i, place := range places {
		line := charts.Line{Name: names[i], Style: charts.Dashed, Tone: charts.Palette[i]}
		for k := range 33 {
			x := 0.5 * math.Pow(2, float64(k)/8)
			line.X, line.Y = append(line.X, x), append(line.Y, place.Seconds(x, 1, 1))
		}
		f.Series = append(f.Series, line)
	}
	for i, h := range hosts {
		if !(h.Memory > 0) || !(h.PCIe > 0) {
			return charts.Figure{}, fmt.Errorf("figures: host %s has %g and %g bytes a second, want more than 0", h.Name, h.Memory, h.PCIe)
		}
		ratio := h.Memory / h.PCIe
		dots := charts.Line{Name: h.Name, Style: charts.Dots, Tone: charts.Palette[(2+i)%len(charts.Palette)]}
		for k, place := range places {
			dots.X, dots.Y = append(dots.X, ratio), append(dots.Y, place.Seconds(ratio, 1, 1))
			dots.Tips = append(dots.Tips, fmt.Sprintf("%s, %s\n%.0f GB/s of memory, %.0f GB/s of PCIe\n%.2f ns an element of 8 bytes", h.Name, names[k], h.Memory/1e9, h.PCIe/1e9, 1e9*place.Seconds(h.Memory, h.PCIe, 8)))
		}
		f.Series = append(f.Series, dots)
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
