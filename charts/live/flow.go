package live

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// flow is the chart of a flow diagram. Boxes and tiles of a key's tone are a series,
// so that the legend is ECharts' own and can switch them; all that has no key is one
// more. Axes that do not show are the pixels of the plan; lanebook.js draws in them.
func flow(f charts.Figure, s charts.Flow) (EChart, object) {
	c, l := echarts.NewCustom(), f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	var rest parts
	keyed := map[charts.Tone]*parts{}
	for _, k := range s.Keys {
		keyed[k.Tone] = new(parts)
	}
	of := func(t charts.Tone) *parts {
		if p := keyed[t]; p != nil {
			return p
		}
		return &rest
	}
	for i, r := range plan.Levels {
		rest.add("", area(r, charts.TonePlain, 0), part{
			Points: spots(charts.Spot{Y: r.Y + r.H/2}), Z: 6, Color: token(charts.ToneInk),
			Text: s.Levels[i], Size: charts.TextSize, After: -8, Align: "right",
		})
	}
	for i, b := range s.Boxes {
		r := plan.Boxes[i]
		of(b.Tone).add(b.Hover(), area(r, b.Tone, 1))
		for _, m := range b.Tiles.Marked {
			tip := m.Tip
			if tip == "" {
				tip = b.Hover()
			}
			of(m.Tone).add(tip, area(b.Tiles.Rect(plan.Tiles[i], m), m.Tone, 2))
		}
		var over []part // the box and its tiles
		for _, seam := range b.Tiles.Seams(plan.Tiles[i]) {
			over = append(over, stroke(seam[:], charts.TonePaper, charts.TileSeam, 3))
		}
		corners := []charts.Spot{{X: r.X, Y: r.Y}, {X: r.X + r.W, Y: r.Y}, {X: r.X + r.W, Y: r.Y + r.H}, {X: r.X, Y: r.Y + r.H}, {X: r.X, Y: r.Y}}
		rest.add("", append(over, stroke(corners, charts.ToneSoft, 1, 4))...)
	}
	labels := plan.Words // those of boxes, then those of arrows
	for _, a := range s.Arrows {
		if a.Label != "" {
			labels = labels[:len(labels)-1]
		}
	}
	for _, w := range labels {
		rest.add("", words(w))
	}
	labels = plan.Words[len(labels):]
	for i, a := range s.Arrows {
		arrow := []part{stroke(plan.Arrows[i], charts.ToneSoft, charts.ArrowWidth, 5)}
		if a.Label != "" {
			arrow, labels = append(arrow, words(labels[0])), labels[1:]
		}
		rest.add(a.Hover(), arrow...)
	}
	rest.series(c, "", charts.ToneSoft)
	for _, k := range s.Keys {
		keyed[k.Tone].series(c, k.Label, k.Tone)
	}
	c.SetGlobalOptions(
		echarts.WithXAxisOpts(opts.XAxis{Type: "value", Max: plan.Width, Show: hidden, AxisLabel: &opts.AxisLabel{}}),
		echarts.WithYAxisOpts(opts.YAxis{Type: "value", Max: plan.Height, Show: hidden, Inverse: shown, AxisLabel: &opts.AxisLabel{}}))
	return c, object{"media": media(f, plotPlaces), "xAxis": object{"min": 0}, "yAxis": object{"min": 0}}
}

// part is what lanebook.js draws: words, a stroke, or else an area between two
// opposite corners.
type part struct {
	Points [][2]float64 `json:"points"`
	Z      int          `json:"z"`               // parts of higher Z lie over others
	Color  string       `json:"color,omitempty"` // of an area: that of its series if empty
	Width  float64      `json:"width,omitempty"` // of a stroke
	Text   string       `json:"text,omitempty"`
	Size   int          `json:"size,omitempty"`
	Bold   bool         `json:"bold,omitempty"`
	Align  string       `json:"align,omitempty"`
	After  float64      `json:"after,omitempty"` // the point, in pixels
	Below  float64      `json:"below,omitempty"`
}

func spots(s ...charts.Spot) (points [][2]float64) {
	for _, p := range s {
		points = append(points, [2]float64{p.X, p.Y})
	}
	return points
}

func area(r charts.Rect, t charts.Tone, z int) part {
	return part{Points: [][2]float64{{r.X, r.Y}, {r.X + r.W, r.Y + r.H}}, Z: z, Color: token(t)}
}

func stroke(path []charts.Spot, t charts.Tone, width float64, z int) part {
	return part{Points: spots(path...), Z: z, Color: token(t), Width: width}
}

func words(w charts.FlowWords) part {
	return part{
		Points: spots(w.At), Z: 6, Color: token(w.Tone), Text: w.Text, Size: w.Size, Bold: w.Bold,
		Align: map[float64]string{0: "left", 0.5: "center", 1: "right"}[w.Align], After: w.After, Below: w.Below,
	}
}

// parts are the data of a series. What has no tip is no more than a background.
type parts struct {
	data  []opts.CustomData
	drawn [][]part
}

func (p *parts) add(tip string, drawn ...part) {
	p.data = append(p.data, opts.CustomData{Name: tip, Value: drawn[0].Points[0]})
	p.drawn = append(p.drawn, drawn)
}

func (p *parts) series(c *echarts.Custom, name string, t charts.Tone) {
	if name != "" { // a user may colour it anew
		for i := range p.drawn {
			p.drawn[i][0].Color = ""
		}
	}
	c.AddSeries(name, p.data,
		echarts.WithCustomChartOpts(opts.CustomChart{RenderItem: call("parts", p.drawn)}),
		echarts.WithItemStyleOpts(opts.ItemStyle{Color: token(t)}))
}
