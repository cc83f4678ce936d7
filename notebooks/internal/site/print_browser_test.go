package site

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// media shows the page as it is on the screen, "", or on paper, "print".
func media(name string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name})
		return chromedp.Void{}, err
	}
}

// sheetWidth and most are what A4 between the style sheet's margins has room for, and the
// height that a picture may take of it, in CSS pixels.
const (
	sheetWidth = 680
	most       = 14 * 96 / 2.54
)

// lost lists what of the page's pictures and tables a sheet would cut, or show empty.
const lost = `Array.from(document.querySelectorAll("[data-lb-plot], .scroll, .lbw-body")).filter(e => e.offsetParent).flatMap(function (box) {
	const name = (box.closest("figure") || box).id || box.getAttribute("aria-label") || "a box", cut = box.scrollWidth - box.clientWidth, said = [];
	if (cut > 1) said.push(name + " is cut by " + cut);
	if (!box.hasAttribute("data-lb-plot")) return said;
	const seen = Array.from(box.querySelectorAll("svg, img, canvas")).map(p => [p, p.getBoundingClientRect()]).filter(p => p[1].height);
	if (seen.length !== 1) return said.concat(name + " shows " + seen.length + " pictures");
	const [picture, at] = seen[0];
	if (at.left < -1 || at.right > innerWidth + 1 || at.height > %f + 1 || at.width < 200) said.push(name + " is " + at.width + " x " + at.height + " at " + at.left);
	if (picture.tagName === "svg" && !picture.getAttribute("viewBox")) said.push(name + " does not scale");
	return said;
})`

// checkPrint holds a page that has been read to what paper shows: every picture and
// table whole. Afterwards the screen is as it was.
func (p *tab) checkPrint(width int64) {
	p.t.Helper()
	const sizes = `Array.from(document.querySelectorAll("[data-lb-chart]")).map(c => c.firstElementChild.offsetWidth + "x" + c.firstElementChild.offsetHeight).join(" ")`
	before := value[string](p, sizes)
	p.do(`window.dispatchEvent(new Event("beforeprint"))`)
	p.run(media("print"), chromedp.EmulateViewport(sheetWidth, 1000))
	p.checkWidth(sheetWidth)
	for _, fault := range value[[]string](p, fmt.Sprintf(lost, most)) {
		p.t.Errorf("on paper %s", fault)
	}
	p.run(media(""), chromedp.EmulateViewport(width, 800))
	p.do(`window.dispatchEvent(new Event("afterprint"))`)
	p.until(fmt.Sprintf(`%s === %q`, sizes, before))
}
