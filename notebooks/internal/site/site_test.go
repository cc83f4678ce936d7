package site

import (
	"encoding/json"
	"html"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

// publishSample returns the folder of the sample site, which no test may change.
func publishSample(t testing.TB) string {
	t.Helper()
	return publishOnce(t, "sample", sampleFront, func() []Page { return samplePages(t) })
}

func TestPublishIsDeterministic(t *testing.T) {
	pages := samplePages(t)
	first, err := build(sampleFront, pages)
	if err != nil {
		t.Fatal(err)
	}
	second, err := build(sampleFront, pages)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(first)) {
		if string(first[name]) != string(second[name]) {
			t.Errorf("%s differs between two builds", name)
		}
	}
	if len(first) != len(second) {
		t.Errorf("%d files, then %d", len(first), len(second))
	}
}

func TestPublishWritesTheSite(t *testing.T) {
	dir := publishSample(t)
	for _, name := range []string{
		"index.html", "01-lds-banks.html", "02-warp-issue.html", "claims.html", "01-lds-banks/01-lds-banks.ipynb",
		"01-lds-banks/bank-map.csv", "01-lds-banks/bank-map.svg", "01-lds-banks/bank-map.png", "01-lds-banks/bank-map.js",
		"assets/echarts.min.js", "assets/lanebook.js", "assets/style.css",
	} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: missing or empty (%v)", name, err)
		}
	}
}

// notebook is a page of one code cell with one output.
func notebook(o nb.Output) []Page {
	return []Page{{Name: "n", Notebook: &nb.Notebook{Cells: []nb.Cell{
		{Type: nb.Markdown, Source: "# T"},
		{Type: nb.Code, Source: "f()", Outputs: []nb.Output{o}},
	}}}}
}

func data(mime, content string) nb.Output {
	return nb.Output{Type: nb.DisplayData, Data: map[string]json.RawMessage{mime: quoted(content)}}
}

func TestOutputs(t *testing.T) {
	for _, c := range []struct {
		output nb.Output
		want   string
	}{
		{nb.Output{Type: nb.Stream, Name: "stdout", Text: "a\x1b[31m<b>\x1b[0m\n"}, `<pre class="output text" tabindex="0">a&lt;b&gt;</pre>`},
		{nb.Output{Type: nb.Stream, Name: "stdout", Text: "a\x1b[3~b"}, ">ab</pre>"},
		{nb.Output{Type: nb.Stream, Name: "stderr", Text: "w"}, `stderr" tabindex="0">w</pre>`},
		{data("text/plain", "1 < 2"), "1 &lt; 2</pre>"},
		{data("text/markdown", "*w*"), "<em>w</em>"},
		{data("text/html", "<b>w</b>"), "<b>w</b>"},
		{data("text/html", "</div></article></main><i>w</b><p>x"), `<div class="output scroll"><i>w<p>x</p></i></div>`},
		{data("image/png", "aGk=\n"), `src="data:image/png;base64,aGk="`},
		{data("image/svg+xml", "<svg onload='x()'/>"), `src="data:image/svg+xml;base64,PHN2ZyB4bWxucz0i`},
	} {
		out, err := build(sampleFront, notebook(c.output))
		if err != nil || !strings.Contains(string(out["n.html"]), c.want) {
			t.Errorf("%+v: error %v, want a page with %s", c.output, err, c.want)
		}
	}
}

// What a cell's HTML carries in data URLs becomes files.
func TestDataURLs(t *testing.T) {
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAACcgYFdAAAAC0lEQVR42mNggAIAAAkAAWj2z04AAAAASUVORK5CYII="
	out, err := build(sampleFront, notebook(data("text/html", `<img alt="w" src="data:image/png;base64,`+pixel[:40]+"\n"+pixel[40:]+`">`+
		`<a download="t.csv" href="data:text/csv;base64,MSwyCg==">t</a>`)))
	if err != nil {
		t.Fatal(err)
	}
	if string(out["n/t.csv"]) != "1,2\n" || len(out["n/picture.1.png"]) == 0 {
		t.Errorf("files %q and %d bytes, want the download and the picture", out["n/t.csv"], len(out["n/picture.1.png"]))
	}
	for _, want := range []string{
		`<img alt="w" loading="lazy" width="2" height="3" src="n/picture.1.png?v=`,
		`<a download="t.csv" href="n/t.csv?v=`,
	} {
		if !strings.Contains(string(out["n.html"]), want) {
			t.Errorf("want a page with %s", want)
		}
	}
}

// Tags of a code cell choose what the page shows of it.
func TestTags(t *testing.T) {
	for tag, want := range map[string]string{
		"":            "<details class=\"cell\">\n<summary><span class=\"kind\">Code</span><span class=\"about\">What it is for</span></summary>",
		"show-code":   `<details class="cell" open data-spoken>`,
		"reveal":      `<details class="reveal result" id="fold-1">`,
		"hide-code":   "</pre>\n<pre class=\"output text\" tabindex=\"0\">out</pre>\n</details>",
		"remove-code": `<pre class="output text"`,
	} {
		pages := notebook(nb.Output{Type: nb.Stream, Name: "stdout", Text: "out\n"})
		cell := &pages[0].Notebook.Cells[1]
		cell.Source = "%%\n\n// What it is for.\nf()"
		cell.Metadata = []byte(`{"tags":["` + tag + `"]}`)
		out, err := build(sampleFront, pages)
		if err != nil {
			t.Fatal(err)
		}
		if page := string(out["n.html"]); !strings.Contains(page, want) || strings.Contains(page, "f</span>") == (tag == "remove-code") {
			t.Errorf("tag %q: got %s\nwant %s", tag, page, want)
		}
	}
}

func TestThumbnailTag(t *testing.T) {
	for _, c := range []struct{ tag, want string }{{"", `"a"`}, {"thumbnail", `"b"`}} {
		cells := []nb.Cell{{Type: nb.Markdown, Source: "# T"}}
		for _, name := range []string{"a", "b", "light", "thumb-light"} { // the last have no part in the thumbnail
			f := sampleBars()
			f.Name, f.Number, f.Title = name, name, "\""+name+"\""
			cells = append(cells, figureCell(t, f, ""))
		}
		cells[2].Metadata = []byte(`{"tags":["` + c.tag + `"]}`)
		out, err := build(sampleFront, []Page{{Name: "n", Notebook: &nb.Notebook{Cells: cells}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := html.UnescapeString(string(out["n/light.thumb.svg"])); !strings.Contains(got, c.want) {
			t.Errorf("tag %q: the thumbnail is not figure %s", c.tag, c.want)
		}
	}
}

func TestPublishRefuses(t *testing.T) {
	figure := func(change func(*charts.Figure)) nb.Output {
		f := sampleBars()
		change(&f)
		return figureCell(t, f, "").Outputs[0]
	}
	for _, c := range []struct {
		name  string
		pages []Page
		want  string
	}{
		{"failed cell", notebook(nb.Output{Type: nb.ErrorOutput, EName: "ERROR", EValue: "exit status 1"}), "n.ipynb: cell 2: the cell failed: ERROR: exit status 1"},
		{"invalid figure", notebook(figure(func(f *charts.Figure) { f.Title = "" })), "n.ipynb: cell 2: figure"},
		{"script", notebook(data("text/html", "<script>x</script>")), "n.ipynb: cell 2: output text/html: <script>: a published page takes no <script>"},
		{"image from elsewhere", notebook(data("text/html", `<img src="https://x.y/i.png">`)), `n.ipynb: cell 2: output text/html: <img src="https://x.y/i.png">`},
		{"page name", []Page{{Name: "../n", Text: "# T"}}, `page name "../n"`},
		{"page twice", []Page{{Name: "n", Text: "# T"}, {Name: "n", Text: "# T"}}, `page name "n"`},
		{"index", []Page{{Name: "index", Text: "# T"}}, `page name "index"`},
		{"assets", []Page{{Name: "assets", Text: "# T"}}, `page name "assets"`},
		{"cite", []Page{{Name: "cite", Text: "# T"}}, `page name "cite"`},
		{"export", []Page{{Name: "export", Text: "# T"}}, `page name "export"`},
		{"no title", []Page{{Name: "n", Text: "T"}}, "n: want a title"},
		{"figure twice", []Page{{Name: "n", Text: "# T", Figures: []charts.Figure{sampleBars(), sampleBars()}}}, `"padding" is there twice`},
		{"figure's id twice", []Page{{Name: "n", Text: "# T\n\n## Fig 1a", Figures: []charts.Figure{sampleBars()}}}, `"fig-1a" is there twice`},
		{"dead link", []Page{{Name: "n", Text: "# T\n\n[F](#fig-9)"}}, "n.html: link #fig-9 leads nowhere"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "site")
			err := Publish(dir, sampleFront, c.pages)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %q", err, c.want)
			}
			if left, _ := os.ReadDir(filepath.Dir(dir)); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestPublishReplacesTheWhole(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "site")
	for _, name := range []string{"one", "two"} {
		if err := Publish(dir, sampleFront, []Page{{Name: name, Text: "# T"}}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "one.html")); err == nil {
		t.Error("a page of the old site is still there")
	}
	if err := Publish(dir, sampleFront, []Page{{Name: "three", Text: "no title"}}); err == nil {
		t.Fatal("a page without title was published")
	}
	if _, err := os.Stat(filepath.Join(dir, "two.html")); err != nil {
		t.Error("a failed publication cost the old site:", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(dir)); len(left) != 1 {
		t.Errorf("beside the site: %v", left)
	}
}

func TestPublishSparesOtherFolders(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "thesis.tex")
	if err := os.WriteFile(precious, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{dir, precious} {
		if err := Publish(target, sampleFront, []Page{{Name: "n", Text: "# T"}}); err == nil {
			t.Errorf("%s was replaced by a site", target)
		}
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

// What a reader downloads must stand alone: its colours are in it.
func TestDownloadedPicturesHaveTheirInks(t *testing.T) {
	out, err := build(sampleFront, samplePages(t))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]charts.Theme{
		"01-lds-banks/bank-map.svg": charts.Light, "01-lds-banks/light.thumb.svg": charts.Light, "01-lds-banks/dark.thumb.svg": charts.Dark,
	} {
		ink, _ := charts.Colour(charts.Tone1, want)
		if svg := string(out[name]); strings.Contains(svg, "var(") || !strings.Contains(svg, ink) {
			t.Errorf("%s: want no var(…), and %s", name, ink)
		}
	}
}
