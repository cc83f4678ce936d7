// Package live makes the live form of a figure: an ECharts option, built with
// go-echarts' types, the HTML around it, and the loader that draws it in a
// notebook or on the published site (lanebook.js, whose head states the contract
// between page and loader).
//
// An option is pure JSON, without JavaScript, and always the same for the same
// figure. Its colours are tokens, "lb:" and a tone, for the loader to resolve.
package live

import (
	"encoding/json"
	"fmt"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"lanebook/charts"
)

// Option returns the figure's ECharts 5 option. It is nil for a Table, which has
// no chart: its live form is the HTML of HTMLTable. An invalid figure is an error.
func Option(f charts.Figure) (json.RawMessage, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	var option map[string]any
	switch s := f.Series[0].(type) {
	case charts.Grid:
		option = gridOption(f, s)
	case charts.Spans:
		option = spansOption(f, s)
	case charts.Flow:
		option = flowOption(f, s)
	case charts.Table:
		return nil, nil
	default:
		option = plotOption(f)
	}
	raw, err := json.Marshal(option)
	if err != nil {
		return nil, fmt.Errorf("figure %q: option: %w", f.Name, err)
	}
	return raw, nil
}

const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif"

// common returns the parts that every option shares, around the given series.
func common(f charts.Figure, series ...echarts.SingleSeries) map[string]any {
	l := f.Layout()
	c := echarts.NewLine()
	c.MultiSeries = series
	c.Aria = &opts.Aria{Enabled: opts.Bool(true), Label: &opts.AriaLabel{Description: f.Alt}}
	c.GridList = []opts.Grid{{
		Left: px(l.Left), Top: px(l.Top), Right: px(l.Right), Bottom: px(l.Bottom),
	}}
	c.Animation = opts.Bool(true)
	option := c.JSON()
	for _, unused := range []string{"title", "toolbox", "color"} {
		delete(option, unused)
	}
	option["legend"] = legend(l)
	option["tooltip"] = tooltip{
		Tooltip: opts.Tooltip{
			Trigger: "item", Formatter: "{b}",
			BackgroundColor: "lb:paper", BorderColor: "lb:muted",
		},
		Confine:      true,
		ExtraCSSText: "white-space:pre-line;max-width:22em;line-height:1.45",
		TextStyle:    &opts.TextStyle{Color: token(charts.ToneInk), FontSize: charts.TextSize},
	}
	option["textStyle"] = opts.TextStyle{FontFamily: fontFamily, Color: token(charts.ToneInk)}
	option["animationDuration"] = 300
	return option
}

// narrow is the width in CSS pixels up to which a chart is laid out for a phone.
const narrow = 600

// media is what an option becomes in a narrow chart, and back in a wide one.
type media struct {
	Query  *query         `json:"query,omitempty"`
	Option map[string]any `json:"option"`
}

type query struct {
	MaxWidth int `json:"maxWidth"`
}

// plotPlaces is what depends on the width: the legend's lines above the plot.
func plotPlaces(l charts.Layout) map[string]any {
	return map[string]any{"grid": []opts.Grid{{Top: px(l.Top)}}}
}

// tooltip is opts.Tooltip with what it lacks.
type tooltip struct {
	opts.Tooltip
	Confine      bool            `json:"confine"` // to the chart, so that it never widens the page
	ExtraCSSText string          `json:"extraCssText"`
	TextStyle    *opts.TextStyle `json:"textStyle"`
}

// legendOption is opts.Legend with what it lacks.
type legendOption struct {
	opts.Legend
	ItemGap   int            `json:"itemGap"`
	ItemStyle map[string]int `json:"itemStyle"` // without the cells' borders around its signs
}

func legend(l charts.Layout) legendOption {
	if len(l.Legend) == 0 {
		return legendOption{Legend: opts.Legend{Show: hidden}}
	}
	return legendOption{ItemGap: 18, ItemStyle: map[string]int{"borderWidth": 0}, Legend: opts.Legend{
		Left: px(l.Left), Top: "0", Padding: 2, ItemWidth: 18, ItemHeight: 12,
		TextStyle:     &opts.TextStyle{Color: token(charts.ToneInk), FontSize: charts.TextSize},
		InactiveColor: token(charts.ToneMuted),
	}}
}

// token is a tone as options name it.
func token(t charts.Tone) string { return "lb:" + string(t) }

func px(n int) string { return fmt.Sprint(n) }

// tip is the text that hovering shows: the given one, or the plain values.
func tip(f charts.Figure, name string, tips []string, i int, x, y float64) string {
	if tips != nil && tips[i] != "" {
		return tips[i]
	}
	s := reading(f.X, x) + "\n" + reading(f.Y, y)
	if name != "" && len(f.Series) > 1 {
		s = name + "\n" + s
	}
	return s
}

// reading writes a value with its axis's quantity and unit: "stride: 4 bytes".
func reading(a charts.Axis, v float64) string {
	s := charts.FormatNumber(v)
	if i := int(v); i >= 0 && i < len(a.Categories) {
		s = a.Categories[i]
	} else if a.Unit != "" {
		s += " " + a.Unit
	}
	if a.Label != "" {
		s = a.Label + ": " + s
	}
	return s
}

var shown, hidden types.Bool = opts.Bool(true), opts.Bool(false)
