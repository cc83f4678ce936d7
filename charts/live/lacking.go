//go:build !js

package live

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"lanebook/charts"
)

// completer makes an option of what go-echarts says of a chart, and of what go-echarts
// v2.6.7 lacks. What the chart's user has set, moved or taken out stays so.
//
// Lacking are the following; a row is needless once go-echarts has what stands behind it:
//
//	animationDuration               BaseConfiguration has it, but its JSON leaves it out
//	textStyle, media                BaseConfiguration.TextStyle, .Media
//	tooltip.confine, .extraCssText, .textStyle    opts.Tooltip
//	legend.itemGap                  opts.Legend
//	xAxis, yAxis: .interval, .logBase, .nameTextStyle    opts.XAxis, opts.YAxis
//	yAxis.axisTick                  opts.YAxis, as opts.XAxis has it
//	axisLabel.interval              opts.AxisLabel.Interval is a string, which is no 0 to ECharts
//	dataZoom.zoomOnMouseWheel, .moveOnMouseMove    opts.DataZoom
//	visualMap.min, .max             opts.VisualMap has float32, and leaves 0 out
//	visualMap.itemWidth, .itemHeight               opts.VisualMap
type completer struct {
	echarts.BaseConfigurationVisitor
	base *echarts.BaseConfiguration
	more object // what is lacking
	top  string // where Chart has put the grid
}

// asTokens is the theme of a chart whose colours and functions the loader resolves.
const asTokens = "lanebook"

// VisitSeriesOpt gives mark lines of hollow series the colour of the series: ECharts
// gives them that inside its marks, which nobody sees.
func (completer) VisitSeriesOpt(all echarts.MultiSeries) any {
	for _, s := range all {
		if s.MarkLines == nil || s.ItemStyle == nil || s.ItemStyle.Color != token(charts.TonePaper) && s.ItemStyle.Color != transparent {
			continue
		}
		if s.MarkLines.LineStyle == nil {
			s.MarkLines.LineStyle = new(opts.LineStyle)
		}
		s.MarkLines.LineStyle.Color = cmp.Or(s.MarkLines.LineStyle.Color, s.ItemStyle.BorderColor)
	}
	return all
}

// Visit is called by go-echarts before it writes the option.
func (c completer) Visit(option map[string]any) {
	if g := c.base.GridList; len(g) > 0 && g[0].Top != c.top { // moved, in narrow charts too
		for _, m := range c.more["media"].([]any) {
			delete(m.(object)["option"].(object), "grid")
		}
	}
	for key, more := range c.more {
		if option[key] != nil || key != "dataZoom" && key != "visualMap" {
			option[key] = complete(plain(option[key]), more)
		}
	}
	if c.base.Theme == asTokens {
		return
	}
	theme := charts.Light
	if c.base.Theme == string(charts.Dark) {
		theme = charts.Dark
	}
	for key, value := range option {
		option[key] = resolve(plain(value), theme, key)
	}
}

// plain returns what JSON makes of a value, or the value if it can make nothing.
func plain(v any) any {
	raw, err := json.Marshal(v)
	if err != nil {
		return v
	}
	var p any
	if json.Unmarshal(raw, &p) != nil {
		return v
	}
	return p
}

// complete adds to a value what it lacks.
func complete(old, more any) any {
	switch old := old.(type) {
	case nil:
		return more
	case map[string]any:
		more, _ := more.(object)
		for k, v := range more {
			old[k] = complete(old[k], v)
		}
	case []any:
		more, _ := more.([]any)
		for i := range min(len(old), len(more)) {
			old[i] = complete(old[i], more[i])
		}
	}
	return old
}

// lacks returns what is in one JSON value and not in another: nil if that is nothing.
// Lists of which something is lacking stay as long as they are, up to that.
func lacks(want, got any) any {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		more := object{}
		for k, v := range w {
			if d := lacks(v, g[k]); d != nil {
				more[k] = d
			}
		}
		if len(more) > 0 || got == nil {
			return more
		}
		return nil
	case []any:
		g, _ := got.([]any)
		if len(g) != len(w) {
			return want
		}
		more, some := make([]any, len(w)), false
		for i := range w {
			more[i] = lacks(w[i], g[i])
			some = some || more[i] != nil
		}
		if some {
			return more
		}
		return nil
	}
	if reflect.DeepEqual(want, got) {
		return nil
	}
	return want
}

// inkKeys are the keys of an option whose values are colours, or lists of them, and
// callKeys those whose values are functions. Elsewhere "lb:c1" is somebody's label.
// lanebook.js has the same lists.
var (
	inkKeys  = map[string]bool{"color": true, "backgroundColor": true, "borderColor": true, "textBorderColor": true, "inactiveColor": true}
	callKeys = map[string]bool{"formatter": true, "renderItem": true}
)

// resolve puts inks and JavaScript in place of tokens and calls, as the loader does
// in the page.
func resolve(v any, th charts.Theme, key string) any {
	switch v := v.(type) {
	case string:
		name, ok := strings.CutPrefix(v, "lb:")
		if ink, known := charts.Colour(charts.Tone(name), th); ok && known && inkKeys[key] {
			return ink
		}
		if name, argument, called := strings.Cut(name, ":"); ok && called && callKeys[key] {
			return script(name, argument, th)
		}
	case []any:
		for i := range v {
			v[i] = resolve(v[i], th, key)
		}
	case map[string]any:
		for k := range v {
			v[k] = resolve(v[k], th, k)
		}
	}
	return v
}

var functions = regexp.MustCompile(`(?s)/\*functions\*/(.*?)/\*functions\*/`)

// script is a call as JavaScript, in quotes that go-echarts leaves alone.
func script(function, argument string, th charts.Theme) types.FuncStr {
	raw, _ := json.Marshal(resolve(plain(json.RawMessage(argument)), th, ""))
	return opts.FuncOpts(fmt.Sprintf("(%s).%s(JSON.parse(decodeURIComponent('%s')))",
		bytes.ReplaceAll(functions.FindSubmatch(Loader)[1], []byte(`"`), []byte("'")), function, url.PathEscape(string(raw))))
}
