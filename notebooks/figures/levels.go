package figures

import (
	"fmt"
	"math"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// Scheme is a way to multiply on a machine, and what it moves.
type Scheme struct {
	Name    string
	Machine gpumodel.Machine
	Traffic []gpumodel.Traffic
}

// LevelBounds is the table of what each level of memory allows each scheme, and
// which binds.
func LevelBounds(schemes ...Scheme) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "machine"}, {Head: "scheme"}, {Head: "level"}, {Head: "bytes per flop", Numeric: true}, {Head: "GB/s", Numeric: true}, {Head: "bound, Gflops", Numeric: true}, {Head: "verdict"}}}
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
				row[4], row[5] = "needs "+charts.FormatNumber(math.Round(s.Machine.PeakFlops*s.Traffic[i-1].BytesPerFlop/1e8)/10), "unknown"
			} else {
				row[5] = charts.FormatNumber(math.Round(b.Flops / 1e9))
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
		Caption: "Bytes that each operation moves at each level, and the speed that the level's bandwidth then allows. The least of them is the bound. Where no source states a bandwidth, the table says what the peak needs.",
		Alt:     "Table of bounds by machine, scheme and level of memory.",
		Note:    MachineNote(machines),
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
		Note:    MachineNote([]gpumodel.Machine{m}),
	}
	points := charts.Line{Name: s.Name, Style: charts.Dots, Tone: charts.ToneInk}
	for _, l := range m.Levels {
		ridge := m.PeakFlops / l.BytesPerSecond
		f.Series = append(f.Series, charts.Line{Name: l.Name, Style: charts.Dashed, X: []float64{0.1, ridge, 1e4}, Y: []float64{0.1 * l.BytesPerSecond / 1e9, m.PeakFlops / 1e9, m.PeakFlops / 1e9}})
		for _, t := range s.Traffic {
			if t.Level == l.Name {
				y := min(m.PeakFlops, l.BytesPerSecond/t.BytesPerFlop) / 1e9
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

// MachineNote writes, as a figure's note, what the machines assume.
func MachineNote(machines []gpumodel.Machine) string {
	var all []string
	for _, m := range machines {
		all = append(all, m.Assumed...)
	}
	return strings.TrimSpace(Note(all))
}
