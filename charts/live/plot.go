package live

import (
	"math"
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"lanebook/charts"
)

// manyPoints is how many points a line must have for zooming to be worth it.
const manyPoints = 200

// markStyle is the style of marks and bars: hollow, with a colour inside, if silicon
// was measured.
func markStyle(t charts.Tone, measured bool, inside string) *opts.ItemStyle {
	if measured {
		return &opts.ItemStyle{Color: inside, BorderColor: token(t), BorderWidth: 1.8, Opacity: opts.Float(1)}
	}
	return &opts.ItemStyle{Color: token(t)}
}

// plotOption is the option of a figure of lines and bars.
func plotOption(f charts.Figure) map[string]any {
	var series []echarts.SingleSeries
	tones := f.Tones()
	zoom := false
	for i, s := range f.Series {
		switch s := s.(type) {
		case charts.Line:
			series = append(series, lineSeries(f, s, tones[i]))
			zoom = zoom || len(s.X) > manyPoints
		case charts.Bars:
			series = append(series, barSeries(f, s, tones[i]))
		}
	}
	option := common(f, series...)
	x, y := f.Ranges()
	l := f.Layout()
	option["media"] = []media{
		{Query: &query{MaxWidth: narrow}, Option: plotPlaces(f.LayoutWithin(minWidth(f)))},
		{Option: plotPlaces(l)},
	}
	xAxis := plotAxis(f.X, x, l.Bottom-22)
	if l.Tilt {
		xAxis.AxisLabel.Rotate = charts.TiltDegrees
	}
	option["xAxis"] = xAxis
	option["yAxis"] = plotAxis(f.Y, y, l.Left-20)
	if zoom { // with the shift key, so that the wheel still scrolls the page
		option["dataZoom"] = []dataZoom{{DataZoom: opts.DataZoom{Type: "inside"}, ZoomOnMouseWheel: "shift"}}
	}
	return option
}

// dataZoom is opts.DataZoom with what it lacks.
type dataZoom struct {
	opts.DataZoom
	ZoomOnMouseWheel string `json:"zoomOnMouseWheel"`
	MoveOnMouseMove  bool   `json:"moveOnMouseMove"`
	FilterMode       string `json:"filterMode,omitempty"`
}

func lineSeries(f charts.Figure, l charts.Line, t charts.Tone) echarts.SingleSeries {
	ink := token(t)
	s := echarts.SingleSeries{
		Name: l.Name, Type: "line", Symbol: "circle", SymbolSize: 7, ShowSymbol: shown,
		ItemStyle: markStyle(t, l.Measured, token(charts.TonePaper)),
		LineStyle: &opts.LineStyle{Color: ink, Width: 2},
		Emphasis:  &opts.Emphasis{Focus: "series"},
	}
	switch l.Style {
	case charts.Dots:
		s.Type, s.LineStyle = "scatter", nil
		s.ItemStyle.Opacity = opts.Float(1)
	case charts.Dashed:
		s.LineStyle.Type = "dashed"
	case charts.Steps:
		s.Step = "end"
	}
	if s.Type == "line" && !l.Measured && len(l.X) > 1 {
		// Markers that cannot be seen can still be hovered over.
		s.ItemStyle.Opacity = opts.Float(0)
		s.Emphasis.ItemStyle = &opts.ItemStyle{Opacity: opts.Float(1)}
	}
	data := make([]opts.LineData, len(l.X))
	for i := range l.X {
		data[i] = opts.LineData{Value: []float64{l.X[i], l.Y[i]}}
		if l.Tips != nil || len(l.X) <= manyPoints {
			data[i].Name = tip(f, l.Name, l.Tips, i, l.X[i], l.Y[i])
		}
	}
	if l.Tips == nil && len(l.X) > manyPoints { // one tip for all is a third of the bytes
		s.SeriesTooltip = &opts.SeriesTooltip{Formatter: types.FuncStr(strings.TrimSpace(l.Name + "\n" + f.X.Title() + ", " + f.Y.Title() + ": {c}"))}
	}
	s.Data = data
	return s
}

func barSeries(f charts.Figure, b charts.Bars, t charts.Tone) echarts.SingleSeries {
	data := make([]opts.BarData, len(b.Y))
	for i, v := range b.Y {
		data[i] = opts.BarData{Name: tip(f, b.Name, b.Tips, i, float64(i), v), Value: []float64{float64(i), v}}
	}
	return echarts.SingleSeries{
		Name: b.Name, Type: "bar", Stack: b.Stack, Data: data,
		BarCategoryGap: "25%", BarGap: "0%",
		ItemStyle: markStyle(t, b.Measured, "transparent"),
		Emphasis:  &opts.Emphasis{Focus: "series"},
	}
}

// axis is opts.XAxis, which serves for Y as well, with what it lacks.
type axis struct {
	opts.XAxis
	Interval      float64         `json:"interval,omitempty"`
	LogBase       float64         `json:"logBase,omitempty"`
	NameTextStyle *opts.TextStyle `json:"nameTextStyle,omitempty"`
	AxisLabel     axisLabel       `json:"axisLabel"`
}

// axisLabel is opts.AxisLabel with an interval that ECharts takes for a number: 0
// shows the labels of all categories, as far as they do not overlap.
type axisLabel struct {
	opts.AxisLabel
	Interval *int     `json:"interval,omitempty"`
	Words    []string `json:"words,omitempty"` // of a logarithmic axis: a tick and its label in turn, for lanebook.js
}

// labels is how all axes are labelled.
func labels(of []string) axisLabel {
	l := axisLabel{AxisLabel: opts.AxisLabel{
		Color: token(charts.ToneSoft), FontSize: charts.TextSize, HideOverlap: shown,
	}}
	if n := len(of); n > 0 && n <= fewCategories {
		l.Interval = new(int)
	}
	return l
}

// fewCategories is up to how many categories all are named, if there is room.
const fewCategories = 32

// plotAxis is the option of an axis whose name stands gap away from it.
func plotAxis(a charts.Axis, r charts.Range, gap int) axis {
	o := axis{XAxis: opts.XAxis{
		Type: "value", Name: a.Title(), NameLocation: "middle", NameGap: gap,
		AxisLine:  &opts.AxisLine{Show: shown, OnZero: hidden, LineStyle: &opts.LineStyle{Color: token(charts.ToneSoft)}},
		AxisTick:  &opts.AxisTick{Show: hidden},
		SplitLine: &opts.SplitLine{Show: shown, LineStyle: &opts.LineStyle{Color: token(charts.TonePlain)}},
	}}
	o.NameTextStyle = &opts.TextStyle{Color: token(charts.ToneSoft), FontSize: charts.TextSize}
	o.AxisLabel = labels(a.Categories)
	if len(a.Categories) > 0 {
		o.Type, o.Data = "category", a.Categories
		o.SplitLine.Show = hidden
		return o
	}
	o.Min, o.Max = r.Min, r.Max
	if a.Scale != charts.Linear {
		o.Type, o.LogBase = "log", logBase(r)
		for i, label := range r.Labels(a) {
			o.AxisLabel.Words = append(o.AxisLabel.Words, strconv.FormatFloat(r.Ticks[i], 'g', -1, 64), label)
		}
	} else {
		o.Interval = spacing(r)
	}
	// ECharts marks the ends of the axis even where no tick stands.
	if len(r.Ticks) > 0 {
		if r.Ticks[0] != r.Min {
			o.AxisLabel.ShowMinLabel = hidden
		}
		if r.Ticks[len(r.Ticks)-1] != r.Max {
			o.AxisLabel.ShowMaxLabel = hidden
		}
	}
	return o
}

// spacing is the distance of the ticks, if they are as far apart from the beginning
// of the axis on, but perhaps for the first (1, 16, 32 on an axis from 0). Else it is
// 0, and ECharts chooses ticks.
func spacing(r charts.Range) float64 {
	n := len(r.Ticks)
	if n < 2 {
		return 0
	}
	step := r.Ticks[n-1] - r.Ticks[n-2]
	for _, v := range r.Ticks[1:] {
		if !whole((v - r.Min) / step) {
			return 0
		}
	}
	digits := math.Pow(10, 3-math.Floor(math.Log10(step)))
	return math.Round(step*digits) / digits
}

// logBase is the number whose powers the ticks are, or else the scale's own base.
// ECharts has no interval on a logarithmic axis; it marks the base's powers.
func logBase(r charts.Range) float64 {
	base := 2.0
	if r.Scale == charts.Log10 {
		base = 10
	}
	n := len(r.Ticks)
	if n < 2 {
		return base
	}
	ratio := r.Ticks[n-1] / r.Ticks[n-2]
	for _, v := range r.Ticks {
		if !whole(math.Log(v) / math.Log(ratio)) {
			return base
		}
	}
	return math.Round(ratio)
}

func whole(v float64) bool { return math.Abs(v-math.Round(v)) <= 1e-6 }
