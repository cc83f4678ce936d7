package charts_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// dataflow is the sample after a change.
func dataflow(do func(*charts.Flow)) charts.Figure {
	f := sample.Dataflow()
	s := f.Series[0].(charts.Flow)
	do(&s)
	f.Series[0] = s
	return f
}

func TestValidateFlow(t *testing.T) {
	for _, c := range []struct {
		do   func(*charts.Flow)
		want string
	}{
		{func(s *charts.Flow) { *s = charts.Flow{} }, "0 Levels and 0 Boxes"},
		{func(s *charts.Flow) { s.Arrows = make([]charts.Arrow, 2049) }, "6 Boxes and 2049 Arrows, want at most 2048 of each"},
		{func(s *charts.Flow) { s.Columns = 257 }, "Columns = 257, want 1 to 256"},
		{func(s *charts.Flow) { s.Boxes[0].Level = 4 }, "Boxes[0].Level = 4, want 0 to 3"},
		{func(s *charts.Flow) { s.Boxes[1].Width = 5 }, "Boxes[1].Column = 4 with a Width of 5, want it within the 8 columns"},
		{func(s *charts.Flow) { s.Boxes[1].Column = math.MinInt }, "want it within the 8 columns"},
		{func(s *charts.Flow) { s.Boxes[1].Width = math.MaxInt }, "want it within the 8 columns"},
		{func(s *charts.Flow) { s.Boxes[1].Column = 2 }, "Boxes[1] stands at level 0, column 2 like Boxes[0]"},
		{func(s *charts.Flow) { s.Boxes[1].Name = "A" }, `Boxes[1].Name = "A", want a name, and another than that of Boxes[0]`},
		{func(s *charts.Flow) { s.Boxes[1].Tone = "" }, `Boxes[1].Tone = "", want one of the tones`},
		{func(s *charts.Flow) { s.Boxes[1].Tiles.Columns = 65 }, "Boxes[1].Tiles is 4 × 65, want 1 to 64 each way"},
		{func(s *charts.Flow) { s.Boxes[1].Tiles.Marked[1].Row = 3 }, "Marked[1] is 2 × 1 at row 3, column 3, want it within 4 × 8 tiles"},
		{func(s *charts.Flow) { s.Boxes[0].Tiles.Marked = []charts.Tile{{Tone: charts.Tone1}} }, "Boxes[0].Tiles is 0 × 0"},
		{func(s *charts.Flow) { s.Arrows[0].To = "nowhere" }, `Arrows[0] is from "A" to "nowhere", want the names of two boxes`},
		{func(s *charts.Flow) { s.Arrows[0].To = "A" }, `want the names of two boxes`},
		{func(s *charts.Flow) { s.Keys[0].Label = "" }, "Keys[0].Label is empty"},
	} {
		if err := dataflow(c.do).Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate says %v, want %q", err, c.want)
		}
	}
}

// TestPlan: boxes lie within their levels, tiles within a box, an arrow begins and
// ends at the edges of its boxes, and words stay in their box.
func TestPlan(t *testing.T) {
	s := sample.Dataflow().Series[0].(charts.Flow)
	if least := s.Plan(614).Least(); least != 0.85*614 {
		t.Errorf("the sample needs a width of %v, want %v", least, 0.85*614)
	}
	long := sample.Dataflow().Series[0].(charts.Flow)
	long.Boxes[4].Label = "nearly as long as its box"
	if p := long.Plan(614); p.Least() <= 0.85*614 || p.Least() > 614 {
		t.Errorf("with a long label it needs a width of %v", p.Least())
	}
	for _, width := range []float64{200, 614, 1000} {
		p := s.Plan(width)
		layers := map[charts.Layer][]charts.Area{}
		for _, a := range p.Areas {
			layers[a.Layer] = append(layers[a.Layer], a)
		}
		within := func(a charts.Area, b charts.Area) bool {
			return a.X >= b.X-1e-9 && a.Y >= b.Y-1e-9 && a.X+a.W <= b.X+b.W+1e-9 && a.Y+a.H <= b.Y+b.H+1e-9
		}
		boxes := layers[charts.BoxLayer]
		for i, b := range s.Boxes { // which the sample has by level
			if !within(boxes[i], layers[charts.LevelLayer][b.Level]) || boxes[i].Tone != b.Tone {
				t.Errorf("width %v: box %s at %v, level at %v", width, b.Name, boxes[i], layers[charts.LevelLayer][b.Level])
			}
		}
		for i, m := range layers[charts.TileLayer] {
			if !within(m, boxes[1]) || m.Tone != s.Boxes[1].Tiles.Marked[i].Tone {
				t.Errorf("width %v: tiles at %v, their box at %v", width, m, boxes[1])
			}
		}
		at := func(p charts.Spot, name string) bool {
			r := boxes[slices.IndexFunc(s.Boxes, func(b charts.Box) bool { return b.Name == name })]
			inX, inY := p.X >= r.X && p.X <= r.X+r.W, p.Y >= r.Y && p.Y <= r.Y+r.H
			return inX && inY && (p.X == r.X || p.X == r.X+r.W || p.Y == r.Y || p.Y == r.Y+r.H)
		}
		for i, a := range s.Arrows {
			path := p.Arrows[i]
			if tail, head := path[0], path[len(path)-2]; !at(tail, a.From) || !at(head, a.To) { // the last goes around the head
				t.Errorf("width %v: the arrow from %s to %s leads from %v to %v", width, a.From, a.To, tail, head)
			}
		}
		for _, w := range p.Words {
			wide := charts.TextWidth(w.Text, float64(w.Size))
			fits := slices.ContainsFunc(boxes, func(r charts.Area) bool {
				return w.At.Y > r.Y && w.At.Y < r.Y+r.H && w.At.X-wide/2 >= r.X && w.At.X+wide/2 <= r.X+r.W
			})
			if w.Bold && !fits {
				t.Errorf("width %v: %q of size %d at %v is in no box", width, w.Text, w.Size, w.At)
			}
		}
	}
}
