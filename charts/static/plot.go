package static

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// Plot returns the figure as a gonum plot in the inks of the light theme; canvases of
// In have others. Its ticks and their labels are those of charts.Range. A figure that
// is invalid or a Table, which is no plot, is an error.
func Plot(f charts.Figure) (*plot.Plot, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	l := f.Layout()
	p := plot.New()
	p.BackgroundColor = Ink(charts.TonePaper)
	p.TextHandler = Text
	p.Legend.TextStyle, p.Title.TextStyle = style(charts.ToneInk, charts.TextSize), style(charts.ToneInk, charts.TextSize)
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = text.XCenter, text.YTop
	p.Title.Padding = 8
	setAxis(&p.X, f.X, 9)
	setAxis(&p.Y, f.Y, 4)
	p.X.Label.TextStyle.YAlign = descent
	p.X.Tick.Label.YAlign, p.X.Tick.Label.XAlign = text.YTop, text.XCenter
	p.X.Tick.Label.Handler = sans{thin: true}
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.Handler = text.XRight, sans{flat: true}
	words := legend{l, true}
	switch s := f.Series[0].(type) {
	case charts.Grid:
		addGrid(p, s, l)
	case charts.Spans:
		addSpans(p, f, s, l)
	case charts.Flow:
		p.Add(series{Flow{s}, Flow{s}})
		p.HideAxes()
	case charts.Table:
		return nil, fmt.Errorf("figure %q is a Table, want lines, bars, a Grid, Spans or a Flow: a table's form is HTML", f.Name)
	default:
		words.blocks = false
		if err := addPlot(p, f, words); err != nil {
			return nil, fmt.Errorf("figure %q: %w", f.Name, err)
		}
	}
	p.Add(words)
	return p, nil
}

// setAxis gives an axis its looks: a line, and labels at a distance from it that a
// tick which nobody sees makes.
func setAxis(a *plot.Axis, of charts.Axis, far vg.Length) {
	a.Label.Text, a.Label.Padding = of.Title(), 12
	a.Label.TextStyle = style(charts.ToneSoft, charts.TextSize)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign, a.Label.TextStyle.Handler = text.XCenter, text.YBottom, sans{thin: true}
	a.LineStyle = draw.LineStyle{Color: Ink(charts.ToneSoft), Width: 1}
	a.Padding = 0
	a.Tick.Label = style(charts.ToneSoft, charts.TextSize)
	a.Tick.LineStyle, a.Tick.Length = draw.LineStyle{Color: color.Transparent, Width: 1}, far
	a.Tick.Marker = plot.ConstantTicks{}
}

// setRange gives an axis its scale and its ticks.
func setRange(a *plot.Axis, r charts.Range, ticks plot.Ticker) {
	a.Min, a.Max, a.Tick.Marker = r.Min, r.Max, ticks
	if r.Scale != charts.Linear {
		a.Scale = plot.LogScale{}
	}
}

// ticks are those of an axis that is so many pixels long. Where labels would touch,
// only every second, fourth, eighth … has one; need is the room for one, nil if there
// is enough.
func ticks(a charts.Axis, r charts.Range, long float64, need func(label string) float64) plot.ConstantTicks {
	var all plot.ConstantTicks
	for i, s := range r.Labels(a) {
		v := float64(i)
		if len(a.Categories) == 0 {
			v = r.Ticks[i]
		}
		all = append(all, plot.Tick{Value: v, Label: s})
	}
	touch := func(step int) bool {
		for i := step; i < len(all); i += step {
			if a, b := all[i-step], all[i]; (r.At(b.Value)-r.At(a.Value))*long < (need(a.Label)+need(b.Label))/2 {
				return true
			}
		}
		return false
	}
	step := 1
	for need != nil && touch(step) {
		step *= 2
	}
	for i := range all {
		if i%step != 0 || all[i].Label == "" {
			all[i].Label = " " // gonum draws rules only at labels
		}
	}
	return all
}

// beside is the room that a label needs among others in a line, above among others
// in a column.
func beside(s string) float64 { return charts.TextWidth(s, charts.TextSize) + 3 }
func above(string) float64    { return 15 }

// addPlot adds lines and bars, with rules behind them and their signs in the legend.
func addPlot(p *plot.Plot, f charts.Figure, l legend) error {
	x, y := f.Ranges()
	p.Add(rules{f.X.Categories == nil, f.Y.Categories == nil})
	var lines []plot.Plotter // over the bars
	lanes, n := lanesOf(f)
	for i, t := range f.Tones() {
		switch s := f.Series[i].(type) {
		case charts.Line:
			if s.Style == charts.Dots {
				s = seen(s, x, y, float64(l.Width-l.Left-l.Right), float64(l.Height-l.Top-l.Bottom))
			}
			parts, err := newLine(s, Ink(t))
			if err != nil {
				return err
			}
			for _, part := range parts {
				lines = append(lines, entered{series{part, part}, part, l, i})
			}
		case charts.Bars:
			b, err := newBars(s, Ink(t), f.Piles()[i], y.Base())
			if err != nil {
				return err
			}
			b.lane, b.lanes = lanes[i], n
			p.Add(entered{series{b, b}, b, l, i})
		}
	}
	p.Add(lines...)
	need := beside
	if l.Tilt {
		need = nil
		p.X.Tick.Label = tilted(p.X.Tick.Label)
		p.X.Tick.Label.XAlign, p.X.Tick.Label.Handler = text.XRight, Text
	}
	setRange(&p.X, x, ticks(f.X, x, float64(l.Width-l.Left-l.Right), need))
	setRange(&p.Y, y, ticks(f.Y, y, 0, nil))
	return nil
}

// series is a plotter whose marks and words may lie around the plot: gonum would part
// data and axes to make room for them, and the live chart does not.
type series struct {
	plot.Plotter
	plot.DataRanger
}

// rules are plotter.Grid's, but not where an axis has its line.
type rules struct{ x, y bool }

func (r rules) Plot(c draw.Canvas, p *plot.Plot) {
	var g plotter.Grid
	within := *p
	if r.x {
		g.Vertical = draw.LineStyle{Color: Ink(charts.TonePlain), Width: 1}
		within.X.Tick.Marker = inside(p.X)
	}
	if r.y {
		g.Horizontal = draw.LineStyle{Color: Ink(charts.TonePlain), Width: 1}
		within.Y.Tick.Marker = inside(p.Y)
	}
	g.Plot(c, &within)
}

func inside(a plot.Axis) plot.Ticker {
	return plot.TickerFunc(func(least, most float64) []plot.Tick {
		return slices.DeleteFunc(slices.Clone(a.Tick.Marker.Ticks(least, most)), func(t plot.Tick) bool { return t.Value <= least })
	})
}
