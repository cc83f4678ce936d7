// Package live makes the live form of a figure: its ECharts option, a go-echarts chart
// of it, the HTML around it, and the loader that draws it in a notebook or on the
// published site (lanebook.js, whose head states the contract between page and
// loader).
//
// An option is pure JSON, without JavaScript, and always the same for the same
// figure. Its colours are tokens, "lb:" and a tone, and its functions are calls of
// the loader's, for the loader to resolve.
//
// In a browser's program there is only Option: go-echarts and what it brings
// (html/template, regexp) would be a quarter of what the page loads.
package live

import (
	"strconv"

	"lanebook/charts"
)

// Option returns the figure's ECharts 5 option. It is nil for a Table, which has
// no chart: its live form is the table that HTML writes. An invalid figure is an error,
// except in a browser's program, which must have tested its figures.
func Option(f charts.Figure) ([]byte, error) {
	if err := validate(f); err != nil {
		return nil, err
	}
	l := f.Layout()
	o := object{
		"animation": true, "animationDuration": 300,
		"aria":      object{"enabled": true, "label": object{"description": f.Alt}},
		"grid":      []object{{"left": px(l.Left), "top": px(l.Top), "right": px(l.Right), "bottom": px(l.Bottom)}},
		"textStyle": object{"color": token(charts.ToneInk), "fontFamily": fontFamily},
		"legend":    legend(l),
		"tooltip": object{
			"trigger": "item", "formatter": "{b}", "backgroundColor": token(charts.TonePaper), "borderColor": token(charts.ToneMuted),
			"confine":      true, // to the chart, so that it never widens the page
			"extraCssText": "white-space:pre-line;max-width:22em;line-height:1.45", "textStyle": words(charts.ToneInk),
		},
	}
	switch s := f.Series[0].(type) {
	case charts.Table:
		return nil, nil
	case charts.Grid:
		grid(o, f, s, l)
	case charts.Spans:
		spans(o, f, s, l)
	case charts.Flow:
		flow(o, f, s, l)
	default:
		plot(o, f, l)
	}
	return appendJSON(nil, o), nil
}

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"

func legend(l charts.Layout) object {
	if len(l.Legend) == 0 {
		return object{"show": false, "itemGap": 18}
	}
	return object{
		"left": px(l.Left), "top": "0", "padding": 2, "itemWidth": 18, "itemHeight": 12, "itemGap": 18,
		"textStyle": words(charts.ToneInk), "inactiveColor": token(charts.ToneMuted),
	}
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

// below is what depends on the width: the legend's lines above the plot.
func below(l charts.Layout) object { return object{"grid": []object{{"top": px(l.Top)}}} }

// zoom lets the wheel zoom, with the shift key, so that without it the page scrolls.
func zoom(filter string) []object {
	return []object{{"type": "inside", "zoomOnMouseWheel": "shift", "moveOnMouseMove": false, "filterMode": filter}}
}

// words is the style of words on the paper.
func words(t charts.Tone) object { return object{"color": token(t), "fontSize": charts.TextSize} }

// token is a tone as options name it.
func token(t charts.Tone) string { return "lb:" + string(t) }

// call is a call of one of the loader's functions, which returns the function that
// ECharts wants.
func call(function string, argument any) string {
	return "lb:" + function + ":" + string(appendJSON(nil, argument))
}

func px(n int) string { return strconv.Itoa(n) }
