package live

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// spans is the chart of a timeline, with a series for each key, so that the legend is
// ECharts' own and can switch them. A span's value is where it begins, its row, and
// where it ends; lanebook.js draws it.
func spans(f charts.Figure, s charts.Spans) (EChart, object) {
	c, l := echarts.NewCustom(), f.Layout()
	for _, k := range s.Keys {
		data, labels, labelled := []opts.CustomData{}, []any{}, false
		for _, p := range s.Spans {
			if p.Tone != k.Tone {
				continue
			}
			data = append(data, opts.CustomData{Name: f.SpanTip(s, k, p), Value: []float64{p.From, float64(p.Row), p.To}})
			if p.Label == "" {
				labels = append(labels, 0)
				continue
			}
			labels, labelled = append(labels, []any{p.Label, charts.TextWidth(p.Label, 1)}), true
		}
		style := object{"color": []string{token(charts.On(k.Tone)), token(charts.ToneInk)}, "high": charts.SpanHeight}
		if labelled {
			style["labels"] = labels
		}
		c.AddSeries(k.Label, data,
			echarts.WithCustomChartOpts(opts.CustomChart{RenderItem: call("span", style)}),
			echarts.WithEncodeOpts(opts.Encode{X: []int{0, 2}, Y: 1}),
			echarts.WithItemStyleOpts(opts.ItemStyle{Color: token(k.Tone)}))
	}
	x, _ := f.Ranges()
	xAxis, moreX := plotAxis(f.X, x, l.Bottom-22, true)
	yAxis, moreY := rowAxis(s.Rows, s.Down, l)
	c.SetGlobalOptions(echarts.WithXAxisOpts(xAxis), echarts.WithYAxisOpts(yAxis))
	more := object{"xAxis": moreX, "yAxis": moreY, "media": media(f, plotPlaces)}
	zoom(c, more, "none")
	return c, more
}
