package site

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lanebook/charts/browsertest"
	"lanebook/notebooks/internal/nb"
)

// The notebooks themselves, with the outputs that lie in the repository.
func TestTheNotebooks(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks (%v)", err)
	}
	var pages []Page
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		book, err := nb.Read(source)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		pages = append(pages, Page{Name: strings.TrimSuffix(filepath.Base(path), ".ipynb"), Notebook: book, Source: source})
	}
	dir := filepath.Join(t.TempDir(), "site")
	front := hostedFront()
	for name, into := range map[string]*[]byte{"glossary.json": &front.Glossary, "sources.json": &front.Sources} {
		if *into, err = os.ReadFile("../../" + name); err != nil {
			t.Fatal(err)
		}
	}
	made, err := Build(front, pages)
	if err != nil {
		t.Fatal(err)
	}
	checkCards(t, made.files, pages)
	checkFormulas(t, made.files)
	if err := made.Publish(dir); err != nil {
		t.Fatal(err)
	}
	checkSearch(t, dir)
	t.Run("printed", func(t *testing.T) {
		if !full {
			t.Skip("the whole book takes a minute to print: set LANEBOOK_FULL")
		}
		paper := Paper{Dir: dir, Front: front, Cover: true}
		for _, p := range pages {
			paper.Names = append(paper.Names, p.Name)
		}
		paper.Names = append(paper.Names, glossaryPage, sourcesPage)
		checkPrinted(t, paper)
	})
	root, ctx := serveGzip(t, dir), browsertest.Shared(t)
	t.Run("searched", func(t *testing.T) {
		t.Parallel()
		p := open(t, ctx, root+"/05-fft-transpose.html", 1280)
		p.checkRanks()
		p.do(`document.querySelector("dialog.search").close(); document.querySelector("#fig-5-1 .get button:not([hidden], [data-show-table])").click()`)
		p.until(`Boolean(document.querySelector("#fig-5-1 > p.note"))`)
		if said, want := value[string](p, `document.querySelector("#fig-5-1 > p.note").textContent`), ". 2026-11-22. https://example.org/books/sample/05-fft-transpose.html#fig-5-1"; !strings.HasSuffix(said, want) {
			t.Errorf("a figure is cited as %q, want it to end with the address that is published, %s", said, want)
		}
	})
	for i, page := range append(pages, Page{Name: "index"}) {
		for k, width := range []int64{375, 1280} {
			if !full && k != i%2 {
				t.Logf("%s is opened at %d pixels with LANEBOOK_FULL=ci", page.Name, width)
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", page.Name, width), func(t *testing.T) {
				t.Parallel()
				p := open(t, ctx, root+"/"+page.Name+".html", width)
				p.checkWeight(page.Name)
				const words = `Array.from(document.querySelectorAll("title, .words, h1, .turn"), e => e.textContent).concat((document.querySelector("meta[name=description]") || {}).content).join("\n")`
				if raw := regexp.MustCompile(`.*[\\^${}].*`).FindString(value[string](p, words)); raw != "" {
					t.Errorf("raw TeX: %s", raw)
				}
				if width == 375 { // and at 1280 when all of it is open
					p.checkAccessible("at first")
				}
				paint := value[float64](p, `new Promise(done => new PerformanceObserver(l => done(l.getEntries().at(-1).startTime)).observe({type: "largest-contentful-paint", buffered: true}))`)
				p.do(`window.tasks = []; new PerformanceObserver(l => tasks.push(...l.getEntries().map(e => e.duration))).observe({type: "longtask"})`)
				p.do(`document.querySelectorAll("details").forEach(d => d.open = true)`)
				for _, id := range value[[]string](p, `Array.from(document.querySelectorAll("[data-lb-figure]")).map(f => f.id)`) {
					p.live("#" + id)
				}
				t.Logf("largest paint after %.0f ms, longest task while the charts woke %.0f ms", paint, value[float64](p, `Math.max(0, ...tasks)`))
				p.checkWidth(width)
				for _, fault := range slices.Concat(value[[]string](p, crowded), value[[]string](p, unread), value[[]string](p, repeated)) {
					t.Error(fault)
				}
				if width == 375 {
					return
				}
				p.checkPrint(width)
				p.do(`document.querySelectorAll("[data-show-table]").forEach(b => b.click())`)
				p.until(`!document.querySelector(".data:empty")`)
				p.checkAccessible("read")
				switch {
				case page.Notebook == nil:
				case full || i%4 == 1:
					p.checkSlides() // on which the tables are not
				default:
					t.Log("its slides are held to the same bar with LANEBOOK_FULL=ci")
				}
			})
		}
	}
	if !full {
		return // other tests open the sample from a folder
	}
	t.Run("folder", func(t *testing.T) {
		home := "file://" + dir + "/"
		p := open(t, ctx, home+"index.html", 1280, prefer("dark"))
		for _, page := range append(pages, Page{Name: "glossary"}, Page{Name: "sources"}) {
			p.visit(home+page.Name+".html", 1280)
			p.do(`document.querySelectorAll("details").forEach(d => d.open = true)`)
			if figure := value[string](p, `document.querySelector("[data-lb-figure]")?.id || ""`); figure != "" {
				p.live("#" + figure)
			}
			p.settle()
		}
	})
}

// crowded lists legends that do not end where the reader sees, and rows of what-ifs' tables
// that are more than half as high as a phone is wide, and formulas that are cut.
const crowded = `Array.from(document.querySelectorAll("[data-lb-state=live]")).flatMap(function (figure) {
	const chart = lanebook.chart(figure), model = chart.getModel().getComponent("legend"), plot = figure.querySelector("[data-lb-plot]");
	if (!model || !model.get("show")) return [];
	const group = chart.getViewOfComponentModel(model).group, at = group.getBoundingRect(), right = Math.round(group.x + at.x + at.width);
	const grid = model.ecModel.getComponent("grid"), axis = chart.getViewOfComponentModel(model.ecModel.getComponent("xAxis")).group, words = axis.getBoundingRect();
	const under = Math.round(group.y + at.y + at.height - Math.min(grid.coordinateSystem.getRect().y, words.height ? axis.y + words.y : Infinity));
	if (under > 0) return [figure.id + ": the legend lies " + under + " over the data"];
	return right > plot.clientWidth ? [figure.id + ": the legend ends at " + right + " of " + plot.clientWidth] : [];
}).concat(Array.from(document.querySelectorAll(".lbw tr")).filter(r => r.offsetHeight > 200).map(r => r.offsetHeight + " px high: " + r.textContent.slice(0, 80)),
	Array.from(document.querySelectorAll(".display")).filter(d => [d, d.querySelector("math")].some(e => e.scrollHeight > e.clientHeight && getComputedStyle(e).overflowY !== "visible")).map(d => "a formula is cut: " + d.textContent.slice(0, 80)))`

// repeated lists ids that the page has more than once, charts among them.
const repeated = `Array.from(document.querySelectorAll("[id]"), e => e.id).filter((id, i, all) => all.indexOf(id) < i).map(id => "the id " + id + " is there twice")`
