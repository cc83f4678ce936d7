package live

import (
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// spansOption is the option of a timeline. A span is a thick line, and each key a
// series of them, so that the legend is ECharts' own and can switch them.
func spansOption(f charts.Figure, s charts.Spans) map[string]any {
	l := f.Layout()
	x, _ := f.Ranges()
	var series []echarts.SingleSeries
	for _, k := range s.Keys {
		series = append(series, spanSeries(f, s, k, l, x))
	}
	option := common(f, series...)
	all := make([]any, 0, len(series)+1)
	for _, one := range series {
		all = append(all, one)
	}
	option["series"] = append(all, seams(s))
	seam := charts.SeamWidth(float64(l.Width-l.Left-l.Right), x)
	slim := f.LayoutWithin(minWidth(f))
	slim.Height = max(l.Height*slim.Width/l.Width, min(l.Height, 300)) // as lanebook.js has it
	option["media"] = []media{
		{Query: &query{MaxWidth: narrow}, Option: spanPlaces(slim, s, seam)},
		{Option: spanPlaces(l, s, seam)},
	}
	option["grid"] = curtains(l)
	option["xAxis"] = plotAxis(f.X, x, l.Bottom-22)
	yAxis := gridAxis(s.Rows, s.Down, l.Left-20, "left", true)
	yAxis.AxisLabel.Margin = 8
	option["yAxis"] = spanRows{axis: yAxis, Z: 4}
	option["dataZoom"] = []dataZoom{{DataZoom: opts.DataZoom{Type: "inside"}, ZoomOnMouseWheel: "shift", FilterMode: "none"}}
	return option
}

// spanLine is a datum of a series of lines: it reaches from one point to another.
type spanLine struct {
	Name   string        `json:"name"`  // the tip
	Value  string        `json:"value"` // the label; ECharts would write "undefined" for none
	Coords [2][2]float64 `json:"coords"`
}

func spanSeries(f charts.Figure, s charts.Spans, k charts.Key, l charts.Layout, x charts.Range) echarts.SingleSeries {
	data := []spanLine{}
	for _, p := range s.Spans {
		if p.Tone != k.Tone {
			continue
		}
		row := float64(p.Row)
		line := spanLine{Name: spanTip(f, s, k, p), Coords: [2][2]float64{{p.From, row}, {p.To, row}}}
		if l.SpanFits(x, p) {
			line.Value = p.Label
		}
		data = append(data, line)
	}
	return echarts.SingleSeries{
		Name: k.Label, Type: "lines", CoordSystem: "cartesian2d", Data: data,
		ItemStyle: &opts.ItemStyle{Color: token(k.Tone)},
		LineStyle: &opts.LineStyle{Color: token(k.Tone), Opacity: opts.Float(1)},
		Label:     &opts.Label{Position: "insideMiddle", Formatter: "{c}", Color: token(charts.On(k.Tone))},
	}
}

// seams parts the spans that touch, as static pictures do.
func seams(s charts.Spans) map[string]any {
	data := [][2]float64{}
	sorted := s.ByTime()
	for i := 1; i < len(sorted); i++ {
		if a, b := sorted[i-1], sorted[i]; a.Row == b.Row && a.To == b.From {
			data = append(data, [2]float64{b.From, float64(b.Row)})
		}
	}
	return map[string]any{
		"type": "scatter", "data": data, "symbol": "rect", "silent": true,
		"itemStyle": opts.ItemStyle{Color: token(charts.TonePaper), Opacity: opts.Float(1)}, "animation": false,
	}
}

// curtains are the plot and, to its left and its right, two empty ones in the
// colour of the paper: when zoomed, ECharts cuts lines off only half their width
// beyond the plot.
func curtains(l charts.Layout) []map[string]any {
	curtain := func(side string, width int) map[string]any {
		return map[string]any{
			side: 0, "width": width, "top": px(l.Top), "bottom": px(l.Bottom),
			"show": true, "backgroundColor": token(charts.TonePaper), "borderWidth": 0, "z": 3,
		}
	}
	plot := map[string]any{"left": px(l.Left), "top": px(l.Top), "right": px(l.Right), "bottom": px(l.Bottom)}
	return []map[string]any{plot, curtain("left", l.Left), curtain("right", l.Right)}
}

// spanRows is an axis before the curtains.
type spanRows struct {
	axis
	Z int `json:"z"`
}

// spanPlaces is what depends on the size: how high spans and seams are.
func spanPlaces(l charts.Layout, s charts.Spans, seam float64) map[string]any {
	high := float64(l.Height-l.Top-l.Bottom) / float64(len(s.Rows)) * charts.SpanHeight
	top := map[string]any{"top": px(l.Top)}
	places := map[string]any{"grid": []any{top, top, top}}
	var series []map[string]any
	for range s.Keys {
		series = append(series, map[string]any{
			"lineStyle": map[string]any{"width": high},
			"label":     opts.Label{Show: opts.Bool(l.LabelSize > 0), FontSize: float32(l.LabelSize)},
		})
	}
	places["series"] = append(series, map[string]any{"symbolSize": []float64{seam, high}})
	return places
}

// spanTip is a span's tip, or where it is and what it means.
func spanTip(f charts.Figure, s charts.Spans, k charts.Key, p charts.Span) string {
	if p.Tip != "" {
		return p.Tip
	}
	return strings.TrimSpace(strings.Join([]string{
		strings.TrimSpace(s.Down + " " + s.Rows[p.Row]),
		f.X.Label + " " + charts.FormatNumber(p.From) + " to " + charts.FormatNumber(p.To),
		k.Label,
	}, "\n"))
}
