package option

import (
	"math"
	"strconv"
	"strings"

	"lanebook/charts"
)

// lines is a figure of lines.
func lines(o object, f charts.Figure, l charts.Layout) {
	tones := f.Tones()
	var series []object
	zooms := false
	for i, s := range f.Series {
		series = append(series, line(f, s.(charts.Line), tones[i]))
		if len(s.(charts.Line).X) > manyPoints {
			zooms, o["dataZoom"] = true, []object{zoom("")}
		}
	}
	x, y := f.Ranges()
	across := numbers(f.X, x, l.Bottom-22, zooms)
	if l.Tilt {
		labels(across)["rotate"] = charts.TiltDegrees
	}
	o["series"], o["xAxis"], o["yAxis"] = series, []object{across}, []object{numbers(f.Y, y, l.Left-20, false)}
	o["media"] = media(f, below)
}

// manyPoints is how many points a line must have for zooming to be worth it.
const manyPoints = 200

func line(f charts.Figure, l charts.Line, t charts.Tone) object {
	mark, emphasis := object{"color": token(t)}, object{"focus": "series"}
	if l.Measured {
		mark = object{"color": token(charts.TonePaper), "borderColor": token(t), "borderWidth": 1.8, "opacity": 1}
	}
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
	var data list
	one := l.Tips == nil && len(l.X) > manyPoints // tip for all
	for i := range l.X {
		name := ""
		if !one {
			name = f.Tip(l.Name, l.Tips, i, l.X[i], l.Y[i])
		}
		data.begin(name)
		data.number(l.X[i])
		data.number(l.Y[i])
		data.end()
	}
	if one {
		o["tooltip"] = object{"formatter": strings.TrimSpace(l.Name + "\n" + f.X.Title() + ", " + f.Y.Title() + ": {c}")}
	}
	o["data"] = data.json()
	return o
}

// axis is what all axes have in common. The axis's name stands gap away from it.
func axis(name string, gap int, categories []string) object {
	words := text(charts.ToneSoft)
	words["hideOverlap"] = true
	o := object{
		"nameLocation": "middle", "nameGap": gap, "nameTextStyle": text(charts.ToneSoft), "axisLabel": words,
		"axisLine": object{"show": false}, "axisTick": object{"show": false}, "splitLine": object{"show": false},
	}
	if name != "" {
		o["name"] = name
	}
	if n := len(categories); n > 0 {
		o["type"], o["data"] = "category", categories
		if n <= 32 {
			words["interval"] = 0
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

// numbers is an axis of numbers, or of categories.
func numbers(a charts.Axis, r charts.Range, gap int, zooms bool) object {
	o := axis(a.Title(), gap, a.Categories)
	o["axisLine"] = object{"show": true, "onZero": false, "lineStyle": object{"color": token(charts.ToneSoft)}}
	if len(a.Categories) > 0 {
		return o
	}
	o["splitLine"] = object{"show": true, "lineStyle": object{"color": token(charts.TonePlain)}}
	o["type"], o["min"], o["max"] = "value", r.Min, r.Max
	step := r.Step()
	switch {
	case a.Scale != charts.Linear:
		o["type"], o["logBase"], zooms = "log", r.LogBase(), false
	case zooms && step > 0:
		o["splitNumber"], o["maxInterval"] = int(math.Round((r.Max-r.Min)/step)), step
	case step > 0:
		o["minInterval"], o["maxInterval"] = step, step
	}
	words := []string{} // a tick and its label take turns
	for i, label := range r.Labels(a) {
		if !zooms && (step > 0 || a.Scale != charts.Linear) {
			words = append(words, strconv.FormatFloat(r.Ticks[i], 'g', -1, 64), label)
		}
	}
	labels(o)["formatter"] = call("ticks", words)
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
