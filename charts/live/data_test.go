package live_test

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/live"
)

// option is the part of an option that holds data.
type option struct {
	XAxis, YAxis [1]struct {
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
	checkAxis(t, f.Name+": X", f.X, x, o.XAxis[0].Type, o.XAxis[0].LogBase, o.XAxis[0].Min, o.XAxis[0].Max, o.XAxis[0].Data)
	checkAxis(t, f.Name+": Y", f.Y, y, o.YAxis[0].Type, o.YAxis[0].LogBase, o.YAxis[0].Min, o.YAxis[0].Max, o.YAxis[0].Data)
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
	if !o.YAxis[0].Inverse || o.XAxis[0].Position != "top" || len(o.XAxis[0].Data) != len(g.Columns) || len(o.YAxis[0].Data) != len(g.Rows) {
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
		XAxis  [1]struct{ Min, Max *float64 }
		YAxis  [1]struct{ Data []string }
		Series []struct {
			Name, Type string
			Data       []struct{ Value [3]float64 }
		}
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	x, _ := f.Ranges()
	if o.XAxis[0].Min == nil || *o.XAxis[0].Min != x.Min || *o.XAxis[0].Max != x.Max || len(o.YAxis[0].Data) != len(s.Rows) || len(o.Series) != len(s.Keys) {
		t.Fatalf("%s: axes %v and %v, %d series", f.Name, o.XAxis, o.YAxis, len(o.Series))
	}
	for i, k := range s.Keys {
		var got []charts.Span
		for _, d := range o.Series[i].Data {
			got = append(got, charts.Span{Row: int(d.Value[1]), From: d.Value[0], To: d.Value[2], Tone: k.Tone})
		}
		var want []charts.Span
		for _, p := range s.Spans {
			if p.Tone == k.Tone {
				p.Label, p.Tip = "", ""
				want = append(want, p)
			}
		}
		if o.Series[i].Name != k.Label || o.Series[i].Type != "custom" || !slices.Equal(got, want) {
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
		XAxis, YAxis [1]struct{ Max float64 }
		Series       []struct {
			Name, RenderItem string
			ItemStyle        struct{ Color string }
			Data             []struct{ Name string }
		}
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		t.Fatal(err)
	}
	l := f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	if o.XAxis[0].Max != plan.Width || o.YAxis[0].Max != plan.Height {
		t.Fatalf("%s: axes to %v and %v, want %v and %v", f.Name, o.XAxis, o.YAxis, plan.Width, plan.Height)
	}
	type part struct {
		Points      []charts.Spot
		Color, Text string
		Width       float64
	}
	var areas, wanted []charts.Area
	var arrows [][]charts.Spot
	var words, want []string
	for _, series := range o.Series {
		var parts []part
		if err := json.Unmarshal([]byte(strings.TrimPrefix(series.RenderItem, "lb:parts:")), &parts); err != nil {
			t.Fatal(err)
		}
		for i, p := range parts {
			switch from := p.Points[0]; {
			case p.Text != "":
				words = append(words, p.Text)
			case p.Width == charts.ArrowWidth:
				arrows = append(arrows, p.Points)
			case p.Width == 0:
				tone := charts.Tone(strings.TrimPrefix(cmp.Or(p.Color, series.ItemStyle.Color), "lb:"))
				areas = append(areas, charts.Area{X: from.X, Y: from.Y, W: p.Points[1].X - from.X, H: p.Points[1].Y - from.Y, Tone: tone, Tip: series.Data[i].Name})
			}
		}
	}
	for _, a := range plan.Areas {
		wanted = append(wanted, charts.Area{X: a.X, Y: a.Y, W: a.W, H: a.H, Tone: a.Tone, Tip: a.Tip})
	}
	byPlace := func(a, b charts.Area) int {
		return cmp.Or(cmp.Compare(a.Tip, b.Tip), cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y))
	}
	slices.SortFunc(areas, byPlace)
	slices.SortFunc(wanted, byPlace)
	near := func(a, b charts.Area) bool {
		return math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y)+math.Abs(a.W-b.W)+math.Abs(a.H-b.H) < 1e-9 && a.Tone == b.Tone && a.Tip == b.Tip
	}
	if !slices.EqualFunc(areas, wanted, near) {
		t.Errorf("%s: areas are %v, want %v", f.Name, areas, wanted)
	}
	for i, a := range plan.Arrows {
		if got := arrows[i]; !slices.Equal(got, a) {
			t.Errorf("%s: arrow %d is %v, want %v", f.Name, i, got, a)
		}
	}
	for _, w := range plan.Words {
		if w.Text != "" {
			want = append(want, w.Text)
		}
	}
	if !slices.Equal(words, want) {
		t.Errorf("%s: the words are %q, want %q", f.Name, words, want)
	}
}
