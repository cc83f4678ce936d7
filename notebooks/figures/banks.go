// Package figures turns what the model computes into the figures that several
// notebooks or what-ifs share: plain charts.Figure values, ready to be shown in a
// cell, drawn in a page or tested. A figure that one notebook shows is drawn there,
// or, where that takes many lines, in its document's package; here are also those of
// notebooks 06 to 11, which retell no document, and Bench, for kernels of readers' own.
//
// A function takes devices, layouts and accesses, or names of what was measured, and returns
// a figure or the model's error. It computes no more than means and errors. What all figures have in common is
// here, too: Note, BanksNote, Counted, Numbers, Panels and the colours of stalls.
package figures

import (
	"fmt"
	"slices"
	"sort"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// word is four bytes of the LDS and where they lie.
type word struct {
	addr            gpumodel.Bytes
	bank, row, line int // line counts the words of one bank and row
}

// rowOfBanks returns the words of one row of all banks, as accesses under the rule
// see it, and the labels of the lines in which to draw it: two where a bank's row is
// two words.
func rowOfBanks(l gpumodel.LDS, r gpumodel.Rule, row int) (words []word, labels []string) {
	const size = 4
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
			label += fmt.Sprintf(" + %d bytes", line*size)
		}
		labels = append(labels, label)
	}
	return words, labels
}

// BankMap draws where an array's elements lie and which of them an access asks
// for: columns are banks, rows are rows of the banks, at most rows of them. Where
// there are more, those are left out, after the first few, of which nobody asks a
// word; where that is not enough, all but the first.
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
	sort.SliceStable(trace, func(i, j int) bool { return trace[i].Pass < trace[j].Pass })
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
	shown, left := rowsShown(trace, last+1, max(rows, 1))
	g := charts.Grid{
		Columns: Numbers(banks), Across: "bank", Down: "row",
		Keys: []charts.Key{
			{Tone: charts.Tone1, Label: "asked for, served at once"},
			{Tone: charts.Tone2, Label: "asked for, waits: the bank is busy"},
			{Tone: charts.TonePlain, Label: "element, not asked for"},
			{Tone: charts.Tone4, Label: "padding"},
		},
	}
	for _, row := range shown {
		words, labels := rowOfBanks(d.LDS, rule, row)
		for _, w := range words {
			if c, ok := m.cell(w); ok {
				c.Row += len(g.Rows)
				g.Cells = append(g.Cells, c)
			}
		}
		g.Rows = append(g.Rows, labels...)
	}
	return charts.Figure{
		Title: fmt.Sprintf("%s on %d banks: %s", layoutName(array), banks, Passes(s.Passes)),
		Caption: fmt.Sprintf("Columns are banks, rows are what each bank holds; a number is the lane that asks. %s%s",
			verdict(d, s), left),
		Alt:    fmt.Sprintf("Bank map of %s. The %d requested words need %s; the fullest bank decides.", layoutName(array), s.Requests, Passes(s.Passes)),
		Note:   BanksNote([]gpumodel.Access{a}, d),
		Series: []charts.Series{g},
	}, nil
}

// verdict says in a sentence what an access costs.
func verdict(d gpumodel.Device, s gpumodel.Service) string {
	if s.Conflicts == 0 {
		return fmt.Sprintf("The %s needs %s and has no conflict.", d.Name, Passes(s.Passes))
	}
	return fmt.Sprintf("The %s needs %s, where %d would do without a conflict.", d.Name, Passes(s.Passes), s.Ideal)
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
	where := "address " + strconv.Itoa(int(addr)) // the axes say the bank and the row of thousands that nobody asks for
	r, col, ok := m.array.At(addr)
	if !ok {
		c.Tone, c.Tip = charts.Tone4, "padding\n"+where
		return c, true
	}
	c.Tip = "A[" + strconv.Itoa(r) + "][" + strconv.Itoa(col) + "]\n" + where
	asked := m.word[addr]
	if len(asked) == 0 {
		return c, true
	}
	c.Tip += fmt.Sprintf("\nbank %d, row %d", w.bank, w.row)
	c.Label = strconv.Itoa(asked[0].Lane)
	if len(asked) > 1 {
		c.Label += "+"
	}
	c.Tone = charts.Tone1
	for i, q := range asked { // in order of passes: each phase that asks for the word is served by itself
		if i == 0 || q.Pass != asked[i-1].Pass {
			c.Tip += fmt.Sprintf("\npass %d of %d: lane ", q.Pass+1, m.s.Passes)
			c.Value = float64(q.Pass)
			if !m.first[q.Pass] {
				c.Tone = charts.Tone2
			}
		} else {
			c.Tip += ", "
		}
		c.Tip += strconv.Itoa(q.Lane)
	}
	return c, true
}

// layoutName writes an array as a programmer declares it.
func layoutName(a gpumodel.Array) string {
	name := fmt.Sprintf("A[%d][%d]", a.Rows, a.Columns+a.Pad)
	if a.Swizzle.Span > 1 {
		name += fmt.Sprintf(" with an XOR swizzle of %d", a.Swizzle.Span)
	}
	return name
}

// rowsShown returns which of so many rows BankMap draws, and says what is left out.
func rowsShown(trace []gpumodel.Request, total, most int) (rows []int, left string) {
	const first = 4 // as they are, so that the array's own order is seen
	for row := range total {
		if total <= most || row < first || slices.ContainsFunc(trace, func(r gpumodel.Request) bool { return r.Row == row }) {
			rows = append(rows, row)
		}
	}
	switch {
	case total <= most:
		return rows, ""
	case len(rows) <= most:
		return rows, fmt.Sprintf(" Below the first %d of %d rows, those are left out of which nobody asks a word.", first, total)
	}
	rows = make([]int, most)
	for i := range rows {
		rows[i] = i
	}
	return rows, fmt.Sprintf(" The first %d of %d rows are shown.", most, total)
}
