package site

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"
)

// hostedFront is that of a site of which it is known where it is published, below the
// root of a host.
func hostedFront() Front {
	f := sampleFront
	f.URL, f.Date = "https://example.org/books/sample", "2026-11-22"
	return f
}

func TestHosted(t *testing.T) {
	pages := samplePages(t)
	pages[1].Date = "2026-11-23"
	out, err := build(hostedFront(), pages)
	if err != nil {
		t.Fatal(err)
	}
	for name, wants := range map[string][]string{
		"01-lds-banks.html": {
			`<link rel="canonical" href="https://example.org/books/sample/01-lds-banks.html">`,
			`<link rel="alternate" type="application/atom+xml" title="Sample" href="feed.xml">`,
			`<meta property="og:title" content="Local memory and its banks">`,
			`<meta property="og:image" content="https://example.org/books/sample/01-lds-banks/link.card.png">`,
			`<meta property="og:image:width" content="1200">`,
			`<meta property="og:image:alt" content="All elements A[N][0] are in bank 0.">`,
			`<meta name="citation_title" content="Local memory and its banks">`,
			`<meta name="citation_inbook_title" content="Sample: How GPUs bank">`,
			`<meta name="citation_public_url" content="https://example.org/books/sample/01-lds-banks.html">`,
			`<meta name="citation_author" content="The Sample authors">`,
			`<meta name="citation_publication_date" content="2026/11/22">`,
		},
		"claims.html": {`<meta property="og:url" content="https://example.org/books/sample/claims.html">`},
		"index.html":  {`<meta property="og:url" content="https://example.org/books/sample/">`, `/01-lds-banks/link.card.png">`},
		"404.html": {`<script src="/books/sample/assets/theme.js?v=`, `<a href="/books/sample/02-warp-issue.html">Issuing instructions</a>`,
			`<img src="/books/sample/assets/icon.svg?v=`, `<link rel="stylesheet" href="/books/sample/assets/style.css?v=`, "Content-Security-Policy"},
		"sitemap.xml": {"<loc>https://example.org/books/sample/</loc><lastmod>2026-11-22</lastmod>", "<loc>https://example.org/books/sample/02-warp-issue.html</loc><lastmod>2026-11-23</lastmod>"},
		"feed.xml": {`<id>https://example.org/books/sample/</id><updated>2026-11-22T00:00:00Z</updated>`, `<link rel="self" href="https://example.org/books/sample/feed.xml">`,
			`<entry><title>Issuing instructions</title><id>https://example.org/books/sample/02-warp-issue.html</id><updated>2026-11-23T00:00:00Z</updated>`},
		"cite/book.bib":          {"@misc{sample,\n", "@misc{sample-02-warp-issue,\n  author = {{The Sample authors}},\n  title = {{Issuing instructions}},\n  howpublished = {Notebook 2 of Sample: How GPUs bank},\n  year = {2026},\n  month = nov,\n  url = {https://example.org/books/sample/02-warp-issue.html},\n}\n"},
		"cite/book.ris":          {"TY  - BOOK\nAU  - The Sample authors\nTI  - Sample: How GPUs bank\n", "TY  - CHAP\nAU  - The Sample authors\nTI  - Issuing instructions\nT2  - Sample: How GPUs bank\nSE  - 2\nPY  - 2026\nDA  - 2026/11/22\nLA  - en\nUR  - https://example.org/books/sample/02-warp-issue.html\nER  - \n"},
		"cite/02-warp-issue.ris": {"TY  - CHAP\nAU  - The Sample authors\nTI  - Issuing instructions\n"},
		"02-warp-issue.html": {`<section class="run" id="cite">`, "<p>The Sample authors. Issuing instructions. Notebook 2 of Sample: How GPUs bank. 2026-11-22. https://example.org/books/sample/02-warp-issue.html</p>",
			`href="cite/02-warp-issue.bib" download>BibTeX</a>`, `href="cite/02-warp-issue.ris" download>RIS</a>`},
	} {
		for _, want := range wants {
			if !strings.Contains(string(out[name]), want) {
				t.Errorf("%s: want %s", name, want)
			}
		}
	}
	if text := string(out["claims.html"]); strings.Contains(text, "og:image") {
		t.Error("claims.html has no picture, but its card has")
	}
	if strings.Contains(string(out["404.html"]), "data-book") {
		t.Error("404.html has the search, whose links begin at the site")
	}
	if feed := string(out["feed.xml"]); strings.Index(feed, "Issuing") > strings.Index(feed, "Local memory") || strings.Count(feed, "<entry>") != 2 {
		t.Errorf("the feed is %s\nwant both notebooks, the one changed last first", feed)
	}
	for _, name := range []string{"sitemap.xml", "feed.xml"} {
		for d := xml.NewDecoder(strings.NewReader(string(out[name]))); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	checkCards(t, out, pages[:2])
}

// checkCards demands that all notebooks have a card, none of them too large.
func checkCards(t *testing.T, out files, pages []Page) {
	t.Helper()
	for _, p := range pages {
		n := len(out[p.Name+"/link.card.png"])
		t.Logf("%s: a card of %d bytes", p.Name, n)
		if n == 0 || n > cardLimit {
			t.Errorf("%s: a card of %d bytes, want one of at most %d", p.Name, n, cardLimit)
		}
	}
}

// Where nobody knows the site's address, nothing is written that speaks of one.
func TestNotHosted(t *testing.T) {
	out, err := build(sampleFront, samplePages(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"404.html", "sitemap.xml", "feed.xml", "01-lds-banks/link.card.png"} {
		if _, there := out[name]; there {
			t.Errorf("%s is written, though the site has no address", name)
		}
	}
	for _, word := range []string{"og:", "canonical", "feed.xml", "citation_public_url", "citation_publication_date"} {
		if strings.Contains(string(out["01-lds-banks.html"]), word) {
			t.Errorf("the page speaks of %s, though the site has no address", word)
		}
	}
}

// The feed is by the book's authors, where they are known, else by the book.
func TestFeedAuthor(t *testing.T) {
	front := hostedFront()
	for authors, want := range map[string]string{`[]`: "Sample", `[{"given": "A.", "family": "B"}, {"literal": "C"}]`: "A. B and C"} {
		front.Authors = nil // a new array: the sample's own is other tests'
		if err := json.Unmarshal([]byte(authors), &front.Authors); err != nil {
			t.Fatal(err)
		}
		out, err := build(front, samplePages(t))
		if err != nil {
			t.Fatal(err)
		}
		if want = "<author><name>" + want + "</name></author>"; !strings.Contains(string(out["feed.xml"]), want) {
			t.Errorf("the feed has no %s", want)
		}
	}
}

func TestHostedWithoutDate(t *testing.T) {
	front := hostedFront()
	front.Date = ""
	out, err := build(front, samplePages(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, there := out["feed.xml"]; there || strings.Contains(string(out["index.html"]), "feed.xml") || strings.Contains(string(out["sitemap.xml"]), "lastmod") {
		t.Error("a site without a date has a feed, or a map with dates")
	}
}

func TestAddressIsRefused(t *testing.T) {
	for _, address := range []string{"example.org/book", "ftp://example.org/", "https://", "https://example.org/?a=b", "/book/"} {
		front := hostedFront()
		front.URL = address
		if _, err := build(front, samplePages(t)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("the site's URL = %q", address)) {
			t.Errorf("%s: error %v, want one about it", address, err)
		}
	}
}
