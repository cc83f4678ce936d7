package live

import (
	"math"

	"lanebook/charts"
)

// grid is a bank map or a heat map. A bank map has a series for each key, so that the
// legend is ECharts' own and can switch them; a heat map one for each colour of the
// words in its cells.
func grid(o object, f charts.Figure, g charts.Grid, l charts.Layout) {
	var series []object
	for _, k := range g.Keys {
		series = append(series, cells(g, l, k.Label, token(k.Tone), token(charts.On(k.Tone)), func(c charts.Cell) bool { return c.Tone == k.Tone }))
	}
	if len(g.Keys) == 0 {
		r := g.Range()
		for _, ink := range []string{"#000000", "#ffffff"} {
			some := cells(g, l, "", "", ink, func(c charts.Cell) bool {
				_, words := charts.Heat(r.At(c.Value))
				if l.LabelSize == 0 {
					words = "#000000"
				}
				return words == ink
			})
			if len(some["data"].(data)) > 0 {
				series = append(series, some)
			}
		}
		o["visualMap"] = heatScale(g, l)
	}
	across := axis(g.Across, 26, g.Columns)
	across["position"] = "top"
	labels(across)["margin"] = 6
	if l.Tilt {
		labels(across)["rotate"], across["nameGap"] = -charts.TiltDegrees, l.Top-l.LegendHeight()-16
	}
	o["series"], o["xAxis"], o["yAxis"] = series, []object{across}, []object{rows(g.Rows, g.Down, l)}
	o["media"] = media(f, func(l charts.Layout) object {
		places, all := below(l), make([]object, len(series))
		for i := range all {
			all[i] = object{"label": label(l)}
		}
		places["series"] = all
		return places
	})
}

// label says whether there is room for words in the cells.
func label(l charts.Layout) object {
	if l.LabelSize == 0 {
		return object{"show": false}
	}
	return object{"show": true, "fontSize": l.LabelSize}
}

// cells is a series of those cells of a grid that are of the wanted sort.
//
// A cell's value is its column, its row, what colours it, and its label, which
// stands there rather than in a label of its own because a label's formatter
// would take "{b}" in it for a template.
func cells(g charts.Grid, l charts.Layout, name, ink, words string, wanted func(charts.Cell) bool) object {
	var list data
	for _, c := range g.Cells {
		if !wanted(c) {
			continue
		}
		what, text := name, c.Label
		if len(g.Keys) == 0 {
			what = charts.FormatNumber(c.Value) + " " + g.Unit
		}
		if l.LabelSize == 0 {
			text = ""
		}
		list.add(g.CellTip(c, what), text, float64(c.Column), float64(c.Row), heatValue(g, c.Value))
	}
	text := label(l)
	text["color"], text["formatter"] = words, "{@[3]}"
	return object{
		"name": name, "type": "heatmap", "data": list, "label": text,
		"labelLayout": object{"hideOverlap": true},
		"itemStyle":   object{"color": ink, "borderColor": token(charts.TonePaper), "borderWidth": 1},
		"emphasis":    object{"itemStyle": object{"borderColor": token(charts.ToneInk), "borderWidth": 2}},
	}
}

// heatValue is what colours a cell: ECharts' scale of colours is linear, so that
// a logarithmic one is given the logarithm.
func heatValue(g charts.Grid, v float64) float64 {
	if g.Scale != charts.Linear && len(g.Keys) == 0 {
		return math.Log10(v)
	}
	return v
}

// scaleEnd is an end of a heat map's scale, to a hundredth of what the scale spans:
// where it ends so far from a round number is the data's chance.
func scaleEnd(v float64, r charts.Range) string {
	step := math.Pow(10, math.Floor(math.Log10(r.Max-r.Min))-1)
	if v == math.Trunc(v) || !(step > 0) {
		return charts.FormatNumber(v)
	}
	return charts.FormatNumber(math.Round(v/step) * step)
}

// heatScale is a heat map's scale of colours, to the right of its cells.
func heatScale(g charts.Grid, l charts.Layout) []object {
	r, unit, text, around := g.Range(), "", words(charts.ToneSoft), 50
	if g.Unit != "" {
		unit = "\n" + g.Unit
		around += charts.TextSize + 3
	}
	text["lineHeight"] = charts.TextSize + 3
	return []object{{
		"type": "continuous", "orient": "vertical", "right": px(l.Right - 88), "top": px(l.Top - 8), "dimension": "2",
		"text": []string{scaleEnd(r.Max, r) + unit, scaleEnd(r.Min, r)}, "textStyle": text,
		"inRange": object{"color": charts.Ramp()},
		"min":     heatValue(g, r.Min), "max": heatValue(g, r.Max),
		"itemWidth": 14, "itemHeight": max(20, min(l.Height-l.Top-l.Bottom-around, 180)),
	}}
}
