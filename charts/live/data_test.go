package live_test

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/live"
)

// option is the part of an option that holds data.
type option struct {
	XAxis, YAxis struct {
		Type           string
		Data           []string
		Min, Max       *float64
		LogBase        float64
		Inverse        bool
		Name, Position string
	}
	Series []struct {
		Name, Type, Stack string
		Step              string
		Data              []struct{ Value []any }
	}
	VisualMap []struct{ Min, Max float64 }
}

func optionOf(t *testing.T, f charts.Figure) option {
	t.Helper()
	raw, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	var o option
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestSameData reads the data back from the options. Package static does the same
// with its pictures: so both show what the figure holds.
func TestSameData(t *testing.T) {
	for _, f := range sample.All() {
		switch s := f.Series[0].(type) {
		case charts.Table:
		case charts.Grid:
			checkGrid(t, f, s, optionOf(t, f))
		case charts.Spans:
			checkSpans(t, f, s)
		case charts.Flow:
			checkFlow(t, f, s)
		default:
			checkPlot(t, f, optionOf(t, f))
		}
	}
}

func checkPlot(t *testing.T, f charts.Figure, o option) {
	t.Helper()
	if len(o.Series) != len(f.Series) {
		t.Fatalf("%s: %d series, want %d", f.Name, len(o.Series), len(f.Series))
	}
	for i, s := range f.Series {
		var x, y []float64
		switch s := s.(type) {
		case charts.Line:
			x, y = s.X, s.Y
			if (o.Series[i].Step == "end") != (s.Style == charts.Steps) || (o.Series[i].Type == "scatter") != (s.Style == charts.Dots) {
				t.Errorf("%s: %q is a %s with step %q, want the style %q", f.Name, s.Name, o.Series[i].Type, o.Series[i].Step, s.Style)
			}
		case charts.Bars:
			y = s.Y
			for j := range y {
				x = append(x, float64(j))
			}
			if o.Series[i].Stack != s.Stack || o.Series[i].Type != "bar" {
				t.Errorf("%s: %q is a %s of stack %q", f.Name, s.Name, o.Series[i].Type, o.Series[i].Stack)
			}
		}
		if len(o.Series[i].Data) != len(x) {
			t.Errorf("%s: series %d has %d points, want %d", f.Name, i, len(o.Series[i].Data), len(x))
			continue
		}
		for j, d := range o.Series[i].Data {
			if len(d.Value) != 2 || d.Value[0] != x[j] || d.Value[1] != y[j] {
				t.Errorf("%s: point %d of series %d is %v, want %v and %v", f.Name, j, i, d.Value, x[j], y[j])
			}
		}
	}
	x, y := f.Ranges()
	checkAxis(t, f.Name+": X", f.X, x, o.XAxis.Type, o.XAxis.LogBase, o.XAxis.Min, o.XAxis.Max, o.XAxis.Data)
	checkAxis(t, f.Name+": Y", f.Y, y, o.YAxis.Type, o.YAxis.LogBase, o.YAxis.Min, o.YAxis.Max, o.YAxis.Data)
}

func checkAxis(t *testing.T, at string, a charts.Axis, r charts.Range, kind string, base float64, lo, hi *float64, data []string) {
	t.Helper()
	if len(a.Categories) > 0 {
		if kind != "category" || len(data) != len(a.Categories) {
			t.Errorf("%s is of type %s with %d categories", at, kind, len(data))
		}
		return
	}
	wantKind, wantBase := "value", 0.0
	switch a.Scale {
	case charts.Log2:
		wantKind, wantBase = "log", 2
	case charts.Log10:
		wantKind, wantBase = "log", 10
	}
	if kind != wantKind || base != wantBase {
		t.Errorf("%s is of type %s to base %v, want %s to %v", at, kind, base, wantKind, wantBase)
	}
	if lo == nil || hi == nil || *lo != r.Min || *hi != r.Max {
		t.Errorf("%s does not reach from %v to %v", at, r.Min, r.Max)
	}
}

func checkGrid(t *testing.T, f charts.Figure, g charts.Grid, o option) {
	t.Helper()
	if !o.YAxis.Inverse || o.XAxis.Position != "top" || len(o.XAxis.Data) != len(g.Columns) || len(o.YAxis.Data) != len(g.Rows) {
		t.Errorf("%s: the axes are %+v and %+v", f.Name, o.XAxis, o.YAxis)
	}
	type place struct{ row, column int }
	cells := map[place]charts.Cell{}
	for _, c := range g.Cells {
		cells[place{c.Row, c.Column}] = c
	}
	label := map[charts.Tone]string{}
	for _, k := range g.Keys {
		label[k.Tone] = k.Label
	}
	n := 0
	for _, s := range o.Series {
		for _, d := range s.Data {
			n++
			c, ok := cells[place{int(d.Value[1].(float64)), int(d.Value[0].(float64))}]
			if !ok || s.Name != label[c.Tone] {
				t.Errorf("%s: %v stands in series %q, want %q", f.Name, d.Value, s.Name, label[c.Tone])
			}
			if c.Label != "" && d.Value[3] != c.Label {
				t.Errorf("%s: %v has another label than %q", f.Name, d.Value, c.Label)
			}
			want := c.Value
			if g.Scale != charts.Linear {
				want = math.Log10(want)
			}
			if d.Value[2] != want {
				t.Errorf("%s: row %d, column %d is %v, want %v", f.Name, c.Row, c.Column, d.Value[2], want)
			}
		}
	}
	if n != len(g.Cells) {
		t.Errorf("%s: %d cells, want %d", f.Name, n, len(g.Cells))
	}
	if len(g.Keys) == 0 && (len(o.VisualMap) != 1 || o.VisualMap[0].Min >= o.VisualMap[0].Max) {
		t.Errorf("%s: the scale of colours is %+v", f.Name, o.VisualMap)
	}
}

func checkSpans(t *testing.T, f charts.Figure, s charts.Spans) {
	t.Helper()
	raw, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	var o struct {
		XAxis  struct{ Min, Max *float64 }
		YAxis  struct{ Data []string }
		Series []struct {
			Name, Type string
			Data       []json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	x, _ := f.Ranges()
	if o.XAxis.Min == nil || *o.XAxis.Min != x.Min || *o.XAxis.Max != x.Max || len(o.YAxis.Data) != len(s.Rows) || len(o.Series) != len(s.Keys)+1 {
		t.Fatalf("%s: axes %v and %v, %d series", f.Name, o.XAxis, o.YAxis, len(o.Series))
	}
	for i, k := range s.Keys {
		var got []charts.Span
		for _, raw := range o.Series[i].Data {
			var d struct{ Coords [2][2]float64 }
			if err := json.Unmarshal(raw, &d); err != nil {
				t.Fatal(err)
			}
			if d.Coords[0][1] != d.Coords[1][1] {
				t.Errorf("%s: %v slants", f.Name, d.Coords)
			}
			got = append(got, charts.Span{Row: int(d.Coords[0][1]), From: d.Coords[0][0], To: d.Coords[1][0], Tone: k.Tone})
		}
		var want []charts.Span
		for _, p := range s.Spans {
			if p.Tone == k.Tone {
				p.Label, p.Tip = "", ""
				want = append(want, p)
			}
		}
		if o.Series[i].Name != k.Label || o.Series[i].Type != "lines" || !slices.Equal(got, want) {
			t.Errorf("%s: the %s %q are %v, want %v", f.Name, o.Series[i].Type, o.Series[i].Name, got, want)
		}
	}
}

func checkFlow(t *testing.T, f charts.Figure, s charts.Flow) {
	t.Helper()
	raw, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	var o struct {
		XAxis, YAxis struct{ Max float64 }
		Series       []struct {
			Name, Type string
			ItemStyle  struct{ Color string }
			MarkArea   struct {
				Data [][2]struct{ Coord [2]float64 }
			}
			Data []struct {
				Coords [][2]float64
				Value  []any
			}
		}
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	l := f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	if o.XAxis.Max != plan.Width || o.YAxis.Max != plan.Height {
		t.Fatalf("%s: axes to %v and %v, want %v and %v", f.Name, o.XAxis, o.YAxis, plan.Width, plan.Height)
	}
	areas := map[string][]charts.Area{}
	var paths [][][2]float64
	var words []string
	for _, series := range o.Series {
		for _, a := range series.MarkArea.Data {
			from, to := a[0].Coord, a[1].Coord
			areas[series.ItemStyle.Color] = append(areas[series.ItemStyle.Color], charts.Area{X: from[0], Y: from[1], W: to[0] - from[0], H: to[1] - from[1]})
		}
		for _, d := range series.Data {
			if d.Coords != nil {
				paths = append(paths, d.Coords)
			} else {
				words = append(words, d.Value[2].(string))
			}
		}
	}
	near := func(a, b charts.Area) bool {
		return math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y)+math.Abs(a.W-b.W)+math.Abs(a.H-b.H) < 1e-9
	}
	for _, tone := range charts.AllTones() {
		want := slices.DeleteFunc(slices.Clone(plan.Areas), func(a charts.Area) bool { return a.Tone != tone })
		if got := areas["lb:"+string(tone)]; !slices.EqualFunc(got, want, near) {
			t.Errorf("%s: areas of %s are %v, want %v", f.Name, tone, got, want)
		}
	}
	arrows := paths[len(paths)-len(s.Arrows):]
	for i, a := range plan.Arrows {
		if got, want := arrows[i], a; len(got) != len(want) || got[0] != [2]float64{want[0].X, want[0].Y} || got[len(got)-2] != [2]float64{want[len(want)-2].X, want[len(want)-2].Y} {
			t.Errorf("%s: arrow %d is %v, want %v", f.Name, i, got, want)
		}
	}
	if n := len(plan.Words); len(words) < n || words[0] != plan.Words[0].Text || words[n-1] != plan.Words[n-1].Text {
		t.Errorf("%s: the words are %q", f.Name, words)
	}
}
