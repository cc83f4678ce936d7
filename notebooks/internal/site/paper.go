package site

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Paper is a document made of pages of a site, to be printed: without scripts, its
// reveals open and its charts as pictures, with contents, the chapter and the page's
// number below each page, and outside links in words.
type Paper struct {
	Dir   string   // of the published site
	Front Front    // as it was published
	Names []string // of its pages, in order
	Cover bool     // it is the book, with a page for its title; else a chapter of it
}

// paperChapter is a page of the site.
type paperChapter struct {
	paperLine
	Sheets   string        // what CSS calls its pages
	Head     template.HTML // its h1
	Body     template.HTML
	Sections []paperLine
}

// paperLine is a line of the contents.
type paperLine struct {
	ID     string
	Number string // "1.2", or "" for what has none
	Title  template.HTML
	Words  string // of the title
	Page   int    // 0 for not known
}

//go:embed assets/paper.css
var paperStyle string

// HTML is the document, whole. Its contents say what at knows: on which page each id is
// that they link to. What it loads, it names by file URLs. It is an error if the site
// lacks a page.
func (p Paper) HTML(at map[string]int) ([]byte, error) {
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, err
	}
	base := url.URL{Scheme: "file", Path: strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"}
	var chapters []paperChapter
	for i, name := range p.Names {
		source, err := os.ReadFile(filepath.Join(dir, name+".html"))
		if err != nil {
			return nil, err
		}
		root, err := html.ParseWithOptions(bytes.NewReader(source), html.ParseOptionEnableScripting(false))
		if err != nil {
			return nil, fmt.Errorf("%s.html: %w", name, err)
		}
		article := find(root, isA("article"))
		if article == nil || find(article, isA("h1")) == nil {
			return nil, fmt.Errorf("%s.html: want an article with a title", name)
		}
		onPaper{page: name, pages: p.Names, base: base.String()}.children(article)
		c := newPaperChapter(name, article, at)
		c.Sheets = fmt.Sprintf("c%d", i)
		chapters = append(chapters, c)
	}
	title := p.Front.Name + ": " + p.Front.Title
	if !p.Cover && len(chapters) == 1 {
		title = chapters[0].Words + " · " + p.Front.Name
	}
	var b bytes.Buffer
	err = templates.ExecuteTemplate(&b, "paper.html", map[string]any{
		"Title": title, "Front": p.Front, "Cover": p.Cover, "Chapters": chapters,
		"Style": template.CSS(paperStyle), "Sheet": template.URL(base.String() + "assets/style.css"), "Math": template.URL(base.String() + "assets/math.woff2")})
	return b.Bytes(), errors.Join(err, check(b.Bytes()))
}

// newPaperChapter takes an article apart.
func newPaperChapter(name string, article *html.Node, at map[string]int) paperChapter {
	h1 := find(article, isA("h1"))
	c := paperChapter{paperLine: newPaperLine(name, h1, at), Head: template.HTML(rendered(h1))}
	for d := range article.Descendants() {
		if id := attr(d, "id"); d.Data == "h2" && id != "" {
			c.Sections = append(c.Sections, newPaperLine(id, d, at))
		}
	}
	h1.Parent.RemoveChild(h1)
	c.Body = template.HTML(inner(article))
	return c
}

// newPaperLine takes the number off a heading.
func newPaperLine(id string, heading *html.Node, at map[string]int) paperLine {
	l := paperLine{ID: id, Words: words(heading), Title: template.HTML(inside(heading)), Page: at[id]}
	if no := find(heading, func(n *html.Node) bool { return hasClass(n, "no") }); no != nil {
		l.Number = words(no)
		l.Words = strings.TrimSpace(strings.TrimPrefix(l.Words, l.Number))
		l.Title = template.HTML(strings.TrimSpace(strings.TrimPrefix(string(l.Title), markup(no))))
	}
	return l
}

// onPaper changes a page's markup for paper.
type onPaper struct {
	page  string
	pages []string // of the document
	base  string   // URL of the site's folder
}

// children changes what is in a node.
func (o onPaper) children(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type != html.ElementNode:
		case o.dropped(c):
			n.RemoveChild(c)
		case c.Data == "noscript":
			o.children(c)
			for k := c.FirstChild; k != nil; k = c.FirstChild {
				c.RemoveChild(k)
				n.InsertBefore(k, c)
			}
			n.RemoveChild(c)
		default:
			o.attributes(c)
			o.children(c)
			rearrange(c)
		}
		c = next
	}
}

// rearrange puts the words about a table above it, as a table can be longer than a page.
func rearrange(n *html.Node) {
	if words := find(n, isA("figcaption")); hasClass(n, "tabular") && words != nil {
		n.RemoveChild(words)
		n.InsertBefore(words, find(n, func(n *html.Node) bool { return hasClass(n, "scroll") }))
	}
}

// dropped reports whether an element is for screens only.
func (o onPaper) dropped(n *html.Node) bool {
	switch n.Data {
	case "script", "template", "button", "form", "progress":
		return true
	case "details":
		return hasClass(n, "cell") && !hasKey(n, "open")
	case "noscript": // that sliders need JavaScript
		return hasClass(n.Parent, "lbw-still")
	}
	return hasKey(n, "hidden") || slices.ContainsFunc([]string{"anchor", "get", "lbw-get", "hint", "for-dark"}, func(class string) bool { return hasClass(n, class) })
}

// attributes changes those of an element: ids are those of one document, links lead to
// what is in it, pictures are where they are, and nothing is closed.
func (o onPaper) attributes(n *html.Node) {
	kept := n.Attr[:0]
	for _, a := range n.Attr {
		switch a.Key {
		case "id":
			a.Val = o.page + "." + a.Val
		case "aria-labelledby", "aria-describedby", "headers":
			ids := strings.Fields(a.Val)
			for i := range ids {
				ids[i] = o.page + "." + ids[i]
			}
			a.Val = strings.Join(ids, " ")
		case "href":
			if a.Val = o.link(a.Val); a.Val == "" {
				continue
			}
		case "src":
			if !strings.HasPrefix(a.Val, "data:") {
				file, _, _ := strings.Cut(a.Val, "?")
				a.Val = o.base + file
			}
		case "loading", "tabindex", "data-lb-figure", "data-lb-src":
			continue
		}
		kept = append(kept, a)
	}
	n.Attr = kept
	if tall(attr(n, "data-lb-size")) {
		n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: "tall"})
	}
	switch {
	case n.Data == "details" && !hasKey(n, "open"):
		n.Attr = append(n.Attr, html.Attribute{Key: "open"})
	case n.Data == "figure": // else its tag says that it is a picture itself
		n.Attr = append(n.Attr, html.Attribute{Key: "role", Val: "group"})
	}
}

// link is where a link leads in the document, "" where it leads to none.
func (o onPaper) link(href string) string {
	if webLink.MatchString(href) || strings.HasPrefix(href, "mailto:") {
		return href
	}
	file, id, _ := strings.Cut(href, "#")
	page := strings.TrimSuffix(file, ".html")
	if file == "" {
		page = o.page
	}
	switch {
	case !slices.Contains(o.pages, page):
		return ""
	case id == "" || id == "top":
		return "#" + page
	}
	return "#" + page + "." + id
}

// isA finds elements of a kind.
func isA(kind string) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.Data == kind }
}

func rendered(n *html.Node) string {
	var b strings.Builder
	if err := html.Render(&b, n); err != nil {
		panic(err) // not into memory
	}
	return b.String()
}

// inner is the markup in a node.
func inner(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(rendered(c))
	}
	return b.String()
}
