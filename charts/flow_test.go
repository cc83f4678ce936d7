package charts_test

import (
	"math"
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

// TestPlan: boxes lie within their levels, tiles within their boxes, and an arrow
// begins and ends at the edges of its boxes.
func TestPlan(t *testing.T) {
	s := sample.Dataflow().Series[0].(charts.Flow)
	for _, width := range []float64{200, 614, 1000} {
		p := s.Plan(width)
		within := func(a, b charts.Rect) bool {
			return a.X >= b.X && a.Y >= b.Y && a.X+a.W <= b.X+b.W+1e-9 && a.Y+a.H <= b.Y+b.H+1e-9
		}
		box := map[string]charts.Rect{}
		for i, b := range s.Boxes {
			box[b.Name] = p.Boxes[i]
			if !within(p.Boxes[i], p.Levels[b.Level]) || b.Tiles.Rows > 0 && !within(p.Tiles[i], p.Boxes[i]) {
				t.Errorf("width %v: box %s at %v, tiles at %v, level at %v", width, b.Name, p.Boxes[i], p.Tiles[i], p.Levels[b.Level])
			}
		}
		at := func(p charts.Spot, r charts.Rect) bool {
			inX, inY := p.X >= r.X && p.X <= r.X+r.W, p.Y >= r.Y && p.Y <= r.Y+r.H
			return inX && inY && (p.X == r.X || p.X == r.X+r.W || p.Y == r.Y || p.Y == r.Y+r.H)
		}
		for i, a := range s.Arrows {
			path := p.Arrows[i]
			tail, head := path[0], path[len(path)-2] // the last goes around the head
			if !at(tail, box[a.From]) || !at(head, box[a.To]) {
				t.Errorf("width %v: arrow from %s at %v to %s at %v leads from %v to %v", width, a.From, box[a.From], a.To, box[a.To], tail, head)
			}
		}
	}
}

// TestSqueeze: at the width that Squeeze allows every line still fits into its box.
func TestSqueeze(t *testing.T) {
	s := sample.Dataflow().Series[0].(charts.Flow)
	p := s.Plan(614)
	share := p.Squeeze(s)
	if share <= 0 || share >= 1 {
		t.Fatalf("the sample may shrink to %v of its size, want less than 1", share)
	}
	for i, b := range s.Boxes {
		for _, line := range strings.Split(b.Label, "\n") {
			if w := charts.TextWidth(line, charts.TextSize); w > share*p.Boxes[i].W {
				t.Errorf("%q is %v wide in a box of %v", line, w, share*p.Boxes[i].W)
			}
		}
	}
	s.Boxes[0].Label = strings.Repeat("long ", 30)
	if got := s.Plan(614).Squeeze(s); got != 1 {
		t.Errorf("with a label too long for its box it may shrink to %v, want 1", got)
	}
}
