package site

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lanebook/charts/browsertest"
)

// checkAccessible holds the page, as it is now, to the rules of axe-core, in both themes.
// LANEBOOK_AXE names its file; without it nothing is checked. What is there many times is
// taken away before, or axe needs minutes: the later rows of tables, and what charts have
// drawn, each of which is one image.
func (p *tab) checkAccessible(when string) {
	p.t.Helper()
	path := os.Getenv("LANEBOOK_AXE")
	if path == "" {
		return
	}
	if !value[bool](p, `"axe" in window`) {
		source, err := os.ReadFile(path)
		if err != nil {
			p.t.Fatal(err)
		}
		p.do("%s;0", source)
	}
	var counts []string
	for _, theme := range []string{"light", "dark"} {
		p.do(`document.documentElement.dataset.theme = %q`, theme)
		var violations []struct {
			ID, Help string
			Nodes    []struct {
				HTML, FailureSummary string
			}
		}
		if err := json.Unmarshal([]byte(value[string](p, violated)), &violations); err != nil {
			p.t.Fatal(err)
		}
		counts = append(counts, fmt.Sprintf("%s %d", theme, len(violations)))
		for _, v := range violations {
			n := v.Nodes[0]
			p.t.Errorf("%s, %s: axe %s (%s), %d times, first %.300s: %s", when, theme, v.ID, v.Help, len(v.Nodes), n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", " "))
		}
	}
	p.do(`delete document.documentElement.dataset.theme`)
	p.t.Logf("axe violations, %s, %s px, %s: %s", value[string](p, `location.pathname`), value[string](p, `String(innerWidth)`), when, strings.Join(counts, ", "))
}

// violated asks axe, once buttons have changed their colours, without what is there many
// times, which is then put back.
const violated = `(async function () {
	await new Promise(done => setTimeout(done, 250));
	for (const a of document.getAnimations()) if (a instanceof CSSTransition) a.finish();
	const left = Array.from(document.querySelectorAll("tbody tr:nth-child(n+4), [data-lb-chart] svg > *"), e => [e, e.parentNode, e.nextSibling]).reverse();
	for (const [e] of left) e.remove();
	const found = await axe.run({resultTypes: ["violations"]});
	for (const [e, parent, next] of left) parent.insertBefore(e, next);
	return JSON.stringify(found.violations);
})()`

// TestAccessible holds every kind of page to axe's rules, as it comes and while it is used.
// TestTheNotebooks does so with the notebooks themselves.
func TestAccessible(t *testing.T) {
	if os.Getenv("LANEBOOK_AXE") == "" {
		t.Skip("LANEBOOK_AXE names no axe.min.js")
	}
	book := publishBook(t)
	publishOnce(t, "books/sample", hostedFront(), func() []Page { return notebook(data("text/plain", "x")) }) // which has a 404.html
	root := serve(t, filepath.Dir(book))
	for _, width := range []int64{375, 1280} {
		p := open(t, browsertest.Shared(t), root+"/book/index.html", width)
		for _, page := range []string{"books/sample/404", "book/index", "book/glossary", "book/sources", "book/claims", "book/02-warp-issue", "book/01-lds-banks"} {
			p.visit(root+"/"+page+".html", width)
			p.checkAccessible("at first")
			p.do(`document.querySelectorAll("details").forEach(d => d.open = true)`)
			for _, figure := range value[[]string](p, `Array.from(document.querySelectorAll("[data-lb-figure]")).map(f => f.id)`) {
				p.live("#" + figure)
			}
			p.do(`document.querySelectorAll("[data-show-table]").forEach(b => b.click())`)
			p.until(`!document.querySelector(".data:empty")`)
			p.checkAccessible("read")
		}
		p.do(`document.querySelector("[data-slides]").click()`)
		p.until(`document.documentElement.classList.contains("slides")`)
		p.checkAccessible("slides")
		p.visit(root+"/book/02-warp-issue.html", width)
		p.do(`document.querySelector("article a[href$='#fig-8-6']").focus()`)
		p.until(previewShown)
		p.checkAccessible("preview")
		p.run(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("/"))
		p.until(`document.querySelector("dialog.search")?.open`)
		p.checkAccessible("search")
		p.do(`{ const f = document.querySelector("dialog input"); f.value = "stride"; f.dispatchEvent(new Event("input")); }`)
		p.until(`document.querySelector(".search-results a")`)
		p.checkAccessible("found")
	}
}
