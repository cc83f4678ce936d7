package live

import (
	"math"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// gridOption is the option of a bank map or a heat map. A bank map is a heat map
// series for each key, so that the legend is ECharts' own and can switch them.
func gridOption(f charts.Figure, g charts.Grid) map[string]any {
	l := f.Layout()
	var series []echarts.SingleSeries
	for _, k := range g.Keys {
		s := cells(g, l, func(c charts.Cell) bool { return c.Tone == k.Tone })
		s.Name = k.Label
		s.ItemStyle.Color = token(k.Tone)
		s.Label.Color = token(charts.On(k.Tone))
		series = append(series, s)
	}
	if len(g.Keys) == 0 {
		series = append(series, cells(g, l, func(charts.Cell) bool { return true }))
	}
	option := common(f, series...)
	option["media"] = []media{
		{Query: &query{MaxWidth: narrow}, Option: gridPlaces(f.LayoutWithin(minWidth(f)), len(series))},
		{Option: gridPlaces(l, len(series))},
	}
	xAxis := gridAxis(g.Columns, g.Across, 26, "top", false)
	if l.Tilt {
		xAxis.AxisLabel.Rotate, xAxis.NameGap = -charts.TiltDegrees, l.Top-l.LegendHeight()-16
	}
	option["xAxis"] = xAxis
	option["yAxis"] = gridAxis(g.Rows, g.Down, l.Left-20, "left", true)
	if len(g.Keys) == 0 {
		option["visualMap"] = []visualMap{heatScale(g, l)}
	}
	return option
}

// gridPlaces is what depends on the width: where the cells begin, and how large
// the labels in them are.
func gridPlaces(l charts.Layout, series int) map[string]any {
	label := opts.Label{Show: opts.Bool(l.LabelSize > 0), FontSize: float32(l.LabelSize)}
	labels := make([]map[string]any, series)
	for i := range labels {
		labels[i] = map[string]any{"label": label}
	}
	places := plotPlaces(l)
	places["series"] = labels
	return places
}

// cells is a series of those cells of a grid that are of the wanted sort.
//
// A cell's value is its column, its row, what colours it, and its label, which
// stands there rather than in a label of its own because a label's formatter
// would take "{b}" in it for a template.
func cells(g charts.Grid, l charts.Layout, wanted func(charts.Cell) bool) echarts.SingleSeries {
	data := []any{}
	for _, c := range g.Cells {
		if !wanted(c) {
			continue
		}
		value := []any{c.Column, c.Row, heatValue(g, c.Value)}
		if l.LabelSize > 0 && c.Label != "" {
			value = append(value, c.Label)
		}
		item := cell{HeatMapData: opts.HeatMapData{Name: cellTip(g, c), Value: value}}
		if l.LabelSize > 0 && c.Label != "" && len(g.Keys) == 0 {
			_, words := charts.Heat(g.Range().At(c.Value))
			item.Label = &opts.Label{Color: words}
		}
		data = append(data, item)
	}
	return echarts.SingleSeries{
		Type: "heatmap", Data: data,
		ItemStyle: &opts.ItemStyle{BorderColor: token(charts.TonePaper), BorderWidth: 1},
		Label: &opts.Label{
			Show: opts.Bool(l.LabelSize > 0), Formatter: "{@[3]}", FontSize: float32(l.LabelSize),
		},
		LabelLayout: &opts.LabelLayout{HideOverlap: shown},
		Emphasis:    &opts.Emphasis{ItemStyle: &opts.ItemStyle{BorderColor: token(charts.ToneInk), BorderWidth: 2}},
	}
}

// cell is opts.HeatMapData with what it lacks.
type cell struct {
	opts.HeatMapData
	Label *opts.Label `json:"label,omitempty"`
}

// cellTip is a cell's tip, or where it is and what it holds.
func cellTip(g charts.Grid, c charts.Cell) string {
	if c.Tip != "" {
		return c.Tip
	}
	lines := []string{
		strings.TrimSpace(g.Down + " " + g.Rows[c.Row]),
		strings.TrimSpace(g.Across + " " + g.Columns[c.Column]),
	}
	for _, k := range g.Keys {
		if k.Tone == c.Tone {
			lines = append(lines, k.Label)
		}
	}
	if len(g.Keys) == 0 {
		lines = append(lines, strings.TrimSpace(charts.FormatNumber(c.Value)+" "+g.Unit))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// heatValue is what colours a cell: ECharts' scale of colours is linear, so that
// a logarithmic one is given the logarithm.
func heatValue(g charts.Grid, v float64) float64 {
	if g.Scale != charts.Linear && len(g.Keys) == 0 {
		return math.Log10(v)
	}
	return v
}

func gridAxis(names []string, name string, gap int, position string, inverse bool) axis {
	o := axis{XAxis: opts.XAxis{
		Type: "category", Data: names, Name: name, NameLocation: "middle", NameGap: gap,
		Position: position, Inverse: opts.Bool(inverse),
		AxisLine:  &opts.AxisLine{Show: hidden},
		AxisTick:  &opts.AxisTick{Show: hidden},
		SplitLine: &opts.SplitLine{Show: hidden},
	}}
	o.NameTextStyle = &opts.TextStyle{Color: token(charts.ToneSoft), FontSize: charts.TextSize}
	o.AxisLabel = labels(names)
	o.AxisLabel.Margin = 6
	return o
}

// visualMap is opts.VisualMap with exact bounds.
type visualMap struct {
	opts.VisualMap
	Min       float64 `json:"min"`
	Max       float64 `json:"max"`
	Dimension int     `json:"dimension"`

	ItemWidth  int `json:"itemWidth"`
	ItemHeight int `json:"itemHeight"`
}

func heatScale(g charts.Grid, l charts.Layout) visualMap {
	r := g.Range()
	unit := ""
	if g.Unit != "" {
		unit = "\n" + g.Unit
	}
	return visualMap{
		VisualMap: opts.VisualMap{
			Type: "continuous", Orient: "vertical", Right: px(l.Right - 88), Top: px(l.Top - 8),
			Text:      []string{charts.FormatNumber(r.Max) + unit, charts.FormatNumber(r.Min)},
			InRange:   &opts.VisualMapInRange{Color: charts.Ramp()},
			TextStyle: &opts.TextStyle{Color: token(charts.ToneSoft), FontSize: charts.TextSize},
		},
		Min: heatValue(g, r.Min), Max: heatValue(g, r.Max), Dimension: 2,
		ItemWidth: 14, ItemHeight: min(l.Height-l.Top-l.Bottom-50, 180),
	}
}
