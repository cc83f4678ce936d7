package live

import (
	"math"
	"slices"
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"lanebook/charts"
)

// manyPoints is how many points a line must have for zooming to be worth it.
const manyPoints = 200

// plot is the chart of a figure of lines and bars.
func plot(f charts.Figure) (EChart, object) {
	var names any
	if f.X.Categories != nil {
		names = f.X.Categories
	}
	var c EChart = echarts.NewLine().SetXAxis(names)
	if _, bars := f.Series[0].(charts.Bars); bars {
		c = echarts.NewBar().SetXAxis(names)
	}
	x, y := f.Ranges()
	l := f.Layout()
	zooms := slices.ContainsFunc(f.Series, func(s charts.Series) bool { l, ok := s.(charts.Line); return ok && len(l.X) > manyPoints })
	xAxis, moreX := plotAxis(f.X, x, l.Bottom-22, zooms)
	if l.Tilt {
		xAxis.AxisLabel.Rotate = charts.TiltDegrees
	}
	yAxis, moreY := plotAxis(f.Y, y, l.Left-20, false)
	more := object{"xAxis": moreX, "yAxis": moreY, "media": media(f, plotPlaces)}
	c.SetGlobalOptions(echarts.WithXAxisOpts(xAxis), echarts.WithYAxisOpts(asY(yAxis)))
	tones := f.Tones()
	for i, s := range f.Series {
		switch s := s.(type) {
		case charts.Line:
			c.Overlap(line(f, s, tones[i]))
		case charts.Bars:
			c.Overlap(bars(f, s, tones[i]))
		}
	}
	if zooms {
		zoom(c, more, "")
	}
	return c, more
}

// zoom lets the wheel zoom, with the shift key, so that without it the page scrolls.
func zoom(c EChart, more object, filter string) {
	c.SetGlobalOptions(echarts.WithDataZoomOpts(opts.DataZoom{Type: "inside", FilterMode: filter}))
	more["dataZoom"] = object{"zoomOnMouseWheel": "shift", "moveOnMouseMove": false}
}

// Up to the width narrow in CSS pixels a chart is laid out for a phone; from half on
// it is half a window, with room for words in more cells.
const narrow, half = 600, 540

// media is what an option becomes in a narrow chart, and back in a wide one. Of two
// whose query holds ECharts takes both, one after the other.
func media(f charts.Figure, places func(charts.Layout) object) []object {
	return []object{
		{"query": object{"maxWidth": narrow}, "option": places(f.LayoutWithin(f.LeastWidth()))},
		{"query": object{"minWidth": half, "maxWidth": narrow}, "option": places(f.LayoutWithin(max(half, f.LeastWidth())))},
		{"option": places(f.Layout())},
	}
}

// plotPlaces is what depends on the width: the legend's lines above the plot.
func plotPlaces(l charts.Layout) object {
	return object{"grid": []opts.Grid{{Top: px(l.Top)}}}
}

const transparent = "transparent"

// markStyle is the style of marks and bars: hollow, with a colour inside, if silicon
// was measured.
func markStyle(t charts.Tone, measured bool, inside string) opts.ItemStyle {
	if measured {
		return opts.ItemStyle{Color: inside, BorderColor: token(t), BorderWidth: 1.8, Opacity: opts.Float(1)}
	}
	return opts.ItemStyle{Color: token(t)}
}

func line(f charts.Figure, l charts.Line, t charts.Tone) echarts.Overlaper {
	style := opts.LineStyle{Color: token(t), Width: 2}
	mark := markStyle(t, l.Measured, token(charts.TonePaper))
	emphasis := opts.Emphasis{Focus: "series"}
	shape := opts.LineChart{Symbol: "circle", SymbolSize: 7, ShowSymbol: shown}
	switch {
	case l.Style == charts.Dots: // a scatter's marks would shine through
		mark.Opacity = opts.Float(1)
	case !l.Measured && len(l.X) > 1: // marks that cannot be seen can still be hovered over
		mark.Opacity, emphasis.ItemStyle = opts.Float(0), &opts.ItemStyle{Opacity: opts.Float(1)}
	}
	switch l.Style {
	case charts.Dashed:
		style.Type = "dashed"
	case charts.Steps:
		shape.Step = "end"
	}
	data := make([]opts.LineData, len(l.X))
	for i := range l.X {
		data[i].Value = []float64{l.X[i], l.Y[i]}
		if l.Tips != nil || len(l.X) <= manyPoints {
			data[i].Name = f.Tip(l.Name, l.Tips, i, l.X[i], l.Y[i])
		}
	}
	options := []echarts.SeriesOpts{echarts.WithItemStyleOpts(mark), echarts.WithEmphasisOpts(emphasis)}
	if l.Tips == nil && len(l.X) > manyPoints { // one tip for all is a third of the bytes
		options = append(options, echarts.WithSeriesTooltipOpts(opts.SeriesTooltip{
			Formatter: types.FuncStr(strings.TrimSpace(l.Name + "\n" + f.X.Title() + ", " + f.Y.Title() + ": {c}")),
		}))
	}
	options = append(options, echarts.WithLineChartOpts(shape), echarts.WithLineStyleOpts(style))
	if l.Style == charts.Dots {
		options = append(options, echarts.WithSeriesOpts(func(s *echarts.SingleSeries) { s.Type, s.LineStyle = types.ChartScatter, nil }))
	}
	return echarts.NewLine().AddSeries(l.Name, data, options...)
}

func bars(f charts.Figure, b charts.Bars, t charts.Tone) echarts.Overlaper {
	data := make([]opts.BarData, len(b.Y))
	for i, v := range b.Y {
		data[i] = opts.BarData{Name: f.Tip(b.Name, b.Tips, i, float64(i), v), Value: []float64{float64(i), v}}
	}
	return echarts.NewBar().AddSeries(b.Name, data,
		echarts.WithBarChartOpts(opts.BarChart{Stack: b.Stack, BarCategoryGap: "25%", BarGap: "0%"}),
		echarts.WithItemStyleOpts(markStyle(t, b.Measured, transparent)),
		echarts.WithEmphasisOpts(opts.Emphasis{Focus: "series"}))
}

// fewCategories is up to how many categories all are named, if there is room.
const fewCategories = 32

// anAxis is what all axes have in common, and what go-echarts lacks of it. The axis's
// name stands gap away from it.
func anAxis(name string, gap int, categories []string) (opts.XAxis, object) {
	soft := token(charts.ToneSoft)
	o := opts.XAxis{
		Name: name, NameLocation: "middle", NameGap: gap,
		AxisLine:  &opts.AxisLine{Show: hidden},
		AxisTick:  &opts.AxisTick{Show: hidden},
		SplitLine: &opts.SplitLine{Show: hidden},
		AxisLabel: &opts.AxisLabel{Color: soft, FontSize: charts.TextSize, HideOverlap: shown},
	}
	more := object{"nameTextStyle": opts.TextStyle{Color: soft, FontSize: charts.TextSize}, "axisTick": object{"show": false}}
	if n := len(categories); n > 0 {
		o.Type, o.Data = "category", categories
		if n <= fewCategories {
			more["axisLabel"] = object{"interval": 0}
		}
	}
	return o, more
}

// plotAxis is an axis whose ticks and labels are those of a Range. On one that zooms
// ECharts chooses more of them, and names all, the closer the reader comes.
func plotAxis(a charts.Axis, r charts.Range, gap int, zooms bool) (opts.XAxis, object) {
	o, more := anAxis(a.Title(), gap, a.Categories)
	o.AxisLine = &opts.AxisLine{Show: shown, OnZero: hidden, LineStyle: &opts.LineStyle{Color: token(charts.ToneSoft)}}
	if len(a.Categories) > 0 {
		return o, more
	}
	o.SplitLine = &opts.SplitLine{Show: shown, LineStyle: &opts.LineStyle{Color: token(charts.TonePlain)}}
	o.Type, o.Min, o.Max = "value", r.Min, r.Max
	step := r.Step()
	switch {
	case a.Scale != charts.Linear:
		o.Type, more["logBase"], zooms = "log", r.LogBase(), false
	case zooms && step > 0:
		o.SplitNumber, o.MaxInterval = int(math.Round((r.Max-r.Min)/step)), step
	default:
		o.MinInterval, o.MaxInterval = step, step
	}
	words := []string{} // a tick and its label take turns
	for i, label := range r.Labels(a) {
		if !zooms && (step > 0 || a.Scale != charts.Linear) {
			words = append(words, strconv.FormatFloat(r.Ticks[i], 'g', -1, 64), label)
		}
	}
	o.AxisLabel.Formatter = call("ticks", words)
	// ECharts marks the ends of the axis even where no tick stands.
	if n := len(r.Ticks); n > 0 {
		if r.Ticks[0] != r.Min {
			o.AxisLabel.ShowMinLabel = hidden
		}
		if r.Ticks[n-1] != r.Max {
			o.AxisLabel.ShowMaxLabel = hidden
		}
	}
	return o, more
}

// asY is an X axis as a Y axis.
func asY(x opts.XAxis) opts.YAxis {
	return opts.YAxis{
		Type: x.Type, Name: x.Name, NameLocation: x.NameLocation, NameGap: x.NameGap, Position: x.Position, Inverse: x.Inverse,
		Show: x.Show, Data: x.Data, Min: x.Min, Max: x.Max, AxisLine: x.AxisLine, AxisLabel: x.AxisLabel, SplitLine: x.SplitLine,
		MinInterval: x.MinInterval, MaxInterval: x.MaxInterval,
	}
}
