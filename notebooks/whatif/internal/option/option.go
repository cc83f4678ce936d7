// Package option writes the ECharts options of what-ifs' figures in the browser. They
// are those of package live, to which a test holds them: that is made with go-echarts,
// which takes 220 KB of the program's megabyte with what it brings (html/template,
// regexp), and writes the thousand cells of a bank map slowly there.
package option

import (
	"encoding/json"
	"fmt"
	"strconv"

	"lanebook/charts"
)

type object = map[string]any

// Of returns the option of a valid figure: lines, a bank map, or a timeline.
func Of(f charts.Figure) (json.RawMessage, error) {
	l := f.Layout()
	o := object{
		"title": object{}, "toolbox": object{}, "animation": true, "animationDuration": 300,
		"aria":      object{"enabled": true, "label": object{"description": f.Alt}},
		"grid":      []object{{"left": px(l.Left), "top": px(l.Top), "right": px(l.Right), "bottom": px(l.Bottom)}},
		"textStyle": object{"color": token(charts.ToneInk), "fontFamily": fontFamily},
		"tooltip": object{
			"trigger": "item", "formatter": "{b}", "backgroundColor": token(charts.TonePaper), "borderColor": token(charts.ToneMuted),
			"confine": true, "extraCssText": "white-space:pre-line;max-width:22em;line-height:1.45", "textStyle": text(charts.ToneInk),
		},
		"legend": legend(l),
	}
	switch s := f.Series[0].(type) {
	case charts.Grid:
		grid(o, f, s, l)
	case charts.Spans:
		spans(o, f, s, l)
	case charts.Line:
		lines(o, f, l)
	default:
		return nil, fmt.Errorf("what-if figure %q: %T, want lines, a grid or spans", f.Name, s)
	}
	return json.Marshal(o)
}

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"

func legend(l charts.Layout) object {
	if len(l.Legend) == 0 {
		return object{"show": false, "itemGap": 18}
	}
	return object{
		"left": px(l.Left), "top": "0", "padding": 2, "itemWidth": 18, "itemHeight": 12, "itemGap": 18,
		"textStyle": text(charts.ToneInk), "inactiveColor": token(charts.ToneMuted),
	}
}

// media is what an option becomes in a narrow chart, and back in a wide one.
func media(f charts.Figure, places func(charts.Layout) object) []object {
	return []object{
		{"query": object{"maxWidth": 600}, "option": places(f.LayoutWithin(f.LeastWidth()))},
		{"query": object{"minWidth": 540, "maxWidth": 600}, "option": places(f.LayoutWithin(max(540, f.LeastWidth())))},
		{"option": places(f.Layout())},
	}
}

func below(l charts.Layout) object { return object{"grid": []object{{"top": px(l.Top)}}} }

// grid is a bank map: a series of cells for each key.
func grid(o object, f charts.Figure, g charts.Grid, l charts.Layout) {
	label := func(l charts.Layout) object {
		o := object{"show": l.LabelSize > 0}
		if l.LabelSize > 0 {
			o["fontSize"] = l.LabelSize
		}
		return o
	}
	var series []object
	for _, k := range g.Keys {
		words := label(l)
		words["color"], words["formatter"] = token(charts.On(k.Tone)), "{@[3]}"
		series = append(series, object{
			"name": k.Label, "type": "heatmap", "label": words, "labelLayout": object{"hideOverlap": true},
			"data":      cells(g, k, l.LabelSize > 0),
			"itemStyle": object{"color": token(k.Tone), "borderColor": token(charts.TonePaper), "borderWidth": 1},
			"emphasis":  object{"itemStyle": object{"borderColor": token(charts.ToneInk), "borderWidth": 2}},
		})
	}
	x := axis(g.Across, 26, g.Columns)
	x["position"] = "top"
	labels(x)["margin"] = 6
	if l.Tilt {
		labels(x)["rotate"], x["nameGap"] = -charts.TiltDegrees, l.Top-l.LegendHeight()-16
	}
	o["series"], o["xAxis"], o["yAxis"] = series, []object{x}, []object{rows(g.Rows, g.Down, l)}
	o["media"] = media(f, func(l charts.Layout) object {
		places, all := below(l), make([]object, len(series))
		for i := range all {
			all[i] = object{"label": label(l)}
		}
		places["series"] = all
		return places
	})
}

func cells(g charts.Grid, k charts.Key, labelled bool) json.RawMessage {
	var data list
	for _, c := range g.Cells {
		if c.Tone != k.Tone {
			continue
		}
		data.begin(g.CellTip(c, k.Label))
		data.number(float64(c.Column))
		data.number(float64(c.Row))
		data.number(c.Value)
		if labelled && c.Label != "" {
			data.word(c.Label)
		}
		data.end()
	}
	return data.json()
}

// spans is a timeline: a series of bars for each key.
func spans(o object, f charts.Figure, s charts.Spans, l charts.Layout) {
	var series []object
	for _, k := range s.Keys {
		var data list
		texts, labelled := []any{}, false
		for _, p := range s.Spans {
			if p.Tone != k.Tone {
				continue
			}
			data.begin(f.SpanTip(s, k, p))
			data.number(p.From)
			data.number(float64(p.Row))
			data.number(p.To)
			data.end()
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
			"name": k.Label, "type": "custom", "renderItem": call("span", style), "data": data.json(),
			"encode": object{"x": []int{0, 2}, "y": 1}, "itemStyle": object{"color": token(k.Tone)},
		})
	}
	x, _ := f.Ranges()
	o["series"], o["xAxis"], o["yAxis"] = series, []object{numbers(f.X, x, l.Bottom-22, true)}, []object{rows(s.Rows, s.Down, l)}
	o["media"] = media(f, below)
	o["dataZoom"] = []object{zoom("none")}
}

func zoom(filter string) object {
	o := object{"type": "inside", "zoomOnMouseWheel": "shift", "moveOnMouseMove": false}
	if filter != "" {
		o["filterMode"] = filter
	}
	return o
}

// list is the data of a series as JSON, which json.Marshal would take too long for.
type list struct{ text []byte }

func (l *list) begin(name string) {
	l.text = append(l.text, ",{"...)
	if name != "" {
		l.text = append(append(l.text, `"name":`...), quoted(name)...)
		l.text = append(l.text, ',')
	}
	l.text = append(l.text, `"value":[`...)
}

func (l *list) number(v float64) { l.text = append(strconv.AppendFloat(l.text, v, 'g', -1, 64), ',') }
func (l *list) word(s string)    { l.text = append(append(l.text, quoted(s)...), ',') }
func (l *list) end()             { l.text = append(l.text[:len(l.text)-1], "]}"...) }

func (l *list) json() json.RawMessage {
	if len(l.text) == 0 {
		return json.RawMessage("[]")
	}
	l.text[0] = '['
	return append(l.text, ']')
}

// quoted is a string as JSON.
func quoted(s string) []byte {
	q, _ := json.Marshal(s) // strings always can be
	return q
}

// call is a call of one of the functions of lanebook.js.
func call(function string, argument any) string {
	raw, _ := json.Marshal(argument) // of numbers and strings
	return "lb:" + function + ":" + string(raw)
}

func text(t charts.Tone) object { return object{"color": token(t), "fontSize": charts.TextSize} }

func token(t charts.Tone) string { return "lb:" + string(t) }

func px(n int) string { return strconv.Itoa(n) }
