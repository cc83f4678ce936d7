package live

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lanebook/charts"
)

// manyPoints is how many points a line must have for zooming to be worth it.
const manyPoints = 200

// plot is a figure of lines and bars.
func plot(o object, f charts.Figure, l charts.Layout) {
	var series []object
	tones, zooms := f.Tones(), false
	for i, s := range f.Series {
		switch s := s.(type) {
		case charts.Line:
			series = append(series, line(f, s, tones[i]))
			if len(s.X) > manyPoints {
				zooms, o["dataZoom"] = true, zoom("")
			}
		case charts.Bars:
			series = append(series, bars(f, s, tones[i]))
		}
	}
	x, y := f.Ranges()
	if rounded(f, x, y) {
		series = append(series, object{"type": "scatter", "symbolSize": 0, "silent": true, "data": ends(x, y)})
	}
	across := scale(f.X, x, l.Bottom-22, zooms)
	if l.Tilt {
		labels(across)["rotate"] = charts.TiltDegrees
	}
	o["series"], o["xAxis"], o["yAxis"] = series, []object{across}, []object{scale(f.Y, y, l.Left-20, false)}
	o["media"] = media(f, below)
}

// rounded reports whether ECharts would round an end of a logarithmic axis, which it
// does to as many decimals as the data's end has: of bars from 1 on, 0.5 would be 1.
func rounded(f charts.Figure, x, y charts.Range) bool {
	var xs, ys []float64
	for _, s := range f.Series {
		switch s := s.(type) {
		case charts.Line:
			xs, ys = append(xs, s.X...), append(ys, s.Y...)
		case charts.Bars:
			ys = append(ys, s.Y...)
		}
	}
	loses := func(r charts.Range, data []float64) bool {
		return r.Scale != charts.Linear &&
			(decimals(r.Min) > decimals(slices.Min(data)) || decimals(r.Max) > decimals(slices.Max(data)))
	}
	return loses(x, xs) || loses(y, ys)
}

func decimals(v float64) int {
	_, after, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return len(after)
}

// ends are two points that nobody sees, at the ends of both axes.
func ends(x, y charts.Range) (points data) {
	left, right := x.Min, x.Max
	if x.Ticks == nil { // categories
		left, right = 0, 0
	}
	points.add("", "", left, y.Min)
	points.add("", "", right, y.Max)
	return points
}

const transparent = "transparent"

// markStyle is the style of marks and bars: hollow, with a colour inside, if silicon
// was measured.
func markStyle(t charts.Tone, measured bool, inside string) object {
	if measured {
		return object{"color": inside, "borderColor": token(t), "borderWidth": 1.8, "opacity": 1}
	}
	return object{"color": token(t)}
}

func line(f charts.Figure, l charts.Line, t charts.Tone) object {
	mark, emphasis := markStyle(t, l.Measured, token(charts.TonePaper)), object{"focus": "series"}
	o := object{
		"name": l.Name, "type": "line", "symbol": "circle", "symbolSize": 7, "showSymbol": true,
		"itemStyle": mark, "emphasis": emphasis,
	}
	switch {
	case l.Style == charts.Dots: // a scatter's marks would shine through
		mark["opacity"] = 1
	case !l.Measured && len(l.X) > 1: // marks that cannot be seen can still be hovered over
		mark["opacity"], emphasis["itemStyle"] = 0, object{"opacity": 1}
	}
	stroke := object{"color": token(t), "width": 2}
	switch l.Style {
	case charts.Dots:
		o["type"] = "scatter"
	case charts.Dashed:
		stroke["type"] = "dashed"
	case charts.Steps:
		o["step"] = "end"
	}
	if l.Style != charts.Dots {
		o["lineStyle"] = stroke
	}
	var points data
	one := l.Tips == nil && len(l.X) > manyPoints // tip for all is a third of the bytes
	for i := range l.X {
		tip := ""
		if !one {
			tip = f.Tip(l.Name, l.Tips, i, l.X[i], l.Y[i])
		}
		points.add(tip, "", l.X[i], l.Y[i])
	}
	if one {
		o["tooltip"] = object{"formatter": strings.TrimSpace(l.Name + "\n" + f.X.Title() + ", " + f.Y.Title() + ": {c}")}
	}
	o["data"] = points
	return o
}

func bars(f charts.Figure, b charts.Bars, t charts.Tone) object {
	var tops data
	for i, v := range b.Y {
		tops.add(f.Tip(b.Name, b.Tips, i, float64(i), v), "", float64(i), v)
	}
	return object{
		"name": b.Name, "type": "bar", "data": tops, "stack": b.Stack, "barCategoryGap": "25%", "barGap": "0%",
		"itemStyle": markStyle(t, b.Measured, transparent), "emphasis": object{"focus": "series"},
	}
}

// fewCategories is up to how many categories all are named, if there is room.
const fewCategories = 32

// axis is what all axes have in common. The axis's name stands gap away from it.
func axis(name string, gap int, categories []string) object {
	text := words(charts.ToneSoft)
	text["hideOverlap"] = true
	o := object{
		"name": name, "nameLocation": "middle", "nameGap": gap, "nameTextStyle": words(charts.ToneSoft), "axisLabel": text,
		"axisLine": object{"show": false}, "axisTick": object{"show": false}, "splitLine": object{"show": false},
	}
	if n := len(categories); n > 0 {
		o["type"], o["data"] = "category", categories
		if n <= fewCategories {
			text["interval"] = 0
		}
	}
	return o
}

func labels(axis object) object { return axis["axisLabel"].(object) }

// rows names the rows of a grid or a timeline, from top to bottom.
func rows(names []string, name string, l charts.Layout) object {
	o := axis(name, l.Left-20, names)
	o["inverse"] = true
	labels(o)["margin"] = 6
	return o
}

// scale is an axis of a plot: of categories, or of numbers with a Range's ticks and
// labels. On one that zooms, unless ticks were asked for, ECharts chooses more, the
// closer the reader comes.
func scale(a charts.Axis, r charts.Range, gap int, zooms bool) object {
	o := axis(a.Title(), gap, a.Categories)
	o["axisLine"] = object{"show": true, "onZero": false, "lineStyle": object{"color": token(charts.ToneSoft)}}
	if len(a.Categories) > 0 {
		return o
	}
	o["splitLine"] = object{"show": true, "lineStyle": object{"color": token(charts.TonePlain)}}
	o["type"], o["min"], o["max"] = "value", r.Min, r.Max
	step, ours := r.Step(), true
	switch {
	case a.Scale != charts.Linear:
		o["type"], o["logBase"] = "log", r.LogBase()
	case step == 0:
		ours = false
	case zooms && a.Ticks == nil:
		o["splitNumber"], o["maxInterval"], ours = int(math.Round((r.Max-r.Min)/step)), step, false
	default:
		o["minInterval"], o["maxInterval"] = step, step
	}
	words := []string{} // a tick and its label take turns
	if ours {
		for i, label := range r.Labels(a) {
			words = append(words, strconv.FormatFloat(r.Ticks[i], 'g', -1, 64), label)
		}
	}
	labels(o)["formatter"] = call("ticks", words)
	// ECharts marks the ends of the axis even where no tick stands.
	if n := len(r.Ticks); n > 0 {
		if r.Ticks[0] != r.Min {
			labels(o)["showMinLabel"] = false
		}
		if r.Ticks[n-1] != r.Max {
			labels(o)["showMaxLabel"] = false
		}
	}
	return o
}
