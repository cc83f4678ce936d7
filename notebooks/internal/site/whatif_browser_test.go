package site

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif"
	"lanebook/notebooks/whatif/block"
)

// publishWhatIfs publishes a page with every what-if.
func publishWhatIfs(t *testing.T) string {
	t.Helper()
	book := &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# What if\n\nQuestions with sliders."}}}
	for _, d := range whatif.All() {
		book.Cells = append(book.Cells,
			nb.Cell{Type: nb.Markdown, Source: "## " + d.Title.EN + "\n\nMove a slider."},
			nb.Cell{Type: nb.Code, ExecutionCount: 1, Source: d.Call(nil), Outputs: []nb.Output{{
				Type: nb.DisplayData, Data: map[string]json.RawMessage{block.MIME: quoted(block.Start{Name: d.Name}.JSON()), "text/plain": quoted("text")},
			}}})
	}
	dir := t.TempDir() + "/site"
	if err := Publish(dir, []Page{{Name: "07-bench", Notebook: book, Source: []byte("{}\n")}}); err != nil {
		t.Fatal(err)
	}
	return dir
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

func TestWhatIfMoves(t *testing.T) {
	dir := publishWhatIfs(t)
	ctx := browser(t)
	for way, root := range map[string]string{"http": serve(t, dir), "file": "file://" + dir} {
		t.Run(way, func(t *testing.T) {
			p := open(t, ctx, root+"/07-bench.html", 1280)
			before := p.sentence("lds-layout")
			p.turn("lds-layout", "pad", "1")
			after := p.moved("lds-layout", before)
			if !strings.Contains(after, "1 pass where 1 would do") {
				t.Errorf("after padding by 1 it says %q", after)
			}
			p.until(`document.querySelector("[data-lbw=lds-layout] .lbw-body > svg")`)
			p.until(`location.search === "?lds-layout.pad=1"`)
			p.shoot("whatif-" + way)
		})
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
