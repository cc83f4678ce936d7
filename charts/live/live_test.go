package live_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/dop251/goja"
	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	_ "github.com/xo/echartsgoja" // whose module holds ECharts

	"lanebook/charts"
	"lanebook/charts/internal/sample"
	"lanebook/charts/live"
)

var update = flag.Bool("update", false, "rewrite the inks in lanebook.js")

var inksInLoader = regexp.MustCompile(`(?s)/\*inks\*/(.*?)/\*inks\*/`)

// TestLoaderInks: the inks within lanebook.js are those of charts.Colour.
func TestLoaderInks(t *testing.T) {
	inks := map[charts.Tone]map[charts.Theme]string{}
	for _, tone := range charts.AllTones() {
		inks[tone] = map[charts.Theme]string{}
		for _, th := range []charts.Theme{charts.Light, charts.Dark} {
			inks[tone][th], _ = charts.Colour(tone, th)
		}
	}
	want, err := json.Marshal(inks)
	if err != nil {
		t.Fatal(err)
	}
	loader := live.Loader
	if *update {
		loader = inksInLoader.ReplaceAll(loader, fmt.Appendf(nil, "/*inks*/%s/*inks*/", want))
		if err := os.WriteFile("lanebook.js", loader, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := inksInLoader.FindSubmatch(loader); got == nil || !bytes.Equal(got[1], want) {
		t.Errorf("lanebook.js has the inks\n%s\nwant\n%s", got, want)
	}
}

// engine is ECharts itself, and a function that draws what go-echarts writes of a
// chart, without what needs a browser (the label for screen readers) or hides what is
// drawn (the animation).
var engine = sync.OnceValues(func() (*goja.Runtime, error) {
	library, err := os.ReadFile(filepath.Join(library(), "echarts.min.js"))
	if err != nil {
		return nil, err
	}
	vm := goja.New()
	_, err = vm.RunString("var setTimeout = function () {};" + string(library) + `;
		function draw(option, width, height) {
			const chart = echarts.init(null, null, {renderer: "svg", ssr: true, width: width, height: height});
			chart.setOption(Object.assign(option, {aria: {enabled: false}, animation: false}));
			const svg = chart.renderToSVGString();
			chart.dispose();
			return svg;
		}`)
	return vm, err
})

// library is the folder of the ECharts that pages use.
var library = sync.OnceValue(func() string {
	out, _ := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/xo/echartsgoja").Output()
	return strings.TrimSpace(string(out))
})

// render draws a figure's chart as go-echarts writes it.
func render(t *testing.T, f charts.Figure) string {
	t.Helper()
	c, err := live.Chart(f, charts.Light)
	if err != nil {
		t.Fatal(err)
	}
	return renderChart(t, f, c)
}

// renderChart draws a chart of a figure, whatever has become of it.
func renderChart(t *testing.T, f charts.Figure, c live.EChart) string {
	t.Helper()
	script := c.RenderSnippet().Script
	_, option, ok := strings.Cut(script, "let option_"+strings.ReplaceAll(f.Name, "-", "_")+" = ")
	option, _, end := strings.Cut(option, "goecharts_")
	if !ok || !end {
		t.Fatalf("%s: go-echarts writes %.300s", f.Name, script)
	}
	vm, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	l := f.Layout()
	svg, err := vm.RunString(fmt.Sprintf("draw(%s, %d, %d)", option, l.Width, l.Height))
	if err != nil {
		t.Fatalf("%s: ECharts: %v", f.Name, err)
	}
	return svg.String()
}

// TestECharts: ECharts draws each figure with as many marks as it has data, in
// their inks, and with its words.
func TestECharts(t *testing.T) {
	for _, f := range sample.All() {
		if _, table := f.Series[0].(charts.Table); table {
			continue
		}
		svg := render(t, f)
		for _, m := range marks(f) {
			if n := strings.Count(svg, m.svg); n != m.n {
				t.Errorf("%s: %d of %q, want %d", f.Name, n, m.svg, m.n)
			}
		}
		for _, s := range wordsOf(f) {
			if !strings.Contains(svg, ">"+s+"</text>") {
				t.Errorf("%s: the words %q are missing", f.Name, s)
			}
		}
		for _, bad := range []string{"lb:", "NaN", "undefined"} {
			if strings.Contains(svg, bad) {
				t.Errorf("%s: the picture has %q in it", f.Name, bad)
			}
		}
	}
}

// TestMarks: mark lines and points that somebody adds can be seen, also where marks and
// bars are hollow, and have another colour if they are given one.
func TestMarks(t *testing.T) {
	for name, s := range map[string]charts.Series{
		"line":          charts.Line{X: []float64{0, 1, 2}, Y: []float64{1, 2, 4}, Tone: charts.Tone3},
		"measured line": charts.Line{X: []float64{0, 1, 2}, Y: []float64{1, 2, 4}, Tone: charts.Tone3, Measured: true},
		"bars":          charts.Bars{Y: []float64{1, 2, 4}, Tone: charts.Tone3},
		"measured bars": charts.Bars{Y: []float64{1, 2, 4}, Tone: charts.Tone3, Measured: true},
	} {
		f := charts.Figure{Name: "marked", Title: "Marked", Alt: "It rises.", X: charts.Axis{Categories: []string{"a", "b", "c"}}, Y: charts.Axis{Label: "y"}, Series: []charts.Series{s}}
		for want, style := range map[string]*opts.LineStyle{"#008a66": nil, "#123456": {Color: "#123456"}} {
			var item *opts.ItemStyle
			if style != nil {
				item = &opts.ItemStyle{Color: style.Color}
			}
			c, err := live.Chart(f, charts.Light)
			if err != nil {
				t.Fatal(err)
			}
			c.SetSeriesOptions(
				echarts.WithMarkLineStyleOpts(opts.MarkLineStyle{LineStyle: style}),
				echarts.WithMarkLineNameYAxisItemOpts(opts.MarkLineNameYAxisItem{Name: "roof", YAxis: 3}),
				echarts.WithMarkPointNameTypeItemOpts(opts.MarkPointNameTypeItem{Name: "most", Type: "max", ItemStyle: item}))
			svg := renderChart(t, f, c)
			if dashed := regexp.MustCompile(`<path[^>]*stroke-dasharray[^>]*>`).FindString(svg); !strings.Contains(dashed, `stroke="`+want+`"`) {
				t.Errorf("%s: the mark line is %s, want it in %s", name, dashed, want)
			}
			if pin := regexp.MustCompile(`<path[^>]*C[^>]*>`).FindString(svg); !strings.Contains(pin, `fill="`+want+`"`) {
				t.Errorf("%s: the mark point is %s, want it in %s", name, pin, want)
			}
		}
	}
}

// TestMarkAreas: a mark area, and the area below a line, have the line's colour also
// where its marks are hollow.
func TestMarkAreas(t *testing.T) {
	c, err := live.Chart(charts.Figure{Name: "marked", Title: "Marked", Alt: "It rises.", X: charts.Axis{Label: "x"}, Y: charts.Axis{Label: "y"},
		Series: []charts.Series{charts.Line{X: []float64{0, 1, 2}, Y: []float64{1, 2, 4}, Tone: charts.Tone3, Measured: true}}}, charts.Light)
	if err != nil {
		t.Fatal(err)
	}
	c.SetSeriesOptions(echarts.WithAreaStyleOpts(opts.AreaStyle{}),
		echarts.WithMarkAreaNameTypeItemOpts(opts.MarkAreaNameTypeItem{Name: "most", Type: "max"}))
	var got struct {
		Series []struct {
			AreaStyle struct{ Color string }
			MarkArea  struct{ ItemStyle struct{ Color string } }
		}
	}
	raw := written(t, c)
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if s := got.Series[0]; s.AreaStyle.Color != "#008a66" || s.MarkArea.ItemStyle.Color != "#008a66" {
		t.Errorf("areas are %+v, want both in #008a66", s)
	}
}

// TestTitle: all words of a chart stand below a title that somebody adds.
func TestTitle(t *testing.T) {
	text := regexp.MustCompile(`translate\([0-9.]+ ([0-9.]+)\)"[^>]*>([^<]*)</text>`)
	for _, f := range []charts.Figure{sample.Stride(), sample.LogHeatMap()} {
		c, err := live.Chart(f, charts.Light)
		if err != nil {
			t.Fatal(err)
		}
		c.SetGlobalOptions(echarts.WithTitleOpts(opts.Title{Title: "A title"}))
		if raw := written(t, c); bytes.Count(raw, []byte(`"grid":`)) != 4 {
			t.Errorf("%s: not every width makes room for the title", f.Name)
		}
		if first := written(t, c); !bytes.Equal(written(t, c), first) {
			t.Errorf("%s: written again, the option is another", f.Name)
		}
		tops := map[string]float64{}
		for _, m := range text.FindAllStringSubmatch(renderChart(t, f, c), -1) {
			tops[m[2]], _ = strconv.ParseFloat(m[1], 64)
		}
		for word, y := range tops {
			if word != "A title" && (y < tops["A title"]+25 || tops["A title"] == 0) {
				t.Errorf("%s: %q at %v, the title at %v, want it 25 above", f.Name, word, y, tops["A title"])
			}
		}
	}
}

// TestLogBars: the lowest tick, at which nothing stands, is named too.
func TestLogBars(t *testing.T) {
	f := charts.Figure{Name: "log-bars", Title: "Bars", Alt: "They rise.", X: charts.Axis{Categories: []string{"a", "b", "c"}},
		Y: charts.Axis{Label: "y", Scale: charts.Log2}, Series: []charts.Series{charts.Bars{Y: []float64{1, 2, 4}}}}
	var got []string
	for _, m := range regexp.MustCompile(`>([0-9.]+)</text>`).FindAllStringSubmatch(render(t, f), -1) {
		got = append(got, m[1])
	}
	if strings.Join(got, " ") != "0.5 1 2 4" {
		t.Errorf("ECharts names %q, want 0.5 1 2 4", got)
	}
}

// written is the option of a chart, whatever has become of it.
func written(t *testing.T, c live.EChart) []byte {
	t.Helper()
	c.Validate()
	raw, err := json.Marshal(c.JSON())
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestOverlap: a chart lies over somebody's own in its inks.
func TestOverlap(t *testing.T) {
	f := sample.Timeline()
	c, err := live.Chart(f, charts.Light)
	if err != nil {
		t.Fatal(err)
	}
	own := echarts.NewBar()
	own.SetXAxis([]string{"a"})
	own.Overlap(c)
	if page := own.RenderSnippet().Script; strings.Contains(page, `"lb:`) || !strings.Contains(page, `"renderItem":(`) {
		t.Errorf("go-echarts writes %.2000s", page)
	}
}

// TestUsersChanges: what is set on a chart is not undone by what go-echarts lacks.
func TestUsersChanges(t *testing.T) {
	c, err := live.Chart(sample.LogHeatMap(), charts.Light)
	if err != nil {
		t.Fatal(err)
	}
	heat := c.(*echarts.HeatMap)
	top := heat.GridList[0].Top
	heat.GridList[0].Top = "123"
	heat.VisualMapList[0].Max = 7
	raw := written(t, heat)
	if bytes.Count(raw, []byte(`"top":"123"`)) != 1 || bytes.Count(raw, []byte(`"grid":`)) != 1 {
		t.Error("the grid is moved back at some width")
	}
	moved := heat.GridList[0]
	heat.GridList[0].Top = top
	written(t, heat) // back where it was, with what was forgotten
	heat.GridList[0] = moved
	if !bytes.Contains(raw, []byte(`"max":7`)) {
		t.Error("the scale has another maximum than 7")
	}
	heat.SetSeriesOptions(echarts.WithLabelOpts(opts.Label{Show: opts.Bool(false)}))
	if raw := written(t, heat); bytes.Count(raw, []byte(`"label":`)) != len(heat.MultiSeries)+1 { // and aria's
		t.Errorf("labels that were taken out are there again at some width: %s", raw)
	}
	heat.VisualMapList = []opts.VisualMap{{Type: "piecewise"}}
	if raw := written(t, heat); bytes.Contains(raw, []byte("itemHeight")) || !bytes.Contains(raw, []byte("piecewise")) {
		t.Error("another scale has the measures of the one that was there")
	}
	heat.VisualMapList = nil
	if raw := written(t, heat); bytes.Contains(raw, []byte("visualMap")) {
		t.Error("the scale that was taken out is there again")
	}

	f := charts.Figure{Name: "ends", Title: "Ends", Alt: "It rises.", X: charts.Axis{Label: "x"}, Y: charts.Axis{Label: "y"},
		Series: []charts.Series{charts.Line{X: []float64{0, 5}, Y: []float64{0, 40}}}}
	if c, err = live.Chart(f, charts.Light); err != nil {
		t.Fatal(err)
	}
	c.(*echarts.Line).YAxisList[0].Max = 100
	if svg := renderChart(t, f, c); !strings.Contains(svg, ">100</text>") || strings.Contains(svg, ">70</text>") {
		t.Error("an axis that reaches further has no tick of its own there")
	}
}

// TestTilesOverBoxes: whatever the order of the tones, no box hides tiles.
func TestTilesOverBoxes(t *testing.T) {
	svg := render(t, sample.Dataflow())
	fill := func(tone charts.Tone) string {
		ink, _ := charts.Colour(tone, charts.Light)
		return fmt.Sprintf(`fill="%s"`, ink)
	}
	// The tones that only tiles and only a box have, which comes after them.
	if tiles, box := strings.Index(svg, fill(charts.Tone2)), strings.LastIndex(svg, fill(charts.ToneMuted)); tiles < 0 || box < 0 || tiles < box {
		t.Errorf("the tiles are drawn at %d, a box at %d, want it before", tiles, box)
	}
}

type mark struct {
	svg string
	n   int
}

// marks is what ECharts' SVG must hold, counted from the figure's data.
func marks(f charts.Figure) []mark {
	var m []mark
	tones := f.Tones()
	legend := 0
	if len(f.Series) > 1 {
		legend = 1 // its sign has the series' ink, too
	}
	for i, s := range f.Series {
		ink, _ := charts.Colour(tones[i], charts.Light)
		switch s := s.(type) {
		case charts.Bars:
			m = append(m, mark{fmt.Sprintf(`%s="%s"`, inked(s.Measured), ink), len(s.Y) + legend})
		case charts.Line:
			if s.Style == charts.Dots {
				m = append(m, mark{fmt.Sprintf(`%s="%s"`, inked(s.Measured), ink), len(s.X) + legend})
			}
		case charts.Grid:
			for _, k := range s.Keys {
				n := 1 // the legend's
				for _, c := range s.Cells {
					if c.Tone == k.Tone {
						n++
					}
				}
				ink, _ := charts.Colour(k.Tone, charts.Light)
				m = append(m, mark{fmt.Sprintf(`fill="%s"`, ink), n})
			}
		case charts.Flow:
			for _, k := range s.Keys {
				ink, _ := charts.Colour(k.Tone, charts.Light)
				n := 1 // the legend's
				for _, a := range s.Plan(charts.Width).Areas {
					if a.Tone == k.Tone {
						n++
					}
				}
				m = append(m, mark{fmt.Sprintf(`fill="%s"`, ink), n})
			}
			soft, _ := charts.Colour(charts.ToneSoft, charts.Light)
			m = append(m, mark{fmt.Sprintf(`fill="none" stroke="%s"`, soft), len(s.Arrows) + len(s.Boxes)})
			continue
		case charts.Spans:
			for _, k := range s.Keys {
				n := 1 // the legend's
				for _, p := range s.Spans {
					if p.Tone == k.Tone {
						n++
					}
				}
				ink, _ := charts.Colour(k.Tone, charts.Light)
				m = append(m, mark{fmt.Sprintf(`fill="%s"`, ink), n})
			}
			continue
		}
		if s, ok := s.(charts.Grid); ok {
			paper, _ := charts.Colour(charts.TonePaper, charts.Light)
			if len(s.Keys) == 0 {
				m = append(m, mark{fmt.Sprintf(`stroke="%s"`, paper), len(s.Cells)})
			}
		}
	}
	return m
}

// inked is what has the ink of a mark.
func inked(measured bool) string {
	if measured {
		return "stroke"
	}
	return "fill"
}

// wordsOf is what must stand in the picture: titles, ticks, categories, legend.
func wordsOf(f charts.Figure) []string {
	var words []string
	add := func(s ...string) {
		for _, s := range s {
			if s != "" {
				words = append(words, strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `'`, "&#39;", `"`, "&quot;").Replace(s))
			}
		}
	}
	for _, e := range f.Layout().Legend {
		add(e.Label)
	}
	if g, ok := f.Series[0].(charts.Grid); ok {
		add(g.Across, g.Down, g.Rows[0], g.Columns[0])
		for _, c := range g.Cells {
			add(c.Label)
		}
		return words
	}
	if s, ok := f.Series[0].(charts.Flow); ok {
		add(s.Levels...)
		for _, w := range s.Plan(charts.Width).Words {
			add(w.Text)
		}
		return words
	}
	add(f.X.Title())
	if s, ok := f.Series[0].(charts.Spans); ok {
		add(s.Down)
		add(s.Rows...)
		l := f.Layout()
		x, _ := f.Ranges()
		for _, p := range s.Spans {
			if l.SpanFits(x, p) {
				add(p.Label)
			}
		}
		return words
	}
	add(f.Y.Title())
	add(f.X.Categories...)
	_, y := f.Ranges()
	add(y.Labels(f.Y)...)
	return words
}

func TestOptionIsSame(t *testing.T) {
	for _, f := range append(sample.All(), sample.Hostile()...) {
		a, err := live.Option(f)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := live.Option(f)
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two options of one figure differ", f.Name)
		}
		if bytes.Contains(a, []byte("function")) || bytes.Contains(a, []byte("__f__")) {
			t.Errorf("%s: JavaScript in the option", f.Name)
		}
	}
}

func TestOptionRefuses(t *testing.T) {
	f := sample.Wave()
	f.Alt = ""
	for name, do := range map[string]func() error{
		"Option":       func() error { _, err := live.Option(f); return err },
		"HTML":         func() error { _, err := live.HTML(f, nil); return err },
		"OptionScript": func() error { _, err := live.OptionScript(f); return err },
	} {
		if err := do(); err == nil || !strings.Contains(err.Error(), "Alt is empty") {
			t.Errorf("%s of an invalid figure: error %v", name, err)
		}
	}
}

// TestTooltip: ECharts escapes {b} but nothing that a function returns, and shows
// the name of a datum only where it is hovered over, not for a whole axis.
func TestTooltip(t *testing.T) {
	for _, f := range sample.All() {
		if _, table := f.Series[0].(charts.Table); table {
			continue
		}
		raw, err := live.Option(f)
		if err != nil {
			t.Fatal(err)
		}
		var o struct {
			Tooltip struct{ Trigger, Formatter, ExtraCSSText string }
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			t.Fatal(err)
		}
		if o.Tooltip.Trigger != "item" || o.Tooltip.Formatter != "{b}" || !strings.Contains(o.Tooltip.ExtraCSSText, "white-space:pre-line") {
			t.Errorf("%s: tooltip %+v", f.Name, o.Tooltip)
		}
	}
}

// TestTips: hovering says the given tip, or what and how much stands there.
func TestTips(t *testing.T) {
	for _, c := range []struct {
		f    charts.Figure
		want string
	}{
		{sample.BankMap(), `"name":"A[1][2]\naddress 76\nbank 19, row 0"`},
		{sample.Stride(), `"name":"H200\nstride: 64 bytes\ncycles of one wavefront: 16 cycles"`},
		{sample.Wave(), `"name":"offset: 0 words\nlatency: 105 cycles"`},
		{sample.OneBar(), `"name":"XOR swizzle\ngain: 43.75 %"`},
		{sample.LogHeatMap(), `"name":"MI300X\nlanes 32\n1000 cycles"`},
	} {
		option, err := live.Option(c.f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(option), c.want) {
			t.Errorf("%s: no %s", c.f.Name, c.want)
		}
	}
}

// TestTicks: ECharts itself puts ticks where the figure has them and names them so.
func TestTicks(t *testing.T) {
	number := regexp.MustCompile(`>([0-9.]+)</text>`)
	for _, c := range []struct {
		axis charts.Axis
		x    []float64
		want string
	}{
		{charts.Axis{}, []float64{0, 127}, "0 50 100"},
		{charts.Axis{}, []float64{50, 127}, "60 80 100 120"},
		{charts.Axis{}, []float64{0, 0.5}, "0 0.1 0.2 0.3 0.4 0.5"},
		{charts.Axis{}, []float64{7000, 9000}, "7000 7500 8000 8500 9000"},
		{charts.Axis{Ticks: []float64{1, 16, 32, 48}}, []float64{1, 48}, "1 16 32 48"},
		{charts.Axis{Ticks: []float64{0, 10, 30}}, []float64{0, 30}, "0 10 30"},
		{charts.Axis{}, slices.Repeat([]float64{7000, 9000}, 101), "7000 7500 8000 8500 9000"}, // zooms
	} {
		f := sample.Wave()
		c.axis.Label = "x"
		f.X, f.Y = c.axis, charts.Axis{Label: "y", Ticks: []float64{-1}}
		f.Series = []charts.Series{charts.Line{X: c.x, Y: slices.Repeat([]float64{-1}, len(c.x))}}
		var got []string
		for _, m := range number.FindAllStringSubmatch(render(t, f), -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v from %v to %v: ECharts names %q, want %s", c.axis, c.x[0], c.x[1], got, c.want)
		}
	}
}

// TestLogTicks: ECharts itself names each tick of a logarithmic axis, and only the
// ends of the axis beside them.
func TestLogTicks(t *testing.T) {
	number := regexp.MustCompile(`>([0-9.]+[kKMGT]?i?)</text>`)
	for _, c := range []struct {
		axis charts.Axis
		x    []float64
		want string
	}{
		{charts.Axis{Scale: charts.Log2}, []float64{1, 1 << 10}, "1 4 16 64 256 1024"},
		{charts.Axis{Scale: charts.Log2}, []float64{1, 512}, "1 2 4 8 16 32 64 128 256 512"},
		{charts.Axis{Scale: charts.Log2}, []float64{1, 1 << 20}, "1 32 1Ki 32Ki 1Mi"},
		{charts.Axis{Scale: charts.Log2}, []float64{0.5, 512}, "1 4 16 64 256"}, // the ends are no ticks, and not named
		{charts.Axis{Scale: charts.Log10}, []float64{0.01, 10}, "0.01 0.1 1 10"},
		{charts.Axis{Scale: charts.Log10}, []float64{1, 1e12}, "1 100 10k 1M 100M 10G 1T"},
		{charts.Axis{Scale: charts.Log2, Ticks: []float64{4, 16, 64, 256, 1024}}, []float64{4, 1024}, "4 16 64 256 1024"},
		{charts.Axis{Scale: charts.Log2}, []float64{0.3, 700}, "0.25 1 4 16 64 256 1024"}, // ends of more decimals than the data
		{charts.Axis{Scale: charts.Log10}, []float64{0.7, 30}, "0.1 1 10 100"},
		{charts.Axis{Scale: charts.Log2}, []float64{1, 1}, "0.5 1"},
		{charts.Axis{}, []float64{12000000, 12000060}, "12000000 12000010 12000020 12000030 12000040 12000050 12000060"},
	} {
		f := sample.Wave()
		c.axis.Label = "x"
		f.X, f.Y, f.Series = c.axis, charts.Axis{Label: "y", Ticks: []float64{-1}}, []charts.Series{charts.Line{X: c.x, Y: []float64{-1, -1}}}
		var got []string
		for _, m := range number.FindAllStringSubmatch(render(t, f), -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%+v from %v to %v: ECharts names %q, want %s", c.axis, c.x[0], c.x[1], got, c.want)
		}
	}
}
