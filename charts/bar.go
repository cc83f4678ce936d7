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

// Bars returns the bars by column and row, of each the parts that are more than 0; nothing of columns
// without Parts. The table must be valid.
func (t Table) Bars() [][][]BarPart {
	all := make([][][]BarPart, len(t.Columns))
	for i, c := range t.Columns {
		if len(c.Parts) > 0 {
			all[i] = t.bars(i, c.Parts)
		}
	}
	return all
}

func (t Table) bars(column int, keys []Key) [][]BarPart {
	bars, longest := make([][]BarPart, len(t.Rows)), 0.0
	for i, r := range t.Rows {
		sum := 0.0
		for k, n := range numbers(r[column]) {
			if sum += n; n > 0 {
				bars[i] = append(bars[i], BarPart{keys[k], n, n})
			}
		}
		longest = max(longest, sum)
	}
	for _, bar := range bars {
		for k := range bar {
			bar[k].Share /= longest
		}
	}
	return bars
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
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return len(c.Parts) > 0 }) {
		return t
	}
	var flat Table
	for _, c := range t.Columns {
		if len(c.Parts) == 0 {
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
			case len(c.Parts) == 0:
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
