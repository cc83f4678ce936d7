package site

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lanebook/charts/browsertest"
	"lanebook/notebooks/internal/nb"
)

// misfits goes through all slides and their steps, and lists those that are not whole on
// the screen, or smaller than in the page, and how many there are.
const misfits = `(function () {
	const said = [], article = document.querySelector("article"), on = document.querySelector("[data-go=on]");
	let slides = 0;
	for (; slides < 2000; slides++) {
		const r = article.getBoundingClientRect(), scale = Number(article.style.getPropertyValue("--slide-scale"));
		const faults = [];
		if (r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > document.querySelector(".deck").getBoundingClientRect().top) faults.push("not on the screen");
		if (!(scale >= 0.9)) faults.push("scale " + scale);
		for (const box of article.querySelectorAll(":is(.scroll, pre, .display, .lbw-body)"))
			if (box.checkVisibility() && box.scrollWidth > box.clientWidth + 1) faults.push("scrolls");
		if (!article.innerText.trim() && !article.querySelector("[data-on] img, [data-on] svg")) faults.push("empty");
		if (faults.length) said.push(location.hash + ": " + faults.join(", "));
		if (on.disabled) break;
		on.click();
	}
	return said.concat(slides < 2 ? "no slides" : []);
})()`

// checkSlides demands that every slide of the page fits a projector, that another counts
// as many, and goes back to the page.
func (p *tab) checkSlides() {
	p.t.Helper()
	counted := map[string]bool{}
	for _, screen := range [][2]int64{{1920, 1080}, {1280, 720}} {
		p.run(chromedp.EmulateViewport(screen[0], screen[1]))
		p.do(`document.querySelector("[data-slides]").click()`)
		p.until(`document.documentElement.classList.contains("slides")`)
		counted[value[string](p, `document.querySelector(".deck-at").textContent.split("/ ")[1]`)] = true
		if screen[1] == 720 {
			for _, fault := range value[[]string](p, misfits) {
				p.t.Error(fault)
			}
		}
		p.do(`document.querySelector("[data-go=leave]").click()`)
		p.until(`!document.documentElement.classList.contains("slides")`)
	}
	if len(counted) != 1 {
		p.t.Errorf("two screens count %v slides, want the same", counted)
	}
}

// medium shows the page as on paper ("print"), or as on a screen ("").
func medium(name string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
		return chromedp.Void{}, err
	}
}

func TestSlides(t *testing.T) {
	t.Parallel()
	dir := publishSample(t)
	ctx := browsertest.Shared(t)
	p := open(t, ctx, serve(t, dir)+"/01-lds-banks.html#slide-2", 1280)
	p.run(chromedp.EmulateViewport(1280, 720))
	place := func(want string) {
		t.Helper()
		p.until(fmt.Sprintf(`location.hash === %q`, want))
		if got := value[string](p, `document.querySelector("article").getAttribute("aria-label")`); !strings.HasPrefix(got, "Slide "+strings.TrimPrefix(want, "#slide-")+" of ") {
			t.Errorf("at %s the article is called %q", want, got)
		}
	}
	keys := func(keys ...string) {
		t.Helper()
		for _, key := range keys {
			p.do(`document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: %q, bubbles: true, cancelable: true}))`, key)
		}
	}
	p.until(`document.documentElement.classList.contains("slides")`)
	place("#slide-2")
	last := value[string](p, `"#slide-" + document.querySelector(".deck-at").textContent.split("/ ")[1]`)
	for _, step := range []struct{ key, want string }{
		{"PageDown", "#slide-3"}, {"PageUp", "#slide-2"}, {" ", "#slide-3"}, {"ArrowLeft", "#slide-2"}, {"End", last}, {"Home", "#slide-1"}, {"ArrowDown", "#slide-2"},
	} {
		keys(step.key)
		place(step.want)
	}

	keys("3", "Enter") // a number goes to its slide
	place("#slide-3")

	// A question's answer is a step, forwards and backwards.
	p.do(`document.querySelector("[data-go=on]").focus()`)
	p.do(`for (let i = 0; i < 50 && !document.querySelector("details.reveal[data-on]"); i++) document.querySelector("[data-go=on]").click()`)
	asked := value[string](p, `location.hash`)
	for _, step := range []struct {
		key  string
		open bool
	}{{"PageDown", true}, {"PageUp", false}, {"PageDown", true}} {
		keys(step.key)
		if got := value[bool](p, `document.querySelector("details.reveal[data-on]").open`); got != step.open {
			t.Errorf("after %s the answer is open: %t, want %t", step.key, got, step.open)
		}
		place(asked)
	}

	// A chart is live, larger than in the page, and tells what is under the pointer.
	keys("Home")
	p.do(`for (let i = 0; i < 50 && !document.querySelector("#fig-8-6[data-on]"); i++) document.querySelector("[data-go=on]").click()`)
	p.live("#fig-8-6")
	at := value[[]float64](p, `(function () {
		const figure = document.querySelector("#fig-8-6"), box = figure.querySelector("[data-lb-chart]"), r = box.getBoundingClientRect(), k = r.width / box.offsetWidth;
		const at = lanebook.chart(figure).convertToPixel({seriesIndex: 0}, [0, 2]);
		return [r.left + k * at[0], r.top + k * at[1], k];
	})()`)
	if at[2] < 1.2 {
		t.Errorf("the chart is %.2f times as large as in the page, want more", at[2])
	}
	p.run(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	p.until(`document.querySelector("#fig-8-6 [data-lb-chart]").innerText.includes("A[1][0]")`)

	// The clock can be hidden, paper shows the page, and Escape goes back to it.
	keys("c")
	if !value[bool](p, `document.querySelector(".deck-clock").hidden && document.querySelector("[data-go=clock]").ariaPressed === "false"`) {
		t.Error("the clock is still there after c")
	}
	p.run(medium("print"))
	if !value[bool](p, `document.querySelector("article h1").checkVisibility() && !document.querySelector(".deck").checkVisibility() && getComputedStyle(document.querySelector("article")).transform === "none"`) {
		t.Error("the slides are printed, want the page")
	}
	p.run(medium(""))
	keys("Escape")
	p.until(`!location.hash && !document.documentElement.classList.contains("slides") && document.querySelector("article h1").checkVisibility()`)
	p.until(`Math.abs(document.querySelector("#fig-8-6").getBoundingClientRect().top) < 200`)
	if left := value[string](p, `Array.from(document.querySelectorAll("article, article [data-on], article [data-off], article [data-lb-high]")).filter(e => e.tagName !== "ARTICLE" || e.tabIndex >= -1 && e.hasAttribute("aria-label")).map(e => e.outerHTML.slice(0, 80)).join("\n")`); left != "" {
		t.Errorf("left from the slides: %s", left)
	}
	p.checkSlides()
}

// Cells say what is on slides: by nbconvert's slide types, or by a tag.
func TestSlideMarks(t *testing.T) {
	for metadata, want := range map[string]string{
		`{}`: "", `{"tags":["slide"]}`: "slide", `{"slideshow":{"slide_type":"subslide"}}`: "slide",
		`{"slideshow":{"slide_type":"fragment"}}`: "step", `{"slideshow":{"slide_type":"notes"},"tags":["slide"]}`: "skip", `{"slideshow":{"slide_type":"-"}}`: "", `{"slideshow":7}`: "",
	} {
		if got := slideMark(&nb.Cell{Metadata: []byte(metadata)}); got != want {
			t.Errorf("%s: %q, want %q", metadata, got, want)
		}
	}
	pages := notebook(nb.Output{Type: nb.Stream, Name: "stdout", Text: "out\n"})
	pages[0].Notebook.Cells[1].Metadata = []byte(`{"tags":["slide"]}`)
	out, err := build(sampleFront, pages)
	if err != nil {
		t.Fatal(err)
	}
	page := string(out["n.html"])
	from, to := strings.Index(page, `<template data-slide="slide">`), strings.Index(page, `<template data-slide="end">`)
	if from < 0 || to < from || !strings.Contains(page[from:to], ">out</pre>") {
		t.Errorf("the cell is not between its marks: %s", page)
	}
}
