package live

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"

	"lanebook/charts"
)

// flowOption is the option of a flow diagram. Its areas are marked areas, because
// these scale with the chart; each tone has series of its own, so that the legend
// is ECharts' own and can switch them. Areas lie over each other in the order of
// the series, whatever their z. The axes are the pixels of the plan.
func flowOption(f charts.Figure, s charts.Flow) map[string]any {
	l := f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	option := common(f, echarts.SingleSeries{})
	var outlines [][]charts.Spot
	for _, a := range plan.Areas {
		if a.Layer == charts.BoxLayer {
			outlines = append(outlines, []charts.Spot{{X: a.X, Y: a.Y}, {X: a.X + a.W, Y: a.Y}, {X: a.X + a.W, Y: a.Y + a.H}, {X: a.X, Y: a.Y + a.H}, {X: a.X, Y: a.Y}})
		}
	}
	option["series"] = append(flowAreas(s, plan),
		flowLines(charts.TonePaper, charts.TileSeam, plan.Seams, nil), flowLines(charts.ToneSoft, 1, outlines, nil),
		flowLines(charts.ToneSoft, charts.ArrowWidth, plan.Arrows, s.Arrows), flowWords(plan.Words))
	option["xAxis"] = map[string]any{"type": "value", "min": 0, "max": plan.Width, "show": false}
	option["yAxis"] = map[string]any{"type": "value", "min": 0, "max": plan.Height, "show": false, "inverse": true}
	return option
}

// flowAreas are series of areas of one layer and one tone, those of the keys first.
func flowAreas(s charts.Flow, plan charts.Plan) (series []any) {
	names := map[charts.Tone]string{}
	tones := make([]charts.Tone, 0, len(s.Keys)+len(plan.Areas))
	for _, k := range s.Keys {
		names[k.Tone] = k.Label
		tones = append(tones, k.Tone)
	}
	for _, a := range plan.Areas {
		tones = append(tones, a.Tone)
	}
	for layer := charts.LevelLayer; layer <= charts.TileLayer; layer++ {
		seen := map[charts.Tone]bool{}
		for _, tone := range tones {
			areas := areasOf(plan, layer, tone)
			if named := layer == charts.BoxLayer && names[tone] != ""; seen[tone] || len(areas) == 0 && !named {
				continue
			}
			seen[tone] = true
			style := map[string]any{"color": token(tone), "opacity": 1, "borderWidth": 0}
			one := map[string]any{
				"type": "scatter", "symbol": "rect", "data": []any{}, "itemStyle": style, "silent": layer == charts.LevelLayer,
				"markArea": map[string]any{"data": areas, "animation": false, "itemStyle": style, "label": map[string]any{"show": false},
					"silent":   layer == charts.LevelLayer,
					"emphasis": map[string]any{"disabled": true}}, // it would lift a box over its tiles
			}
			if layer != charts.LevelLayer {
				one["name"] = names[tone]
			}
			series = append(series, one)
		}
	}
	return series
}

// corner is one of the two corners of a marked area; the first has its name,
// which is the tip.
type corner struct {
	Name  string     `json:"name,omitempty"`
	Coord [2]float64 `json:"coord"`
}

func areasOf(plan charts.Plan, layer charts.Layer, tone charts.Tone) [][2]corner {
	areas := [][2]corner{}
	for _, a := range plan.Areas {
		if a.Layer == layer && a.Tone == tone {
			areas = append(areas, [2]corner{{a.Tip, [2]float64{a.X, a.Y}}, {"", [2]float64{a.X + a.W, a.Y + a.H}}})
		}
	}
	return areas
}

// flowLines is a series of lines through any number of points, which say what
// arrows do where they are those.
func flowLines(tone charts.Tone, width float64, lines [][]charts.Spot, arrows []charts.Arrow) map[string]any {
	type line struct {
		Name   string       `json:"name,omitempty"` // the tip
		Coords [][2]float64 `json:"coords"`
	}
	data := make([]line, len(lines))
	for i, spots := range lines {
		for _, p := range spots {
			data[i].Coords = append(data[i].Coords, [2]float64{p.X, p.Y})
		}
		if arrows != nil {
			data[i].Name = arrows[i].Hover()
		}
	}
	return map[string]any{
		"type": "lines", "coordinateSystem": "cartesian2d", "polyline": true, "data": data, "z": 4, "silent": arrows == nil, "animation": false,
		"lineStyle": map[string]any{"color": token(tone), "width": width, "opacity": 1},
	}
}

// flowWords are data without a mark, but with words: their third value, because a
// label's formatter would take "{b}" in them for a template.
func flowWords(words []charts.FlowWords) map[string]any {
	data := []any{}
	for _, w := range words {
		label := map[string]any{"fontSize": w.Size, "color": token(w.Tone)}
		label["align"] = map[float64]string{0: "left", 0.5: "center", 1: "right"}[w.Align]
		if w.Bold {
			label["fontWeight"] = "bold"
		}
		data = append(data, map[string]any{"name": w.Tip, "value": []any{w.At.X, w.At.Y, w.Text}, "label": label})
	}
	return map[string]any{
		"type": "scatter", "data": data, "symbolSize": 1, "z": 6, "animation": false, "clip": false,
		"itemStyle": map[string]any{"color": "transparent", "opacity": 1}, "emphasis": map[string]any{"disabled": true},
		"label": map[string]any{"show": true, "formatter": "{@[2]}", "position": "inside", "verticalAlign": "middle"},
	}
}
