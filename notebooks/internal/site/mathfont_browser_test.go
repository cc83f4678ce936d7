package site

import (
	"context"
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/css"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"

	"lanebook/charts/browsertest"
)

// mathSigns are the characters that assets/math.txt lists: those of math.woff2.
func mathSigns(t *testing.T) map[rune]bool {
	t.Helper()
	list, err := embedded.ReadFile("assets/math.txt")
	if err != nil {
		t.Fatal(err)
	}
	signs := map[rune]bool{}
	for line := range strings.Lines(string(list)) {
		words, _, _ := strings.Cut(line, "#")
		for _, word := range strings.Fields(words) {
			first, last, found := strings.Cut(word, "-")
			if !found {
				last = first
			}
			from, err := strconv.ParseInt(first, 16, 32)
			if err != nil {
				t.Fatalf("math.txt: %q: %v", word, err)
			}
			to, err := strconv.ParseInt(last, 16, 32)
			if err != nil || to < from {
				t.Fatalf("math.txt: %q: want a range of hexadecimal numbers (%v)", word, err)
			}
			for r := from; r <= to; r++ {
				signs[rune(r)] = true
			}
		}
	}
	return signs
}

var (
	mathElement = regexp.MustCompile(`(?s)<math.*?</math>`)
	anyTag      = regexp.MustCompile(`<[^>]*>`)
)

// checkFormulas demands that every character of the formulas in a site's pages is in the
// font that it brings.
func checkFormulas(t *testing.T, site files) {
	t.Helper()
	signs, formulas := mathSigns(t), 0
	for _, name := range slices.Sorted(maps.Keys(site)) {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, formula := range mathElement.FindAllString(string(site[name]), -1) {
			formulas++
			for _, r := range html.UnescapeString(anyTag.ReplaceAllString(formula, "")) {
				italic := r
				if 'α' <= r && r <= 'ω' { // written with its own sign, drawn as an italic
					italic = r - 'α' + 0x1d6fc
				}
				if !signs[italic] {
					t.Errorf("%s: %q of %s is not in math.woff2: add it to assets/math.txt, which says how to make the font anew", name, r, formula)
				}
			}
		}
	}
	if formulas == 0 {
		t.Error("no formulas")
	}
}

// TestMathFont: formulas are drawn in the font that the site brings, which has all that
// math.txt lists, and by which sums and brackets grow. It comes when a formula is seen.
func TestMathFont(t *testing.T) {
	dir := publishBook(t)
	grown, err := mathML(`\left\lfloor \frac{a}{4} \right\rfloor`, true)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, r := range slices.Sorted(maps.Keys(mathSigns(t))) {
		all.WriteString("&#" + strconv.Itoa(int(r)) + ";")
	}
	for name, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir, "single": "file://" + single(t, dir, "01-lds-banks")} {
		t.Run(name, func(t *testing.T) {
			p := open(t, browsertest.Shared(t), root+"/01-lds-banks.html", 1280)
			p.until(`Array.from(document.fonts).some(f => f.status === "loaded")`)
			p.do(`document.querySelector("article").insertAdjacentHTML("afterbegin", "<p id=signs style='font-family: Lanebook Math'>%s</p><div class=display>%s</div>")`, all.String(), strings.ReplaceAll(grown, `"`, "'"))
			for _, part := range []string{"#signs", ".display mi", "p mi"} {
				for _, font := range p.fonts(part) {
					if !font.IsCustomFont {
						t.Errorf("%s: %.0f characters are from %s, want all from math.woff2", part, font.GlyphCount, font.FamilyName)
					}
				}
			}
			for what, least := range map[string]float64{"∑": 1.3, "⌊": 1.8} {
				if got := value[float64](p, `(function (o) { return o.getBoundingClientRect().height / parseFloat(getComputedStyle(o).fontSize); })(Array.from(document.querySelectorAll(".display mo")).find(o => o.textContent === "`+what+`"))`); got < least {
					t.Errorf("%s is %.2f em high, want at least %.2f", what, got, least)
				}
			}
		})
	}
	p := open(t, browsertest.Shared(t), serve(t, dir)+"/02-warp-issue.html", 1280)
	p.live("#fig-stride-sweep")
	if p.asked("math.woff2") != 0 {
		t.Error("a page without formulas loads their font")
	}
}

// fonts are those with which the browser draws the first element that a selector finds.
// What a script has just put on the page is drawn in none before it is laid out, nor is
// what waits for its font.
func (p *tab) fonts(selector string) (used []*css.PlatformFontUsage) {
	p.t.Helper()
	for end := time.Now().Add(patience); len(used) == 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("%v and %s is drawn in no font", patience, selector)
		}
		p.until(`document.fonts.status === "loaded"`)
		p.run(func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
			root, err := cdp.Call(ctx, t, dom.GetDocument, dom.GetDocumentParams{})
			if err != nil {
				return none, err
			}
			node, err := cdp.Call(ctx, t, dom.QuerySelector, dom.QuerySelectorParams{NodeID: root.Root.NodeID, Selector: selector})
			if err != nil {
				return none, err
			}
			if _, err := cdp.Call(ctx, t, css.Enable, cdp.Empty{}); err != nil {
				return none, err
			}
			found, err := cdp.Call(ctx, t, css.GetPlatformFontsForNode, css.GetPlatformFontsForNodeParams{NodeID: node.NodeID})
			used = found.Fonts
			return none, err
		})
	}
	return used
}
