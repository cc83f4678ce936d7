// Package figures turns what the model computes into Lanebook's figures: plain
// charts.Figure values, ready to be shown in a cell, drawn in a page or tested.
//
// A function takes devices, layouts and accesses, and returns a figure or the
// model's error. It computes nothing of its own.
package figures

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// LDSLayout draws how the words of an LDS are dealt to its banks: the first
// rows and, after a gap, the last.
func LDSLayout(d gpumodel.Device, rows int) (charts.Figure, error) {
	l := d.LDS
	if err := d.Validate(); err != nil {
		return charts.Figure{}, err
	}
	perRow := gpumodel.Bytes(l.Banks) * l.RowBytes
	total := int(l.Size / perRow)
	rows = min(max(rows, 1), total)
	shown := make([]int, 0, rows+1)
	for r := range rows {
		shown = append(shown, r)
	}
	if rows < total {
		shown = append(shown, total-1)
	}
	g := charts.Grid{
		Columns: numbers(l.Banks), Across: "bank", Down: "row",
		Keys: []charts.Key{{Tone: charts.Tone1, Label: "one pass: a word from each bank"}, {Tone: charts.TonePlain, Label: "word of the LDS"}},
	}
	words := l.RowBytes / l.Interleave // of one bank and row
	for i, r := range shown {
		label := strconv.Itoa(r)
		if i == rows {
			label = "… " + label
		}
		g.Rows = append(g.Rows, label)
		for bank := range l.Banks {
			word := r*l.Banks*int(words) + bank
			addr := gpumodel.Bytes(word) * l.Interleave
			c := charts.Cell{
				Row: i, Column: bank, Tone: charts.TonePlain, Value: float64(addr), Label: strconv.Itoa(word),
				Tip: fmt.Sprintf("word %d\nbytes %d to %d\nbank %d, row %d", word, addr, addr+l.Interleave-1, bank, r),
			}
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
		Caption: fmt.Sprintf("Each number is a %d-byte word. Neighbouring words lie in neighbouring banks, and after the last bank comes the first again: %d words to a row, %d rows, %d bytes to a bank. One pass takes one row's word from every bank at once.",
			l.Interleave, l.Banks, total, int(l.Size)/l.Banks),
		Alt:    fmt.Sprintf("A table of %d columns, one for each bank. Row 0 holds words 0 to %d, row 1 goes on with %d, and so on.", l.Banks, l.Banks-1, l.Banks),
		Series: []charts.Series{g},
	}, nil
}

// BankMap draws where an array's elements lie and which of them an access asks
// for: columns are banks, rows are rows of the banks, at most rows of them.
//
// Every requested word says which lane asks for it and in which pass it comes.
// The words of the first pass of their phase are served at once; the others
// wait for a bank that is busy.
func BankMap(d gpumodel.Device, array gpumodel.Array, a gpumodel.Access, rows int) (charts.Figure, error) {
	s, err := d.LDS.Serve(a)
	if err != nil {
		return charts.Figure{}, err
	}
	trace, err := d.LDS.Requests(a)
	if err != nil {
		return charts.Figure{}, err
	}
	if d.LDS.RowBytes != d.LDS.Interleave {
		return charts.Figure{}, fmt.Errorf("figures: bank map of %s: banks of %d bytes that are dealt %d at a time have no flat map", d.Name, d.LDS.RowBytes, d.LDS.Interleave)
	}
	m := bankMap{d: d, array: array, s: s, word: map[gpumodel.Bytes][]gpumodel.Request{}}
	for _, r := range trace {
		m.word[r.Address] = append(m.word[r.Address], r)
	}
	for _, p := range s.Phases() {
		for range p.Passes {
			m.first = append(m.first, len(m.first) == m.passes)
		}
		m.passes += p.Passes
	}
	perRow := gpumodel.Bytes(d.LDS.Banks) * d.LDS.RowBytes
	total := int((array.Base + array.Size() + perRow - 1) / perRow)
	g := charts.Grid{
		Columns: numbers(d.LDS.Banks), Rows: numbers(min(max(rows, 1), total)), Across: "bank", Down: "row",
		Keys: []charts.Key{
			{Tone: charts.Tone1, Label: "asked for, served at once"},
			{Tone: charts.Tone2, Label: "asked for, waits: the bank is busy"},
			{Tone: charts.TonePlain, Label: "element, not asked for"},
			{Tone: charts.ToneMuted, Label: "padding"},
		},
	}
	for row := range g.Rows {
		for bank := range d.LDS.Banks {
			if c, ok := m.cell(row, bank, gpumodel.Bytes(row)*perRow+gpumodel.Bytes(bank)*4); ok {
				g.Cells = append(g.Cells, c)
			}
		}
	}
	return charts.Figure{
		Title: fmt.Sprintf("%s on %d banks: %s", layoutName(array), d.LDS.Banks, passes(s.Passes)),
		Caption: fmt.Sprintf("Columns are banks, rows are what each bank holds; a number is the lane that asks. %s%s",
			verdict(d, s), more(len(g.Rows), total)),
		Alt:    fmt.Sprintf("Bank map of %s. The %d requested words need %s; the fullest bank decides.", layoutName(array), s.Requests, passes(s.Passes)),
		Note:   assumed([]gpumodel.Access{a}, d),
		Series: []charts.Series{g},
	}, nil
}

// verdict says in a sentence what an access costs.
func verdict(d gpumodel.Device, s gpumodel.Service) string {
	if s.Conflicts == 0 {
		return fmt.Sprintf("The %s needs %s and has no conflict.", d.Name, passes(s.Passes))
	}
	return fmt.Sprintf("The %s needs %s, where %d would do without a conflict.", d.Name, passes(s.Passes), s.Ideal)
}

// bankMap is what BankMap's cells are made from.
type bankMap struct {
	d      gpumodel.Device
	array  gpumodel.Array
	s      gpumodel.Service
	word   map[gpumodel.Bytes][]gpumodel.Request // by address
	first  []bool                                // of each pass: is it the first of its phase?
	passes int
}

// cell describes the word at an address; false where the array has none.
func (m bankMap) cell(row, bank int, addr gpumodel.Bytes) (charts.Cell, bool) {
	c := charts.Cell{Row: row, Column: bank, Tone: charts.TonePlain}
	end := m.array.Base + m.array.Size()
	if addr < m.array.Base || addr >= end {
		return c, false
	}
	where := fmt.Sprintf("address %d\nbank %d, row %d", addr, bank, row)
	r, col, ok := m.array.At(addr)
	if !ok {
		c.Tone, c.Tip = charts.ToneMuted, "padding\n"+where
		return c, true
	}
	c.Tip = fmt.Sprintf("A[%d][%d]\n%s", r, col, where)
	asked := m.word[addr]
	if len(asked) == 0 {
		return c, true
	}
	lanes := make([]string, 0, len(asked))
	for _, q := range asked {
		lanes = append(lanes, strconv.Itoa(q.Lane))
	}
	c.Label = lanes[0]
	if len(lanes) > 1 {
		c.Label += "+"
	}
	c.Tone, c.Value = charts.Tone2, float64(asked[0].Pass)
	if m.first[asked[0].Pass] {
		c.Tone = charts.Tone1
	}
	c.Tip += fmt.Sprintf("\nlane %s\ncycle %d of %d", strings.Join(lanes, ", "), asked[0].Pass+1, m.s.Passes)
	return c, true
}

// PassesByBank draws how many rows each access asks of each bank, summed over
// its phases: the fullest bank of each phase sets the time.
func PassesByBank(d gpumodel.Device, names []string, accesses ...gpumodel.Access) (charts.Figure, error) {
	if len(names) != len(accesses) {
		return charts.Figure{}, fmt.Errorf("figures: %d names, want %d, one for each access", len(names), len(accesses))
	}
	f := charts.Figure{
		Title:   "What each bank is asked for",
		Caption: "The same 64 words, asked of one bank or of all. A bank serves one row in a cycle, so the tallest bar is the time.",
		X:       charts.Axis{Label: "bank", Categories: numbers(d.LDS.Banks)},
		Y:       charts.Axis{Label: "rows asked for", Unit: "cycles"},
		Note:    assumed(accesses, d),
	}
	var said []string
	for i, a := range accesses {
		s, err := d.LDS.Serve(a)
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%s: %w", names[i], err)
		}
		y := make([]float64, d.LDS.Banks)
		for _, p := range s.Phases() {
			for b := range y {
				y[b] += float64(p.Rows[b])
			}
		}
		f.Series = append(f.Series, charts.Bars{Name: names[i], Y: y})
		said = append(said, fmt.Sprintf("%s: %s", names[i], passes(s.Passes)))
	}
	f.Alt = "Bars, one for each bank. " + strings.Join(said, "; ") + "."
	return f, nil
}

// layoutName writes an array as a programmer declares it.
func layoutName(a gpumodel.Array) string {
	name := fmt.Sprintf("A[%d][%d]", a.Rows, a.Columns+a.Pad)
	if a.Swizzle.Span > 1 {
		name += fmt.Sprintf(" with an XOR swizzle of %d", a.Swizzle.Span)
	}
	return name
}

// numbers returns "0" to n−1.
func numbers(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = strconv.Itoa(i)
	}
	return out
}

func more(shown, total int) string {
	if shown == total {
		return ""
	}
	return fmt.Sprintf(" The first %d of %d rows are shown.", shown, total)
}

// assumed writes, as a figure's note, what the devices' banks and their rules
// for the accesses in question have no source for.
func assumed(accesses []gpumodel.Access, devices ...gpumodel.Device) string {
	var all []string
	for _, d := range devices {
		all = append(all, d.LDS.Assumed)
		for _, a := range accesses {
			r, _ := d.LDS.Rule(a.Op, a.Width)
			all = append(all, r.Assumed)
		}
	}
	return note(all)
}

// words is the kind of access that most figures are about.
var words = []gpumodel.Access{{Op: gpumodel.Load, Width: 4}}

// note joins assumptions, each said once.
func note(all []string) string {
	var once []string
	for _, a := range all {
		if a != "" && !slices.Contains(once, a) {
			once = append(once, a)
		}
	}
	if len(once) == 0 {
		return ""
	}
	return "Assumed: " + strings.Join(once, "; ") + "."
}
