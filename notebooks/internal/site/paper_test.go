package site

import (
	"regexp"
	"strings"
	"testing"
)

// samplePaper is the sample site's book, or its first chapter.
func samplePaper(t *testing.T, dir string, cover bool) Paper {
	t.Helper()
	p := Paper{Dir: dir, Front: sampleFront, Names: []string{"01-lds-banks"}, Cover: cover}
	if cover {
		p.Names = []string{"01-lds-banks", "02-warp-issue", "claims", "glossary", "sources"}
	}
	return p
}

func paperHTML(t *testing.T, p Paper, at map[string]int) string {
	t.Helper()
	text, err := p.HTML(at)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPaper(t *testing.T) {
	dir := publishBook(t)
	book := paperHTML(t, samplePaper(t, dir, true), map[string]int{"02-warp-issue": 7, "01-lds-banks.every-stride": 5})
	for _, want := range []string{
		`<p class="cover-name">Sample</p>`, `Every figure in these pages is computed.`,
		`<span class="no">2</span> <span>Issuing instructions</span><span class="dots"></span><span class="at">7</span>`,
		`<a href="#01-lds-banks.every-stride"><span class="no">1.2</span> <span>Every stride</span><span class="dots"></span><span class="at">5</span>`,
		`<figure class="fig" id="01-lds-banks.fig-8-6"`, `<a href="#01-lds-banks.fig-8-6">`, // from both chapters
		`<a href="#glossary.lds">LDS</a>`, `href="#sources.ref-vol"`, `href="#01-lds-banks.p1-fn:1"`,
		`<a href="#02-warp-issue">`, `src="file://` + dir + `/01-lds-banks/`, `@page c1 { @bottom-left { content: "2  Issuing instructions"; } }`,
	} {
		if !strings.Contains(book, want) {
			t.Errorf("the book lacks %s", want)
		}
	}
	for _, unwanted := range []string{"<script", "<button", "<form", "<noscript", "for-dark", "<details>", `class="get"`, `.html`, "?v=", `<span class="kind">Code</span>`} {
		if at := strings.Index(book, unwanted); at >= 0 {
			t.Errorf("the book has %q: %s", unwanted, book[at:min(len(book), at+120)])
		}
	}
	if n, m := strings.Count(book, "<details"), strings.Count(book, ` open=""`); n != 2 || m != n {
		t.Errorf("%d of %d reveals are open, want 2", m, n)
	}
	caption := regexp.MustCompile(`(?s)<figcaption>.*?</figcaption>\s*<div class="scroll"`)
	if n := len(caption.FindAllString(book, -1)); n != 2 {
		t.Errorf("%d tables have their words above them, want 2", n)
	}
	again := paperHTML(t, samplePaper(t, dir, true), map[string]int{"02-warp-issue": 7, "01-lds-banks.every-stride": 5})
	if again != book {
		t.Error("the same pages give other words")
	}
}

// A chapter alone has its contents, and no links to what is not in it.
func TestPaperOfAChapter(t *testing.T) {
	chapter := paperHTML(t, samplePaper(t, publishBook(t), false), nil)
	for _, want := range []string{"<title>Local memory and its banks · Sample</title>", `<p class="imprint">Sample: How GPUs bank.`, `<span>Capacity</span>`, `<span class="at">000</span>`, "<a>The next notebook</a>"} {
		if !strings.Contains(chapter, want) {
			t.Errorf("the chapter lacks %s", want)
		}
	}
	if strings.Contains(chapter, "cover") && strings.Contains(chapter, `class="cover"`) || strings.Contains(chapter, `href="#02-`) {
		t.Error("the chapter has a cover, or links to another")
	}
	if _, err := (Paper{Dir: t.TempDir(), Names: []string{"01-lds-banks"}}).HTML(nil); err == nil {
		t.Error("a page that is not there is printed")
	}
}
