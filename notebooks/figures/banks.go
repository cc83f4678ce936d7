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
		Columns: numbers(l.Banks), Across: "bank", Down: "row",
		Keys: []charts.Key{{Tone: charts.Tone1, Label: "one pass: a word from each bank"}, {Tone: charts.TonePlain, Label: "word of the LDS"}},
	}
	for i, r := range shown {
		words, labels := rowOfBanks(l, gpumodel.Rule{}, l.Interleave, r)
		for _, w := range words {
			number := w.addr / l.Interleave
			c := charts.Cell{
				Row: len(g.Rows) + w.line, Column: w.bank, Tone: charts.TonePlain, Value: float64(w.addr), Label: strconv.Itoa(int(number)),
				Tip: fmt.Sprintf("word %d\nbytes %d to %d\nbank %d, row %d", number, w.addr, w.addr+l.Interleave-1, w.bank, w.row),
			}
			if r == 0 {
				c.Tone = charts.Tone1
			}
			if i == rows {
				c.Label = "" // its long numbers would leave no room for any
			}
			g.Cells = append(g.Cells, c)
		}
		if i == rows {
			labels[0] = "… " + labels[0]
		}
		g.Rows = append(g.Rows, labels...)
	}
	perRow := len(g.Cells) / len(shown)
	return charts.Figure{
		Title: fmt.Sprintf("The %d KB of local memory, dealt to %d banks", l.Size>>10, l.Banks),
		Caption: fmt.Sprintf("Each number is a %d-byte word. Neighbouring words lie in neighbouring banks, and after the last bank comes the first again: %d words to a row, %d rows, %d bytes to a bank. One pass takes one row's word from every bank at once.",
			l.Interleave, perRow, total, int(l.Size)/l.Banks),
		Alt:    fmt.Sprintf("A table of %d columns, one for each bank. Row 0 holds words 0 to %d, row 1 goes on with %d, and so on.", l.Banks, perRow-1, perRow),
		Series: []charts.Series{g},
	}, nil
}

// word is a few bytes of the LDS and where they lie.
type word struct {
	addr            gpumodel.Bytes
	bank, row, line int // line counts the words of one bank and row
}

// rowOfBanks returns one row of all banks, in words of so many bytes, as accesses
// under the rule see it, and the labels of the lines in which to draw it: more than
// one where a bank's row has several words.
func rowOfBanks(l gpumodel.LDS, r gpumodel.Rule, size gpumodel.Bytes, row int) (words []word, labels []string) {
	lines := make([]int, l.BanksOf(r))
	perRow := gpumodel.Bytes(len(lines)) * l.RowBytes
	first := gpumodel.Bytes(row) * perRow
	for addr := first; addr < first+perRow; addr += size {
		bank, row := l.Place(r, addr)
		words = append(words, word{addr, bank, row, lines[bank]})
		lines[bank]++
	}
	for line := range lines[0] {
		label := strconv.Itoa(row)
		if line > 0 {
			label += fmt.Sprintf(" + %d bytes", gpumodel.Bytes(line)*size)
		}
		labels = append(labels, label)
	}
	return words, labels
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
	rule, _ := d.LDS.Rule(a.Op, a.Width) // Serve has found it
	banks := d.LDS.BanksOf(rule)
	m := bankMap{array: array, s: s, word: map[gpumodel.Bytes][]gpumodel.Request{}}
	for _, r := range trace {
		m.word[r.Address] = append(m.word[r.Address], r)
	}
	for _, p := range s.Phases() {
		for range p.Passes {
			m.first = append(m.first, len(m.first) == m.passes)
		}
		m.passes += p.Passes
	}
	_, last := d.LDS.Place(rule, array.Base+array.Size()-1)
	rows = min(max(rows, 1), last+1)
	g := charts.Grid{
		Columns: numbers(banks), Across: "bank", Down: "row",
		Keys: []charts.Key{
			{Tone: charts.Tone1, Label: "asked for, served at once"},
			{Tone: charts.Tone2, Label: "asked for, waits: the bank is busy"},
			{Tone: charts.TonePlain, Label: "element, not asked for"},
			{Tone: charts.ToneMuted, Label: "padding"},
		},
	}
	for row := range rows {
		words, labels := rowOfBanks(d.LDS, rule, 4, row)
		for _, w := range words {
			if c, ok := m.cell(w); ok {
				c.Row += len(g.Rows)
				g.Cells = append(g.Cells, c)
			}
		}
		g.Rows = append(g.Rows, labels...)
	}
	return charts.Figure{
		Title: fmt.Sprintf("%s on %d banks: %s", layoutName(array), banks, passes(s.Passes)),
		Caption: fmt.Sprintf("Columns are banks, rows are what each bank holds; a number is the lane that asks. %s%s",
			verdict(d, s), more(rows, last+1)),
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
	array  gpumodel.Array
	s      gpumodel.Service
	word   map[gpumodel.Bytes][]gpumodel.Request // by address
	first  []bool                                // of each pass: is it the first of its phase?
	passes int
}

// cell describes a word, in the lines of its row; false where the array has none.
func (m bankMap) cell(w word) (charts.Cell, bool) {
	addr := w.addr
	c := charts.Cell{Row: w.line, Column: w.bank, Tone: charts.TonePlain}
	end := m.array.Base + m.array.Size()
	if addr < m.array.Base || addr >= end {
		return c, false
	}
	where := fmt.Sprintf("address %d\nbank %d, row %d", addr, w.bank, w.row)
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
	banks := 0
	for _, a := range accesses {
		rule, _ := d.LDS.Rule(a.Op, a.Width)
		banks = max(banks, d.LDS.BanksOf(rule))
	}
	f := charts.Figure{
		Title: "What each bank is asked for",
		X:     charts.Axis{Label: "bank", Categories: numbers(banks)},
		Y:     charts.Axis{Label: "rows asked for", Unit: "cycles"},
		Note:  assumed(accesses, d),
	}
	time := "so the tallest bar is the time"
	var said []string
	for i, a := range accesses {
		s, err := d.LDS.Serve(a)
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%s: %w", names[i], err)
		}
		y := make([]float64, banks)
		for _, p := range s.Phases() {
			for b := range y {
				y[b] += float64(p.Rows[b])
			}
		}
		if int(slices.Max(y)) != s.Passes {
			time = "and each phase waits for its fullest bank"
		}
		f.Series = append(f.Series, charts.Bars{Name: names[i], Y: y})
		said = append(said, fmt.Sprintf("%s: %s", names[i], passes(s.Passes)))
	}
	f.Caption = fmt.Sprintf("The same 64 words, asked of one bank or of all. A bank serves one row in a cycle, %s.", time)
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
