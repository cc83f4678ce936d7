package charts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// BarPart is a part of a bar in a Table.
type BarPart struct {
	Key
	Value float64
	Share float64 // of the longest bar of its column, 0 to 1
}

// Bar returns the parts of the bar in a cell that are more than 0. The table must be valid,
// and the column one with Parts.
func (t Table) Bar(row, column int) []BarPart {
	most := 0.0
	for _, r := range t.Rows {
		sum := 0.0
		for _, n := range numbers(r[column]) {
			sum += n
		}
		most = max(most, sum)
	}
	var parts []BarPart
	for i, n := range numbers(t.Rows[row][column]) {
		if n > 0 {
			parts = append(parts, BarPart{t.Columns[column].Parts[i], n, n / most})
		}
	}
	return parts
}

// numbers are those of a cell.
func numbers(cell string) []float64 {
	var all []float64
	for word := range strings.FieldsSeq(cell) {
		n, _ := strconv.ParseFloat(word, 64)
		all = append(all, n)
	}
	return all
}

// bar checks the bars of a row.
func (c *check) bar(at string, columns []Column, row []string) {
	for i, column := range columns {
		words := strings.Fields(row[i])
		if len(column.Parts) == 0 || len(words) == 0 {
			continue
		}
		good := !slices.ContainsFunc(words, func(w string) bool {
			n, err := strconv.ParseFloat(w, 64)
			return err != nil || !(n >= 0 && n < 1e300)
		})
		c.want(good && len(words) == len(column.Parts), "%s[%d] = %q, want a number for each of %d Parts, none below 0, or nothing", at, i, row[i], len(column.Parts))
	}
}

// flat is the table with a column of numbers for each part of bars.
func (t Table) flat() Table {
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Parts != nil }) {
		return t
	}
	var flat Table
	for _, c := range t.Columns {
		if c.Parts == nil {
			flat.Columns = append(flat.Columns, c)
		}
		for _, k := range c.Parts {
			flat.Columns = append(flat.Columns, Column{Head: fmt.Sprintf("%s: %s", c.Head, k.Label), Numeric: true})
		}
	}
	for _, row := range t.Rows {
		var cells []string
		for i, c := range t.Columns {
			switch words := strings.Fields(row[i]); {
			case c.Parts == nil:
				cells = append(cells, row[i])
			case len(words) == 0:
				cells = append(cells, make([]string, len(c.Parts))...)
			default:
				cells = append(cells, words...)
			}
		}
		flat.Rows = append(flat.Rows, cells)
	}
	return flat
}
