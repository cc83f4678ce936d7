package live

import (
	"math"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// grid is the chart of a bank map or a heat map. A bank map has a series for each
// key, so that the legend is ECharts' own and can switch them; a heat map one for
// each colour of the words in its cells.
func grid(f charts.Figure, g charts.Grid) (EChart, object) {
	c, l := echarts.NewHeatMap(), f.Layout()
	for _, k := range g.Keys {
		cells(c, g, l, k.Label, token(k.Tone), token(charts.On(k.Tone)), func(c charts.Cell) bool { return c.Tone == k.Tone })
	}
	if len(g.Keys) == 0 {
		r := g.Range()
		for _, ink := range []string{"#000000", "#ffffff"} {
			cells(c, g, l, "", "", ink, func(c charts.Cell) bool {
				_, words := charts.Heat(r.At(c.Value))
				if l.LabelSize == 0 {
					words = "#000000"
				}
				return words == ink
			})
		}
	}
	xAxis, moreX := anAxis(g.Across, 26, g.Columns)
	xAxis.Position, xAxis.AxisLabel.Margin = "top", 6
	if l.Tilt {
		xAxis.AxisLabel.Rotate, xAxis.NameGap = -charts.TiltDegrees, l.Top-l.LegendHeight()-16
	}
	yAxis, moreY := rowAxis(g.Rows, g.Down, l)
	c.SetGlobalOptions(echarts.WithXAxisOpts(xAxis), echarts.WithYAxisOpts(yAxis))
	more := object{"xAxis": moreX, "yAxis": moreY, "media": media(f, func(l charts.Layout) object {
		places := plotPlaces(l)
		labels := make([]object, len(c.MultiSeries))
		for i := range labels {
			labels[i] = object{"label": opts.Label{Show: opts.Bool(l.LabelSize > 0), FontSize: float32(l.LabelSize)}}
		}
		places["series"] = labels
		return places
	})}
	if len(g.Keys) == 0 {
		heatScale(c, more, g, l)
	}
	return c, more
}

// rowAxis names the rows of a grid or a timeline, from top to bottom.
func rowAxis(rows []string, name string, l charts.Layout) (opts.YAxis, object) {
	o, more := anAxis(name, l.Left-20, rows)
	o.Inverse, o.AxisLabel.Margin = shown, 6
	return asY(o), more
}

// cells adds a series of those cells of a grid that are of the wanted sort, if any.
//
// A cell's value is its column, its row, what colours it, and its label, which
// stands there rather than in a label of its own because a label's formatter
// would take "{b}" in it for a template.
func cells(c *echarts.HeatMap, g charts.Grid, l charts.Layout, name, ink, words string, wanted func(charts.Cell) bool) {
	data := []opts.HeatMapData{}
	for _, c := range g.Cells {
		if !wanted(c) {
			continue
		}
		value := []any{c.Column, c.Row, heatValue(g, c.Value)}
		if l.LabelSize > 0 && c.Label != "" {
			value = append(value, c.Label)
		}
		what := name
		if len(g.Keys) == 0 {
			what = charts.FormatNumber(c.Value) + " " + g.Unit
		}
		data = append(data, opts.HeatMapData{Name: g.CellTip(c, what), Value: value})
	}
	if len(data) == 0 && name == "" {
		return
	}
	c.AddSeries(name, data,
		echarts.WithItemStyleOpts(opts.ItemStyle{Color: ink, BorderColor: token(charts.TonePaper), BorderWidth: 1}),
		echarts.WithLabelOpts(opts.Label{Show: opts.Bool(l.LabelSize > 0), Formatter: "{@[3]}", FontSize: float32(l.LabelSize), Color: words}),
		echarts.WithLabelLayoutOpts(opts.LabelLayout{HideOverlap: shown}),
		echarts.WithEmphasisOpts(opts.Emphasis{ItemStyle: &opts.ItemStyle{BorderColor: token(charts.ToneInk), BorderWidth: 2}}))
}

// heatValue is what colours a cell: ECharts' scale of colours is linear, so that
// a logarithmic one is given the logarithm.
func heatValue(g charts.Grid, v float64) float64 {
	if g.Scale != charts.Linear && len(g.Keys) == 0 {
		return math.Log10(v)
	}
	return v
}

// heatScale adds a heat map's scale of colours, to the right of its cells.
func heatScale(c EChart, more object, g charts.Grid, l charts.Layout) {
	r := g.Range()
	unit := ""
	if g.Unit != "" {
		unit = "\n" + g.Unit
	}
	c.SetGlobalOptions(echarts.WithVisualMapOpts(opts.VisualMap{
		Type: "continuous", Orient: "vertical", Right: px(l.Right - 88), Top: px(l.Top - 8), Dimension: "2",
		Text:      []string{charts.FormatNumber(r.Max) + unit, charts.FormatNumber(r.Min)},
		InRange:   &opts.VisualMapInRange{Color: charts.Ramp()},
		TextStyle: &opts.TextStyle{Color: token(charts.ToneSoft), FontSize: charts.TextSize, LineHeight: charts.TextSize + 3},
	}))
	more["visualMap"] = object{
		"min": heatValue(g, r.Min), "max": heatValue(g, r.Max),
		"itemWidth": 14, "itemHeight": min(l.Height-l.Top-l.Bottom-50, 180),
	}
}
