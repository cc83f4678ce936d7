package charts

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
)

// WriteCSV writes the figure's data as CSV with a line of heads (RFC 4180, UTF-8).
//
//   - Lines and bars: one row for each X and one column for each series, where the
//     X of one series hold those of all; else one row for each point, with the
//     name of its series.
//   - Grid: one row for each cell, by row and column.
//   - Spans: one row for each span, by row and time.
//   - Flow: one row for each box, marked rectangle of tiles, and arrow.
//   - Table: as it stands, with a column for each part of bars.
//
// Numbers are written in full. The figure must be valid.
func WriteCSV(w io.Writer, f Figure) error {
	rows, err := f.Data()
	if err != nil {
		return err
	}
	if err := csv.NewWriter(w).WriteAll(rows); err != nil {
		return fmt.Errorf("figure %q: CSV: %w", f.Name, err)
	}
	return nil
}

// Data returns what WriteCSV writes, as a table whose first row is the heads.
func (f Figure) Data() ([][]string, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	return f.data(fullNumber), nil
}

func fullNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// data returns the figure's data as a table whose first row is the heads.
func (f Figure) data(number func(float64) string) [][]string {
	switch s := f.Series[0].(type) {
	case Grid:
		return gridData(s, number)
	case Spans:
		return spansData(f, s, number)
	case Flow:
		return flowData(s)
	case Table:
		s.Rows = slices.Concat(s.Rows, s.More)
		s = s.flat()
		head := make([]string, len(s.Columns))
		for i, c := range s.Columns {
			head[i] = c.Head
		}
		return append([][]string{head}, s.Rows...)
	}
	if x, ok := f.sharedX(); ok {
		return f.wideData(x, number)
	}
	return f.longData(number)
}

// sharedX returns the X values of the longest series, if each other series has
// some of the same, and none of them twice.
func (f Figure) sharedX() ([]float64, bool) {
	var longest []float64
	for _, s := range f.Series {
		if t := traceOf(s); len(t.X) > len(longest) {
			longest = t.X
		}
	}
	places := map[float64]bool{}
	for _, x := range longest {
		places[x] = true
	}
	if len(places) < len(longest) {
		return nil, false
	}
	for _, s := range f.Series {
		seen := map[float64]bool{}
		for _, x := range traceOf(s).X {
			if !places[x] || seen[x] {
				return nil, false
			}
			seen[x] = true
		}
	}
	return longest, true
}

func (f Figure) wideData(x []float64, number func(float64) string) [][]string {
	head := []string{cmp.Or(f.X.Title(), "x")}
	for _, s := range f.Series {
		head = append(head, cmp.Or(traceOf(s).Name, f.Y.Title(), "y"))
	}
	rows := [][]string{head}
	place := map[float64]int{} // of an X, none of which is twice in a series
	for i, v := range x {
		place[v] = i
		rows = append(rows, make([]string, len(head))) // empty where a series has no such X
		rows[i+1][0] = f.X.value(v, number)
	}
	for k, s := range f.Series {
		t := traceOf(s)
		for i, v := range t.X {
			rows[place[v]+1][k+1] = f.Y.value(t.Y[i], number)
		}
	}
	return rows
}

func (f Figure) longData(number func(float64) string) [][]string {
	rows := [][]string{{"series", cmp.Or(f.X.Title(), "x"), cmp.Or(f.Y.Title(), "y")}}
	for _, s := range f.Series {
		t := traceOf(s)
		for i := range t.X {
			rows = append(rows, []string{t.Name, f.X.value(t.X[i], number), f.Y.value(t.Y[i], number)})
		}
	}
	if len(f.Series) == 1 {
		for i := range rows {
			rows[i] = rows[i][1:]
		}
	}
	return rows
}

// value writes v in words: the category that stands at v, or the number.
func (a Axis) value(v float64, number func(float64) string) string {
	if i := int(v); float64(i) == v && i >= 0 && i < len(a.Categories) {
		return a.Categories[i]
	}
	return number(v)
}

func gridData(g Grid, number func(float64) string) [][]string {
	keys := keyLabels(g.Keys)
	value := "value"
	if g.Unit != "" {
		value += " (" + g.Unit + ")"
	}
	rows := [][]string{{cmp.Or(g.Down, "row"), cmp.Or(g.Across, "column"), "key", value, "label", "tip"}}
	for _, c := range g.ByPlace() {
		rows = append(rows, []string{
			cmp.Or(g.Rows[c.Row], strconv.Itoa(c.Row)), cmp.Or(g.Columns[c.Column], strconv.Itoa(c.Column)),
			keys[c.Tone], number(c.Value), c.Label, c.Tip,
		})
	}
	for i := range rows {
		if len(g.Keys) == 0 {
			rows[i] = slices.Delete(rows[i], 2, 3)
		}
	}
	return rows
}

// ByPlace returns the cells by row, then by column.
func (g Grid) ByPlace() []Cell {
	cells := slices.Clone(g.Cells)
	sort.SliceStable(cells, func(i, j int) bool {
		a, b := &cells[i], &cells[j]
		return a.Row < b.Row || a.Row == b.Row && a.Column < b.Column
	})
	return cells
}

// keyLabels is what each tone means.
func keyLabels(keys []Key) map[Tone]string {
	labels := map[Tone]string{}
	for _, k := range keys {
		labels[k.Tone] = k.Label
	}
	return labels
}
