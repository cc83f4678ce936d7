package site

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lanebook/charts"
	"lanebook/charts/browsertest"
)

var sampleFigures = []string{"#fig-8-6", "#fig-stride-sweep", "#fig-1a"}

func TestChartsComeAlive(t *testing.T) {
	t.Parallel()
	dir := publishSample(t)
	ctx := browsertest.Shared(t)
	for name, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, root+"/01-lds-banks.html", 1280)
			for _, figure := range sampleFigures {
				p.live(figure)
				if n := value[int](p, fmt.Sprintf(drawn, figure)); n < 5 {
					t.Errorf("%s: the live chart has %d marks, want a drawing", figure, n)
				}
				if alt := value[string](p, fmt.Sprintf(`document.querySelector(%q + " [data-lb-chart]").getAttribute("aria-label") || ""`, figure)); len(alt) < 10 {
					t.Errorf("%s: the live chart tells %q to who cannot see it", figure, alt)
				}
			}
			p.checkHover()
		})
	}
}

// TestChartsBesideTheirName: charts come alive though an element of the page has the id
// that makes it window.lanebook.
func TestChartsBesideTheirName(t *testing.T) {
	t.Parallel()
	pages := notebook(data("text/html", `<p id="lanebook">w</p>`))
	pages[0].Notebook.Cells = append(pages[0].Notebook.Cells, figureCell(t, sampleLines(), "f()"))
	dir := t.TempDir() + "/site"
	if err := Publish(dir, sampleFront, pages); err != nil {
		t.Fatal(err)
	}
	open(t, browsertest.Shared(t), serve(t, dir)+"/n.html", 1280).live("#fig-stride-sweep")
}

// drawn counts the marks of a live chart, in SVG or, by colour, on a canvas.
const drawn = `(function () {
	const box = document.querySelector(%q + " [data-lb-chart]"), canvas = box.querySelector("canvas");
	if (!canvas) return box.querySelectorAll("svg path, svg rect, svg circle").length;
	const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data, seen = new Set();
	for (let i = 0; i < data.length; i += 4) seen.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
	return seen.size;
})()`

// noScript is a reader who allows no scripts.
func noScript(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	return chromedp.Void{}, err
}

func TestNoScriptShowsPictures(t *testing.T) {
	t.Parallel()
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishSample(t))+"/01-lds-banks.html", 1280, noScript)
	for _, figure := range sampleFigures {
		p.do(`document.querySelector(%q).scrollIntoView({behavior: "instant", block: "center"})`, figure)
		p.until(fmt.Sprintf(`Array.from(document.querySelectorAll(%q + " [data-lb-plot] > *")).filter(e =>
			e.getBoundingClientRect().width > 200 && (e.tagName === "svg" || e.complete && e.naturalWidth > 200)).length === 1`, figure))
	}
	if buttons := value[int](p, `Array.from(document.querySelectorAll("button")).filter(b => b.offsetParent).length`); buttons != 0 {
		t.Errorf("%d buttons that do nothing without scripts", buttons)
	}
}

func TestNothingOverflows(t *testing.T) {
	t.Parallel()
	root := serve(t, publishSample(t))
	ctx := browsertest.Shared(t)
	p := open(t, ctx, root+"/index.html", 375)
	for _, width := range []int64{375, 768, 1280} {
		for _, page := range []string{"index", "01-lds-banks", "claims"} {
			p.visit(root+"/"+page+".html", width)
			p.do(`document.querySelectorAll("details").forEach(d => d.open = true)`)
			if page == "01-lds-banks" {
				for _, figure := range sampleFigures {
					p.live(figure)
				}
			}
			p.checkWidth(width)
		}
	}
}

func (p *tab) checkWidth(screen int64) {
	p.t.Helper()
	if w := value[int64](p, `document.documentElement.scrollWidth`); w > screen {
		p.t.Errorf("%s is %d px wide on a screen of %d px: %s", value[string](p, `location.pathname`), w, screen, value[string](p, widest))
	}
}

// widest names an element that stands out of the page and of every box that scrolls.
const widest = `(function () {
	for (const e of document.querySelectorAll("body *")) {
		if (e.getBoundingClientRect().right <= innerWidth + 1) continue;
		let box = e;
		while (box && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
		if (!box) return e.outerHTML.slice(0, 200);
	}
	return "";
})()`

// checkHover demands that a chart tells about the cell below the pointer.
func (p *tab) checkHover() {
	p.t.Helper()
	p.live("#fig-8-6")
	at := value[[]float64](p, `(function () {
		const figure = document.querySelector("#fig-8-6");
		figure.scrollIntoView({behavior: "instant", block: "center"});
		const box = figure.querySelector("[data-lb-chart]").getBoundingClientRect();
		const at = lanebook.chart(figure).convertToPixel({seriesIndex: 0}, [0, 2]);
		return [box.left + at[0], box.top + at[1]];
	})()`)
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	for _, want := range []string{"A[1][0]", "address 256", "bank 0", "row 2", "lane 1", "cycle 1"} {
		p.until(fmt.Sprintf(`document.querySelector("#fig-8-6 [data-lb-chart]").innerText.includes(%q)`, want))
	}
}

// shown lists the fills and strokes that a figure shows, each once, sorted.
const shown = `Array.from(new Set(Array.from(document.querySelectorAll(%q)).flatMap(e =>
	[getComputedStyle(e).fill, getComputedStyle(e).stroke]))).sort().join(" ")`

func TestThemeButtonRecoloursAll(t *testing.T) {
	t.Parallel()
	root := serve(t, publishSample(t))
	ctx := browsertest.Shared(t)
	light, dark := rgb(charts.Tone1, charts.Light), rgb(charts.Tone1, charts.Dark)
	p := open(t, ctx, root+"/01-lds-banks.html", 1280, prefer("light"))
	p.live("#fig-8-6")
	pictures := fmt.Sprintf(shown, "#fig-1a [data-lb-plot] > svg *")
	chart := fmt.Sprintf(shown, "#fig-8-6 [data-lb-chart] svg *")
	for _, step := range []struct{ do, want, not string }{
		{"", light, dark},
		{`document.querySelector("[data-theme-button]").click()`, dark, light},
		{`document.querySelector("[data-theme-button]").click()`, light, dark},
		{`document.querySelector("[data-theme-button]").click()`, dark, light},
	} {
		p.do("%s", step.do)
		p.until(fmt.Sprintf(`(%s).includes(%q)`, chart, step.want))
		for name, expression := range map[string]string{"picture": pictures, "chart": chart} {
			got := value[string](p, expression)
			if !strings.Contains(got, step.want) || strings.Contains(got, step.not) {
				t.Errorf("after %q the %s shows %s, want %s and not %s", step.do, name, got, step.want, step.not)
			}
		}
	}
	// The choice outlives the page, and the other page knows it too.
	p.run(chromedp.Navigate(root + "/index.html"))
	if got := value[string](p, `getComputedStyle(document.body).backgroundColor`); got != rgb(charts.TonePaper, charts.Dark) {
		t.Errorf("the next page's background is %s, want dark", got)
	}
}

func TestSystemThemeIsTheDefault(t *testing.T) {
	t.Parallel()
	root := serve(t, publishSample(t))
	ctx := browsertest.Shared(t)
	p := open(t, ctx, root+"/index.html", 1280)
	for _, theme := range []charts.Theme{charts.Light, charts.Dark} {
		p.run(prefer(string(theme)))
		p.visit(root+"/01-lds-banks.html", 1280)
		if got, want := value[string](p, `getComputedStyle(document.body).backgroundColor`), rgb(charts.TonePaper, theme); got != want {
			t.Errorf("%s: background %s, want %s", theme, got, want)
		}
		p.live("#fig-8-6")
		p.until(fmt.Sprintf(`(%s).includes(%q)`, fmt.Sprintf(shown, "#fig-8-6 [data-lb-chart] svg *"), rgb(charts.Tone1, theme)))
	}
}

// rgb is a tone as browsers write computed colours.
func rgb(t charts.Tone, th charts.Theme) string {
	colour, _ := charts.Colour(t, th)
	var r, g, b int
	fmt.Sscanf(colour, "#%02x%02x%02x", &r, &g, &b)
	return fmt.Sprintf("rgb(%d, %d, %d)", r, g, b)
}

// prefer is a reader whose system has a theme.
func prefer(theme string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}})
		return chromedp.Void{}, err
	}
}

func TestPagesAreLight(t *testing.T) {
	t.Parallel()
	root := serveGzip(t, publishSample(t))
	ctx := browsertest.Shared(t)
	for _, page := range []string{"index", "01-lds-banks", "claims"} {
		open(t, ctx, root+"/"+page+".html", 375).checkWeight(page)
	}
}

// checkWeight holds a page to 150 KB as sent, with gzip, before the reader scrolls
// or touches it, and to 180 KB as read: a phone on a train is a reader too.
func (p *tab) checkWeight(page string) {
	p.t.Helper()
	p.settle()
	p.mu.Lock()
	defer p.mu.Unlock()
	sent, read := 0, 0
	for url, n := range p.bytes {
		read += n
		sent += sentBytes(p.t, url)
		if strings.Contains(url, "echarts") {
			p.t.Errorf("%s loads %s before a chart is near", page, url)
		}
	}
	p.t.Logf("%s: %d bytes before interaction, %d with gzip", page, read, sent)
	if sent > 150_000 || read > 180_000 || sent < 3_000 {
		p.t.Errorf("%s: %d bytes before interaction, %d with gzip, want at most 180000 and 150000 (and at least its own)", page, read, sent)
	}
}

// sentBytes is how long a server's answer is to who accepts gzip.
func sentBytes(t *testing.T, url string) int {
	t.Helper()
	ask, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	ask.Header.Set("Accept-Encoding", "gzip")
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

func TestButtons(t *testing.T) {
	t.Parallel()
	dir := publishSample(t)
	ctx := browsertest.Shared(t)
	for name, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, root+"/01-lds-banks.html", 1280)
			p.do(`document.querySelector("#fig-1a [data-show-table]").click()`)
			p.until(`document.querySelectorAll("#fig-1a .data tbody tr").length === 3`)
			if got := value[string](p, `document.querySelector("#fig-1a .data table").innerText`); !strings.Contains(got, "swizzled") {
				t.Errorf("the data table reads %q", got)
			}
			p.do(`document.querySelector("#fig-1a [data-show-table]").click()`)
			if value[bool](p, `!document.querySelector("#fig-1a .data").hidden`) {
				t.Error("the data table stays after a second click")
			}
			folded := `document.querySelectorAll("details.cell:not([open])").length`
			if n := value[int](p, folded); n != 6 {
				t.Errorf("%d code cells are folded at first, want all 6", n)
			}
			p.do(`document.querySelector("[data-show-code]").click()`)
			if n := value[int](p, folded); n != 0 {
				t.Errorf("%d code cells are still folded", n)
			}
			p.checkCopy()
			p.do(`document.querySelector('a[href="#fig-8-6"]').click()`)
			p.until(`Math.abs(document.querySelector("#fig-8-6").getBoundingClientRect().top) < 200`)
		})
	}
}

// checkCopy presses the button below a cell's code where the browser lets the page copy,
// and where it does not.
func (p *tab) checkCopy() {
	p.t.Helper()
	p.do(`window.copied = []; window.allowed = true;
		Object.defineProperty(navigator, "clipboard", {value: {writeText: async function (text) { if (!allowed) throw new Error("denied"); copied.push(text); }}});`)
	button := `document.querySelector("details.cell pre.code + button.copy")`
	p.do("%s.click()", button)
	p.until(button + `.textContent === "Copied"`)
	if value[bool](p, `copied.length !== 1 || copied[0] !== document.querySelector("details.cell pre.code").textContent`) {
		p.t.Error("what is copied is not the cell's code")
	}
	p.do("allowed = false; %s.click()", button)
	p.until(button + `.textContent.startsWith("Marked")`)
	if value[bool](p, `getSelection().toString().trim() !== document.querySelector("details.cell pre.code").innerText.trim()`) {
		p.t.Error("where copying is not allowed, the code is not marked")
	}
	cite := `Array.from(document.querySelectorAll("#fig-8-6 .get button")).find(b => b.textContent === "Cite")`
	p.do(`window.dispatchEvent(new Event("pointermove"))`)
	p.until(`Boolean(` + cite + `)`) // it comes with book.js
	p.do("allowed = true; copied = []; %s.click()", cite)
	p.until(`copied.length === 1`)
	const page = "The Sample authors. Local memory and its banks. Notebook 1 of Sample: How GPUs bank."
	if said := value[string](p, `copied[0]`); said != "Figure 8.6: A[N][64] over the banks. In: "+page { // and not where it is served for now
		p.t.Errorf("a figure is cited as %q", said)
	}
	p.do(`document.querySelector("#cite button").click()`)
	p.until(`copied.length === 2`)
	if said := value[string](p, `copied[1]`); said != page {
		p.t.Errorf("a page is cited as %q", said)
	}
}
