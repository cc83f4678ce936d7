package live_test

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"lanebook/charts"
	"lanebook/charts/browsertest"
	"lanebook/charts/internal/sample"
	"lanebook/charts/live"
	"lanebook/charts/static"
)

// writePage writes a page as the site has it, with all samples, one of them twice,
// and all that is hostile, into a folder, and returns its address.
func writePage(t *testing.T, withECharts bool) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name string, data []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if withECharts {
		js, err := os.ReadFile(filepath.Join(library(), "echarts.min.js"))
		if err != nil {
			t.Fatal(err)
		}
		put("echarts.min.js", js)
	}
	put("lanebook.js", live.Loader)
	var page bytes.Buffer
	fmt.Fprintf(&page, "<!doctype html><html lang=en data-theme=light><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>t</title><style>%s"+
		"body{margin:8px;color:var(--lb-ink);background:var(--lb-paper)}figure{margin:0 0 16px;max-width:760px}</style><script>window.alert=()=>{window.hit=true}</script>", charts.Stylesheet())
	figures := append(sample.All(), sample.Hostile()...)
	for _, f := range append(figures, sample.Stride()) {
		if _, table := f.Series[0].(charts.Table); table {
			continue
		}
		svg, err := static.SVG(f)
		if err != nil {
			t.Fatal(err)
		}
		script, err := live.OptionScript(f)
		if err != nil {
			t.Fatal(err)
		}
		put(f.Name+".js", script)
		fmt.Fprintf(&page, "<figure data-lb-figure=\"%s\" data-lb-src=\"%s.js\">%s%s</figure>\n", f.Name, html.EscapeString(f.Name), live.Plot(f, svg), live.Caption(f))
	}
	page.WriteString("<script src=lanebook.js defer></script></html>")
	put("index.html", page.Bytes())
	return "file://" + filepath.ToSlash(filepath.Join(dir, "index.html"))
}

// until is a JavaScript function that waits for a condition; the browser's context
// ends waiting in vain.
const until = `const until = async f => { while (!f()) await new Promise(r => setTimeout(r, 20)) };`

// browse opens a page in Chromium and returns a function that runs JavaScript in it.
func browse(t *testing.T, url string, wide int64) (eval func(js string) string) {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	ctx := browsertest.Start(t, chromedp.Flag("allow-file-access-from-files", true))
	ctx, end := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(end)
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(wide, 900), chromedp.Navigate(url)); err != nil {
		t.Fatal(err)
	}
	return func(js string) string {
		t.Helper()
		s, err := chromedp.Run(ctx, chromedp.Evaluate[string]("(async () => {"+until+"return String(await ("+js+")())})()", chromedp.EvalAwaitPromise))
		if err != nil {
			t.Fatalf("%v in\n%s", err, js)
		}
		return s
	}
}

// settle scrolls through the page until every figure is live or has failed, and
// says how each ended.
const settle = `async () => {
	const figures = [...document.querySelectorAll("[data-lb-figure]")], ends = {};
	for (const f of figures) {
		f.scrollIntoView();
		await until(() => ["live", "failed"].includes(f.dataset.lbState));
		const end = f.dataset.lbState + " " + (f.dataset.lbError || "").replace(/file:\S*\//, "");
		ends[end] = (ends[end] || 0) + 1;
	}
	return JSON.stringify(ends);
}`

// sixDecades is the option of a figure from 4 KB to 1 GB.
func sixDecades(t *testing.T) []byte {
	t.Helper()
	f := sample.Wave()
	f.X, f.Series = charts.Axis{Label: "data", Unit: "bytes", Scale: charts.Log2}, []charts.Series{charts.Line{X: []float64{4 << 10, 1 << 30}, Y: []float64{1, 2}}}
	option, err := live.Option(f)
	if err != nil {
		t.Fatal(err)
	}
	return option
}

func TestLoader(t *testing.T) {
	eval := browse(t, writePage(t, true), 1000)
	if got := eval(settle); got != `{"live ":17}` {
		t.Fatalf("figures end as %s, want 17 live", got)
	}
	flow := sample.Dataflow()
	l, boxes := flow.Layout(), flow.Series[0].(charts.Flow)
	plan := boxes.Plan(float64(l.Width - l.Left - l.Right))
	area := func(tip string) charts.Area {
		return plan.Areas[slices.IndexFunc(plan.Areas, func(a charts.Area) bool { return a.Tip == tip })]
	}
	matrix, tiles := area("B\nread once"), area("two tiles")
	for _, c := range []struct{ what, js, want string }{
		{"globals", `() => Object.keys(window).filter(k => /lanebook|echarts/.test(k))`, "lanebook"},
		{"pictures that show beside a chart", `() => [...document.querySelectorAll("[data-lb-plot] > svg")].filter(e => e.getBoundingClientRect().height).length`, "0"},
		{"words for screen readers", `() => document.querySelector("[data-lb-figure=stride] [data-lb-chart]").getAttribute("aria-label")`, sample.Stride().Alt},
		{"charts of the figure shown twice", `() => document.querySelectorAll("[data-lb-figure=stride] [data-lb-chart] svg").length`, "2"},
		{"tones left in a chart", `() => [...document.querySelectorAll("[data-lb-chart]")].filter(e => /lb:[a-z]/.test(e.querySelector("svg").innerHTML.replace(/>[^<]*</g, "><"))).length`, "0"},
		{"width of the page", `() => document.documentElement.scrollWidth <= innerWidth`, "true"},
		{"a tip", tipOf("bank-map", 1, 1), sample.BankMap().Series[0].(charts.Grid).Cells[17].Tip},
		{"a span's tip", tipOf("timeline", 0, 1), sample.Timeline().Series[0].(charts.Spans).Spans[3].Tip},
		{"a box's tip", hover("dataflow", matrix.X+9, matrix.Y+9), "B\nread once"},
		{"the tip of marked tiles", hover("dataflow", tiles.X+9, tiles.Y+9), "two tiles"},
		{"a hostile tip", tipOf("hostile-plot", 0, 0), sample.Hostile()[4].Series[0].(charts.Bars).Tips[0]},
		{"elements that hostile words have made", `() => document.querySelectorAll("figure img, [data-lb-chart] script").length`, "0"},
		{"harm done", `() => window.hit`, "undefined"},
		{"a chart in light", inkIn("stride"), "true false"},
		{"the same in dark", `async () => { document.documentElement.dataset.theme = "dark"; const inks = ` + inkIn("stride") + `; await until(() => inks() !== "true false"); return inks() }`, "false true"},
		{"ticks over six decades", `async () => {
			lanebook.option("wave", ` + string(sixDecades(t)) + `);
			document.querySelector("[data-lb-figure=wave]").scrollIntoView(); // unseen it would take the option later
			const at = "[data-lb-figure=wave] [data-lb-chart] text[text-anchor=middle]";
			const labels = () => [...document.querySelectorAll(at)].map(e => e.textContent).filter(s => /B$/.test(s)).join();
			await until(labels);
			return labels();
		}`, "4 KB,16 KB,64 KB,256 KB,1 MB,4 MB,16 MB,64 MB,256 MB,1 GB"},
		{"an option replaced, once it is seen", `async () => {
			const f = document.querySelector("[data-lb-figure=wave]"), series = () => lanebook.chart(f).getOption().series.length;
			lanebook.option("wave", {series: []});
			f.scrollIntoView();
			await until(() => !series());
			return series();
		}`, "0"},
		{"a figure taken out and put back", `async () => {
			const f = document.querySelector("[data-lb-figure=laws]"), next = f.nextSibling;
			f.remove();
			await until(() => lanebook.chart(f) === undefined);
			const without = f.querySelectorAll("[data-lb-chart]").length;
			next.before(f);
			f.scrollIntoView();
			await until(() => lanebook.chart(f));
			return without + " " + f.dataset.lbState + " " + f.querySelectorAll("[data-lb-chart] svg").length;
		}`, "0 live 1"},
	} {
		if got := eval(c.js); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// tipOf shows the tip of a datum, and reads it.
func tipOf(figure string, series, datum int) string {
	return fmt.Sprintf(`async () => {
		const f = document.querySelector("[data-lb-figure=%s]");
		lanebook.chart(f).dispatchAction({type: "showTip", seriesIndex: %d, dataIndex: %d});
		const tip = () => f.querySelector("[data-lb-chart] > div:last-child").textContent;
		await until(tip);
		return tip();
	}`, figure, series, datum)
}

// hover moves the mouse to a place of a chart's first axes, and reads the tip.
func hover(figure string, x, y float64) string {
	return fmt.Sprintf(`async () => {
		const f = document.querySelector("[data-lb-figure=%s]"), chart = lanebook.chart(f);
		f.scrollIntoView();
		const box = () => f.querySelector("[data-lb-chart] > div:nth-child(2)");
		if (box()) box().textContent = ""; // which the tip before has left
		const [x, y] = chart.convertToPixel({xAxisIndex: 0, yAxisIndex: 0}, [%v, %v]);
		chart.getZr().handler.dispatch("mousemove", {zrX: x, zrY: y, stopPropagation() {}, preventDefault() {}});
		await until(() => box() && box().textContent);
		return box().textContent;
	}`, figure, x, y)
}

// inkIn says whether a chart has the first tone's ink of the light theme, and of
// the dark one.
func inkIn(figure string) string {
	l, _ := charts.Colour(charts.Tone1, charts.Light)
	d, _ := charts.Colour(charts.Tone1, charts.Dark)
	return fmt.Sprintf(`() => { const s = document.querySelector("[data-lb-figure=%s] [data-lb-chart] svg").outerHTML; return s.includes("%s") + " " + s.includes("%s") }`, figure, l, d)
}

// TestKeys: keys lead from point to point of a chart, which remains an image with its
// alt text, and out of it again.
func TestKeys(t *testing.T) {
	eval := browse(t, writePage(t, true), 1000)
	bankMap := sample.BankMap().Series[0].(charts.Grid)
	for _, c := range []struct{ figure, keys, want string }{
		{"stride", "ArrowRight", "GCN\nstride: 4 bytes\ncycles of one wavefront: 2 cycles"},
		{"stride", "ArrowRight ArrowRight ArrowDown", "H200\nstride: 8 bytes\ncycles of one wavefront: 2 cycles"},
		{"stride", "End ArrowUp ArrowDown End ArrowRight", "H200\nstride: 256 bytes\ncycles of one wavefront: 32 cycles"},
		{"stride", "End Escape", ""},
		{"bank-map", "Home ArrowDown ArrowRight", bankMap.Cells[33].Tip},
		{"bank-map", "End ArrowUp ArrowLeft", bankMap.Cells[14*32+30].Tip},
		{"timeline", "Home ArrowRight", "wavefront 0\ncycle 102 to 109\nwaits for a result"},
		{"dataflow", "Home ArrowRight", "B\nread once"},
	} {
		got := eval(`async () => {
			const f = document.querySelector("[data-lb-figure=` + c.figure + `]");
			f.scrollIntoView();
			await until(() => f.dataset.lbState === "live");
			const box = f.querySelector("[data-lb-chart]"), alt = box.getAttribute("aria-label");
			box.focus();
			for (const key of "` + c.keys + `".split(" ")) {
				box.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
			}
			const said = f.querySelector("[aria-live]").textContent;
			if (said) await until(() => box.lastElementChild.textContent === said);
			const left = new KeyboardEvent("keydown", {key: "Tab", bubbles: true, cancelable: true});
			box.dispatchEvent(left);
			box.dispatchEvent(new FocusEvent("blur"));
			const image = box.getAttribute("role") === "img" && alt === box.getAttribute("aria-label") && alt.length > 9;
			return [said, image, left.defaultPrevented, f.querySelector("[aria-live]").textContent].join("|");
		}`)
		if want := c.want + "|true|false|"; got != want {
			t.Errorf("%s after %s: %q, want %q", c.figure, c.keys, got, want)
		}
	}
}

// TestLoaderOnPhone: charts that would be too small scroll within their figure.
func TestLoaderOnPhone(t *testing.T) {
	eval := browse(t, writePage(t, true), 375)
	if got := eval(settle); got != `{"live ":17}` {
		t.Fatalf("figures end as %s, want 17 live", got)
	}
	for _, c := range []struct{ what, js, want string }{
		{"width of the page", `() => document.documentElement.scrollWidth <= 375`, "true"},
		{"the bank map scrolls", `() => { const p = document.querySelector("[data-lb-figure=bank-map] [data-lb-plot]"); return p.scrollWidth > p.clientWidth }`, "true"},
		{"lines do not", `() => { const p = document.querySelector("[data-lb-figure=stride] [data-lb-plot]"); return p.scrollWidth > p.clientWidth }`, "false"},
		{"data give way to a legend of more lines", `async () => {
			const f = document.querySelector("[data-lb-figure=stride]"), chart = lanebook.chart(f), option = chart.getOption(), before = option.grid[0].top;
			f.scrollIntoView(); // unseen it would take the option later
			lanebook.option("stride", {...option, legend: {...option.legend[0], itemGap: 90}});
			await until(() => chart.getOption().legend[0].itemGap === 90);
			const lines = [...f.querySelectorAll("[data-lb-chart] text")].filter(t => option.series.some(s => s.name === t.textContent)).map(t => t.getBoundingClientRect().bottom);
			const top = chart.getOption().grid[0].top;
			return top > before && f.querySelector("[data-lb-chart] svg").getBoundingClientRect().top + top >= Math.max(...lines);
		}`, "true"},
		{"data keep their height under a legend of many lines", `async () => {
			const f = document.querySelector("[data-lb-figure=stride]"), chart = lanebook.chart(f), option = chart.getOption();
			f.scrollIntoView();
			lanebook.option("stride", {...option, legend: {show: false}, grid: [{...option.grid[0], top: "40"}], media: [{query: {maxWidth: 600}, option: {grid: [{top: "190"}]}}]});
			await until(() => chart.getOption().grid[0].top >= 190);
			return chart.getModel().getComponent("grid").coordinateSystem.getRect().height > 180;
		}`, "true"},
	} {
		if got := eval(c.js); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestLoaderWithoutECharts: the pictures stay.
func TestLoaderWithoutECharts(t *testing.T) {
	eval := browse(t, writePage(t, false), 1000)
	if got := eval(settle); got != `{"failed cannot load echarts.min.js":17}` {
		t.Errorf("figures end as %s, want 17 failed", got)
	}
	if got := eval(`() => [...document.querySelectorAll("[data-lb-plot] > svg")].filter(e => e.getBoundingClientRect().height).length`); got != "17" {
		t.Errorf("%s pictures show, want 17", got)
	}
}
