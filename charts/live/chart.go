//go:build !js

package live

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/components"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/render"

	"lanebook/charts"
)

func validate(f charts.Figure) error { return f.Validate() }

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
// Its colours are inks of the theme. Its margins are GridList[0]: go-echarts'
// WithGridOpts adds another grid. go-echarts does not escape what it writes into a page:
// for figures of strangers there is HTML.
func Chart(f charts.Figure, th charts.Theme) (EChart, error) {
	option, err := Option(f)
	if err != nil || option == nil {
		return nil, err
	}
	made := plain(resolve(plain(json.RawMessage(option)), th, "")).(object)
	names := made["xAxis"].([]any)[0].(object)["data"]
	var c EChart
	switch f.Series[0].(type) {
	case charts.Line:
		c = echarts.NewLine().SetXAxis(names)
	case charts.Bars:
		c = echarts.NewBar().SetXAxis(names)
	case charts.Grid:
		c = echarts.NewHeatMap().SetXAxis(names)
	default:
		c = echarts.NewCustom().SetXAxis(names)
	}
	l := f.Layout()
	paper, _ := charts.Colour(charts.TonePaper, th)
	c.SetGlobalOptions(echarts.WithInitializationOpts(opts.Initialization{
		ChartID: strings.ReplaceAll(f.Name, "-", "_"), PageTitle: f.Title, Renderer: "svg",
		Width: px(l.Width) + "px", Height: px(l.Height) + "px", Theme: string(th), BackgroundColor: paper,
	}))
	if err := read(c, made, paper); err != nil {
		return nil, fmt.Errorf("figure %q: %w", f.Name, err)
	}
	return c, nil
}

// read fills a chart with what an option says. For what go-echarts has no field for
// there is a completer.
func read(c EChart, made object, paper string) error {
	option, err := json.Marshal(made)
	if err != nil {
		return err
	}
	var base *echarts.BaseConfiguration
	c.SetGlobalOptions(func(b *echarts.BaseConfiguration) { base = b })
	var plot struct{ Series echarts.MultiSeries }
	var parts struct {
		Series []struct {
			Type string
			Data json.RawMessage
		}
	}
	err = errors.Join(fields(option, base), fields(option, &plot), fields(option, &parts))
	base.MultiSeries = plot.Series
	for i, s := range parts.Series {
		switch s.Type {
		case "bar":
			err = errors.Join(err, list[opts.BarData](s.Data, &base.MultiSeries[i].Data))
		case "heatmap":
			err = errors.Join(err, list[opts.HeatMapData](s.Data, &base.MultiSeries[i].Data))
		case "custom":
			err = errors.Join(err, list[opts.CustomData](s.Data, &base.MultiSeries[i].Data))
		default:
			err = errors.Join(err, list[opts.LineData](s.Data, &base.MultiSeries[i].Data))
		}
	}
	if err != nil {
		return err
	}
	for i := range base.VisualMapList { // of less precision than ours
		base.VisualMapList[i].Min, base.VisualMapList[i].Max = 0, 0
	}
	c.Validate()
	base.Accept(&completer{base: base, paper: paper, made: made, more: lacks(made, plain(c.JSON())).(object)})
	return nil
}

// fields reads what fits into go-echarts' fields. What has another type there is
// lacking.
func fields(option json.RawMessage, into any) error {
	err := json.Unmarshal(option, into)
	if other := new(json.UnmarshalTypeError); errors.As(err, &other) {
		return nil
	}
	return err
}

// list reads the data of a series.
func list[T any](data json.RawMessage, into *any) error {
	var items []T
	err := json.Unmarshal(data, &items)
	*into = items
	return err
}
