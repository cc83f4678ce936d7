package static

import (
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// crowded is how many discs stand in each other's way.
const crowded = 150

// seen leaves out of a crowd of dots, in a plot of so many pixels, those that lie within
// a pixel of one before, and puts the others on whole pixels.
func seen(l charts.Line, x, y charts.Range, wide, high float64) charts.Line {
	if len(l.X) < crowded {
		return l
	}
	all := l
	l.X, l.Y = nil, nil
	taken := map[[2]float64]bool{}
	for i := range all.X {
		px, py := math.Round(x.At(all.X[i])*wide), math.Round(y.At(all.Y[i])*high)
		if taken[[2]float64{px, py}] {
			continue
		}
		l.X, l.Y = append(l.X, on(x, all.X[i], px/wide)), append(l.Y, on(y, all.Y[i], py/high))
		for dx := -1.0; dx <= 1; dx++ {
			for dy := -1.0; dy <= 1; dy++ {
				taken[[2]float64{px + dx, py + dy}] = true
			}
		}
	}
	return l
}

// on is the value at t from 0 to 1 of a linear axis; of another the value near it.
func on(r charts.Range, near, t float64) float64 {
	if r.Scale != charts.Linear {
		return near
	}
	return r.Min + t*(r.Max-r.Min)
}

var dashes = []vg.Length{6, 4}

const markRadius = 3.5

// newLine returns the parts of a line: itself, its marks, or both.
func newLine(l charts.Line, ink Ink) (parts []part, err error) {
	points := make(plotter.XYs, len(l.X))
	for i := range points {
		points[i] = plotter.XY{X: l.X[i], Y: l.Y[i]}
	}
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return nil, err
	}
	line.LineStyle = draw.LineStyle{Color: ink, Width: 2}
	switch l.Style {
	case charts.Dashed:
		line.Dashes = dashes
	case charts.Steps:
		line.StepStyle = plotter.PostStep
	}
	if l.Style != charts.Dots {
		parts = append(parts, line)
	}
	marks.GlyphStyle = draw.GlyphStyle{Color: ink, Radius: markRadius, Shape: draw.CircleGlyph{}}
	if l.Measured {
		marks.Shape = hollow{}
	}
	if l.Style == charts.Dots || l.Measured || len(points) == 1 { // a line of a single point cannot be seen
		parts = append(parts, marks)
	}
	return parts, nil
}

// hollow is the mark of what was measured, over paper. gonum's ring is too thin to be
// seen from afar.
type hollow struct{}

func (hollow) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	var p vg.Path
	p.Move(at.Add(vg.Point{X: s.Radius}))
	p.Arc(at, s.Radius, 0, 2*math.Pi)
	p.Close()
	c.SetColor(Ink(charts.TonePaper))
	if svg := svgUnder(c); svg != nil {
		svg.inside = paint("fill", svg.now.ink) // all in one element
	} else {
		c.Fill(p)
	}
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: hollowWidth})
	c.Stroke(p)
}

// hollowWidth is how wide the line around a hollow mark is.
const hollowWidth = 1.8
