package static

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/recorder"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// shape is something drawn: a path in an ink, with its corners in CSS pixels from
// the top left; of a disc, its rightmost point.
type shape struct {
	ink     inkColour
	stroked bool
	parts   [][]point
}

// record draws a figure and returns its shapes, less those of the legend.
func record(f charts.Figure) []shape {
	l := f.Layout()
	high := float64(l.Height)
	c := new(recorder.Canvas)
	draw(f, pen{vgCanvas{c, high}, charts.Light})
	var shapes []shape
	var ink inkColour
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			ink, _ = a.Color.(inkColour)
		case *recorder.Fill:
			shapes = append(shapes, shape{ink, false, parts(a.Path, high)})
		case *recorder.Stroke:
			shapes = append(shapes, shape{ink, true, parts(a.Path, high)})
		}
	}
	for i := range shapes {
		shapes[i].parts = slices.DeleteFunc(shapes[i].parts, func(p []point) bool { return p[0].y < float64(l.Top)-5 })
	}
	return slices.DeleteFunc(shapes, func(s shape) bool { return len(s.parts) == 0 })
}

func parts(path vg.Path, high float64) [][]point {
	var parts [][]point
	for _, step := range path {
		pt := point{float64(step.Pos.X), high - float64(step.Pos.Y)}
		switch step.Type {
		case vg.MoveComp:
			parts = append(parts, []point{pt})
		case vg.LineComp:
			parts[len(parts)-1] = append(parts[len(parts)-1], pt)
		}
	}
	return parts
}

// values undoes the scales of a figure's picture.
func values(f charts.Figure, p point) (x, y float64) {
	l := f.Layout()
	rx, ry := f.Ranges()
	undo := func(r charts.Range, at float64) float64 {
		if r.Scale != charts.Linear {
			return r.Min * math.Pow(r.Max/r.Min, at)
		}
		return r.Min + at*(r.Max-r.Min)
	}
	x = undo(rx, (p.x-float64(l.Left))/float64(l.Width-l.Left-l.Right))
	y = undo(ry, (float64(l.Height-l.Bottom)-p.y)/float64(l.Height-l.Top-l.Bottom))
	return x, y
}

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-6*(1+math.Abs(a)+math.Abs(b)) }

// TestSameData reads the data back from the pictures. Package live does the same
// with its options: so both show what the figure holds.
func TestSameData(t *testing.T) {
	for _, f := range sample.All() {
		shapes := record(f)
		tones := f.Tones()
		for i, s := range f.Series {
			switch s := s.(type) {
			case charts.Line:
				checkLine(t, f, s, ofTone(shapes, tones[i]))
			case charts.Bars:
				checkBars(t, f, i, s, ofTone(shapes, tones[i]))
			case charts.Grid:
				checkGrid(t, f, s, shapes)
			case charts.Spans:
				checkSpans(t, f, s, shapes)
			case charts.Flow:
				checkFlow(t, f, s, shapes)
			}
		}
	}
}

func ofTone(shapes []shape, t charts.Tone) []shape {
	return slices.DeleteFunc(slices.Clone(shapes), func(s shape) bool { return s.ink.tone != t })
}

func checkLine(t *testing.T, f charts.Figure, l charts.Line, shapes []shape) {
	t.Helper()
	var seen [][2]float64
	for _, s := range shapes {
		if s.stroked == (l.Style == charts.Dots) || l.Tone == charts.ToneSoft && len(s.parts[0]) != len(l.X) {
			continue // the markers of a joined line; the axes, which are soft, too
		}
		for _, part := range s.parts {
			for _, p := range part {
				if l.Style == charts.Dots {
					p.x -= dotRadius
				}
				x, y := values(f, p)
				seen = append(seen, [2]float64{x, y})
			}
		}
	}
	next := 0
	for _, v := range seen { // steps have corners between their points
		if next < len(l.X) && close(v[0], l.X[next]) && close(v[1], l.Y[next]) {
			next++
		}
	}
	if next != len(l.X) || l.Style != charts.Steps && len(seen) != len(l.X) {
		t.Errorf("%s: the line %q shows %v, want %v and %v", f.Name, l.Name, seen, l.X, l.Y)
	}
}

func checkBars(t *testing.T, f charts.Figure, i int, b charts.Bars, shapes []shape) {
	t.Helper()
	if len(shapes) != 1 || len(shapes[0].parts) != len(b.Y) {
		t.Fatalf("%s: the bars %q are %d shapes, want one of %d parts", f.Name, b.Name, len(shapes), len(b.Y))
	}
	_, ry := f.Ranges()
	for j, box := range shapes[0].parts {
		x, high := values(f, box[0])
		right, low := values(f, box[2])
		if math.Round((x+right)/2) != float64(j) || x < float64(j)-0.5 || right > float64(j)+0.5 {
			t.Errorf("%s: bar %d of %q reaches from %v to %v", f.Name, j, b.Name, x, right)
		}
		from, to := ry.Base(), b.Y[j]
		if b.Stack != "" {
			from = f.Piles()[i][j]
			to = from + b.Y[j]
		}
		if !close(low, min(from, to)) || !close(high, max(from, to)) {
			t.Errorf("%s: bar %d of %q reaches from %v up to %v, want %v and %v", f.Name, j, b.Name, low, high, min(from, to), max(from, to))
		}
	}
}

func checkGrid(t *testing.T, f charts.Figure, g charts.Grid, shapes []shape) {
	t.Helper()
	l := f.Layout()
	type place struct{ row, column int }
	seen := map[place]inkColour{}
	wide := float64(l.Width-l.Left-l.Right) / float64(len(g.Columns))
	high := float64(l.Height-l.Top-l.Bottom) / float64(len(g.Rows))
	for _, s := range shapes {
		if s.stroked {
			continue // the gaps
		}
		for _, box := range s.parts {
			row := int(math.Round((box[0].y - float64(l.Top)) / high))
			from := int(math.Round((box[0].x - float64(l.Left)) / wide))
			to := int(math.Round((box[2].x - float64(l.Left)) / wide))
			for column := from; column < to && to <= len(g.Columns); column++ {
				seen[place{row, column}] = s.ink
			}
		}
	}
	if len(seen) != len(g.Cells) {
		t.Errorf("%s: %d cells, want %d", f.Name, len(seen), len(g.Cells))
	}
	r := g.Range()
	for _, c := range g.Cells {
		ink := seen[place{c.Row, c.Column}]
		if len(g.Keys) > 0 && ink.tone != c.Tone {
			t.Errorf("%s: row %d, column %d is %q, want %q", f.Name, c.Row, c.Column, ink.tone, c.Tone)
		}
		if len(g.Keys) == 0 && math.Abs(heatOf(ink.hex)-r.At(c.Value)) > 1.0/heatSteps {
			t.Errorf("%s: row %d, column %d has the heat %.3f, want %.3f", f.Name, c.Row, c.Column, heatOf(ink.hex), r.At(c.Value))
		}
	}
}

func checkSpans(t *testing.T, f charts.Figure, s charts.Spans, shapes []shape) {
	t.Helper()
	seen := map[charts.Span]bool{}
	n := 0
	for _, shape := range shapes {
		for _, box := range shape.parts {
			if shape.stroked {
				continue // rules, seams and the axis
			}
			from, row := values(f, point{box[0].x, (box[0].y + box[2].y) / 2})
			to, _ := values(f, box[2])
			n++
			for _, p := range s.Spans { // rows count from the top, values from the bottom
				if p.Row == len(s.Rows)-1-int(math.Round(row)) && close(p.From, from) && close(p.To, to) && p.Tone == shape.ink.tone {
					p.Label, p.Tip = "", ""
					seen[p] = true
				}
			}
		}
	}
	if len(seen) != len(s.Spans) || n != len(s.Spans) {
		t.Errorf("%s: %d boxes show %d of %d spans", f.Name, n, len(seen), len(s.Spans))
	}
}

// heatOf finds the place of a colour on the scale.
func heatOf(hex string) float64 {
	for i := range heatSteps {
		if ink, _ := heatInk((float64(i) + 0.5) / heatSteps); ink.hex == hex {
			return (float64(i) + 0.5) / heatSteps
		}
	}
	return math.NaN()
}

// checkFlow finds every box, every marked rectangle of tiles and every arrow.
func checkFlow(t *testing.T, f charts.Figure, s charts.Flow, shapes []shape) {
	t.Helper()
	l := f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	at := func(p charts.Spot) point { return point{float64(l.Left) + p.X, float64(l.Top) + p.Y} }
	filled := func(tone charts.Tone, r charts.Rect) bool {
		from, to := at(charts.Spot{X: r.X, Y: r.Y}), at(charts.Spot{X: r.X + r.W, Y: r.Y + r.H})
		return slices.ContainsFunc(ofTone(shapes, tone), func(s shape) bool {
			return !s.stroked && slices.ContainsFunc(s.parts, func(p []point) bool { return same(p[0], from) && same(p[2], to) })
		})
	}
	for i, b := range s.Boxes {
		if !filled(b.Tone, plan.Boxes[i]) {
			t.Errorf("%s: no box %q in %s", f.Name, b.Name, b.Tone)
		}
		for _, m := range b.Tiles.Marked {
			if !filled(m.Tone, b.Tiles.Rect(plan.Tiles[i], m)) {
				t.Errorf("%s: no tiles %+v in %q", f.Name, m, b.Name)
			}
		}
	}
	for i, a := range plan.Arrows {
		found := slices.ContainsFunc(shapes, func(s shape) bool {
			return s.stroked && slices.ContainsFunc(s.parts, func(p []point) bool {
				return len(p) == len(a) && same(p[0], at(a[0])) && same(p[len(p)-2], at(a[len(a)-2]))
			})
		})
		if !found {
			t.Errorf("%s: no arrow from %s to %s", f.Name, s.Arrows[i].From, s.Arrows[i].To)
		}
	}
}

func same(a, b point) bool { return close(a.x, b.x) && close(a.y, b.y) }
