// Package live makes the live form of a figure: a go-echarts chart, its ECharts
// option, the HTML around it, and the loader that draws it in a notebook or on the
// published site (lanebook.js, whose head states the contract between page and
// loader).
//
// An option is pure JSON, without JavaScript, and always the same for the same
// figure. Its colours are tokens, "lb:" and a tone, and its functions are calls of
// the loader's, for the loader to resolve.
package live

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/components"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/render"
	"github.com/go-echarts/go-echarts/v2/types"

	"lanebook/charts"
)

// EChart is what the go-echarts charts of figures have in common: *charts.Line,
// *charts.Bar, *charts.HeatMap and *charts.Custom of go-echarts are some.
type EChart interface {
	components.Charter // go-echarts' pages take it
	echarts.Overlaper  // and so do other charts, to lie over them
	render.Renderer
	Overlap(...echarts.Overlaper)
	SetGlobalOptions(...echarts.GlobalOpts) *echarts.RectChart
	SetSeriesOptions(...echarts.SeriesOpts)
	JSON() map[string]any
}

// Chart returns the figure as a go-echarts chart, to be changed and rendered as any
// other: a *charts.Line if its first series is a line, a *charts.Bar if it is bars, a
// *charts.HeatMap of a Grid, a *charts.Custom of Spans or a Flow, and nil of a Table.
// An invalid figure is an error.
//
// Colours may be tokens, "lb:" and a tone. When go-echarts renders the chart they
// become inks of the light theme, or of the dark one if Initialization.Theme is "dark".
// Its margins are GridList[0]: go-echarts' WithGridOpts adds another grid.
func Chart(f charts.Figure) (EChart, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	var c EChart
	var more object
	switch s := f.Series[0].(type) {
	case charts.Table:
		return nil, nil
	case charts.Grid:
		c, more = grid(f, s)
	case charts.Spans:
		c, more = spans(f, s)
	case charts.Flow:
		c, more = flow(f, s)
	default:
		c, more = plot(f)
	}
	maps.Copy(more, everywhere)
	l := f.Layout()
	c.SetGlobalOptions(
		echarts.WithInitializationOpts(opts.Initialization{
			ChartID: strings.ReplaceAll(f.Name, "-", "_"), PageTitle: f.Title, Renderer: "svg",
			Width: px(l.Width) + "px", Height: px(l.Height) + "px",
		}),
		echarts.WithAriaOpts(&opts.Aria{Enabled: shown, Label: &opts.AriaLabel{Description: f.Alt}}),
		echarts.WithGridOpts(opts.Grid{Left: px(l.Left), Top: px(l.Top), Right: px(l.Right), Bottom: px(l.Bottom)}),
		echarts.WithLegendOpts(legend(l)),
		echarts.WithTooltipOpts(opts.Tooltip{
			Trigger: "item", Formatter: "{b}", BackgroundColor: token(charts.TonePaper), BorderColor: token(charts.ToneMuted),
		}),
		echarts.WithAnimation(true),
		func(base *echarts.BaseConfiguration) { base.Accept(completer{base: base, more: more, top: px(l.Top)}) },
	)
	return c, nil
}

// Option returns the figure's ECharts 5 option. It is nil for a Table, which has
// no chart: its live form is the HTML of HTMLTable. An invalid figure is an error.
func Option(f charts.Figure) (json.RawMessage, error) {
	c, err := Chart(f)
	if err != nil || c == nil {
		return nil, err
	}
	option, err := OptionOf(c)
	if err != nil {
		return nil, fmt.Errorf("figure %q: %w", f.Name, err)
	}
	return option, nil
}

// OptionOf returns the option of a chart that Chart has made, whatever has become
// of it since. It is an error if JSON cannot hold it.
func OptionOf(c EChart) (json.RawMessage, error) {
	var base *echarts.BaseConfiguration
	c.SetGlobalOptions(func(b *echarts.BaseConfiguration) { base = b })
	theme := base.Theme
	base.Theme = asTokens
	defer func() { base.Theme = theme }()
	c.Validate()
	raw, err := json.Marshal(c.JSON())
	if err != nil {
		return nil, fmt.Errorf("option: %w", err)
	}
	return raw, nil
}

func legend(l charts.Layout) opts.Legend {
	if len(l.Legend) == 0 {
		return opts.Legend{Show: hidden}
	}
	return opts.Legend{
		Left: px(l.Left), Top: "0", Padding: 2, ItemWidth: 18, ItemHeight: 12,
		TextStyle:     &opts.TextStyle{Color: token(charts.ToneInk), FontSize: charts.TextSize},
		InactiveColor: token(charts.ToneMuted),
	}
}

// token is a tone as options name it.
func token(t charts.Tone) string { return "lb:" + string(t) }

func px(n int) string { return fmt.Sprint(n) }

var shown, hidden types.Bool = opts.Bool(true), opts.Bool(false)
