package charts

import (
	"errors"
	"fmt"
	"strings"
)

// Validate reports everything that is wrong with the figure at once, each fault
// with its field, the value found and what was wanted; nil if all is well. A
// figure that passes can be drawn by every renderer.
func (f Figure) Validate() error {
	c := &check{figure: f.Name}
	c.words(f)
	plotted := f.kinds(c)
	if plotted {
		c.axis("X", f.X)
		c.axis("Y", f.Y)
	}
	for i, s := range f.Series {
		at := fmt.Sprintf("Series[%d]", i)
		switch s := s.(type) {
		case Line:
			c.line(at, f, s)
		case Bars:
			c.bars(at, f, s)
		case Grid:
			c.grid(at, s)
		case Spans:
			c.spans(at, f, s)
		case Flow:
			c.flow(at, s)
		case Table:
			c.table(at, s)
		}
	}
	if more := len(c.faults) - maxFaults; more > 0 {
		c.faults = c.faults[:maxFaults]
		c.fault("and %d more faults", more)
	}
	return errors.Join(c.faults...)
}

// maxFaults is how many faults are worth reading.
const maxFaults = 20

// isName says whether s is lower-case words of letters and digits joined by
// single hyphens, the first beginning with a letter. (Package regexp would be a
// twentieth of the program that pages load.)
func isName(s string) bool {
	for i, word := range strings.Split(s, "-") {
		if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" || word == "" || i == 0 && word[0] <= '9' {
			return false
		}
	}
	return true
}

func (c *check) words(f Figure) {
	if !isName(f.Name) {
		c.fault("Name = %q, want lower-case words of letters and digits joined by single hyphens, such as bank-map", f.Name)
	}
	if strings.TrimSpace(f.Title) == "" {
		c.fault("Title is empty, want a few words that say what is shown")
	}
	if strings.TrimSpace(f.Alt) == "" {
		c.fault("Alt is empty, want words for a reader who cannot see the figure")
	}
	c.label("Number", f.Number)
	c.label("Title", f.Title)
	c.text("Caption", f.Caption)
	c.text("Alt", f.Alt)
	c.text("Note", f.Note)
}

// kinds checks which series stand together, and says whether they are plotted
// against axes.
func (f Figure) kinds(c *check) (plotted bool) {
	if len(f.Series) == 0 {
		c.fault("Series is empty, want at least one")
	}
	alone, auto := false, 0
	names := map[string]int{}
	for i, s := range f.Series {
		switch s.(type) {
		case Line, Bars:
			plotted = true
		case Grid, Spans, Flow, Table:
			alone = true
			continue
		default:
			c.fault("Series[%d] is a %T, want Line, Bars, Grid, Spans, Flow or Table", i, s)
			continue
		}
		name := traceOf(s).Name
		if traceOf(s).Tone == ToneAuto {
			auto++
		}
		if len(f.Series) > 1 && name == "" {
			c.fault("Series[%d].Name is empty, want a name for the legend where there are several series", i)
		} else if j, twice := names[name]; twice {
			c.fault("Series[%d].Name = %q, want another than that of Series[%d]", i, name, j)
		}
		names[name] = i
	}
	if alone && len(f.Series) > 1 {
		c.fault("Series holds %d members, want a Grid, Spans, a Flow or a Table to stand alone", len(f.Series))
	}
	if auto > len(Palette) {
		c.fault("Series holds %d members of ToneAuto, want at most %d, or they cannot be told apart", auto, len(Palette))
	}
	return plotted
}

func (c *check) axis(at string, a Axis) {
	c.label(at+".Label", a.Label)
	c.label(at+".Unit", a.Unit)
	c.scale(at+".Scale", a.Scale)
	for i, s := range a.Categories {
		c.label(fmt.Sprintf("%s.Categories[%d]", at, i), s)
	}
	if len(a.Categories) > 0 {
		if a.Scale != Linear {
			c.fault("%s.Scale = %q, want linear on an axis of categories", at, a.Scale)
		}
		if len(a.Ticks) > 0 {
			c.fault("%s.Ticks has %d values, want none on an axis of categories", at, len(a.Ticks))
		}
	} else if a.Label == "" {
		c.fault("%s.Label is empty, want the quantity shown", at)
	}
	c.numbers(at+".Ticks", a.Ticks, a.Scale)
}

func (c *check) line(at string, f Figure, l Line) {
	c.label(at+".Name", l.Name)
	if len(l.X) == 0 {
		c.fault("%s.X is empty, want at least one point", at)
	}
	c.length(at+".Y", len(l.Y), len(l.X), "as many as X")
	c.numbers(at+".X", l.X, f.X.Scale)
	c.numbers(at+".Y", l.Y, f.Y.Scale)
	c.places(at+".X", l.X, f.X)
	c.places(at+".Y", l.Y, f.Y)
	switch l.Style {
	case Joined, Dashed, Dots, Steps:
	default:
		c.fault("%s.Style = %q, want joined (empty), dashed, dots or steps", at, l.Style)
	}
	c.tips(at, l.Tips, len(l.X), "X")
	c.tone(at+".Tone", l.Tone)
}

func (c *check) bars(at string, f Figure, b Bars) {
	c.label(at+".Name", b.Name)
	c.label(at+".Stack", b.Stack)
	if len(f.X.Categories) == 0 {
		c.fault("X.Categories is empty, want one for each bar of %s", at)
	} else {
		c.length(at+".Y", len(b.Y), len(f.X.Categories), "one for each of X.Categories")
	}
	if len(f.Y.Categories) > 0 {
		c.fault("Y.Categories has %d, want none: the height of bars is a number", len(f.Y.Categories))
	}
	if b.Stack != "" && f.Y.Scale != Linear {
		c.fault("%s.Stack = %q on a Y.Scale of %q, want a linear scale: piled lengths mean nothing on a logarithmic one", at, b.Stack, f.Y.Scale)
	}
	c.numbers(at+".Y", b.Y, f.Y.Scale)
	c.tips(at, b.Tips, len(b.Y), "Y")
	c.tone(at+".Tone", b.Tone)
}

func (c *check) grid(at string, g Grid) {
	if len(g.Columns) == 0 || len(g.Rows) == 0 || len(g.Cells) == 0 {
		c.fault("%s has %d Rows, %d Columns and %d Cells, want at least one of each", at, len(g.Rows), len(g.Columns), len(g.Cells))
	}
	c.labels(at+".Columns", g.Columns)
	c.labels(at+".Rows", g.Rows)
	c.label(at+".Across", g.Across)
	c.label(at+".Down", g.Down)
	c.label(at+".Unit", g.Unit)
	c.scale(at+".Scale", g.Scale)
	keys := c.keys(at, g.Keys)
	type place struct{ row, column int }
	taken := map[place]int{}
	for i, cell := range g.Cells {
		at := fmt.Sprintf("%s.Cells[%d]", at, i)
		if cell.Row < 0 || cell.Row >= len(g.Rows) {
			c.fault("%s.Row = %d, want 0 to %d", at, cell.Row, len(g.Rows)-1)
		}
		if cell.Column < 0 || cell.Column >= len(g.Columns) {
			c.fault("%s.Column = %d, want 0 to %d", at, cell.Column, len(g.Columns)-1)
		}
		p := place{cell.Row, cell.Column}
		if j, twice := taken[p]; twice {
			c.fault("%s is at row %d, column %d like Cells[%d], want one cell for a place", at, cell.Row, cell.Column, j)
		}
		taken[p] = i
		c.cell(at, g, keys, cell)
	}
}

func (c *check) cell(at string, g Grid, keys map[Tone]bool, cell Cell) {
	if len(g.Keys) > 0 {
		if !keys[cell.Tone] {
			c.fault("%s.Tone = %q, want one of Keys", at, cell.Tone)
		}
		c.numbers(at+".Value", []float64{cell.Value}, Linear)
	} else {
		if cell.Tone != ToneAuto {
			c.fault("%s.Tone = %q, want none in a heat map (or Keys, to make the grid categorical)", at, cell.Tone)
		}
		c.numbers(at+".Value", []float64{cell.Value}, g.Scale)
	}
	c.label(at+".Label", cell.Label)
	c.text(at+".Tip", cell.Tip)
}

func (c *check) keys(at string, keys []Key) map[Tone]bool {
	known := map[Tone]bool{}
	for i, k := range keys {
		at := fmt.Sprintf("%s.Keys[%d]", at, i)
		if _, ok := inks[k.Tone]; !ok {
			c.fault("%s.Tone = %q, want one of the tones", at, k.Tone)
		}
		if known[k.Tone] {
			c.fault("%s.Tone = %q, want each tone once", at, k.Tone)
		}
		known[k.Tone] = true
		if k.Label == "" {
			c.fault("%s.Label is empty, want what the tone means", at)
		}
		c.label(at+".Label", k.Label)
	}
	return known
}

func (c *check) table(at string, t Table) {
	if len(t.Columns) == 0 || len(t.Rows) == 0 {
		c.fault("%s has %d Columns and %d Rows, want at least one of each", at, len(t.Columns), len(t.Rows))
	}
	for i, col := range t.Columns {
		c.label(fmt.Sprintf("%s.Columns[%d].Head", at, i), col.Head)
	}
	for i, row := range t.Rows {
		at := fmt.Sprintf("%s.Rows[%d]", at, i)
		c.length(at, len(row), len(t.Columns), "one for each of Columns")
		c.labels(at, row)
	}
}
