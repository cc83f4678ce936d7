package site

import (
	"fmt"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

// sampleLinks is a book of notebooks 1 and 2, with claims.
var sampleLinks = &linker{
	chapters: map[int]string{1: "01-lds-banks", 2: "02-warp-issue"},
	redrawn:  map[string]string{"01-lds-banks Fig. 8.6": "1.2"},
	claims:   "claims",
}

func TestMentions(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // words -> href, in order
		{"See Figure 1.2.", "Figure 1.2->#fig-1-2"},
		{"See figure 2.10, too", "figure 2.10->02-warp-issue.html#fig-2-10"},
		{"Figures 1.1, 1.2 and 2.3 show", "1.1->#fig-1-1 1.2->#fig-1-2 2.3->02-warp-issue.html#fig-2-3"},
		{"Figure 1a of a page alone", "Figure 1a->#fig-1a"},
		{"its figures are numbered; figure it out", ""},
		{"as in Fig. 8.6 there, not in Fig. 8.7", "Fig. 8.6->#fig-1-2"},
		{"Figs. 8.5 to 8.6", "8.6->#fig-1-2"},
		{"section 2.3 and Section 13.6 of a tutorial", "section 2.3->02-warp-issue.html#se-2-3"},
		{"by equation (1.1), and equations (1.2) and (2.1)", "equation (1.1)->#eq-1-1 1.2->#eq-1-2 2.1->02-warp-issue.html#eq-2-1"},
		{"notebook 02 tells, and notebook 1", "notebook 02->02-warp-issue.html notebook 1->01-lds-banks.html"},
		{"notebook 07", "notebook 07->07.html"}, // which is not there: an error at the end
		{"a notebook of 3 cells", ""},
		{"claim D1.7, D2.12 and claims D1.1 and D1.2", "claim D1.7->claims.html#D1.7 D2.12->claims.html#D2.12 D1.1->claims.html#D1.1 D1.2->claims.html#D1.2"},
		{"Figure 1.2 of D1.7", "Figure 1.2->#fig-1-2 D1.7->claims.html#D1.7"},
		{"an H200, sm_90, 3.5 GB", ""},
	} {
		var got []string
		for _, m := range sampleLinks.mentions("01-lds-banks", c.text) {
			got = append(got, c.text[m.from:m.to]+"->"+m.href)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestMentionsInMarkdown(t *testing.T) {
	for source, want := range map[string]string{
		"see **Figure 1.2**\nand Figure 1.1": `<strong><a href="#fig-1-2">Figure 1.2</a></strong>` + "\nand " + `<a href="#fig-1-1">Figure 1.1</a></p>`,
		"Figure 1.2, D1.7":                   `<p><a href="#fig-1-2">Figure 1.2</a>, <a href="claims.html#D1.7">D1.7</a></p>`,
		"`Figure 1.2` [Figure 1.2](#x)":      `<p><code>Figure 1.2</code> <a href="#x">Figure 1.2</a></p>`,
		"## Figure 1.2":                      `<h2 id="figure-12"><span class="no" id="se-1-1">1.1</span> Figure 1.2 <a`,
		"# T\n\n## A\n\n### B\n\n## C":       `<span class="no" id="se-1-1-1">1.1.1</span> B`,
		"$$a \\tag{1.4}$$":                   `<a class="eq-no" href="#eq-1-4">(1.4)</a></span>`,
	} {
		p := newProse(nil)
		p.page, p.links = "01-lds-banks", sampleLinks
		if out, err := p.render(source, nil); err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v, got %s\nwant %s", source, err, out, want)
		}
	}
}

// A mention of what is not there is an error that names file and cell.
func TestBrokenPromises(t *testing.T) {
	cell := func(source string) nb.Cell { return nb.Cell{Type: nb.Markdown, Source: source} }
	claims := sampleTable()
	claims.Series = []charts.Series{charts.Table{Columns: []charts.Column{{Head: "claim"}}, Rows: [][]string{{"D1.7"}}}}
	for source, want := range map[string]string{
		"Figure 1.1, equation (1.1), section 1.1, notebook 01, D1.7": "",
		"Figure 1.9":            `01-n.ipynb: cell 2: "Figure 1.9": there is no 01-n.html#fig-1-9`,
		"section 1.3":           `cell 2: "section 1.3"`,
		"equation (1.2)":        `cell 2: "equation (1.2)"`,
		"notebook 05":           `cell 2: "notebook 05"`,
		"claim D1.8":            `cell 2: "claim D1.8"`,
		"[w](01-n.ipynb#gone)":  `cell 2: "w": there is no 01-n.html#gone`,
		"A table caption [@no]": `cell 2: [@no]: the book's sources have no "no"`,
	} {
		f := sampleBars()
		f.Number = "1.1"
		pages := []Page{
			{Name: "01-n", Notebook: &nb.Notebook{Cells: []nb.Cell{cell("# T\n\n## S\n\n$$a \\tag{1.1}$$"), cell(source), figureCell(t, f, "f()")}}},
			{Name: "claims", Text: "# C", Figures: []charts.Figure{claims}},
		}
		_, err := build(sampleFront, pages)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: error %v, want %q", source, err, want)
		}
	}
}

// Rows of a ledger are places on the page of claims, and links to it elsewhere.
func TestClaimsAreLinked(t *testing.T) {
	claims := sampleTable()
	claims.Name, claims.Number = "ledger", ""
	claims.Series = []charts.Series{charts.Table{Columns: []charts.Column{{Head: "claim"}}, Rows: [][]string{{"D1.7"}}}}
	out, err := build(sampleFront, []Page{
		{Name: "01-n", Notebook: &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# T"}, figureCell(t, claims, "f()")}}},
		{Name: "claims", Text: "# C", Figures: []charts.Figure{claims}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for page, want := range map[string]string{"claims.html": `<th scope="row" id="D1.7"><a class="permalink" href="#D1.7">D1.7</a>`, "01-n.html": `<th scope="row"><a href="claims.html#D1.7">D1.7</a>`} {
		if !strings.Contains(string(out[page]), want) {
			t.Errorf("%s lacks %s", page, want)
		}
	}
}

func TestGlossary(t *testing.T) {
	g, err := newGlossary([]byte(`[{"id":"lds","amd":"LDS","nvidia":"shared memory","forms":["LDS","shared memory"],"ja":["共有メモリ"],"means":"m"},{"id":"bank","amd":"bank","nvidia":"bank","forms":["bank","banks"],"ja":["バンク"],"means":"n"},{"id":"cu","amd":"compute unit, CU","nvidia":"SM","ja":["演算ユニット"],"means":"o"}]`))
	if err != nil {
		t.Fatal(err)
	}
	aliases := g.aliases()
	if got := fmt.Sprint(aliases["メモリ"], aliases["命令"]); got != "[memory] [instruction]" {
		t.Errorf("general words are searched as %s", got)
	}
	for _, w := range generalWords {
		delete(aliases, w[0])
	}
	if got, want := fmt.Sprint(aliases), "map[shared memory:[LDS shared memory] バンク:[bank] 共有メモリ:[LDS shared memory] 演算ユニット:[compute unit CU SM]]"; got != want {
		t.Errorf("Japanese words are searched as %s, want %s", got, want)
	}
	p := newProse(nil)
	p.page, p.links = "n", &linker{glossary: g}
	out, err := p.render("Banks of shared memory; banks of an LDS, not lds. `bank`\n\n## Next\n\nA bank.", nil)
	const want = `<p><a href="glossary.html#bank">Banks</a> of <a href="glossary.html#lds">shared memory</a>; banks of an LDS, not lds. <code>bank</code></p>`
	if err != nil || !strings.Contains(string(out), want) || !strings.Contains(string(out), `A <a href="glossary.html#bank">bank</a>.`) {
		t.Errorf("%v, got %s\nwant %s, and once more in the next section", err, out, want)
	}
	for data, want := range map[string]string{
		`[{"id":"A","amd":"a","means":"m"}]`:            `term "A": want an id`,
		`[{"id":"a","amd":"a"}]`:                        `term "a": want`,
		`[{"id":"a","amd":"a","means":"m","ja":["w"]}]`: `term "a": ja = "w", want a word in kana or kanji`,
		`[{"id":"a","amd":"a","means":"m","ja":["転置"]},{"id":"b","amd":"b","means":"m","ja":["転置"]}]`:          `term "b": "転置" means "a" already`,
		`[{"id":"a","amd":"a","means":"m","forms":["w"]},{"id":"b","amd":"b","means":"m","forms":["w"]}]`:      `"w" means "a" already`,
		`[{"id":"a","amd":"a","means":"m","forms":[""]}]`:                                                      `term "a": want no empty form`,
		`[{"id":"a","amd":"a","means":"m"},{"id":"b","amd":"b","means":"m"},{"id":"a","amd":"c","means":"m"}]`: `term "a" is there twice`,
	} {
		if _, err := newGlossary([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", data, err, want)
		}
	}
}

// sampleSources are one work of each kind of author.
const sampleSources = `[
 {"id":"vol","title":"Hiding","author":[{"given":"V.","family":"Volkov"}],"issued":{"date-parts":[[2016]]},"publisher":"UCB","number":"EECS-2016-143","citation-label":"VOL"},
 {"id":"two","title":"T","author":[{"family":"A"},{"family":"B"}],"DOI":"10.1/x"},
 {"id":"many","title":"<T>","author":[{"family":"A"},{"family":"B"},{"family":"C"}],"container-title":"J","volume":"1","issue":"2","page":"3-4"},
 {"id":"guide","title":"Guide","publisher":"AMD","version":"4.2","URL":"https://example.org/g"}]`

func TestSources(t *testing.T) {
	pages := []Page{{Name: "n", Text: "# T\n\nAs [@vol, chapter 4; @two] say, and [@many]. See [@guide]. `[@no]`", Figures: []charts.Figure{func() charts.Figure {
		f := sampleBars()
		f.Caption = "By <them> [@vol]."
		return f
	}()}}}
	front := sampleFront
	front.Sources = []byte(sampleSources)
	out, err := build(front, pages)
	if err != nil {
		t.Fatal(err)
	}
	for page, list := range map[string][]string{
		"n.html": {
			`As [<a href="sources.html#ref-vol">Volkov 2016</a>, chapter 4; <a href="sources.html#ref-two">A and B</a>] say`,
			`[<a href="sources.html#ref-many">A and others</a>]`, `>AMD</a>]`, `<code>[@no]</code>`,
			`<p>By &lt;them&gt; [<a href="sources.html#ref-vol">Volkov 2016</a>].</p>`,
		},
		"sources.html": {
			`id="ref-vol"><span class="entry-title">Volkov 2016</span>. V. Volkov, <cite>Hiding</cite>, EECS-2016-143, UCB.`, `in the code: [VOL]`,
			`<a href="https://doi.org/10.1/x">`, `A, B and C, <cite>&lt;T&gt;</cite>, J, volume 1, issue 2, pages 3-4.`, `<cite>Guide</cite>, version 4.2. <a href="https://example.org/g">`,
		},
	} {
		for _, want := range list {
			if !strings.Contains(string(out[page]), want) {
				t.Errorf("%s lacks %s", page, want)
			}
		}
	}
	pages[0].Text = "# T\n\n[@vol; @two; @guide]"
	if _, err := build(front, pages); err == nil || !strings.Contains(err.Error(), "nothing cites many") {
		t.Errorf("error %v, want one that names what nothing cites", err)
	}
	for data, want := range map[string]string{`[{"id":"A b","title":"t"}]`: `id "A b"`, `[{"id":"a"}]`: "a: want a title", `{`: "sources.json: "} {
		front.Sources = []byte(data)
		if _, err := build(front, pages); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", data, err, want)
		}
	}
}

func TestFront(t *testing.T) {
	f, err := ReadFront([]byte(`{"name":"Lane Book","title":"How","authors":[{"given":"A.","family":"B"},{"literal":"The C"}],"version":"2","date":"2026-11-22","repository":"https://example.org/r"}`))
	if err != nil {
		t.Fatal(err)
	}
	const bibTeX = "@misc{lane-book,\n  author = {A. B and {The C}},\n  title = {{Lane Book: How}},\n  version = {2},\n  year = {2026},\n  month = nov,\n  url = {https://example.org/r},\n}"
	if got, want := f.Cite(), "A. B and The C. Lane Book: How. Version 2. 2026-11-22. https://example.org/r"; got != want || f.BibTeX() != bibTeX {
		t.Errorf("%q and\n%s\nwant %q and\n%s", got, f.BibTeX(), want, bibTeX)
	}
	if got, want := (Front{Name: "A", Title: "Who goes next?", Authors: []person{{Literal: "B."}}}).Cite(), "B. A: Who goes next?"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f = Front{Name: "R&D_100%: Übung", Title: `T {x \ #1`, Authors: []person{{Given: "A", Family: "O_Neil"}, {Literal: "B & C"}}, DOI: "10.1/a_b"}
	const escaped = "@misc{r-d-100-übung,\n  author = {A O\\_Neil and {B \\& C}},\n  title = {{R\\&D\\_100\\%: Übung: T {\\textbraceleft}x {\\textbackslash} \\#1}},\n  doi = {10.1/a_b},\n}"
	if got := f.BibTeX(); got != escaped {
		t.Errorf("%s\nwant %s", got, escaped)
	}
	for data, want := range map[string]string{
		`{"name":"a"}`:                                        "want a name and a title",
		`{"name":"a","title":"b","colour":"c"}`:               `unknown field "colour"`,
		`{"name":"a","title":"b","date":"May"}`:               `date = "May"`,
		`{"name":"a","title":"b","repository":"javascript:"}`: `repository = "javascript:"`,
	} {
		if _, err := ReadFront([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", data, err, want)
		}
	}
}

func TestTwoNotebooksWithOneNumber(t *testing.T) {
	book := &nb.Notebook{Cells: []nb.Cell{{Type: nb.Markdown, Source: "# T"}}}
	_, err := build(sampleFront, []Page{{Name: "01-a", Notebook: book}, {Name: "1-b", Notebook: book}})
	if want := "notebooks 01-a and 1-b have the same number"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestExtras: what is searched and what links show is what the pages say.
func TestExtras(t *testing.T) {
	pages := samplePages(t)
	pages[1].Notebook.Cells[0].Source += " See notebook 01, section 1.2 and Figure 8.6. 行列の転置。"
	bars := sampleBars()
	bars.Number, bars.Name = "8.6", "again"
	pages[1].Notebook.Cells = append(pages[1].Notebook.Cells, figureCell(t, bars, "f()"))
	out, err := build(sampleFront, pages)
	if err != nil {
		t.Fatal(err)
	}
	for file, list := range map[string][]string{
		"assets/search-index.js": {
			"lanebookSearch([[", `["01-lds-banks.html","Local memory and its banks","Why does`, `["#every-stride","1.2 Every stride","The sweep, on a logarithmic scale. The next notebook goes on. some words"]`,
			`["#fig-8-6","Figure 8.6 A[N][64] over the banks","Every element`, "行列の転置。",
		},
		"assets/previews.js": {
			`lanebookPreviews({"`, `"01-lds-banks.html":"\u003cp\u003e\u003cb\u003e1 Local memory and its banks`, `"01-lds-banks.html#se-1-2":"\u003cp\u003e\u003cb\u003e1.2 Every stride`,
			`"02-warp-issue.html#fig-8-6":"\u003cp\u003e\u003cb\u003eFigure 8.6 Cycles of a transpose`,
		},
	} {
		text := string(out[file])
		for _, want := range list {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %s:\n%.3000s", file, want, text)
			}
		}
		if file == "assets/previews.js" && (strings.Contains(text, ` id=`) || strings.Contains(text, ` href=`)) {
			t.Error("a preview has an id or a link in it")
		}
		link := fmt.Sprintf(`"%s%s"`, file, version([]byte(text)))
		for name, page := range out {
			if strings.HasSuffix(name, ".html") && !strings.Contains(string(page), link) {
				t.Errorf("%s does not name %s", name, link)
			}
		}
	}
}
