package live

import (
	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
)

// flow is the chart of a flow diagram. Boxes and tiles of a key's tone are a series,
// so that the legend is ECharts' own and can switch them; all else is one more. Axes
// that do not show are the pixels of the plan; lanebook.js draws in them.
func flow(f charts.Figure, s charts.Flow) (EChart, object) {
	c, l := echarts.NewCustom(), f.Layout()
	plan := s.Plan(float64(l.Width - l.Left - l.Right))
	var rest parts
	keyed := map[charts.Tone]*parts{}
	for _, k := range s.Keys {
		keyed[k.Tone] = new(parts)
	}
	for _, a := range plan.Areas {
		from, to := charts.Spot{X: a.X, Y: a.Y}, charts.Spot{X: a.X + a.W, Y: a.Y + a.H}
		area := part{Points: []charts.Spot{from, to}, Z: int(a.Layer)}
		if of := keyed[a.Tone]; of != nil && a.Layer > charts.LevelLayer {
			of.add(a.Tip, true, area)
		} else {
			area.Color = token(a.Tone)
			rest.add(a.Tip, a.Tip != "", area)
		}
		if a.Layer == charts.BoxLayer {
			corners := []charts.Spot{from, {X: to.X, Y: from.Y}, to, {X: from.X, Y: to.Y}, from}
			rest.add("", false, stroke(corners, charts.ToneSoft, 1, 4))
		}
	}
	for _, seam := range plan.Seams {
		rest.add("", false, stroke(seam, charts.TonePaper, charts.TileSeam, 3))
	}
	for i, arrow := range plan.Arrows {
		rest.add(s.Arrows[i].Hover(), true, stroke(arrow, charts.ToneSoft, charts.ArrowWidth, 5))
	}
	for _, w := range plan.Words {
		if w.Text != "" {
			rest.add(w.Tip, false, part{
				Points: []charts.Spot{w.At}, Z: 6, Color: token(w.Tone), Text: w.Text, Size: w.Size, Bold: w.Bold,
				Align: map[float64]string{0: "left", 0.5: "center", 1: "right"}[w.Align],
			})
		}
	}
	rest.series(c, "", charts.ToneSoft)
	for _, k := range s.Keys {
		keyed[k.Tone].series(c, k.Label, k.Tone)
	}
	c.SetGlobalOptions(
		echarts.WithXAxisOpts(opts.XAxis{Type: "value", Min: 0, Max: plan.Width, Show: hidden}),
		echarts.WithYAxisOpts(opts.YAxis{Type: "value", Min: 0, Max: plan.Height, Show: hidden, Inverse: shown, AxisLabel: &opts.AxisLabel{}}))
	return c, object{"media": media(f, plotPlaces)}
}

// part is what lanebook.js draws: words, a stroke, or else an area between two
// opposite corners.
type part struct {
	Points []charts.Spot `json:"points"`
	Z      int           `json:"z"`               // parts of higher Z lie over others
	Color  string        `json:"color,omitempty"` // that of the series if empty
	Width  float64       `json:"width,omitempty"` // of a stroke
	Text   string        `json:"text,omitempty"`
	Size   int           `json:"size,omitempty"`
	Bold   bool          `json:"bold,omitempty"`
	Align  string        `json:"align,omitempty"`
}

func stroke(path []charts.Spot, t charts.Tone, width float64, z int) part {
	return part{Points: path, Z: z, Color: token(t), Width: width}
}

// parts are the data of a series.
type parts struct {
	data  []opts.CustomData
	drawn []part
}

// add adds a part with its tip. Keys lead only to one with a value, its place.
func (p *parts) add(tip string, reached bool, drawn part) {
	d := opts.CustomData{Name: tip}
	if reached {
		d.Value = []float64{drawn.Points[0].X, drawn.Points[0].Y}
	}
	p.data, p.drawn = append(p.data, d), append(p.drawn, drawn)
}

func (p *parts) series(c *echarts.Custom, name string, t charts.Tone) {
	c.AddSeries(name, p.data,
		echarts.WithCustomChartOpts(opts.CustomChart{RenderItem: call("parts", p.drawn)}),
		echarts.WithItemStyleOpts(opts.ItemStyle{Color: token(t)}))
}
