package lds

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// Layout draws how the words of an LDS are dealt to its banks: the first rows and,
// after a gap, the last.
func Layout(d gpumodel.Device, rows int) (charts.Figure, error) {
	l := d.LDS
	if err := d.Validate(); err != nil {
		return charts.Figure{}, err
	}
	total := int(l.Size / (gpumodel.Bytes(l.Banks) * l.RowBytes))
	rows = min(max(rows, 1), total)
	shown := make([]int, 0, rows+1)
	for r := range rows {
		shown = append(shown, r)
	}
	if rows < total {
		shown = append(shown, total-1)
	}
	g := charts.Grid{
		Columns: figures.Numbers(l.Banks), Across: "bank", Down: "row",
		Keys: []charts.Key{{Tone: charts.Tone1, Label: "one pass: a word from each bank"}, {Tone: charts.TonePlain, Label: "word of the LDS"}},
	}
	perRow := gpumodel.Bytes(l.Banks) * l.RowBytes / l.Interleave // words
	for i, r := range shown {
		first := len(g.Rows) // of the row's lines: as many as a bank's row has words
		for at := gpumodel.Bytes(0); at < l.RowBytes; at += l.Interleave {
			g.Rows = append(g.Rows, lineName(r, i == rows, at))
		}
		lines := make([]int, l.Banks)
		for word := gpumodel.Bytes(r) * perRow; word < gpumodel.Bytes(r+1)*perRow; word++ {
			addr := word * l.Interleave
			bank, row := l.Place(gpumodel.Rule{}, addr)
			c := charts.Cell{
				Row: first + lines[bank], Column: bank, Tone: charts.TonePlain, Value: float64(addr), Label: strconv.Itoa(int(word)),
				Tip: fmt.Sprintf("word %d\nbytes %d to %d\nbank %d, row %d", word, addr, addr+l.Interleave-1, bank, row),
			}
			lines[bank]++
			if r == 0 {
				c.Tone = charts.Tone1
			}
			if i == rows {
				c.Label = "" // its long numbers would leave no room for any
			}
			g.Cells = append(g.Cells, c)
		}
	}
	return charts.Figure{
		Title: fmt.Sprintf("The %d KB of local memory, dealt to %d banks", l.Size>>10, l.Banks),
		Caption: fmt.Sprintf("Each number is a %d-byte word. Neighbouring words lie in neighbouring banks, and after the last bank comes the first again: %d words to a row, %d rows, %d bytes to a bank. In one pass every bank delivers one word, each from whatever row is asked of it.",
			l.Interleave, perRow, total, int(l.Size)/l.Banks),
		Alt:    fmt.Sprintf("A table of %d columns, one for each bank. Row 0 holds words 0 to %d, row 1 goes on with %d, and so on.", l.Banks, perRow-1, perRow),
		Series: []charts.Series{g},
	}, nil
}

// lineName labels a line of a row of the banks: the part of it from byte at on.
func lineName(row int, last bool, at gpumodel.Bytes) string {
	name := strconv.Itoa(row)
	if last {
		name = "… " + name
	}
	if at > 0 {
		name += fmt.Sprintf(" + %d bytes", at)
	}
	return name
}

// PassesByBank draws how many rows each access asks of each bank, summed over
// its phases: the fullest bank of each phase sets the time.
func PassesByBank(d gpumodel.Device, names []string, accesses ...gpumodel.Access) (charts.Figure, error) {
	if len(names) != len(accesses) {
		return charts.Figure{}, fmt.Errorf("lds: %d names, want %d, one for each access", len(names), len(accesses))
	}
	banks := 0
	for _, a := range accesses {
		rule, _ := d.LDS.Rule(a.Op, a.Width)
		banks = max(banks, d.LDS.BanksOf(rule))
	}
	f := charts.Figure{
		Title: "What each bank is asked for",
		X:     charts.Axis{Label: "bank", Categories: figures.Numbers(banks)},
		Y:     charts.Axis{Label: "rows asked for", Unit: "cycles"},
		Note:  figures.BanksNote(accesses, d),
	}
	time := "so the tallest bar is the time"
	fullest := true // the same bank in all phases
	var said []string
	for i, a := range accesses {
		s, err := d.LDS.Serve(a)
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%s: %w", names[i], err)
		}
		y := make([]float64, banks)
		phases := s.Phases()
		if len(phases) > 1 {
			time = "and all phases are fullest in the same bank, so the tallest bar is the time"
		}
		for _, p := range phases {
			for b := range y {
				y[b] += float64(p.Rows[b])
			}
		}
		fullest = fullest && int(slices.Max(y)) == s.Passes
		f.Series = append(f.Series, charts.Bars{Name: names[i], Y: y})
		said = append(said, fmt.Sprintf("%s: %s", names[i], figures.Passes(s.Passes)))
	}
	if !fullest {
		time = "and each phase waits for its fullest bank"
	}
	f.Caption = fmt.Sprintf("A bank serves one row in a pass, %s.", time)
	f.Alt = "Bars, one for each bank. " + strings.Join(said, "; ") + "."
	return f, nil
}

// TwoViews draws who is served in each cycle when wavefronts read consecutive
// words through their SIMD pairs' ports, as inferred: one wavefront alone, then one
// from each pair.
func TwoViews(d gpumodel.Device) (charts.Figure, error) {
	p := d.LDS.Port
	if p.Count == 0 {
		return charts.Figure{}, fmt.Errorf("lds: %s has no ports to draw", d.Name)
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
	g := charts.Grid{Columns: figures.Numbers(cycles), Across: "cycle", Down: "port of a SIMD pair", Keys: []charts.Key{
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
		Caption: fmt.Sprintf("One wavefront alone gets %d lanes a cycle and needs %d cycles; a second one from the other pair of SIMDs rides along in the same %d. That is %s cycles each: the %d of the simple picture. That a cycle serves 16 lanes of each of two SIMDs is how we read the document; the pairs are from AMD's documentation of a later GPU, the %d cycles are inferred, and neither was timed.",
			p.Lanes, alone, both, charts.FormatNumber(float64(both)/float64(p.Count)), both/p.Count, alone),
		Alt:    fmt.Sprintf("Cycles across, ports down. Alone, wavefront 0 fills port 0 for %d cycles and port 1 is idle; together both ports are busy for %d cycles.", alone, both),
		Series: []charts.Series{g},
	}, nil
}
