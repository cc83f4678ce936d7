//go:build !js

package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
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
//	xAxis, yAxis: .logBase, .nameTextStyle    opts.XAxis, opts.YAxis
//	yAxis.axisTick                  opts.YAxis, as opts.XAxis has it
//	axisLabel.interval              opts.AxisLabel.Interval is a string, which is no 0 to ECharts
//	dataZoom.zoomOnMouseWheel, .moveOnMouseMove    opts.DataZoom
//	visualMap.min, .max             opts.VisualMap has float32, and leaves 0 out
//	visualMap.itemWidth, .itemHeight               opts.VisualMap
type completer struct {
	echarts.BaseConfigurationVisitor
	base  *echarts.BaseConfiguration
	paper string // ink of the theme
	made  object // the figure's option, in its inks
	more  object // what is lacking of it
	room  int    // CSS pixels that a title has been given
}

// VisitSeriesOpt gives mark lines, points and areas of hollow series, and areas below
// them, the colour of the series: ECharts gives them that inside its marks, which nobody
// sees.
func (c *completer) VisitSeriesOpt(all echarts.MultiSeries) any {
	series := make([]any, len(all))
	for i, s := range all {
		series[i] = s
		if s.ItemStyle == nil || s.ItemStyle.Color != c.paper && s.ItemStyle.Color != transparent {
			continue
		}
		ink, more := object{"color": s.ItemStyle.BorderColor}, object{}
		if s.MarkLines != nil {
			more["markLine"] = object{"lineStyle": ink}
		}
		if s.MarkPoints != nil {
			more["markPoint"] = object{"itemStyle": ink}
		}
		if s.MarkAreas != nil {
			more["markArea"] = object{"itemStyle": object{"color": s.ItemStyle.BorderColor, "opacity": 0.2}}
		}
		if s.AreaStyle != nil {
			more["areaStyle"] = ink
		}
		series[i] = complete(plain(s), more)
	}
	return series
}

// Visit is called by go-echarts before it writes the option.
func (c *completer) Visit(option map[string]any) {
	c.makeRoom()
	option["legend"] = c.base.Legend
	c.forget()
	for key, more := range c.more {
		if option[key] != nil || key != "dataZoom" && key != "visualMap" {
			option[key] = complete(plain(option[key]), more)
		}
	}
	for _, key := range []string{"xAxis", "yAxis"} {
		if axes, _ := option[key].([]any); len(axes) > 0 {
			freeTicks(axes[0].(object), c.made[key].([]any)[0].(object))
		}
	}
}

// forget drops of what is lacking that which belongs to something that somebody has
// changed, in narrow charts too.
func (c *completer) forget() {
	if !c.atTop() {
		c.media(func(option object) { delete(option, "grid") })
	}
	for i, made := range c.made["series"].([]any) {
		all := c.base.MultiSeries
		if i >= len(all) || !reflect.DeepEqual(plain(all[i].Label), made.(object)["label"]) {
			c.media(func(option object) { delete(option, "series") })
		}
	}
	if maps, _ := c.made["visualMap"].([]any); maps != nil {
		now := c.base.VisualMapList
		if len(now) == 0 || !reflect.DeepEqual(plain(now[0].Text), maps[0].(object)["text"]) {
			delete(c.more, "visualMap")
		}
	}
}

// media does something with the option of each width.
func (c *completer) media(do func(option object)) {
	for _, m := range c.more["media"].([]any) {
		do(m.(object)["option"].(object))
	}
}

// atTop reports whether the grid is where it was put.
func (c *completer) atTop() bool {
	made := c.made["grid"].([]any)[0].(object)["top"].(string)
	return len(c.base.GridList) > 0 && c.base.GridList[0].Top == lowered(made, c.room)
}

// lowered is a place so many pixels further down, if it is a number of them.
func lowered(top string, by int) string {
	y, err := strconv.Atoi(top)
	if err != nil {
		return top
	}
	return px(y + by)
}

// freeTicks lets ECharts choose the ticks of an axis whose ends or kind somebody has
// changed.
func freeTicks(axis, made object) {
	same := func(key string) bool { return reflect.DeepEqual(axis[key], made[key]) }
	if same("type") && same("min") && same("max") {
		return
	}
	for _, key := range []string{"minInterval", "maxInterval", "splitNumber"} {
		if same(key) {
			delete(axis, key)
		}
	}
	words, _ := axis["axisLabel"].(object)
	was, _ := made["axisLabel"].(object)
	for _, key := range []string{"formatter", "showMinLabel", "showMaxLabel"} {
		if words != nil && reflect.DeepEqual(words[key], was[key]) {
			delete(words, key)
		}
	}
}

// The room in CSS pixels that a chart's title and subtitle take.
const (
	titleHeight    = 32
	subtitleHeight = 22
)

// makeRoom moves all down from under a title that somebody has added at the top.
func (c *completer) makeRoom() {
	title, high := c.base.Title, 0
	if title.Title != "" {
		high += titleHeight
	}
	if title.Subtitle != "" {
		high += subtitleHeight
	}
	if !c.atTop() || title.Top != "" || title.Bottom != "" {
		return
	}
	tops := []*string{&c.base.GridList[0].Top, &c.base.Legend.Top}
	for i := range c.base.VisualMapList {
		tops = append(tops, &c.base.VisualMapList[i].Top)
	}
	for _, top := range tops {
		*top = lowered(*top, high-c.room)
	}
	c.media(func(option object) {
		if grids, ok := option["grid"].([]any); ok { // not forgotten
			grid := grids[0].(object)
			grid["top"] = lowered(grid["top"].(string), high-c.room)
		}
	})
	c.room = high
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
