package charts_test

import (
	"math"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

func TestSamplesAreValid(t *testing.T) {
	for _, f := range sample.All() {
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
	}
}

func TestValidate(t *testing.T) {
	edit := func(f charts.Figure, do func(*charts.Figure)) charts.Figure { do(&f); return f }
	grid := func(do func(*charts.Grid)) charts.Figure {
		f := sample.BankMap()
		g := f.Series[0].(charts.Grid)
		do(&g)
		f.Series[0] = g
		return f
	}
	lines := func(do func(*charts.Figure, *charts.Line)) charts.Figure {
		f := sample.Stride()
		l := f.Series[0].(charts.Line)
		do(&f, &l)
		f.Series[0] = l
		return f
	}
	bars := func(do func(*charts.Figure, *charts.Bars)) charts.Figure {
		f := sample.Stacked()
		b := f.Series[0].(charts.Bars)
		do(&f, &b)
		f.Series[0] = b
		return f
	}
	spans := func(do func(*charts.Figure, *charts.Spans)) charts.Figure {
		f := sample.Timeline()
		s := f.Series[0].(charts.Spans)
		do(&f, &s)
		f.Series[0] = s
		return f
	}
	heat := func(do func(*charts.Grid)) charts.Figure {
		f := sample.LogHeatMap()
		g := f.Series[0].(charts.Grid)
		do(&g)
		f.Series[0] = g
		return f
	}
	for _, c := range []struct {
		f    charts.Figure
		want string
	}{
		{charts.Figure{}, `figure "": Name = "", want lower-case words`},
		{charts.Figure{}, `Title is empty`},
		{charts.Figure{}, `Alt is empty`},
		{charts.Figure{}, `Series is empty, want at least one`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Name = "Bank" }), `Name = "Bank"`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Name = "a--b" }), `Name = "a--b"`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Name = "a\n" }), `Name = "a\n"`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Title = "a\nb" }), `Title = "a\nb", want a single line`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Note = "\x00" }), `Note = "\x00", want UTF-8 text without control characters`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Alt = "\xff" }), `Alt = "\xff", want UTF-8`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Series = append(f.Series, nil) }), `Series[1] is a <nil>`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.X.Label = "" }), `X.Label is empty`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.X.Scale = "log" }), `X.Scale = "log", want linear (empty), log2 or log10`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.X.Scale = charts.Log2 }), `Series[0].X[0] = 0, want more than 0 on a log2 scale`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Y.Ticks = []float64{10, 1} }), `Y.Ticks[1] = 1, want more than 10 before it`},
		{edit(sample.Wave(), func(f *charts.Figure) { f.Y.Ticks = []float64{math.NaN()} }), `Y.Ticks[0] = NaN`},
		{edit(sample.BankMap(), func(f *charts.Figure) { f.Series = append(f.Series, charts.Line{Name: "l"}) }), `Series holds 2 members, want a Grid, Spans, a Flow or a Table to stand alone`},

		{lines(func(_ *charts.Figure, l *charts.Line) { l.X = l.X[1:] }), `Series[0].Y has 7 values, want 6, as many as X`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.X, l.Y = nil, nil }), `Series[0].X is empty`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Y = []float64{1, 2, 3, 4, 5, 6, math.Inf(1)} }), `Series[0].Y[6] = +Inf, want 0, or`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Y = []float64{1, 2, 3, 4, 5, 6, 1e-300} }), `Series[0].Y[6] = 1e-300, want 0, or`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Tips = []string{"one"} }), `Series[0].Tips has 1 values, want 7`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Style = "dotted" }), `Series[0].Style = "dotted"`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Tone = "red" }), `Series[0].Tone = "red", want one of the tones`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Name = "" }), `Series[0].Name is empty`},
		{lines(func(_ *charts.Figure, l *charts.Line) { l.Name = "H200" }), `Series[1].Name = "H200", want another`},
		{edit(sample.Mixed(), func(f *charts.Figure) {
			f.Series[1] = charts.Line{Name: "l", X: []float64{1.5}, Y: []float64{2}}
		}), `Series[1].X[0] = 1.5, want a whole number from 0 to 4`},

		{bars(func(f *charts.Figure, b *charts.Bars) { f.X.Categories = nil }), `X.Categories is empty, want one for each bar of Series[0]`},
		{bars(func(f *charts.Figure, b *charts.Bars) { b.Y = b.Y[:4] }), `Series[0].Y has 4 values, want 5, one for each of X.Categories`},
		{bars(func(f *charts.Figure, b *charts.Bars) { f.Y.Scale = charts.Log10 }), `Series[0].Stack = "all" on a Y.Scale of "log10"`},
		{bars(func(f *charts.Figure, b *charts.Bars) { f.Y.Categories = []string{"a"} }), `Y.Categories has 1, want none`},

		{grid(func(g *charts.Grid) { g.Cells = append(g.Cells, charts.Cell{Row: 16, Tone: charts.Tone2}) }), `Cells[512].Row = 16, want 0 to 15`},
		{grid(func(g *charts.Grid) { g.Cells = append(g.Cells, charts.Cell{Column: -1, Tone: charts.Tone2}) }), `Cells[512].Column = -1, want 0 to 31`},
		{grid(func(g *charts.Grid) { g.Cells = append(g.Cells, charts.Cell{Row: 1, Column: 1, Tone: charts.Tone2}) }), `Cells[512] is at row 1, column 1 like Cells[33]`},
		{grid(func(g *charts.Grid) { g.Cells[0].Tone = charts.Tone7 }), `Cells[0].Tone = "c7", want one of Keys`},
		{grid(func(g *charts.Grid) { g.Keys[0].Tone = "grey" }), `Keys[0].Tone = "grey", want one of the tones`},
		{grid(func(g *charts.Grid) { g.Keys[1].Tone = g.Keys[0].Tone }), `Keys[1].Tone = "plain", want each tone once`},
		{grid(func(g *charts.Grid) { g.Keys[0].Label = "" }), `Keys[0].Label is empty`},
		{grid(func(g *charts.Grid) { g.Rows = nil }), `Series[0] has 0 Rows, 32 Columns and 512 Cells`},
		{grid(func(g *charts.Grid) { g.Cells[3].Label = "a\nb" }), `Cells[3].Label = "a\nb", want a single line`},
		{grid(func(g *charts.Grid) { g.Keys = nil }), `Cells[0].Tone = "c2", want none in a heat map`},
		{grid(func(g *charts.Grid) { g.Keys = nil }), `and 492 more faults`}, // 512 cells, less the 20 that are named
		{heat(func(g *charts.Grid) { g.Cells[2].Value = 0 }), `Cells[2].Value[0] = 0, want more than 0 on a log10 scale`},
		{heat(func(g *charts.Grid) { g.Scale = "ln" }), `Series[0].Scale = "ln"`},

		{spans(func(f *charts.Figure, _ *charts.Spans) { f.X.Scale = charts.Log2 }), `X.Scale = "log2" with 0 X.Categories, want a linear scale`},
		{spans(func(f *charts.Figure, _ *charts.Spans) { f.X.Label = "" }), `X.Label is empty`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans = nil }), `Series[0] has 12 Rows, 3 Keys and 0 Spans`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans[4].Row = 12 }), `Series[0].Spans[4].Row = 12, want 0 to 11`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans[4].To = s.Spans[4].From }), `Spans[4] is from 114 to 114, want From less than To`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans[4].To = math.NaN() }), `Spans[4].To = NaN`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans[4].Tone = charts.Tone8 }), `Spans[4].Tone = "c8", want one of Keys`},
		{spans(func(f *charts.Figure, s *charts.Spans) { s.Spans[0].To++ }), `102 to 109 overlaps 100 to 103 in row 0`},

		{edit(sample.Table(), func(f *charts.Figure) {
			f.Series = []charts.Series{charts.Table{Columns: []charts.Column{{Head: "a"}}, Rows: [][]string{{"1", "2"}}}}
		}), `Series[0].Rows[0] has 2 values, want 1, one for each of Columns`},
		{edit(sample.Table(), func(f *charts.Figure) { f.Series = []charts.Series{charts.Table{}} }), `Series[0] has 0 Columns and 0 Rows`},
	} {
		err := c.f.Validate()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate says %v, want %q", err, c.want)
		}
	}
}

func TestTooManyColours(t *testing.T) {
	f := plot(charts.Axis{}, charts.Axis{}, []float64{1}, []float64{1})
	f.Series = nil
	for _, name := range strings.Split("abcdefghi", "") {
		f.Series = append(f.Series, charts.Line{Name: name, X: []float64{1}, Y: []float64{1}})
	}
	if err := f.Validate(); err == nil || !strings.Contains(err.Error(), "Series holds 9 members of ToneAuto, want at most 8") {
		t.Errorf("Validate says %v", err)
	}
}
