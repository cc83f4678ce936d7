package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"

	"lanebook/charts/browsertest"
)

// publishWhatIfs returns the folder of a site of a page with every what-if, and one before
// it with two of them that begin otherwise. No test may change it.
func publishWhatIfs(t *testing.T) string {
	t.Helper()
	return publishOnce(t, "whatifs", sampleFront, whatIfPages)
}

func whatIfPages() []Page {
	var all []block.Start
	for _, d := range whatif.All() {
		all = append(all, block.Start{Name: d.Name})
	}
	return []Page{
		whatIfPage("01-lds-banks", block.Start{Name: "lds-layout", Settings: []string{"device=fiji", "rows=64", "columns=64"}}, block.Start{Name: "block-size"}),
		whatIfPage("07-bench", all...),
	}
}

func whatIfPage(name string, starts ...block.Start) Page {
	book := &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# What if\n\nQuestions with sliders."}}}
	for _, s := range starts {
		d, _ := whatif.Find(s.Name)
		v, _ := d.Values(s.Settings...)
		book.Cells = append(book.Cells,
			nb.Cell{Type: nb.Markdown, Source: "## " + d.Title.EN + "\n\nMove a slider."},
			nb.Cell{Type: nb.Code, ExecutionCount: 1, Source: d.Call(v), Outputs: []nb.Output{{
				Type: nb.DisplayData, Data: map[string]json.RawMessage{block.MIME: quoted(s.JSON()), "text/plain": quoted("text")},
			}}})
	}
	return Page{Name: name, Notebook: book, Source: []byte("{}\n")}
}

// TestWhatIfOnTwoPages: one what-if stands in two pages, in one of them beside another.
// Each begins with its page's settings, loads the program when it is used, and keeps in
// the address what differs from that beginning; a link may change it.
func TestWhatIfOnTwoPages(t *testing.T) {
	root, ctx := serve(t, publishWhatIfs(t)), browsertest.Shared(t)
	p := open(t, ctx, root+"/01-lds-banks.html", 1280)
	loaded := `performance.getEntriesByType("resource").filter(e => e.name.includes("whatif-worker")).length`
	if n, s := value[int](p, loaded), p.sentence("lds-layout"); n != 0 || !strings.Contains(s, "R9 Fury X: to load column 0 of A[64][64] takes 64 passes") {
		t.Errorf("before a touch the program is loaded %d times, and the page says %q", n, s)
	}
	before := p.sentence("block-size")
	p.turn("lds-layout", "pad", "1")
	if s := p.moved("lds-layout", p.sentence("lds-layout")); !strings.Contains(s, "A[64][65] takes 2 passes") {
		t.Errorf("padded by 1: %q", s)
	}
	p.until(`location.search === "?lds-layout.pad=1"`)
	if s := p.sentence("block-size"); s != before {
		t.Errorf("the other what-if says %q, want %q still", s, before)
	}
	p.turn("block-size", "registers", "255")
	p.moved("block-size", before)
	p.until(`location.search === "?lds-layout.pad=1&block-size.registers=255"`)
	p.turn("lds-layout", "op", "store")
	p.turn("lds-layout", "wavefronts", "2")
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("to store column 0 of A[64][65] takes 2 passes where 2 would do: 0 conflicts. Padding wastes 256 bytes. 2 wavefronts at once: 8 cycles, 4 each")`)
	if n := value[int](p, loaded); n != 1 {
		t.Errorf("two what-ifs load the program %d times, want once", n)
	}
	p.visit(root+"/07-bench.html?lds-layout.pad=1", 1280)
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("H200: to load column 0 of A[32][33] takes 1 pass")`)
}

// TestLinkBelowWhatIfs: what-ifs that wake above the place that the address names do not push it
// out of the window. The search knows all of them.
func TestLinkBelowWhatIfs(t *testing.T) {
	dir := publishWhatIfs(t)
	root, ctx := serve(t, dir), browsertest.Shared(t)
	p := open(t, ctx, root+"/07-bench.html", 375)
	id := value[string](p, `Array.from(document.querySelectorAll("article h2")).at(-2).id`)
	p = open(t, ctx, root+"/07-bench.html#"+id, 375)
	p.until(`Array.from(document.querySelectorAll(".lbw")).every(b => b.dataset.lbwState)`)
	p.until(fmt.Sprintf(`Math.abs(document.getElementById(%q).getBoundingClientRect().top - 80) < 80`, id))
	index, err := os.ReadFile(filepath.Join(dir, "assets", "search-index.js"))
	if err != nil {
		t.Fatal(err)
	}
	_, places, _ := bytes.Cut(index, []byte(`["07-bench.html`)) // the last page with what-ifs
	for _, d := range whatif.All() {
		if !bytes.Contains(places, []byte(`#whatif-`+d.Name+`"`)) {
			t.Errorf("the search does not know the what-if %s", d.Name)
		}
	}
}

// moved waits until the sentence of a what-if is another one than before.
func (p *tab) moved(name, before string) string {
	p.t.Helper()
	p.until(fmt.Sprintf(`document.querySelector("[data-lbw=%s] .lbw-sentence").textContent !== %q`, name, before))
	return p.sentence(name)
}

func (p *tab) sentence(name string) string {
	return value[string](p, fmt.Sprintf(`document.querySelector("[data-lbw=%s] .lbw-sentence").textContent`, name))
}

// turn sets a control as a reader does.
func (p *tab) turn(name, control, to string) {
	p.t.Helper()
	p.do(`(function () {
		const c = document.querySelector("[data-lbw=%s] [name=%s]");
		c.focus();
		c.value = %q;
		c.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, name, control, to)
}

// whatIfStep is a control that changes both the sentence and the first picture.
type whatIfStep struct{ name, control, to, values string }

var whatIfSteps = []whatIfStep{
	{"lds-layout", "pad", "1", "0 to 16"},
	{"block-size", "threads", "384", "64 to 1024"},
	{"warp-issue", "wavefronts", "32", "1 to 64"},
	{"latency-hiding", "wavefronts", "48", "1 to 64"},
	{"blocking", "rows", "8", "1 to 16"},
	{"transpose", "pad", "0", "0 to 8"},
	{"memory-trace", "alpha", "90", "-90 to 90"},
	{"machine-code", "wavefronts", "8", "1 to 16"},
	{"whole-kernel", "registers", "80", "0 to 255"},
}

// drawing is the data of the first chart of a what-if and its sentence, with the rest of it.
func (p *tab) drawing(name string) string {
	p.t.Helper()
	p.until(fmt.Sprintf(`!document.querySelector("[data-lbw=%s]").hasAttribute("data-lbw-open")`, name))
	p.live("[data-lbw=" + name + "] .lbw-picture")
	return value[string](p, fmt.Sprintf(`(function () {
		const b = document.querySelector("[data-lbw=%s]");
		return b.querySelector(".lbw-sentence").textContent + JSON.stringify(lanebook.chart(b.querySelector(".lbw-picture")).getOption().series.map(s => s.data));
	})()`, name))
}

// TestWhatIfMoves: one what-if after another is moved. The address says what differs from
// the beginning, and as a link it shows the same; a reset leaves nothing of it.
func TestWhatIfMoves(t *testing.T) {
	dir := publishWhatIfs(t)
	ctx := browsertest.Shared(t)
	for way, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir, "one file": "file://" + single(t, dir, "07-bench")} {
		t.Run(way, func(t *testing.T) {
			p := open(t, ctx, root+"/07-bench.html", 1280)
			// Some take a minute. Their answers are the same however the program comes, and once more by a link: they are moved
			// in one way, and back, before the others, and by a link with LANEBOOK_FULL=1 alone.
			long := func(s whatIfStep) bool {
				d, _ := whatif.Find(s.name)
				return (d.Long || d.Rest != nil) && os.Getenv("LANEBOOK_FULL") != "1"
			}
			if way == "http" {
				moveAndReset(t, p, slices.DeleteFunc(slices.Clone(whatIfSteps), func(s whatIfStep) bool { return !long(s) }), false)
			}
			moveAndReset(t, p, slices.DeleteFunc(slices.Clone(whatIfSteps), long), true)
		})
	}
}

// moveAndReset moves what-ifs, by a link too if that is wanted, and resets them.
func moveAndReset(t *testing.T, p *tab, steps []whatIfStep, byLink bool) {
	search := "?"
	var before, after []string
	for i, step := range steps {
		before = append(before, p.sentence(step.name))
		p.turn(step.name, step.control, step.to)
		p.moved(step.name, before[i])
		search += fmt.Sprintf("%s.%s=%s", step.name, step.control, step.to)
		p.until(fmt.Sprintf(`location.search === %q`, search))
		search += "&"
		block := fmt.Sprintf(`document.querySelector("[data-lbw=%s]")`, step.name)
		p.until(`!` + block + `.matches("[data-lbw-open]:not(:has(.lbw-on))")`) // its rest, if there is one, is under way
		if value[bool](p, block+`.matches(".lbw-old")`) {
			t.Errorf("%s: the answer of these settings is shown as that of others", step.name)
		}
		after = append(after, p.drawing(step.name))
	}
	if byLink {
		p.visit(value[string](p, `location.href`), 1280)
		for i, step := range steps {
			p.moved(step.name, before[i])
			if again := p.drawing(step.name); again != after[i] {
				t.Errorf("%s: the link shows\n%.300s\nwant\n%.300s", step.name, again, after[i])
			}
		}
	}
	for i, step := range steps {
		p.do(`document.querySelector("[data-lbw=%s] [data-lbw-reset]").click()`, step.name)
		soon := before[i]
		if d, _ := whatif.Find(step.name); d.Rest != nil { // which another test waits for after a change
			soon = whatif.Answer(step.name, "en").Sentence
		}
		p.until(fmt.Sprintf(`[%q, %q].includes(document.querySelector("[data-lbw=%s] .lbw-sentence").textContent)`, before[i], soon, step.name))
		p.until(fmt.Sprintf(`!location.search.includes(%q)`, step.name+"."))
	}
	p.until(`location.search === ""`)
}

// TestWhatIfTakeAway: the data table, CSV, SVG and PNG are of what a what-if shows
// now, the chart is an image that says so, and a legend's choice outlives an answer.
func TestWhatIfTakeAway(t *testing.T) {
	const keep = `
		const blobs = {}, real = URL.createObjectURL;
		window.saved = {};
		URL.createObjectURL = function (b) { const u = real(b); blobs[u] = b; return u; };
		HTMLAnchorElement.prototype.click = function () { window.saved[this.download] = blobs[this.href]; };`
	p := open(t, browsertest.Shared(t), serve(t, publishWhatIfs(t))+"/07-bench.html", 1280, addScript(keep))
	const figure = `document.querySelector("[data-lbw=lds-layout] .lbw-picture")`
	before := p.sentence("lds-layout")
	p.turn("lds-layout", "pad", "1")
	p.moved("lds-layout", before)
	p.until(figure + `.dataset.lbState === "live"`)
	alt := value[string](p, figure+`.querySelector("[role=img]").getAttribute("aria-label")`)
	if want := whatif.Answer("lds-layout", "en", "pad=1").Pictures[0].Alt; alt != want {
		t.Errorf("the chart says %q, want %q", alt, want)
	}
	p.do(`lanebook.chart(%s).dispatchAction({type: "legendToggleSelect", name: "padding"})`, figure)
	for i, name := range []string{"lds-layout-pad-1.csv", "lds-layout-pad-1.svg", "lds-layout-pad-1.png"} {
		p.do(`%s.querySelectorAll(".lbw-get button")[%d].click()`, figure, i+1)
		p.until(fmt.Sprintf(`window.saved[%q]`, name))
	}
	csv, rows := whatif.All().Data("lds-layout", 0, "pad=1")
	if got := value[string](p, `saved["lds-layout-pad-1.csv"].text()`); got != csv || csv == "" {
		t.Errorf("CSV\n%.300s\nwant\n%.300s", got, csv)
	}
	if svg := value[string](p, `saved["lds-layout-pad-1.svg"].text()`); !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, "asked for, served at once") {
		t.Errorf("SVG %.300s", svg)
	}
	said := value[string](p, `saved["lds-layout-pad-1.svg"].text().then(function (s) {
		return ["title", "desc"].map(function (e) { return new DOMParser().parseFromString(s, "image/svg+xml").querySelector("svg > " + e).textContent; }).join("\n");
	})`)
	if title := value[string](p, `document.querySelector("[data-lbw=lds-layout] .lbw-head").textContent`); title == "" || said != title+"\n"+alt {
		t.Errorf("the SVG says %q, want %q and %q", said, title, alt)
	}
	if size := value[[]float64](p, `createImageBitmap(saved["lds-layout-pad-1.png"]).then(function (b) { return [b.width, b.height]; })`); size[0] < 1000 || size[1] < 500 {
		t.Errorf("PNG of %v", size)
	}
	p.do(`%s.querySelector(".lbw-get button").click()`, figure)
	const cells = figure + `.querySelectorAll(".lbw-data :is(td, tbody th)").length`
	p.until(fmt.Sprintf(`%s === %d`, cells, (len(rows)-1)*len(rows[0])))
	p.turn("lds-layout", "columns", "8")
	_, rows = whatif.All().Data("lds-layout", 0, "pad=1", "columns=8")
	p.until(fmt.Sprintf(`%s === %d`, cells, (len(rows)-1)*len(rows[0])))
	if value[bool](p, `lanebook.chart(`+figure+`).getOption().legend[0].selected.padding`) {
		t.Error("what was switched off in the legend is back")
	}
}

func TestWhatIfKeyboard(t *testing.T) {
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280)
	p.do(`document.querySelector("[data-lbw=lds-layout] [name=pad]").focus()`)
	p.run(chromedp.KeyEvent(kb.ArrowRight))
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("1 pass where")`)
	if said := value[string](p, `document.activeElement.getAttribute("aria-valuetext")`); said != "1 element" {
		t.Errorf("the slider says %q", said)
	}
	p.do(`document.querySelector("[data-lbw=lds-layout] [data-lbw-code]").click()`)
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-said").textContent.includes('whatif.Show("lds-layout", "pad=1")')`)
	p.turn("lds-layout", "access", "list")
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("4 passes where 1")`)
	if hidden := value[bool](p, `document.querySelector("[data-lbw=lds-layout] [name=index]").closest("label").hidden`); !hidden {
		t.Error("the row or column is asked for beside the reader's own addresses")
	}
	if unnamed := value[int](p, `Array.from(document.querySelectorAll("[data-lbw] :is(input:not([type=hidden]), select, textarea)")).filter(c => !c.labels.length).length`); unnamed != 0 {
		t.Errorf("%d controls without a label", unnamed)
	}
}

// TestWhatIfCraftedLinks: what a link brings is made to fit, with words, and is never
// markup.
func TestWhatIfCraftedLinks(t *testing.T) {
	root := serve(t, publishWhatIfs(t)) + "/07-bench.html"
	ctx := browsertest.Shared(t)
	evil := url.QueryEscape("<img src=x onerror=document.title='owned'><script>document.title='owned'</script>")
	for name, query := range map[string]string{
		"markup":   "lds-layout.device=" + evil + "&lds-layout.addresses=" + evil + "&lds-layout." + evil + "=" + evil,
		"range":    "lds-layout.rows=1e99&lds-layout.pad=-3",
		"nonsense": "lds-layout.rows=NaN&lds-layout.columns=Infinity&lds-layout.__proto__=1",
		"many":     strings.Repeat("lds-layout.rows=4&", 200),
		"long":     "lds-layout.addresses=" + strings.Repeat("0+", 3000),
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, root+"?"+query, 1280)
			p.until(`!document.querySelector("[data-lbw=lds-layout] .lbw-notes").hidden`)
			if title := value[string](p, `document.title`); !strings.HasPrefix(title, "What if") {
				t.Errorf("the link ran a script: title %q", title)
			}
			if n := value[int](p, `document.querySelectorAll("[onerror], article script, [src=x]").length`); n != 0 {
				t.Errorf("the link brought %d elements", n)
			}
			if s := p.sentence("lds-layout"); !strings.Contains(s, "passes where") {
				t.Errorf("it says %q", s)
			}
		})
	}
	p := open(t, ctx, root, 1280)
	for query, want := range map[string]string{
		"lds-layout.rows=1000": "Rows: the address has “1000”; wanted is 2 to 64. Shown is 64.",
		"lds-layout.element=5&lds-layout.colour=red&lds-layout.pad=1": "Element: the address has “5”; wanted is one of 4, 8, 16. Shown is 4 bytes. The address sets colour to “red”, which this what-if does not have; it has device, rows, columns,",
		"lds-layuot.rows=9&lds-layout.rows=9":                         "The address is about the what-if “lds-layuot”, which is not in this page. Here are lds-layout, ",
		"lds-layout.rows=" + url.QueryEscape(" 9.0"):                  "",
	} {
		p.visit(root+"?"+query, 1280)
		p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("passes where") && document.querySelector("[data-lbw=lds-layout]").dataset.lbwState === "ready"`)
		p.until(fmt.Sprintf(`document.querySelector("[data-lbw=lds-layout] .lbw-notes").textContent.startsWith(%q)`, want))
		if hidden := value[bool](p, `document.querySelector("[data-lbw=lds-layout] .lbw-notes").hidden`); hidden != (want == "") {
			t.Errorf("%s: the note is hidden: %t", query, hidden)
		}
	}
	// Paper has no sliders, and says what they are set to.
	p.visit(root+"?lds-layout.pad=1", 1280)
	const still = `document.querySelector("[data-lbw=lds-layout] .lbw-still")`
	p.until(still + `.offsetHeight === 0 && ` + still + `.textContent.includes("Padding of each row: 1 element; ")`)
	p.run(media("print"))
	if got := value[string](p, still+`.innerText`); !strings.HasPrefix(got, "Shown is: GPU: H200 (Hopper); Rows: 32; ") || strings.Contains(got, "addresses") {
		t.Errorf("on paper the what-if says %q of its settings", got)
	}
	p.run(media(""))
	p.visit(root+"?lds-layout.access=row&lds-layout.index=63", 1280)
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.startsWith("Which row or column: 31 instead of 63, the last. ")`)
	for bad, fit := range map[string]string{"NaN": "", "-1e300": "min", "1e300": "max", "<b>1</b>": ""} {
		p.visit(root+"?"+craft(bad), 1280)
		for _, d := range whatif.All() {
			block := fmt.Sprintf(`document.querySelector("[data-lbw=%s]")`, d.Name)
			p.until(`!` + block + `.querySelector(".lbw-notes").hidden`)
			if wrong := value[string](p, fmt.Sprintf(`Array.from(%s.querySelectorAll("input[type=range]")).filter(c => c.value !== (%q ? c[%[2]q] : c.defaultValue)).map(c => c.name).join(" ")`, block, fit)); wrong != "" {
				t.Errorf("%s, %s: %s: want %q", d.Name, bad, wrong, fit)
			}
			if text := value[string](p, block+`.innerHTML`); strings.Contains(text, "<b>1") {
				t.Errorf("%s: %s comes back as markup", d.Name, bad)
			}
		}
	}
	p.visit(root+"?lds-layout.columns=40&lds-layout.swizzle=32", 1280)
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.startsWith("XOR swizzle: column xor (row mod 8) instead of ")`)
	if got := value[string](p, `document.querySelector("[data-lbw=lds-layout] [name=swizzle]").value`); got != "32" {
		t.Errorf("the reader's swizzle of 32 has become %q, want it kept for other columns", got)
	}
}

// craft sets every parameter of every what-if to the same.
func craft(to string) string {
	set := url.Values{}
	for _, d := range whatif.All() {
		for _, p := range d.Params {
			set.Set(d.Name+"."+p.Name, to)
		}
	}
	return set.Encode()
}

// TestWhatIfTellsHowFar: an answer that takes long shows how far it is, and the
// page stays awake meanwhile.
func TestWhatIfTellsHowFar(t *testing.T) {
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280)
	p.turn("memory-trace", "gamma", "15") // loads the program
	p.until(`document.querySelector("[data-lbw=memory-trace] .lbw-pictures").textContent.includes("View (0,0,15)")`)
	far := value[[]float64](p, `new Promise(function (resolve) {
		const b = document.querySelector("[data-lbw=memory-trace]"), bar = b.querySelector("progress"), c = b.querySelector("[name=beta]"), far = [];
		let frames = 0, over = false;
		new MutationObserver(function () {
			if (bar.hasAttribute("value") && bar.classList.contains("lbw-on")) far.push(bar.value / bar.max);
			if (far.length && !bar.classList.contains("lbw-on")) { over = true; resolve(far.concat(frames)); }
		}).observe(bar, {attributes: true});
		(function count() { frames++; if (!over) requestAnimationFrame(count); })();
		c.value = 30;
		c.dispatchEvent(new Event("input", {bubbles: true}));
	})`)
	shares, frames := far[:len(far)-1], far[len(far)-1]
	if len(shares) < 3 || !slices.IsSorted(shares) || shares[len(shares)-1] > 1 {
		t.Errorf("progress %v, want it to rise", shares)
	}
	t.Logf("progress %.2f, %.0f frames meanwhile", shares, frames)
}

// countWorkers counts the workers that a page starts, in window.workers.
const countWorkers = `
	const Real = Worker;
	window.workers = 0;
	window.Worker = function (url) { window.workers++; return new Real(url); };`

// TestWhatIfChangesItsMind: a long answer ends when its what-if asks for another, which it
// would hold up; so it is never shown.
func TestWhatIfChangesItsMind(t *testing.T) {
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280, addScript(countWorkers))
	const block = `document.querySelector("[data-lbw=memory-trace]")`
	p.turn("memory-trace", "gamma", "15")
	p.until(block + `.querySelector("progress").value > 0.02`)
	p.turn("memory-trace", "gamma", "30")
	p.until(block + `.querySelector(".lbw-pictures").textContent.includes("View (0,0,15)") || window.workers === 2`)
	if n := value[int](p, `window.workers`); n != 2 {
		t.Fatalf("the first answer came though another was asked for: %d workers", n)
	}
	p.until(block + `.querySelector(".lbw-pictures").textContent.includes("View (0,0,30)")`)
}

// TestWhatIfRest: what takes seconds comes after what does not, and shows how far it is. A
// slider that is moved ends it, and is answered as soon as ever, by the same worker.
func TestWhatIfRest(t *testing.T) {
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280, addScript(countWorkers))
	const block = `document.querySelector("[data-lbw=transpose]")`
	p.turn("transpose", "tile", "16")
	p.until(block + `.querySelector("progress").value > 0.02`)
	if s := p.sentence("transpose"); strings.Contains(s, "whole GPU") || !strings.Contains(s, "H200: ") {
		t.Errorf("at first it says %q", s)
	}
	soon := value[float64](p, `new Promise(function (resolve) {
		const b = `+block+`, c = b.querySelector("[name=tile]"), s = b.querySelector(".lbw-sentence"), from = performance.now();
		new MutationObserver(function () { resolve(performance.now() - from); }).observe(s, {childList: true});
		c.value = "32";
		c.dispatchEvent(new Event("input", {bubbles: true}));
	})`)
	if value[bool](p, block+`.querySelector("progress").hasAttribute("value")`) {
		t.Error("the run of the setting before still shows how far it is")
	}
	rest := value[float64](p, `new Promise(function (resolve) {
		const b = `+block+`, from = performance.now();
		(function look() { if (b.hasAttribute("data-lbw-open")) setTimeout(look, 20); else resolve(performance.now() - from); })();
	})`)
	if s, want := p.sentence("transpose"), whatif.Watch(nil, nil, "transpose", "en", "tile=32").Sentence; s != want {
		t.Errorf("in the end it says %q, want %q", s, want)
	}
	if n := value[int](p, `workers`); n != 1 {
		t.Errorf("%d workers, want one: none is thrown away", n)
	}
	t.Logf("%.0f ms from the slider to the answer, while a run was under way; %.0f ms to the rest", soon, rest)
}

// TestWhatIfTakesTooLong: an answer that does not come is given up, the page says
// so, and goes on with a new worker.
func TestWhatIfTakesTooLong(t *testing.T) {
	const stuck = `
		const Real = Worker;
		window.Worker = function (url) {
			const w = new Real(url), post = w.postMessage.bind(w);
			w.postMessage = function (m) { if (m.start || !m.settings.includes("pad=1")) post(m); };
			return w;
		};`
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280, addScript(stuck))
	p.turn("lds-layout", "pad", "1")
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("more than two seconds")`)
	p.turn("lds-layout", "pad", "2")
	p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-sentence").textContent.includes("wastes 256 bytes")`)
	if value[bool](p, `document.querySelector("[data-lbw=lds-layout]").classList.contains("lbw-none")`) {
		t.Error("the picture is still dimmed")
	}
}

func addScript(source string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return chromedp.Void{}, err
	}
}

// TestWhatIfWithoutScripts: the start settings are there, as pictures and tables,
// and no control that does nothing.
func TestWhatIfWithoutScripts(t *testing.T) {
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, publishWhatIfs(t))+"/07-bench.html", 1280, noScript)
	for _, step := range whatIfSteps {
		p.do(`document.querySelector("[data-lbw=%s]").scrollIntoView({behavior: "instant"})`, step.name)
		p.until(fmt.Sprintf(`(function () {
			const b = document.querySelector("[data-lbw=%s]");
			return b.querySelector("table tbody td") && b.querySelector(".lbw-still").offsetHeight && !b.querySelector("form").offsetHeight &&
				Array.from(b.querySelectorAll(".lbw-body [data-lb-plot] > :is(img, svg)")).some(e => e.tagName === "svg" || e.complete && e.naturalWidth > 200);
		})()`, step.name))
	}
	p.settle()
}

// TestWhatIfTimes prints how soon the program is ready after the first touch, and
// how soon a step of a slider is on the screen.
func TestWhatIfTimes(t *testing.T) {
	if os.Getenv("LANEBOOK_FULL") != "1" {
		t.Skip("it holds nothing to a bar: with LANEBOOK_FULL=1")
	}
	dir := publishWhatIfs(t)
	wasm, err := os.ReadFile(dir + "/assets/whatif.wasm")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	w.Write(wasm)
	w.Close()
	t.Logf("program: %d bytes, %d with gzip", len(wasm), packed.Len())
	ctx := browsertest.Shared(t)
	for way, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		p := open(t, ctx, root+"/07-bench.html", 1280)
		ready := value[float64](p, `new Promise(function (resolve) {
			const b = document.querySelector("[data-lbw=lds-layout]"), c = b.querySelector("[name=pad]"), from = performance.now();
			new MutationObserver(function () { if (b.dataset.lbwState === "ready") resolve(performance.now() - from); }).observe(b, {attributes: true});
			c.value = 3;
			c.dispatchEvent(new Event("input", {bubbles: true}));
		})`)
		t.Logf("%s: ready %.0f ms after the first touch", way, ready)
		if way == "file" {
			continue // a step does not know where the program came from
		}
		more := []whatIfStep{{"lds-layout", "columns", "", "2 to 64"}, {"lds-layout", "wavefronts", "", "1 to 64"}, {"warp-issue", "chains", "", "1 to 8"},
			{"transpose", "width", "", "1 to 64"}, {"memory-trace", "shape", "", "1×128 to 128×1, of one view"}}
		for i, step := range append(slices.Clone(whatIfSteps), more...) {
			if i == len(whatIfSteps) {
				p = open(t, ctx, root+"/07-bench.html", 1280) // which has a minute of its own
			}
			times := value[[]float64](p, fmt.Sprintf(steps, step.name, step.control))
			slices.Sort(times)
			t.Logf("%s: %s: %d steps of %s (%s): median %.1f ms, 95 %% within %.1f ms, worst %.1f ms",
				way, step.name, len(times), step.control, step.values, times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
		}
	}
}

// TestProgramIsSmall compresses the what-ifs' programs as well as a server may, which Node can,
// in 8 seconds each.
func TestProgramIsSmall(t *testing.T) {
	if !full {
		t.Skip("squeezing the programs takes a minute: with LANEBOOK_FULL=ci")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("LANEBOOK_NODE") == "required" {
			t.Fatal("no node: install Node.js")
		}
		t.Skip("THE PROGRAM'S BYTES ARE NOT COUNTED: install Node.js")
	}
	const script = `const z = require("zlib"), b = require("fs").readFileSync(process.argv[1]), c = z.constants;
		console.log(z.brotliCompressSync(b, {params: {[c.BROTLI_PARAM_QUALITY]: 11, [c.BROTLI_PARAM_LGWIN]: 24, [c.BROTLI_PARAM_SIZE_HINT]: b.length}}).length)`
	const most = 1_000_000
	for _, program := range []string{"whatif.wasm", "whatif-trace.wasm", "whatif-count.wasm", "whatif-launch.wasm"} {
		cmd := exec.Command(node, "-e", script, publishWhatIfs(t)+"/assets/"+program)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if t.Logf("%s: %d bytes with brotli", program, n); err != nil || n > most {
			t.Errorf("%s takes %d bytes with brotli (%v), want %d at most", program, n, err, most)
		}
	}
}

// steps moves a slider from end to end and returns the milliseconds from each
// input until the frame after the new sentence and charts are in the page.
const steps = `(async function () {
	const b = document.querySelector("[data-lbw=%s]"), c = b.querySelector("[name=%s]"), times = [];
	b.scrollIntoView({behavior: "instant"});
	c.focus();
	c.dispatchEvent(new Event("input", {bubbles: true}));
	const figure = b.querySelector(".lbw-picture");
	while (figure.dataset.lbState !== "live") {
		figure.scrollIntoView({behavior: "instant", block: "center"});
		await new Promise(function (r) { setTimeout(r, 50); });
	}
	await new Promise(function (r) { setTimeout(r, 600); });
	for (let i = 0; i <= 40; i++) {
		const to = c.options ? c.options[i %% c.options.length].value : String(Math.round((+c.min + (c.max - c.min) * i / 40) / (c.step || 1)) * (c.step || 1));
		if (to === c.value) continue;
		const from = performance.now();
		await new Promise(function (resolve) {
			const seen = new MutationObserver(function () { seen.disconnect(); requestAnimationFrame(function () { resolve(); }); });
			seen.observe(b.querySelector(".lbw-pictures"), {childList: true, subtree: true});
			seen.observe(b.querySelector(".lbw-sentence"), {childList: true}); // alone, if it says why there is none
			c.value = to;
			c.dispatchEvent(new Event("input", {bubbles: true}));
		});
		if (i > 2) times.push(performance.now() - from);
		await new Promise(function (r) { setTimeout(r, 20); });
	}
	return times;
})()`

func TestWhatIfLooks(t *testing.T) {
	root := serve(t, publishWhatIfs(t))
	ctx := browsertest.Shared(t)
	p := open(t, ctx, root+"/01-lds-banks.html", 375)
	for _, width := range []int64{375, 1280} {
		for _, theme := range []string{"light", "dark"} {
			p.visit(root+"/07-bench.html", width)
			p.do(`document.documentElement.dataset.theme = %q`, theme)
			before := p.sentence("warp-issue")
			p.turn("warp-issue", "wavefronts", "12")
			p.moved("warp-issue", before)
			p.checkWidth(width)
			p.shoot(fmt.Sprintf("whatif-%d-%s", width, theme))
		}
	}
}

// shoot keeps a picture of the page where LANEBOOK_SHOTS names a folder.
func (p *tab) shoot(name string) {
	p.t.Helper()
	if folder := os.Getenv("LANEBOOK_SHOTS"); folder != "" {
		png, err := chromedp.Run(p, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(folder+"/"+name+".png", png, 0o644)
		}
		if err != nil {
			p.t.Fatal(err)
		}
	}
}
