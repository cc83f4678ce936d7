package figures

import "lanebook/charts"

// panels puts matrices into one grid: side by side in bands, bands one below the
// other, blank rows and columns between.
type panels struct {
	grid charts.Grid
	row  int // first row of the band
	at   int // first column of the next panel in it
}

// band begins a new band of that many rows, labelled at its left.
func (p *panels) band(label string, rows int) {
	if p.row = len(p.grid.Rows); p.row > 0 {
		p.grid.Rows = append(p.grid.Rows, "")
		p.row++
	}
	p.at = 0
	for range rows {
		p.grid.Rows = append(p.grid.Rows, "")
	}
	middle := p.row + rows/2
	if rows > 4 {
		middle &^= 3 // a label that stays when low rows thin them out to every fourth
	}
	p.grid.Rows[middle] = label
}

// add appends a panel to the band; cell gives what stands in it.
func (p *panels) add(rows, columns int, cell func(row, column int) (charts.Cell, bool)) {
	if p.at > 0 {
		p.at++
	}
	for row := range rows {
		for column := range columns {
			if c, ok := cell(row, column); ok {
				c.Row, c.Column = p.row+row, p.at+column
				p.grid.Cells = append(p.grid.Cells, c)
			}
		}
	}
	p.at += columns
	for len(p.grid.Columns) < p.at {
		p.grid.Columns = append(p.grid.Columns, "")
	}
}
