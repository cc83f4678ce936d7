package static

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// point is in CSS pixels from the top left.
type point struct{ x, y float64 }

// shape is something drawn: a path in a colour, with its corners; of a circle, its
// rightmost point.
type shape struct {
	ink     color.Color
	stroked bool
	parts   [][]point
}

// record draws a figure and returns its shapes, less those of the legend. What comes
// in a row in one colour is one.
func record(t *testing.T, f charts.Figure) []shape {
	t.Helper()
	l := f.Layout()
	p, err := Plot(f)
	if err != nil {
		t.Fatal(err)
	}
	c := new(recorder.Canvas)
	drawOn(c, f, p)
	var shapes []shape
	var ink color.Color
	var wide vg.Length
	add := func(stroked bool, path vg.Path) {
		if _, _, _, seen := ink.RGBA(); seen == 0 || stroked && wide == 0 {
			return
		}
		parts := slices.DeleteFunc(parts(path, float64(l.Height)), func(p []point) bool {
			return slices.ContainsFunc(p, func(p point) bool { return p.y < float64(l.Top)-5 })
		})
		if len(parts) == 0 {
			return
		}
		if n := len(shapes) - 1; n >= 0 && shapes[n].ink == ink && shapes[n].stroked == stroked {
			shapes[n].parts = append(shapes[n].parts, parts...)
			return
		}
		shapes = append(shapes, shape{ink, stroked, parts})
	}
	for _, a := range c.Actions {
		switch a := a.(type) {
		case *recorder.SetColor:
			if ink = a.Color; ink == nil {
				ink = color.Black
			}
		case *recorder.SetLineWidth:
			wide = a.Width
		case *recorder.Fill:
			add(false, a.Path)
		case *recorder.Stroke:
			if wide > widestLine { // a cell or a span, as one thick line
				r := vg.Rectangle{Min: a.Path[0].Pos.Sub(vg.Point{Y: wide / 2}), Max: a.Path[1].Pos.Add(vg.Point{Y: wide / 2})}
				add(false, r.Path())
				continue
			}
			add(true, a.Path)
		}
	}
	return shapes
}

// widestLine is wider than all lines that are meant as lines.
const widestLine = 2

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
	for _, f := range sample.Pictures() {
		shapes := record(t, f)
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

// TestWithin: gonum puts the data where the layout, which the live chart shares, has
// it, however long the words around them are.
func TestWithin(t *testing.T) {
	for _, f := range append(sample.Pictures(), sample.Hostile()...) {
		p, err := Plot(f)
		if err != nil {
			continue // a table
		}
		l := f.Layout()
		want := vg.Rectangle{Min: vg.Point{X: vg.Length(l.Left), Y: vg.Length(l.Bottom)}, Max: vg.Point{X: vg.Length(l.Width - l.Right), Y: vg.Length(l.Height - l.Top)}}
		got := p.DataCanvas(within(p, draw.NewCanvas(new(recorder.Canvas), vg.Length(l.Width), vg.Length(l.Height)), want))
		for _, off := range []vg.Length{got.Min.X - want.Min.X, got.Min.Y - want.Min.Y, got.Max.X - want.Max.X, got.Max.Y - want.Max.Y} {
			if math.Abs(float64(off)) > 0.05 {
				t.Errorf("%s: data at %v, want %v", f.Name, got.Rectangle, want)
				break
			}
		}
	}
}

func ofTone(shapes []shape, t charts.Tone) []shape {
	return slices.DeleteFunc(slices.Clone(shapes), func(s shape) bool { return s.ink != Ink(t) })
}

func checkLine(t *testing.T, f charts.Figure, l charts.Line, shapes []shape) {
	t.Helper()
	marks := l.Style == charts.Dots
	var seen [][2]float64
	for _, s := range shapes {
		for _, part := range s.parts {
			circle := len(part) == 1
			if circle != marks || circle && s.stroked != l.Measured {
				continue // the marks of a measured line
			}
			for _, p := range part {
				if marks {
					p.x -= markRadius
				}
				if x, y := values(f, p); l.Tone != charts.ToneSoft || len(part) == len(l.X) { // the axes are soft, too
					seen = append(seen, [2]float64{x, y})
				}
			}
		}
	}
	next := 0
	for _, v := range seen { // steps have corners between their points
		if next < len(l.X) && close(v[0], l.X[next]) && close(v[1], l.Y[next]) {
			next++
		}
	}
	if next != len(l.X) || l.Style != charts.Steps && l.Tone != charts.ToneSoft && len(seen) != len(l.X) {
		t.Errorf("%s: the line %q shows %v, want %v and %v", f.Name, l.Name, seen, l.X, l.Y)
	}
}

func checkBars(t *testing.T, f charts.Figure, i int, b charts.Bars, shapes []shape) {
	t.Helper()
	var boxes [][]point
	for _, s := range shapes {
		if s.stroked == b.Measured {
			boxes = append(boxes, s.parts...)
		}
	}
	if len(boxes) != len(b.Y) {
		t.Fatalf("%s: the bars %q are %d boxes, want %d", f.Name, b.Name, len(boxes), len(b.Y))
	}
	_, ry := f.Ranges()
	for j, box := range boxes {
		x, from := values(f, box[0])
		right, to := values(f, box[2])
		if math.Round((x+right)/2) != float64(j) || x < float64(j)-0.5 || right > float64(j)+0.5 {
			t.Errorf("%s: bar %d of %q reaches from %v to %v", f.Name, j, b.Name, x, right)
		}
		base, top := ry.Base(), b.Y[j]
		if b.Stack != "" {
			base = f.Piles()[i][j]
			top += base
		}
		if !close(from, base) || !close(to, top) {
			t.Errorf("%s: bar %d of %q reaches from %v to %v, want %v and %v", f.Name, j, b.Name, from, to, base, top)
		}
	}
}

func checkGrid(t *testing.T, f charts.Figure, g charts.Grid, shapes []shape) {
	t.Helper()
	l := f.Layout()
	type place struct{ row, column int }
	seen := map[place]color.Color{}
	wide := float64(l.Width-l.Left-l.Right) / float64(len(g.Columns))
	high := float64(l.Height-l.Top-l.Bottom) / float64(len(g.Rows))
	for _, s := range shapes {
		if s.stroked {
			continue // the gaps
		}
		for _, box := range s.parts {
			row := int(math.Round((box[2].y - float64(l.Top)) / high))
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
		if len(g.Keys) > 0 && ink != Ink(c.Tone) {
			t.Errorf("%s: row %d, column %d is %v, want %v", f.Name, c.Row, c.Column, ink, c.Tone)
		}
		if len(g.Keys) == 0 && math.Abs(heatOf(ink)-r.At(c.Value)) > 1.0/heatSteps {
			t.Errorf("%s: row %d, column %d has the heat %.3f, want %.3f", f.Name, c.Row, c.Column, heatOf(ink), r.At(c.Value))
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
				if p.Row == len(s.Rows)-1-int(math.Round(row)) && close(p.From, from) && close(p.To, to) && Ink(p.Tone) == shape.ink {
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
func heatOf(ink color.Color) float64 {
	for i := range heatSteps {
		if back, _ := heat((float64(i) + 0.5) / heatSteps); back == ink {
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
	at := func(x, y float64) point { return point{float64(l.Left) + x, float64(l.Top) + y} }
	areas := 0
	for _, a := range plan.Areas {
		if a.Layer != charts.LevelLayer {
			areas++
		}
		drawn := slices.ContainsFunc(ofTone(shapes, a.Tone), func(s shape) bool {
			return !s.stroked && slices.ContainsFunc(s.parts, func(p []point) bool { return same(p[0], at(a.X, a.Y+a.H)) && same(p[2], at(a.X+a.W, a.Y)) })
		})
		if !drawn {
			t.Errorf("%s: no area %+v", f.Name, a)
		}
	}
	for _, b := range s.Boxes {
		areas -= 1 + len(b.Tiles.Marked)
	}
	if areas != 0 {
		t.Errorf("%s: %d areas more than boxes and marked tiles", f.Name, areas)
	}
	for i, a := range plan.Arrows {
		found := slices.ContainsFunc(shapes, func(s shape) bool {
			return s.stroked && slices.ContainsFunc(s.parts, func(p []point) bool {
				return len(p) == len(a) && same(p[0], at(a[0].X, a[0].Y)) && same(p[1], at(a[1].X, a[1].Y))
			})
		})
		if !found {
			t.Errorf("%s: no arrow from %s to %s", f.Name, s.Arrows[i].From, s.Arrows[i].To)
		}
	}
}

func same(a, b point) bool { return close(a.x, b.x) && close(a.y, b.y) }
