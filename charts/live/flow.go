package live

import "lanebook/charts"

// flow is a flow diagram. Boxes and tiles of a key's tone are a series, so that the
// legend is ECharts' own and can switch them; all else is one more. Axes that do not
// show are the pixels of the plan; lanebook.js draws in them.
func flow(o object, f charts.Figure, s charts.Flow, l charts.Layout) {
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	var rest parts
	keyed := map[charts.Tone]*parts{}
	for _, k := range s.Keys {
		keyed[k.Tone] = new(parts)
	}
	for _, a := range plan.Areas {
		from, to := charts.Spot{X: a.X, Y: a.Y}, charts.Spot{X: a.X + a.W, Y: a.Y + a.H}
		area := part(int(a.Layer), from, to)
		if of := keyed[a.Tone]; of != nil && a.Layer > charts.LevelLayer {
			of.add(a.Tip, true, from, area)
		} else {
			area["color"] = token(a.Tone)
			rest.add(a.Tip, a.Tip != "", from, area)
		}
		if a.Layer == charts.BoxLayer {
			rest.stroke("", charts.ToneSoft, 1, 4, from, charts.Spot{X: to.X, Y: from.Y}, to, charts.Spot{X: from.X, Y: to.Y}, from)
		}
	}
	for _, seam := range plan.Seams {
		rest.stroke("", charts.TonePaper, charts.TileSeam, 3, seam...)
	}
	for i, arrow := range plan.Arrows {
		rest.stroke(s.Arrows[i].Hover(), charts.ToneSoft, charts.ArrowWidth, 5, arrow...)
	}
	for _, w := range plan.Words {
		if w.Text != "" {
			text := part(6, w.At)
			text["color"], text["text"], text["size"] = token(w.Tone), w.Text, w.Size
			text["align"] = map[float64]string{0: "left", 0.5: "center", 1: "right"}[w.Align]
			if w.Bold {
				text["bold"] = true
			}
			rest.add(w.Tip, false, w.At, text)
		}
	}
	series := []object{rest.series("", charts.ToneSoft)}
	for _, k := range s.Keys {
		series = append(series, keyed[k.Tone].series(k.Label, k.Tone))
	}
	o["series"], o["media"] = series, media(f, below)
	o["xAxis"] = []object{{"type": "value", "min": 0, "max": plan.Width, "show": false}}
	o["yAxis"] = []object{{"type": "value", "min": 0, "max": plan.Height, "show": false, "inverse": true}}
}

// part is what lanebook.js draws: words, a stroke if it has a width, or else an area
// between two opposite corners, in the colour of the series unless it has its own.
// Parts of higher z lie over others.
func part(z int, at ...charts.Spot) object {
	points := make([]object, len(at))
	for i, p := range at {
		points[i] = object{"X": p.X, "Y": p.Y}
	}
	return object{"points": points, "z": z}
}

// parts are the data of a series.
type parts struct {
	data  data
	drawn []object
}

// add adds a part with its tip. Keys lead only to one with a value, its place.
func (p *parts) add(tip string, reached bool, at charts.Spot, drawn object) {
	p.drawn = append(p.drawn, drawn)
	if reached {
		p.data.add(tip, "", at.X, at.Y)
	} else {
		p.data.add(tip, "")
	}
}

// stroke adds a line; one without a tip is out of the keys' reach.
func (p *parts) stroke(tip string, t charts.Tone, width float64, z int, path ...charts.Spot) {
	drawn := part(z, path...)
	drawn["color"], drawn["width"] = token(t), width
	p.add(tip, tip != "", path[0], drawn)
}

func (p *parts) series(name string, t charts.Tone) object {
	return object{
		"name": name, "type": "custom", "data": p.data, "renderItem": call("parts", p.drawn),
		"itemStyle": object{"color": token(t)},
	}
}
