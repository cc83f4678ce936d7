package site

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"gonum.org/v1/plot"

	"lanebook/charts"
	"lanebook/charts/live"
	"lanebook/charts/static"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif"
)

// TestTicks: each axis of each figure of the book, and of the what-ifs' first answers, has the same words at the same places
// in its picture and in its live chart, as ECharts itself draws that. Quick runs take every
// second notebook.
func TestTicks(t *testing.T) {
	paths, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d notebooks (%v)", len(paths), err)
	}
	axes, checked := liveTicks(t), 0
	for i, path := range paths {
		if !full && i%2 == 1 {
			t.Logf("%s: with LANEBOOK_FULL=ci", filepath.Base(path))
			continue
		}
		book, err := nb.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range book.Cells {
			for k := range c.Outputs {
				f, err := FigureOf(&c.Outputs[k])
				if err != nil {
					t.Fatal(err)
				}
				if f != nil {
					checked += sameTicks(t, *f, axes)
				}
			}
		}
	}
	for _, d := range whatif.All() {
		for _, p := range whatif.Answer(d.Name, "en").Pictures {
			checked += sameTicks(t, p.Figure, axes)
		}
	}
	if checked == 0 {
		t.Error("no figure has ticks")
	}
}

// tick is a label that shows, and where.
type tick struct {
	Value float64
	Label string
}

// sameTicks compares the axes of a figure, and returns how many ticks they have.
func sameTicks(t *testing.T, f charts.Figure, axes func(option string, l charts.Layout) [2][]tick) (n int) {
	switch f.Series[0].(type) {
	case charts.Table, charts.Flow:
		return 0
	}
	option, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	p, err := static.Plot(f)
	if err != nil {
		t.Fatal(err)
	}
	for i, got := range axes(string(option), f.Layout()) {
		var want []tick
		a := []plot.Axis{p.X, p.Y}[i]
		for _, mark := range a.Tick.Marker.Ticks(a.Min, a.Max) {
			if strings.TrimSpace(mark.Label) != "" {
				want = append(want, tick{mark.Value, mark.Label})
			}
		}
		if _, grid := f.Series[0].(charts.Grid); grid && i == 0 {
			continue // whose columns have no axis in the picture
		}
		if n += len(want); !slices.Equal(got, want) {
			t.Errorf("figure %s %q: the live %s axis has %v, the picture %v", f.Number, f.Name, "XY"[i:i+1], got, want)
		}
	}
	return n
}

// liveTicks returns a function that has ECharts draw the axes of an option.
func liveTicks(t *testing.T) func(option string, l charts.Layout) [2][]tick {
	library, err := ECharts()
	if err != nil {
		t.Fatal(err)
	}
	vm := goja.New()
	functions := regexp.MustCompile(`(?s)/\*functions\*/(.*?)/\*functions\*/`).FindSubmatch(live.Loader)[1]
	value, err := vm.RunString("var setTimeout = function () {};" + string(library) + ";const functions = " + string(functions) + `;
		(function (text, width, height) {
			const option = JSON.parse(text), both = [...option.xAxis, ...option.yAxis];
			for (const axis of both) {
				const call = /^lb:(\w+):(.*)$/.exec(axis.axisLabel.formatter);
				if (call) axis.axisLabel.formatter = functions[call[1]](JSON.parse(call[2]));
			}
			const log = both.some(function (a) { return a.type === "log"; }); // which rounds its ends as the data are
			const series = option.series.map(function (s) { return {type: "line", symbol: "none", data: log ? s.data : []}; });
			const chart = echarts.init(null, null, {renderer: "svg", ssr: true, width: width, height: height});
			chart.setOption({xAxis: option.xAxis, yAxis: option.yAxis, grid: option.grid, series: series, animation: false});
			const axes = ["xAxis", "yAxis"].map(function (name) {
				const ticks = [];
				chart.getViewOfComponentModel(chart.getModel().getComponent(name)).group.traverse(function (e) {
					const label = /^label_(.*)/.exec(e.anid);
					if (label && !e.ignore && e.style.text) ticks.push({Value: Number(label[1]), Label: e.style.text});
				});
				return ticks.sort(function (a, b) { return a.Value - b.Value; });
			});
			chart.dispose();
			return axes;
		})`)
	if err != nil {
		t.Fatal(err)
	}
	draw, _ := goja.AssertFunction(value)
	return func(option string, l charts.Layout) (axes [2][]tick) {
		got, err := draw(goja.Undefined(), vm.ToValue(option), vm.ToValue(l.Width), vm.ToValue(l.Height))
		if err == nil {
			err = vm.ExportTo(got, &axes)
		}
		if err != nil {
			t.Fatal(err)
		}
		return axes
	}
}
