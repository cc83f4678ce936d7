package picture

import (
	"slices"
	"strings"

	"lanebook/charts"
)

// drawGrid draws a bank map or a heat map. Cells of one colour are one path.
func drawGrid(p pen, g charts.Grid, l charts.Layout) {
	x0, y0 := float64(l.Left), float64(l.Top)
	w := float64(l.Width-l.Left-l.Right) / float64(len(g.Columns))
	h := float64(l.Height-l.Top-l.Bottom) / float64(len(g.Rows))
	inks := cellInks(p, g)
	for _, run := range runsOf(g, inks) {
		p.fill(run.ink, run.boxes(x0, y0, w, h)...)
	}
	drawGaps(p, g, x0, y0, w, h)
	if len(g.Keys) == 0 {
		drawScale(p, g, l)
	}
	drawCellLabels(p, g, l, x0, y0, w, h)
	drawGridLabels(p, g, l, x0, y0, w, h)
}

// cellInks returns the colour of each cell, by row and column; nil where none is.
func cellInks(p pen, g charts.Grid) [][]*inkColour {
	rows := make([][]*inkColour, len(g.Rows))
	for i := range rows {
		rows[i] = make([]*inkColour, len(g.Columns))
	}
	r := g.Range()
	for _, c := range g.Cells {
		of := ink(c.Tone, p.theme)
		if len(g.Keys) == 0 {
			of, _ = heatInk(r.At(c.Value))
		}
		rows[c.Row][c.Column] = &of
	}
	return rows
}

// coloured is all cells of one colour, as runs of neighbours in a row: a picture of
// runs with gaps drawn over them is a fraction of one of cells.
type coloured struct {
	ink  inkColour
	runs []run
}

type run struct{ row, column, length int }

func (c coloured) boxes(x0, y0, w, h float64) []box {
	var boxes []box
	for _, r := range c.runs {
		boxes = append(boxes, box{x0 + float64(r.column)*w, y0 + float64(r.row)*h, float64(r.length) * w, h})
	}
	return boxes
}

// runsOf gathers cells by colour, in the order in which colours first appear.
func runsOf(g charts.Grid, inks [][]*inkColour) []coloured {
	var all []coloured
	place := map[inkColour]int{}
	for i, row := range inks {
		for j := 0; j < len(row); {
			if row[j] == nil {
				j++
				continue
			}
			r := run{i, j, 1}
			for j++; j < len(row) && row[j] != nil && *row[j] == *row[r.column]; j++ {
				r.length++
			}
			ink := *row[r.column]
			if _, seen := place[ink]; !seen {
				place[ink] = len(all)
				all = append(all, coloured{ink: ink})
			}
			all[place[ink]].runs = append(all[place[ink]].runs, r)
		}
	}
	return all
}

// drawGaps draws the lines between the cells, in the colour of the paper.
func drawGaps(p pen, g charts.Grid, x0, y0, w, h float64) {
	width := 1.0
	if min(w, h) < 5 {
		width = 0.3
	}
	x1, y1 := x0+w*float64(len(g.Columns)), y0+h*float64(len(g.Rows))
	var lines [][]point
	for i := range len(g.Columns) + 1 {
		x := x0 + float64(i)*w
		lines = append(lines, []point{{x, y0}, {x, y1}})
	}
	for i := range len(g.Rows) + 1 {
		y := y0 + float64(i)*h
		lines = append(lines, []point{{x0, y}, {x1, y}})
	}
	p.stroke(p.ink(charts.TonePaper), width, nil, lines...)
}

// heatSteps is into how many colours a picture's scale is cut: more cannot be
// told apart, and each is a path.
const heatSteps = 64

// heatInk is the colour at t from 0 to 1, and that of words on it.
func heatInk(t float64) (back, words inkColour) {
	step := min(int(t*heatSteps), heatSteps-1)
	b, w := charts.Heat((float64(step) + 0.5) / heatSteps)
	return inkColour{hex: b}, inkColour{hex: w}
}

// drawScale draws a heat map's colour bar to its right.
func drawScale(p pen, g charts.Grid, l charts.Layout) {
	r := g.Range()
	x, top := float64(l.Width-l.Right+18), float64(l.Top)
	high := min(float64(l.Height-l.Top-l.Bottom), 220)
	for i := range heatSteps {
		ink, _ := heatInk((float64(i) + 0.5) / heatSteps)
		h := high / heatSteps
		if i > 0 {
			h++ // reaches below the step under it, so that no seam shows
		}
		p.fill(ink, box{x, top + high*float64(heatSteps-1-i)/heatSteps, 14, h})
	}
	soft := p.ink(charts.ToneSoft)
	free := top + high + 20
	for _, v := range r.Ticks {
		if y := top + high*(1-r.At(v)); free-y >= 15 {
			p.text(point{x + 20, y}, charts.FormatNumber(v), words{ink: soft})
			free = y
		}
	}
	p.text(point{x, top - 12}, g.Unit, words{ink: soft})
}

func drawCellLabels(p pen, g charts.Grid, l charts.Layout, x0, y0, w, h float64) {
	if l.LabelSize == 0 {
		return
	}
	cells := slices.Clone(g.Cells)
	slices.SortStableFunc(cells, func(a, b charts.Cell) int { return strings.Compare(string(a.Tone), string(b.Tone)) })
	r := g.Range()
	for _, c := range cells {
		ink := ink(charts.On(c.Tone), p.theme)
		if len(g.Keys) == 0 {
			_, ink = heatInk(r.At(c.Value))
		}
		p.text(point{x0 + (float64(c.Column)+0.5)*w, y0 + (float64(c.Row)+0.5)*h}, c.Label,
			words{ink: ink, size: float64(l.LabelSize), anchor: middle})
	}
}

// drawGridLabels names columns, rows and axes. Where labels would touch, only
// every second, fourth, eighth … is written.
func drawGridLabels(p pen, g charts.Grid, l charts.Layout, x0, y0, w, h float64) {
	soft := p.ink(charts.ToneSoft)
	step, above := 1, 31.0
	how := words{ink: soft, anchor: middle}
	if l.Tilt {
		how = words{ink: soft, turn: charts.TiltDegrees}
		above = float64(l.Top - l.LegendHeight() - 10)
	} else {
		long := 0.0
		for _, s := range g.Columns {
			long = max(long, charts.TextWidth(s, charts.TextSize))
		}
		step = every(w, long+3)
	}
	for i := 0; i < len(g.Columns); i += step {
		p.text(point{x0 + (float64(i)+0.5)*w, y0 - 11}, g.Columns[i], how)
	}
	for i := 0; i < len(g.Rows); i += every(h, 15) {
		p.text(point{x0 - 6, y0 + (float64(i)+0.5)*h}, g.Rows[i], words{ink: soft, anchor: end})
	}
	p.text(point{x0 + w*float64(len(g.Columns))/2, y0 - above}, g.Across, words{ink: soft, anchor: middle})
	p.text(point{12, y0 + h*float64(len(g.Rows))/2}, g.Down, words{ink: soft, anchor: middle, turn: 90})
}

// every returns the least power of two that gives labels the room they need.
func every(room, need float64) int {
	n := 1
	for float64(n)*room < need && n < 1<<20 {
		n *= 2
	}
	return n
}
