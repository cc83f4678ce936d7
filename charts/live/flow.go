package live

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"

	"lanebook/charts"
)

// flowOption is the option of a flow diagram. Boxes are marked areas, because
// these scale with the chart; each tone has series of its own, so that the legend
// is ECharts' own and can switch them. Areas lie over each other in the order of
// the series, whatever their z. The axes are the pixels of the plan.
func flowOption(f charts.Figure, s charts.Flow) map[string]any {
	l := f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	option := common(f, echarts.SingleSeries{})
	series := []any{levelAreas(s, plan)}
	names := map[charts.Tone]string{}
	for _, k := range s.Keys {
		names[k.Tone] = k.Label
	}
	tones := flowTones(s)
	for _, tone := range tones {
		series = append(series, flowAreas(names[tone], tone, boxAreas(s, plan, tone)))
	}
	for _, tone := range tones {
		if tiles := tileAreas(s, plan, tone); len(tiles) > 0 {
			series = append(series, flowAreas(names[tone], tone, tiles))
		}
	}
	option["series"] = append(series, flowSeams(s, plan), outlines(plan), flowArrows(s, plan), flowWords(append(plan.Words, levelWords(s, plan)...)))
	option["xAxis"] = map[string]any{"type": "value", "min": 0, "max": plan.Width, "show": false}
	option["yAxis"] = map[string]any{"type": "value", "min": 0, "max": plan.Height, "show": false, "inverse": true}
	option["media"] = []media{
		{Query: &query{MaxWidth: narrow}, Option: plotPlaces(f.LayoutWithin(minWidth(f)))},
		{Option: plotPlaces(l)},
	}
	return option
}

// flowTones are the tones of boxes and tiles: those of the keys in their order,
// then the others as they come.
func flowTones(s charts.Flow) []charts.Tone {
	var tones []charts.Tone
	seen := map[charts.Tone]bool{}
	add := func(t charts.Tone) {
		if !seen[t] {
			seen[t] = true
			tones = append(tones, t)
		}
	}
	for _, k := range s.Keys {
		add(k.Tone)
	}
	for _, b := range s.Boxes {
		add(b.Tone)
		for _, m := range b.Tiles.Marked {
			add(m.Tone)
		}
	}
	return tones
}

// corner is one of the two corners of a marked area; the first has its name,
// which is the tip.
type corner struct {
	Name  string     `json:"name,omitempty"`
	Coord [2]float64 `json:"coord"`
}

func area(tip string, r charts.Rect) [2]corner {
	return [2]corner{{tip, [2]float64{r.X, r.Y}}, {"", [2]float64{r.X + r.W, r.Y + r.H}}}
}

func boxAreas(s charts.Flow, plan charts.Plan, tone charts.Tone) (areas [][2]corner) {
	for i, b := range s.Boxes {
		if b.Tone == tone {
			areas = append(areas, area(b.Hover(), plan.Boxes[i]))
		}
	}
	return areas
}

func tileAreas(s charts.Flow, plan charts.Plan, tone charts.Tone) (areas [][2]corner) {
	for i, b := range s.Boxes {
		for _, m := range b.Tiles.Marked {
			if m.Tone != tone {
				continue
			}
			tip := m.Tip
			if tip == "" {
				tip = b.Hover()
			}
			areas = append(areas, area(tip, b.Tiles.Rect(plan.Tiles[i], m)))
		}
	}
	return areas
}

// flowAreas is a series of areas of one tone.
func flowAreas(name string, tone charts.Tone, areas [][2]corner) map[string]any {
	if areas == nil {
		areas = [][2]corner{}
	}
	style := map[string]any{"color": token(tone), "opacity": 1, "borderWidth": 0}
	return map[string]any{
		"name": name, "type": "scatter", "symbol": "rect", "data": []any{}, "itemStyle": style,
		"markArea": map[string]any{"data": areas, "animation": false, "itemStyle": style, "label": map[string]any{"show": false},
			"emphasis": map[string]any{"disabled": true}}, // it would lift a box over its tiles
	}
}

// levelAreas are the bands behind the boxes.
func levelAreas(s charts.Flow, plan charts.Plan) map[string]any {
	areas := [][2]corner{}
	for _, r := range plan.Levels {
		areas = append(areas, area("", r))
	}
	series := flowAreas("", charts.TonePlain, areas)
	series["silent"] = true
	series["markArea"].(map[string]any)["silent"] = true
	return series
}

// flowPath is a datum of a series of lines through any number of points.
type flowPath struct {
	Name   string       `json:"name,omitempty"` // the tip
	Coords [][2]float64 `json:"coords"`
}

func flowLines(tone charts.Tone, width float64, z int, silent bool, data []flowPath) map[string]any {
	return map[string]any{
		"type": "lines", "coordinateSystem": "cartesian2d", "polyline": true, "data": data, "z": z, "silent": silent, "animation": false,
		"lineStyle": map[string]any{"color": token(tone), "width": width, "opacity": 1},
	}
}

func flowSeams(s charts.Flow, plan charts.Plan) map[string]any {
	data := []flowPath{}
	for i, b := range s.Boxes {
		for _, seam := range b.Tiles.Seams(plan.Tiles[i]) {
			data = append(data, flowPath{Coords: [][2]float64{{seam[0].X, seam[0].Y}, {seam[1].X, seam[1].Y}}})
		}
	}
	return flowLines(charts.TonePaper, charts.TileSeam, 4, true, data)
}

// outlines go around the boxes, over their tiles.
func outlines(plan charts.Plan) map[string]any {
	data := []flowPath{}
	for _, r := range plan.Boxes {
		data = append(data, flowPath{Coords: [][2]float64{{r.X, r.Y}, {r.X + r.W, r.Y}, {r.X + r.W, r.Y + r.H}, {r.X, r.Y + r.H}, {r.X, r.Y}}})
	}
	return flowLines(charts.ToneSoft, 1, 4, true, data)
}

func flowArrows(s charts.Flow, plan charts.Plan) map[string]any {
	data := []flowPath{}
	for i, a := range s.Arrows {
		path := flowPath{Name: a.Hover()}
		for _, p := range plan.Arrows[i] {
			path.Coords = append(path.Coords, [2]float64{p.X, p.Y})
		}
		data = append(data, path)
	}
	return flowLines(charts.ToneSoft, charts.ArrowWidth, 5, false, data)
}

// flowWord is a datum without a mark, but with words: its third value, because a
// label's formatter would take "{b}" in them for a template.
type flowWord struct {
	Name  string         `json:"name,omitempty"` // the tip
	Value []any          `json:"value"`
	Label map[string]any `json:"label"`
}

func flowWords(words []charts.FlowWords) map[string]any {
	data := []flowWord{}
	for _, w := range words {
		label := map[string]any{"fontSize": w.Size, "color": token(w.Tone), "offset": []float64{w.After, w.Below}}
		label["align"] = map[float64]string{0: "left", 0.5: "center", 1: "right"}[w.Align]
		if w.Bold {
			label["fontWeight"] = "bold"
		}
		data = append(data, flowWord{w.Tip, []any{w.At.X, w.At.Y, w.Text}, label})
	}
	return map[string]any{
		"type": "scatter", "data": data, "symbolSize": 1, "z": 6, "animation": false,
		"itemStyle": map[string]any{"color": "transparent"}, "emphasis": map[string]any{"disabled": true},
		"label": map[string]any{"show": true, "formatter": "{@[2]}", "position": "inside", "verticalAlign": "middle"},
	}
}

// levelWords name the levels, to the left of the plot.
func levelWords(s charts.Flow, plan charts.Plan) (words []charts.FlowWords) {
	for i, r := range plan.Levels {
		if s.Levels[i] != "" {
			words = append(words, charts.FlowWords{
				At: charts.Spot{Y: r.Y + r.H/2}, Text: s.Levels[i], Size: charts.TextSize, Tone: charts.ToneInk, After: -8, Align: 1,
			})
		}
	}
	return words
}
