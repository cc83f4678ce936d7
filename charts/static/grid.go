package static

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Grid is a plotter of a bank map or a heat map: the cell of row i and column j is
// around (X + j, Y + i). An inverted Y axis has row 0 on top. Words are not part of
// it but those in the cells.
type Grid struct {
	charts.Grid
	X, Y      float64   // where column 0 and row 0 stand
	LabelSize vg.Length // of the words in cells; 0 for none
}

// DataRange implements plot.DataRanger.
func (g Grid) DataRange() (xmin, xmax, ymin, ymax float64) {
	return g.X - 0.5, g.X + float64(len(g.Columns)) - 0.5, g.Y - 0.5, g.Y + float64(len(g.Rows)) - 0.5
}

// GlyphBoxes implements plot.GlyphBoxer: a Grid keeps to its range.
func (g Grid) GlyphBoxes(*plot.Plot) []plot.GlyphBox { return nil }

// Plot implements plot.Plotter. Cells of one colour are one path: plotter.HeatMap,
// which knows no tones and no blank cells, fills each by itself, in three times the
// bytes.
func (g Grid) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	at := func(row, column float64) vg.Point { return vg.Point{X: trX(g.X + column), Y: trY(g.Y + row)} }
	for _, run := range g.runs() {
		line(c, run.ink, at(run.row-0.5, run.from-0.5), at(run.row+0.5, run.to+0.5))
	}
	g.gaps(c, at)
	g.labels(c, at)
}

// line fills the rectangle with two opposite corners by a thick line from left to
// right. Lines of one thickness are one path, in half the bytes of rectangles.
func line(c draw.Canvas, ink color.Color, a, b vg.Point) {
	high := max(a.Y, b.Y) - min(a.Y, b.Y)
	c.StrokeLine2(draw.LineStyle{Color: ink, Width: high}, a.X, (a.Y+b.Y)/2, b.X, (a.Y+b.Y)/2)
}

// box is the path around a rectangle with two opposite corners, against the clock.
func box(a, b vg.Point) vg.Path {
	return vg.Rectangle{Min: vg.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}, Max: vg.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)}}.Path()
}

// run is neighbours of one colour in a row: a picture of runs with gaps drawn over
// them is a fraction of one of cells.
type run struct {
	ink           color.Color
	row, from, to float64
}

// runs returns all runs, by colour in the order in which colours first appear.
func (g Grid) runs() []run {
	inks := g.inks()
	var all []run
	first := map[color.Color]int{}
	for _, cell := range g.ByPlace() {
		next := run{inks(cell), float64(cell.Row), float64(cell.Column), float64(cell.Column)}
		if n := len(all) - 1; n >= 0 && all[n].ink == next.ink && all[n].row == next.row && all[n].to == next.from-1 {
			all[n].to = next.to
			continue
		}
		if _, seen := first[next.ink]; !seen {
			first[next.ink] = len(first)
		}
		all = append(all, next)
	}
	slices.SortStableFunc(all, func(a, b run) int { return first[a.ink] - first[b.ink] })
	return all
}

// inks returns the colour of cells.
func (g Grid) inks() func(charts.Cell) color.Color {
	if len(g.Keys) > 0 {
		return func(c charts.Cell) color.Color { return Ink(c.Tone) }
	}
	r := g.Range()
	return func(c charts.Cell) color.Color { back, _ := heat(r.At(c.Value)); return back }
}

// gaps draws the lines between the cells, in the colour of the paper.
func (g Grid) gaps(c draw.Canvas, at func(row, column float64) vg.Point) {
	rows, columns := float64(len(g.Rows)), float64(len(g.Columns))
	a, b := at(-0.5, -0.5), at(rows-0.5, columns-0.5)
	size := box(a, b)[2].Pos.Sub(box(a, b)[0].Pos)
	gap := draw.LineStyle{Color: Ink(charts.TonePaper), Width: 1}
	if min(size.X/vg.Length(columns), size.Y/vg.Length(rows)) < 5 {
		gap.Width = 0.3
	}
	for i := range len(g.Columns) + 1 {
		x := at(0, float64(i)-0.5).X
		c.StrokeLine2(gap, x, a.Y, x, b.Y)
	}
	for i := range len(g.Rows) + 1 {
		y := at(float64(i)-0.5, 0).Y
		c.StrokeLine2(gap, a.X, y, b.X, y)
	}
}

func (g Grid) labels(c draw.Canvas, at func(row, column float64) vg.Point) {
	if g.LabelSize == 0 {
		return
	}
	words := style(charts.ToneInk, float64(g.LabelSize))
	words.XAlign = text.XCenter
	cells := slices.Clone(g.Cells)
	slices.SortStableFunc(cells, func(a, b charts.Cell) int { return strings.Compare(string(a.Tone), string(b.Tone)) })
	r := g.Range()
	for _, cell := range cells {
		words.Color = Ink(charts.On(cell.Tone))
		if len(g.Keys) == 0 {
			_, words.Color = heat(r.At(cell.Value))
		}
		c.FillText(words, at(float64(cell.Row), float64(cell.Column)), cell.Label)
	}
}

// heatSteps is into how many colours a picture's scale is cut: more cannot be
// told apart, and each is a path.
const heatSteps = 64

// heat is the colour at t from 0 to 1, and that of words on it.
func heat(t float64) (back, words color.Color) {
	step := min(int(t*heatSteps), heatSteps-1)
	b, w := charts.Heat((float64(step) + 0.5) / heatSteps)
	return rgb(b), rgb(w)
}

// addGrid adds a grid with the names of rows, columns and axes.
func addGrid(p *plot.Plot, g charts.Grid, l charts.Layout) {
	p.Add(Grid{Grid: g, LabelSize: vg.Length(l.LabelSize)})
	down(p, g.Down, g.Rows, l)
	p.HideX()
	p.Add(columnNames(p, g, l)...)
	if len(g.Keys) == 0 {
		p.Add(scale{g, l})
	}
}

// down turns the Y axis into one of rows, the first on top.
func down(p *plot.Plot, name string, rows []string, l charts.Layout) {
	p.Y.Label.Text, p.Y.LineStyle.Width = name, 0
	y := charts.Range{Min: -0.5, Max: float64(len(rows)) - 0.5}
	setRange(&p.Y, y, ticks(charts.Axis{Categories: rows}, y, float64(l.Height-l.Top-l.Bottom), above))
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
}

// columnNames are the words above a grid. gonum has axes at the bottom only.
func columnNames(p *plot.Plot, g charts.Grid, l charts.Layout) []plot.Plotter {
	words, high := p.X.Tick.Label, 31.0
	words.YAlign = text.YCenter
	across := words
	need := beside
	if l.Tilt {
		need, words = nil, tilted(words)
		words.XAlign, high = text.XLeft, float64(l.Top-l.LegendHeight()-10)
	}
	x := charts.Range{Min: -0.5, Max: float64(len(g.Columns)) - 0.5}
	names := plotter.Labels{Offset: vg.Point{Y: 11}}
	for _, t := range ticks(charts.Axis{Categories: g.Columns}, x, float64(l.Width-l.Left-l.Right), need) {
		names.XYs, names.Labels = append(names.XYs, plotter.XY{X: t.Value, Y: -0.5}), append(names.Labels, t.Label)
		names.TextStyle = append(names.TextStyle, words)
	}
	title := plotter.Labels{XYs: plotter.XYs{{X: (x.Min + x.Max) / 2, Y: -0.5}}, Labels: []string{g.Across}, TextStyle: []text.Style{across}, Offset: vg.Point{Y: vg.Length(high)}}
	return []plot.Plotter{series{&names, &names}, series{&title, &title}}
}

// scale is a heat map's bar of colours, to its right. gonum's is a plot of its own.
type scale struct {
	charts.Grid
	charts.Layout
}

func (s scale) Plot(c draw.Canvas, _ *plot.Plot) {
	r := s.Range()
	x, high := c.Max.X+18, min(c.Max.Y-c.Min.Y, 220)
	y := func(t float64) vg.Length { return c.Max.Y - high*vg.Length(1-t) }
	for i := range heatSteps {
		back, _ := heat((float64(i) + 0.5) / heatSteps)
		c.SetColor(back)
		from := y(float64(i) / heatSteps)
		if i > 0 {
			from-- // reaches below the step under it, so that no seam shows
		}
		c.Fill(box(vg.Point{X: x, Y: from}, vg.Point{X: x + 14, Y: y(float64(i+1) / heatSteps)}))
	}
	words := style(charts.ToneSoft, charts.TextSize)
	for _, t := range ticks(charts.Axis{}, r, float64(high), above) {
		c.FillText(words, vg.Point{X: x + 20, Y: y(r.At(t.Value))}, t.Label)
	}
	c.FillText(words, vg.Point{X: x, Y: c.Max.Y + 12}, s.Unit)
}
