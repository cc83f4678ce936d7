package figures

import "lanebook/charts"

// Panels puts matrices into one grid: side by side in bands, bands one below the
// other, blank rows and columns between.
type Panels struct {
	Grid charts.Grid
	row  int // first row of the band
	at   int // first column of the next panel in it
}

// Band begins a new band of that many rows, labelled at its left.
func (p *Panels) Band(label string, rows int) {
	if p.row = len(p.Grid.Rows); p.row > 0 {
		p.Grid.Rows = append(p.Grid.Rows, "")
		p.row++
	}
	p.at = 0
	for range rows {
		p.Grid.Rows = append(p.Grid.Rows, "")
	}
	middle := p.row + rows/2
	if rows > 4 {
		middle &^= 3 // a label that stays when low rows thin them out to every fourth
	}
	p.Grid.Rows[middle] = label
}

// Add appends a panel to the band; cell gives what stands in it.
func (p *Panels) Add(rows, columns int, cell func(row, column int) (charts.Cell, bool)) {
	if p.at > 0 {
		p.at++
	}
	for row := range rows {
		for column := range columns {
			if c, ok := cell(row, column); ok {
				c.Row, c.Column = p.row+row, p.at+column
				p.Grid.Cells = append(p.Grid.Cells, c)
			}
		}
	}
	p.at += columns
	for len(p.Grid.Columns) < p.at {
		p.Grid.Columns = append(p.Grid.Columns, "")
	}
}
