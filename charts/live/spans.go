package live

import "lanebook/charts"

// spans is a timeline, with a series for each key, so that the legend is ECharts' own
// and can switch them. A span's value is where it begins, its row, and where it ends;
// lanebook.js draws it.
func spans(o object, f charts.Figure, s charts.Spans, l charts.Layout) {
	var series []object
	for _, k := range s.Keys {
		var bars data
		texts, labelled := []any{}, false
		for _, p := range s.Spans {
			if p.Tone != k.Tone {
				continue
			}
			bars.add(f.SpanTip(s, k, p), "", p.From, float64(p.Row), p.To)
			if p.Label == "" {
				texts = append(texts, 0)
				continue
			}
			texts, labelled = append(texts, []any{p.Label, charts.TextWidth(p.Label, 1)}), true
		}
		style := object{"color": []string{token(charts.On(k.Tone)), token(charts.ToneInk)}, "high": charts.SpanHeight}
		if labelled {
			style["labels"] = texts
		}
		series = append(series, object{
			"name": k.Label, "type": "custom", "renderItem": call("span", style), "data": bars,
			"encode": object{"x": []int{0, 2}, "y": 1}, "itemStyle": object{"color": token(k.Tone)},
		})
	}
	x, _ := f.Ranges()
	o["series"], o["xAxis"], o["yAxis"] = series, []object{scale(f.X, x, l.Bottom-22)}, []object{rows(s.Rows, s.Down, l)}
	o["media"], o["dataZoom"] = media(f, below), zoom("none")
}
