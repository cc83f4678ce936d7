//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
)

// errorTable is a table of errors by GPU and level that is drawn as a grid, so that colours say
// from where the model has a number.
type errorTable struct {
	rows, columns []string
	bar           float64 // of the unseen
	cells         []errorCell
}

// errorCell is one GPU's numbers of one level, all from the same.
type errorCell struct {
	row, column, from string
	off               []float64 // parts of what was measured
	signed            bool      // one number, whose sign is shown
	tip               string
	worst             float64
}

// add adds a number to its cell.
func (t *errorTable) add(row, column string, m chipMiss) {
	i := slices.IndexFunc(t.cells, func(c errorCell) bool { return c.row == row && c.column == column })
	if i < 0 {
		i = len(t.cells)
		t.cells = append(t.cells, errorCell{row: row, column: column, from: m.from})
	}
	c := &t.cells[i]
	c.off = append(c.off, m.error())
	if c.signed = len(c.off) == 1; c.signed || math.Abs(m.error()) > math.Abs(c.worst) {
		c.worst = m.error()
		c.tip = fmt.Sprintf("%s, %s\nmeasured %s\nmodel %s (%s %%)", m.gpu, m.what, m.write(m.measured), m.write(m.model), Signed(100*m.error(), 1))
	}
}

// mean adds a cell that has a mean already.
func (t *errorTable) mean(row, column, from string, off float64, tip string) {
	t.cells = append(t.cells, errorCell{row: row, column: column, from: from, off: []float64{off}, tip: tip})
}

// size is the mean of the errors without their signs.
func (c errorCell) size() (mean float64) {
	for _, e := range c.off {
		mean += math.Abs(e) / float64(len(c.off))
	}
	return mean
}

// cell is the cell as it is drawn.
func (c errorCell) cell(bar float64) charts.Cell {
	out := charts.Cell{Value: 100 * c.size(), Label: percent(100 * c.size()), Tip: c.tip}
	if c.signed {
		out.Value = 100 * c.off[0]
		out.Label = percent(out.Value)
		if out.Value > 0 && out.Label != "0" {
			out.Label = "+" + out.Label
		}
	} else if len(c.off) > 1 {
		out.Tip = fmt.Sprintf("mean of %d numbers; the worst:\n%s", len(c.off), c.tip)
	}
	switch {
	case c.from == fromIt:
		out.Tone = toneSet
	case c.from != unseen:
		out.Tone = toneInPart
	case c.size() <= bar:
		out.Tone = toneNear
	default:
		out.Tone = toneFar
	}
	return out
}

const (
	toneSet    = charts.ToneMuted
	toneInPart = charts.Tone7
	toneNear   = charts.Tone6
	toneFar    = charts.Tone2
	toneAll    = charts.TonePlain
)

// percent writes a percentage in four letters at most.
func percent(x float64) string {
	decimals := 1
	if math.Abs(x) >= 9.95 {
		decimals = 0
	}
	s := fmt.Sprintf("%.*f", decimals, x)
	if s == "0.0" || s == "-0.0" {
		return "0"
	}
	return s
}

// figure draws the table, with sums of its columns below; each column stands for one of what.
func (t errorTable) figure(title, caption, what string) charts.Figure {
	g := charts.Grid{Rows: append(slices.Clone(t.rows), "", "mean, unseen", "in bar, unseen", "mean, set"), Columns: t.columns, Keys: []charts.Key{
		{Tone: toneNear, Label: fmt.Sprintf("unseen, within %.0f %%", 100*t.bar)}, {Tone: toneFar, Label: "beyond"}, {Tone: toneSet, Label: "set from it"}}}
	fresh, near, sum := 0, 0, 0.0
	for column, name := range t.columns {
		var free, set errorCell
		for _, c := range t.cells {
			if c.column != name {
				continue
			}
			drawn := c.cell(t.bar)
			drawn.Row, drawn.Column = slices.Index(t.rows, c.row), column
			g.Cells = append(g.Cells, drawn)
			switch c.from {
			case fromIt:
				set.off = append(set.off, c.off...)
			case unseen:
				free.off = append(free.off, c.off...)
			}
		}
		within := t.below(&g, column, free, set)
		fresh, near, sum = fresh+len(free.off), near+within, sum+free.size()*float64(len(free.off))
	}
	if slices.ContainsFunc(t.cells, func(c errorCell) bool { return c.from != fromIt && c.from != unseen }) {
		g.Keys = append(g.Keys, charts.Key{Tone: toneInPart, Label: "set in part"})
	}
	g.Keys = append(g.Keys, charts.Key{Tone: toneAll, Label: "all GPUs"})
	return charts.Figure{
		Title:   title,
		Caption: fmt.Sprintf("%s Of %d unseen numbers, %.1f %% off on average, %d are within %.0f %%; what is set agrees by being told.", caption, fresh, 100*sum/float64(fresh), near, 100*t.bar),
		Alt:     fmt.Sprintf("Table of errors in percent: a line for each GPU, a column for each of %s. Colours tell what the model was set from. Below, means, and how many of a hundred are within the bar.", what),
		Series:  []charts.Series{g},
	}
}

// below adds what a column comes to, of its unseen numbers and of those set, and returns how
// many of the unseen are within the bar.
func (t errorTable) below(g *charts.Grid, column int, free, set errorCell) (within int) {
	add := func(line int, label string, value float64, tip string) {
		g.Cells = append(g.Cells, charts.Cell{Row: len(t.rows) + line, Column: column, Tone: toneAll, Label: label, Value: value, Tip: tip})
	}
	for _, e := range free.off {
		if math.Abs(e) <= t.bar {
			within++
		}
	}
	if n := len(free.off); n > 0 {
		add(1, percent(100*free.size()), 100*free.size(), fmt.Sprintf("%d unseen numbers: mean error %.1f %%", n, 100*free.size()))
		part := 100 * float64(within) / float64(n)
		add(2, fmt.Sprintf("%.0f", part), part, fmt.Sprintf("%d of %d unseen numbers are within %.0f %%", within, n, 100*t.bar))
	}
	if n := len(set.off); n > 0 {
		add(3, percent(100*set.size()), 100*set.size(), fmt.Sprintf("%d numbers that the model was set from: mean error %.1f %%", n, 100*set.size()))
	}
	return within
}
