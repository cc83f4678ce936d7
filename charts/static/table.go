package static

import (
	"fmt"

	"lanebook/charts"
)

// drawTable draws a table, or its first rows and how many are left out.
func drawTable(p pen, t charts.Table, l charts.Layout) {
	s := t.Sheet(l.Width)
	soft, ink := p.ink(charts.ToneSoft), p.ink(charts.ToneInk)
	const first = charts.SheetLine / 2 // the middle of a row's first line
	for r, row := range s.Rows {
		for i, lines := range row.Cells {
			how, x := words{ink: ink, bold: r == 0}, s.Left[i]
			if t.Columns[i].Numeric {
				how.anchor, x = end, s.Left[i]+s.Wide[i]
			}
			for k, line := range lines {
				p.text(point{x, row.Top + first + charts.SheetMore*float64(k)}, line, how)
			}
		}
	}
	if s.Out > 0 {
		last := s.Rows[len(s.Rows)-1]
		p.text(point{s.Left[0], last.Top + last.Height + first}, fmt.Sprintf("… %d more rows", s.Out), words{ink: soft})
	}
	x0, x1 := float64(l.Left), float64(l.Width-l.Right)
	var rules [][]point
	for _, row := range s.Rows[1 : len(s.Rows)-1] {
		y := row.Top + row.Height
		rules = append(rules, []point{{x0, y}, {x1, y}})
	}
	if len(rules) > 0 {
		p.stroke(p.ink(charts.TonePlain), 1, nil, rules...)
	}
	y := s.Rows[0].Top + s.Rows[0].Height
	p.stroke(soft, 1, nil, []point{{x0, y}, {x1, y}})
}
