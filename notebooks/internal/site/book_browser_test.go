package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lanebook/charts/browsertest"
)

// publishBook returns the folder of the sample site with mentions, a glossary and
// sources, which no test may change.
func publishBook(t *testing.T) string {
	t.Helper()
	front := sampleFront
	front.Sources = []byte(`[{"id":"vol","title":"Hiding","author":[{"given":"V.","family":"Volkov"}]}]`)
	front.Glossary = []byte(`[{"id":"lds","amd":"LDS","nvidia":"shared memory","forms":["LDS"],"ja":["共有メモリ"],"means":"The memory of a compute unit."}]`)
	return publishOnce(t, "book", front, func() []Page {
		pages := samplePages(t)
		pages[1].Notebook.Cells[0].Source += " See notebook 01, [Figure 8.6](01-lds-banks.ipynb#fig-8-6), section 1.2 and the LDS [@vol]. 行列の転置。"
		return pages
	})
}

// asked counts the requests of a tab so far whose URL has a part in it.
func (p *tab) asked(part string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for url := range p.requests {
		if strings.Contains(url, part) {
			n++
		}
	}
	return n
}

// rest moves the pointer to the middle of an element.
func (p *tab) rest(selector string) {
	p.t.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(function (box) { return [box.x + box.width / 2, box.y + box.height / 2]; })(document.querySelector(%q).getClientRects()[0])`, selector))
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
}

const previewShown = `document.querySelector(".preview") && !document.querySelector(".preview").hidden`

func TestPreviews(t *testing.T) {
	t.Parallel()
	dir := publishBook(t)
	ctx := browsertest.Shared(t)
	for name, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, root+"/02-warp-issue.html", 1280)
			p.settle()
			if n := p.asked("previews.js"); n != 0 {
				t.Error("the previews are loaded before anybody asks")
			}
			const figure = `article a[href$="#fig-8-6"]`
			p.rest(figure)
			p.until(previewShown)
			p.until(`Array.from(document.querySelectorAll(".preview > :is(img, svg)")).filter(e => e.getBoundingClientRect().width > 100 && (e.complete ?? true)).length === 1`)
			if text := value[string](p, `document.getElementById(document.querySelector(`+"`"+figure+"`"+`).getAttribute("aria-describedby")).innerText`); !strings.Contains(text, "Figure 8.6 A[N][64] over the banks") || !strings.Contains(text, "Every element of column 0") {
				t.Errorf("the link's preview says %q", text)
			}
			p.rest(".preview") // which stays below the pointer
			p.do(`window.waited = false; setTimeout(function () { window.waited = true; }, 400)`)
			p.until(`window.waited`)
			if !value[bool](p, previewShown) {
				t.Error("the preview goes away under the pointer")
			}
			p.run(chromedp.KeyEvent(kb.Escape))
			p.until(`!(` + previewShown + `)`)
			for link, want := range map[string]string{`a[href="glossary.html#lds"]`: "shared memory", `a[href="sources.html#ref-vol"]`: "Volkov", `a[href$="#se-1-2"]`: "1.2 Every stride", `a[href="01-lds-banks.html"]`: "1 Local memory"} {
				p.do(`document.querySelector(%q).focus()`, "article "+link)
				p.until(previewShown + ` && document.querySelector(".preview").innerText.includes("` + want + `")`)
				p.run(chromedp.KeyEvent(kb.Escape))
				p.until(`!(` + previewShown + `)`)
			}
			p.do(`document.activeElement.blur(); document.querySelector(%q).focus()`, figure)
			p.until(previewShown)
			p.do(`document.activeElement.blur()`)
			p.until(`!(` + previewShown + `)`)
		})
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	dir := publishBook(t)
	ctx := browsertest.Shared(t)
	for name, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, root+"/02-warp-issue.html", 375)
			p.settle()
			if n := p.asked("minisearch.js") + p.asked("search-index.js"); n != 0 {
				t.Error("the search is loaded before anybody asks")
			}
			// A finger's first touch, on the button, is not in vain though nothing is loaded.
			p.do(`{ const b = document.querySelector("[data-search]"); b.dispatchEvent(new Event("touchstart", { bubbles: true })); b.click(); }`)
			p.until(`document.querySelector("dialog.search")?.open && document.activeElement.type === "search"`)
			p.run(chromedp.KeyEvent(kb.Escape))
			p.until(`!document.querySelector("dialog.search").open`)
			p.run(chromedp.KeyEvent("/"))
			p.until(`document.querySelector("dialog.search")?.open && document.activeElement.type === "search"`)
			for words, want := range map[string]string{"every stri": "01-lds-banks.html#every-stride", "転置": "02-warp-issue.html", "Figure 8.6": "01-lds-banks.html#fig-8-6", "shared memory": "glossary.html#lds", "volkov": "sources.html#ref-vol",
				"paddings of swizzles": "01-lds-banks.html#padding-against-swizzle", "共有メモリ": "glossary.html#lds", "共有メ": "glossary.html#lds", "capaciti": "01-lds-banks.html#capacity", "xyzzy capacity": "01-lds-banks.html#capacity"} {
				p.do(`{ const f = document.querySelector("dialog input"); f.value = %q; f.dispatchEvent(new Event("input")); }`, words)
				p.until(`document.querySelector(".search-results a")`)
				if got := value[string](p, `document.querySelector(".search-results a").getAttribute("href")`); got != want {
					t.Errorf("%q finds %s first, want %s", words, got, want)
				}
			}
			for words, want := range map[string]string{"xyzzy capacity": "Nothing has “xyzzy”.", "capacitee": "Nothing has “capacitee”; “capac", "共有メモリ": "“共有メモリ” is searched as “LDS”, too.", "xyzzy": "0 places. Nothing has", "volkov stride": "No place has all of the words; these have some."} {
				p.do(`{ const f = document.querySelector("dialog input"); f.value = %q; f.dispatchEvent(new Event("input")); }`, words)
				if got := value[string](p, `document.querySelector(".search-count").textContent`); !strings.Contains(got, want) {
					t.Errorf("%q: %q, want it to say %s", words, got, want)
				}
			}
			p.do(`{ const f = document.querySelector("dialog input"); f.value = "shared memory"; f.dispatchEvent(new Event("input")); }`)
			if got := value[string](p, `document.querySelector(".search-results small").textContent`); got != " Glossary" {
				t.Errorf("the first place is on the page %q, want the glossary", got)
			}
			p.checkWidth(375)
			if got := value[string](p, `document.querySelector(".search-results").innerText`); strings.Contains(got, "NVIDIA") {
				t.Errorf("the terms found say whose they are: %s", got)
			}
			p.do(`{ const f = document.querySelector("dialog input"); f.value = "every stride"; f.dispatchEvent(new Event("input")); f.focus(); }`)
			p.run(chromedp.KeyEvent(kb.Escape))
			p.until(`!document.querySelector("dialog.search").open`) // though there are words
			p.do(`document.querySelector("[data-search]").click()`)
			p.until(`document.querySelector("dialog.search").open && document.querySelector(".search-results a")`)
			p.run(chromedp.KeyEvent(kb.ArrowDown))
			p.until(`document.activeElement.matches(".search-results a")`)
			p.run(chromedp.KeyEvent(kb.Escape))
			p.until(`!document.querySelector("dialog.search").open`)
			p.do(`document.querySelector("[data-search]").click(); document.querySelector("dialog input").focus()`)
			p.run(chromedp.KeyEvent(kb.Enter))
			p.until(`location.pathname.endsWith("/01-lds-banks.html") && location.hash === "#every-stride"`)
		})
	}
}

// What is found in a fold leads there, and so does its address: the folds around it open.
func TestFoldsOpen(t *testing.T) {
	t.Parallel()
	root := serve(t, publishBook(t))
	p := open(t, browsertest.Shared(t), root+"/02-warp-issue.html", 1280)
	p.startSearch()
	if got := p.find("sixty-four"); len(got) != 1 || got[0] != "01-lds-banks.html#fold-1" {
		t.Errorf("an answer is found at %q, want its fold", got)
	}
	if got := p.find("padding swizzle"); len(got) == 0 || got[0] != "01-lds-banks.html#padding-against-swizzle" {
		t.Errorf("a section is found at %q, want its heading first", got)
	}
	p.find("sixty-four")
	p.do(`document.querySelector(".search-results a").click()`)
	p.until(`location.hash === "#fold-1" && document.getElementById("fold-1")?.open`)
	p.visit(root+"/index.html", 1280)
	p.visit(root+"/01-lds-banks.html#fold-2", 1280)
	p.until(`document.getElementById("fold-2").open && !document.getElementById("fold-1").open`)
	p.do(`document.querySelector("article").insertAdjacentHTML("beforeend", '<details><summary>a</summary><details><summary>b</summary><p id="deep">c</p></details></details>'); location.hash = "deep"`)
	p.until(`document.querySelectorAll("article details[open] #deep").length === 1 && !document.getElementById("deep").closest("details:not([open])")`)
}

// startSearch opens the search and waits until it can be asked.
func (p *tab) startSearch() {
	p.t.Helper()
	p.do(`window.dispatchEvent(new Event("pointermove"))`)
	p.until(`Boolean(window.lanebookSearch)`)
	p.do(`document.querySelector("[data-search]").click()`)
	p.until(`document.querySelector("dialog.search")?.open && document.querySelector(".search-count").textContent === ""`)
}

// find searches for words, and returns the addresses of what is found.
func (p *tab) find(words string) []string {
	p.t.Helper()
	p.do(`{ const f = document.querySelector("dialog input"); f.value = %q; f.dispatchEvent(new Event("input")); }`, words)
	return value[[]string](p, `Array.from(document.querySelectorAll(".search-results a"), a => a.getAttribute("href"))`)
}

// checkRanks demands that what a reader asks the book leads to the page about it: it, or a
// section of it, is first or second, behind the word itself.
func (p *tab) checkRanks() {
	p.t.Helper()
	p.startSearch()
	for words, want := range map[string]string{
		"bank conflict": "01-lds-banks.html", "what is a bank conflict": "01-lds-banks.html", "padding": "01-lds-banks.html", "swizzle": "01-lds-banks.html", "shared memory": "01-lds-banks.html",
		"warp scheduler": "02-warp-issue.html", "latency hiding": "02-warp-issue.html", "occupancy": "02-warp-issue.html", "dual issue": "02-warp-issue.html", "how many warps to hide latency": "02-warp-issue.html",
		"roofline": "03-dgemm-blocking.html", "register blocking": "03-dgemm-blocking.html", "matrix multiplication": "03-dgemm-blocking.html", "DGEMM": "03-dgemm-blocking.html",
		"fence": "04-memory-trace.html", "texture": "04-memory-trace.html", "memory trace": "04-memory-trace.html", "FFT": "05-fft-transpose.html", "transpose": "05-fft-transpose.html", "coalescing": "05-fft-transpose.html",
		"TLB": "06-silicon.html", "machine code": "08-machine-code.html", "stall count": "08-machine-code.html", "Hopper": "09-chips.html", "clock": "12-tensor-cores.html", "H100": "10-h100.html", "MI300A": "10-h100.html", "atomics": "11-counting.html", "tensor core": "12-tensor-cores.html", "how is a tensor core fed": "12-tensor-cores.html", "テンソルコア": "12-tensor-cores.html",
		"バンクコンフリクト": "01-lds-banks.html", "共有メモリ": "01-lds-banks.html", "占有率": "02-warp-issue.html", "レイテンシ": "02-warp-issue.html", "命令": "02-warp-issue.html", "行列": "03-dgemm-blocking.html", "転置": "05-fft-transpose.html", "フーリエ変換": "05-fft-transpose.html", "帯域": "09-chips.html",
		"shared memory bank conflict": "01-lds-banks.html", "Volkov": "sources.html#ref-vol", "section 1.7": "01-lds-banks.html#pad-or-swizzle", "Figure 1.2": "01-lds-banks.html#fig-1-2",
	} {
		got := p.find(words)
		if got = got[:min(2, len(got))]; !slices.ContainsFunc(got, func(href string) bool { return strings.HasPrefix(href, want) }) {
			p.t.Errorf("%s: found first are %q, want %s among them", words, got, want)
		}
	}
	for _, words := range []string{"メモリ", "キャッシュ", "レジスタ", "スレッド", "ブロック", "遅延", "同期", "クロック"} {
		if got := p.find(words); len(got) < 5 {
			p.t.Errorf("%s finds only %q", words, got)
		}
	}
}

// Beside each page are all pages of the book, with the sections of this one.
func TestContentsOfTheBook(t *testing.T) {
	t.Parallel()
	root := serve(t, publishBook(t))
	ctx := browsertest.Shared(t)
	p := open(t, ctx, root+"/index.html", 375)
	p.checkWidth(375)
	for width, nav := range map[int64]string{1280: ".contents", 375: ".contents"} {
		p.visit(root+"/01-lds-banks.html", width)
		if width == 375 {
			p.do(`document.querySelector(".contents summary").click()`)
		}
		got := value[[]string](p, fmt.Sprintf(`Array.from(document.querySelectorAll(%q + " ol a")).filter(a => a.offsetParent).map(a => a.getAttribute("href"))`, nav))
		if want := "01-lds-banks.html #a-column-in-one-bank #every-stride #padding-against-swizzle #capacity 02-warp-issue.html claims.html glossary.html sources.html"; strings.Join(got, " ") != want {
			t.Errorf("%d px: %q, want %s", width, got, want)
		}
		if here := value[string](p, fmt.Sprintf(`document.querySelector(%q + " [aria-current=page]").innerText`, nav)); here != "1 Local memory and its banks" {
			t.Errorf("%d px: the page is %q", width, here)
		}
		p.checkWidth(width)
	}
	for _, page := range []string{"glossary", "sources"} {
		p.visit(root+"/"+page+".html", 375)
		p.checkWidth(375)
	}
}

// checkSearch holds what a search loads to 150 KB.
func checkSearch(t *testing.T, dir string) {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	for _, name := range []string{"minisearch.js", "search-index.js"} {
		data, err := os.ReadFile(filepath.Join(dir, "assets", name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := z.Write(data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	t.Logf("a search loads %d bytes", packed.Len())
	if packed.Len() > 150_000 {
		t.Errorf("a search loads %d bytes, want at most 150,000", packed.Len())
	}
}
