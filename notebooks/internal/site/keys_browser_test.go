package site

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lanebook/charts/browsertest"
)

// unread lists the live charts whose values keys do not lead to, or that have no table.
const unread = `Array.from(document.querySelectorAll("[data-lb-state=live]")).flatMap(function (figure) {
	const box = figure.querySelector("[data-lb-chart]"), faults = [];
	if (box.tabIndex !== 0) faults.push(figure.id + ": keys do not reach the chart");
	for (const key of ["Home", "ArrowRight", "End"]) {
		box.dispatchEvent(new KeyboardEvent("keydown", {key: key, bubbles: true, cancelable: true}));
		if (!figure.querySelector(":scope > [aria-live]").textContent.trim()) faults.push(figure.id + ": " + key + " leads to no value");
	}
	box.dispatchEvent(new FocusEvent("blur"));
	if (!figure.querySelector("[data-show-table], .lbw-get button") && !figure.closest(".lbw")?.querySelector(".lbw-get button")) faults.push(figure.id + ": no table of its data");
	return faults;
})`

// TestKeyboard reads a page with the Tab key, and the keys that its things know.
func TestKeyboard(t *testing.T) {
	p := open(t, browsertest.Shared(t), serve(t, publishSample(t))+"/01-lds-banks.html", 1280)
	// tab goes on until the focus is on what a selector finds.
	tab := func(selector string) {
		t.Helper()
		at := fmt.Sprintf(`document.activeElement.matches(%q)`, selector)
		for range 200 {
			p.run(chromedp.KeyEvent(kb.Tab))
			if value[bool](p, at) {
				if !value[bool](p, `document.activeElement.checkVisibility() && getComputedStyle(document.activeElement).outlineStyle !== "none"`) {
					t.Errorf("%s has the focus, which is not seen", selector)
				}
				return
			}
		}
		t.Fatalf("the Tab key does not lead to %s", selector)
	}
	tab(".skip")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`document.activeElement.id === "main"`)
	tab("details.reveal > summary")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`document.activeElement.parentElement.open`)
	tab("#fig-8-6 :is([data-lb-plot], [data-lb-chart])")
	p.until(`document.activeElement.matches("[data-lb-chart]")`)
	p.run(chromedp.KeyEvent(kb.ArrowDown))
	p.until(`document.querySelector("#fig-8-6 > [aria-live]").textContent.includes("address")`)
	tab("#fig-8-6 [data-show-table]")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelectorAll("#fig-8-6 .data tbody tr").length > 3`)
	for _, figure := range sampleFigures {
		p.live(figure)
	}
	for _, fault := range value[[]string](p, unread) {
		t.Error(fault)
	}

	p.do(`document.querySelector(".home").focus()`)
	tab("[data-slides]")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`/^#slide-[1-9]/.test(location.hash) && document.activeElement.matches("article")`)
	if at := value[string](p, `location.hash`); at == "#slide-1" {
		t.Errorf("the slides begin at %s, want the one of where the page is", at)
	}
	p.run(chromedp.KeyEvent(kb.Home))
	p.until(`location.hash === "#slide-1"`)
	p.run(chromedp.KeyEvent(kb.ArrowRight))
	p.until(`location.hash === "#slide-2"`)
	p.run(chromedp.KeyEvent(kb.Escape))
	p.until(`!document.documentElement.classList.contains("slides")`)
	p.do(`document.querySelector(".home").focus()`)
	tab("[data-theme-button]")
	p.run(chromedp.KeyEvent(kb.Enter))
	p.until(`document.documentElement.dataset.theme === "dark"`)
}
