package charts

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// Validate reports everything that is wrong with the figure at once, each fault
// with its field, the value found and what was wanted; nil if all is well. A
// figure that passes can be drawn by every renderer.
func (f Figure) Validate() error {
	c := &check{figure: f.Name}
	c.want(isName(f.Name), "Name = %q, want lower-case words of letters and digits joined by single hyphens, such as bank-map", f.Name)
	c.want(strings.TrimSpace(f.Title) != "", "Title is empty, want a few words that say what is shown")
	c.want(strings.TrimSpace(f.Alt) != "", "Alt is empty, want words for a reader who cannot see the figure")
	if f.kinds(c) {
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
			c.want(len(s.Columns) > 0 && len(s.Rows) > 0, "%s has %d Columns and %d Rows, want at least one of each", at, len(s.Columns), len(s.Rows))
			for i, column := range s.Columns {
				c.keys(fmt.Sprintf("%s.Columns[%d].Parts", at, i), column.Parts)
			}
			c.rows(at+".Rows", s.Columns, s.Rows)
			c.rows(at+".More", s.Columns, s.More)
		}
	}
	c.values(reflect.ValueOf(f), "", func() string { return "" })
	if more := len(c.faults) - maxFaults; more > 0 {
		c.faults = c.faults[:maxFaults]
		c.want(false, "and %d more faults", more)
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

// kinds checks which series stand together, and says whether they are plotted
// against axes.
func (f Figure) kinds(c *check) (plotted bool) {
	c.want(len(f.Series) > 0, "Series is empty, want at least one")
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
			c.want(false, "Series[%d] is a %T, want Line, Bars, Grid, Spans, Flow or Table", i, s)
			continue
		}
		name := traceOf(s).Name
		if traceOf(s).Tone == ToneAuto {
			auto++
		}
		j, twice := names[name]
		c.want(len(f.Series) == 1 || name != "", "Series[%d].Name is empty, want a name for the legend where there are several series", i)
		c.want(!twice || name == "", "Series[%d].Name = %q, want another than that of Series[%d]", i, name, j)
		names[name] = i
	}
	c.want(!alone || len(f.Series) == 1, "Series holds %d members, want a Grid, Spans, a Flow or a Table to stand alone", len(f.Series))
	c.want(auto <= len(Palette), "Series holds %d members of ToneAuto, want at most %d, or they cannot be told apart", auto, len(Palette))
	return plotted
}

func (c *check) axis(at string, a Axis) {
	if len(a.Categories) > 0 {
		c.want(a.Scale == Linear, "%s.Scale = %q, want linear on an axis of categories", at, a.Scale)
		c.want(len(a.Ticks) == 0, "%s.Ticks has %d values, want none on an axis of categories", at, len(a.Ticks))
	} else {
		c.want(a.Label != "", "%s.Label is empty, want the quantity shown", at)
	}
	c.positive(at+".Ticks", a.Ticks, a.Scale)
	for i := 1; i < len(a.Ticks); i++ {
		c.want(a.Ticks[i] > a.Ticks[i-1], "%s.Ticks[%d] = %v, want more than %v before it", at, i, a.Ticks[i], a.Ticks[i-1])
	}
}

// rows checks the rows of a table.
func (c *check) rows(at string, columns []Column, rows [][]string) {
	for i, row := range rows {
		if c.length(fmt.Sprintf("%s[%d]", at, i), len(row), len(columns), "one for each of Columns"); len(row) == len(columns) {
			c.bar(fmt.Sprintf("%s[%d]", at, i), columns, row)
		}
	}
}

func (c *check) line(at string, f Figure, l Line) {
	c.want(len(l.X) > 0, "%s.X is empty, want at least one point", at)
	c.length(at+".Y", len(l.Y), len(l.X), "as many as X")
	c.positive(at+".X", l.X, f.X.Scale)
	c.positive(at+".Y", l.Y, f.Y.Scale)
	c.places(at+".X", l.X, f.X)
	c.places(at+".Y", l.Y, f.Y)
	c.tips(at, l.Tips, len(l.X), "X")
}

func (c *check) bars(at string, f Figure, b Bars) {
	if len(f.X.Categories) == 0 {
		c.want(false, "X.Categories is empty, want one for each bar of %s", at)
	} else {
		c.length(at+".Y", len(b.Y), len(f.X.Categories), "one for each of X.Categories")
	}
	c.want(len(f.Y.Categories) == 0, "Y.Categories has %d, want none: the height of bars is a number", len(f.Y.Categories))
	c.want(b.Stack == "" || f.Y.Scale == Linear, "%s.Stack = %q on a Y.Scale of %q, want a linear scale: piled lengths mean nothing on a logarithmic one", at, b.Stack, f.Y.Scale)
	c.positive(at+".Y", b.Y, f.Y.Scale)
	c.tips(at, b.Tips, len(b.Y), "Y")
}

func (c *check) grid(at string, g Grid) {
	c.want(len(g.Columns) > 0 && len(g.Rows) > 0 && len(g.Cells) > 0, "%s has %d Rows, %d Columns and %d Cells, want at least one of each", at, len(g.Rows), len(g.Columns), len(g.Cells))
	keys := c.keys(at+".Keys", g.Keys)
	type place struct{ row, column int }
	taken := map[place]int{}
	for i, cell := range g.Cells {
		at := fmt.Sprintf("%s.Cells[%d]", at, i)
		c.index(at+".Row", cell.Row, len(g.Rows))
		c.index(at+".Column", cell.Column, len(g.Columns))
		p := place{cell.Row, cell.Column}
		j, twice := taken[p]
		c.want(!twice, "%s is at row %d, column %d like Cells[%d], want one cell for a place", at, cell.Row, cell.Column, j)
		taken[p] = i
		if len(g.Keys) > 0 {
			c.want(keys[cell.Tone], "%s.Tone = %q, want one of Keys", at, cell.Tone)
		} else {
			c.want(cell.Tone == ToneAuto, "%s.Tone = %q, want none in a heat map (or Keys, to make the grid categorical)", at, cell.Tone)
			c.positive(at+".Value", []float64{cell.Value}, g.Scale)
		}
	}
}
