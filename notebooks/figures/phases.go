package figures

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// Phases draws which lanes each device serves together for loads of a width:
// one row of lanes for each device, each lane in its phase's colour.
func Phases(width gpumodel.Bytes, devices ...gpumodel.Device) (charts.Figure, error) {
	g := charts.Grid{Columns: numbers(64), Across: "lane", Down: "device"}
	most := 0
	for row, d := range devices {
		s, err := d.LDS.Serve(gpumodel.Stride(width, d.Lanes, 0, width))
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%s: %w", d.Name, err)
		}
		g.Rows = append(g.Rows, d.Name)
		for i, p := range s.Phases() {
			most = max(most, i+1)
			for lane := range d.Lanes {
				if p.Lanes.Has(lane) {
					g.Cells = append(g.Cells, charts.Cell{
						Row: row, Column: lane, Tone: charts.Palette[i%len(charts.Palette)], Value: float64(i), Label: strconv.Itoa(i),
						Tip: fmt.Sprintf("%s\nlane %d\nphase %d of %d", d.Name, lane, i, len(s.Phases())),
					})
				}
			}
		}
	}
	for i := range min(most, len(charts.Palette)) {
		g.Keys = append(g.Keys, charts.Key{Tone: charts.Palette[i], Label: fmt.Sprintf("phase %d", i)})
	}
	return charts.Figure{
		Title:   fmt.Sprintf("Which lanes are served together: %d-byte loads", width),
		Caption: fmt.Sprintf("Consecutive %d-byte loads. Lanes of one colour are served in one phase, and only they can be in each other's way. On MI300X and MI350X a phase is not a run of neighbours, and a swizzle that ignores that still conflicts.", width),
		Alt:     fmt.Sprintf("One row of lanes for each of %d devices, coloured by phase.", len(devices)),
		Note:    assumed([]gpumodel.Access{{Op: gpumodel.Load, Width: width}}, devices...),
		Series:  []charts.Series{g},
	}, nil
}

// Widths is the table of what consecutive loads and stores of each width take.
func Widths(devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "device"}, {Head: "operation"}, {Head: "width, bytes", Numeric: true}, {Head: "phases", Numeric: true},
		{Head: "passes", Numeric: true}, {Head: "cycles alone", Numeric: true}, {Head: "bytes per cycle", Numeric: true},
	}}
	var used []gpumodel.Access
	for _, d := range devices {
		for _, op := range []gpumodel.Op{gpumodel.Load, gpumodel.Store} {
			for _, width := range []gpumodel.Bytes{4, 8, 16} {
				a := gpumodel.Stride(width, d.Lanes, 0, width)
				a.Op = op
				used = append(used, a)
				s, err := d.LDS.Serve(a)
				if err != nil {
					return charts.Figure{}, fmt.Errorf("%s: %w", d.Name, err)
				}
				alone, err := d.LDS.Alone(a)
				if err != nil {
					return charts.Figure{}, fmt.Errorf("%s: %w", d.Name, err)
				}
				bytes := float64(d.Lanes) * float64(width)
				t.Rows = append(t.Rows, []string{
					d.Name, op.String(), strconv.Itoa(int(width)), strconv.Itoa(len(s.Phases())),
					strconv.Itoa(s.Passes), strconv.Itoa(alone), charts.FormatNumber(bytes / float64(alone)),
				})
			}
		}
	}
	return charts.Figure{
		Title:   "What 4, 8 and 16 bytes a lane take",
		Caption: "Consecutive accesses of one wavefront that has the LDS to itself. On GCN and CDNA the wavefront's port, not the banks, sets the pace, and a store pays for its addresses as well.",
		Alt:     "Table of phases, passes, cycles and bytes per cycle by device, operation and width.",
		Note:    assumed(used, devices...),
		Series:  []charts.Series{t},
	}, nil
}

// TwoViews draws who is served in each cycle when wavefronts read consecutive
// words through their SIMD pairs' ports: one wavefront alone, then one from
// each pair.
func TwoViews(d gpumodel.Device) (charts.Figure, error) {
	p := d.LDS.Port
	if p.Count == 0 {
		return charts.Figure{}, fmt.Errorf("figures: %s has no ports to draw", d.Name)
	}
	a := gpumodel.Stride(4, d.Lanes, 0, 4)
	alone, err := d.LDS.Together(a)
	if err != nil {
		return charts.Figure{}, err
	}
	many := make([]gpumodel.Access, p.Count)
	for i := range many {
		many[i] = a
	}
	both, err := d.LDS.Together(many...)
	if err != nil {
		return charts.Figure{}, err
	}
	cycles := max(alone, both)
	g := charts.Grid{Columns: numbers(cycles), Across: "cycle", Down: "port of a SIMD pair", Keys: []charts.Key{
		{Tone: charts.Tone1, Label: "wavefront 0"}, {Tone: charts.Tone5, Label: "wavefront 1"}, {Tone: charts.ToneMuted, Label: "idle"},
	}}
	tones := []charts.Tone{charts.Tone1, charts.Tone5}
	for view, wavefronts := range []int{1, p.Count} {
		for port := range p.Count {
			row := len(g.Rows)
			g.Rows = append(g.Rows, fmt.Sprintf("%s, port %d", []string{"one wavefront", "two wavefronts"}[view], port))
			for c := range cycles {
				cell := charts.Cell{Row: row, Column: c, Tone: charts.ToneMuted, Tip: "idle"}
				if first := c * p.Lanes; port < wavefronts && first < d.Lanes {
					cell.Tone, cell.Value = tones[port%len(tones)], float64(p.Lanes)
					cell.Label = fmt.Sprintf("lanes %d–%d", first, first+p.Lanes-1)
					cell.Tip = fmt.Sprintf("wavefront %d\nlanes %d to %d\ncycle %d", port, first, first+p.Lanes-1, c)
				}
				g.Cells = append(g.Cells, cell)
			}
		}
	}
	return charts.Figure{
		Title: "Sixteen lanes from each of two SIMD pairs",
		Caption: fmt.Sprintf("One wavefront alone gets %d lanes a cycle and needs %d cycles; a second one from the other pair of SIMDs rides along in the same %d. That is %s cycles each: the %d of the simple picture.",
			p.Lanes, alone, both, charts.FormatNumber(float64(both)/float64(p.Count)), both/p.Count),
		Alt:    fmt.Sprintf("Cycles across, ports down. Alone, wavefront 0 fills port 0 for %d cycles and port 1 is idle; together both ports are busy for %d cycles.", alone, both),
		Series: []charts.Series{g},
	}, nil
}

// Capacity is the table of how much LDS a lane has when a CU is full, and with
// one SIMD's worth of wavefronts.
func Capacity(devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "device"}, {Head: "LDS, KB", Numeric: true}, {Head: "wavefronts", Numeric: true},
		{Head: "lanes", Numeric: true}, {Head: "bytes per lane", Numeric: true}, {Head: "4-byte variables", Numeric: true},
	}}
	for _, d := range devices {
		if err := d.Validate(); err != nil {
			return charts.Figure{}, err
		}
		for _, wavefronts := range []int{d.Wavefronts, d.SIMDs * d.Wavefronts} {
			lanes := wavefronts * d.Lanes
			bytes := float64(d.LDS.Size) / float64(lanes)
			t.Rows = append(t.Rows, []string{
				d.Name, charts.FormatNumber(float64(d.LDS.Size) / 1024), strconv.Itoa(wavefronts),
				strconv.Itoa(lanes), charts.FormatNumber(bytes), strconv.Itoa(int(bytes) / 4),
			})
		}
	}
	return charts.Figure{
		Title:   "How little of it each lane has",
		Caption: "The LDS shared out over the lanes of one SIMD's resident wavefronts, and over those of the whole CU when it is full.",
		Alt:     "Table of local memory per lane by device and number of resident wavefronts.",
		Series:  []charts.Series{t},
	}, nil
}
