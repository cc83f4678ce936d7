package site

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// readPage is a finished page, to be read again.
type readPage struct {
	file, title string
	root        *html.Node
}

// entry is a place that the search finds.
type entry struct{ href, title, text string }

// searchIndex is a script with every place of the book: sections with their text,
// figures, claims, terms and sources; and what else words are searched as. The library in
// the page indexes it at the first use.
func searchIndex(pages []readPage, aliases map[string][]string) []byte {
	var rows [][]string
	for _, p := range pages {
		for _, e := range p.entries() {
			rows = append(rows, []string{e.href, e.title, e.text})
		}
	}
	data, err := json.Marshal(rows)
	also, err2 := json.Marshal(aliases)
	if err = errors.Join(err, err2); err != nil {
		panic(err) // not with strings
	}
	return slices.Concat([]byte("lanebookSearch("), data, []byte(","), also, []byte(");\n"))
}

// entries are the places of one page, in order.
func (p readPage) entries() []entry {
	list := []entry{{href: p.file, title: p.title}}
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			list[len(list)-1].text += n.Data
		case n.Data == "math":
			list[len(list)-1].text += signsOf(n)
		case hasClass(n, "lbw"):
			list = slices.Insert(list, len(list)-1, p.whatIfEntry(n))
		case skipped(n):
		case n.Data == "h1":
		case n.Data == "h2" || n.Data == "h3":
			list = append(list, entry{href: p.file + "#" + attr(n, "id"), title: words(n)})
		case n.Data == "figure":
			list = slices.Insert(list, len(list)-1, p.figureEntries(n)...)
		case hasClass(n, "entry"):
			head := find(n, func(n *html.Node) bool { return hasClass(n, "entry-title") })
			title := words(head)
			text := strings.TrimPrefix(words(n), title)
			if terms := findAll(head, func(n *html.Node) bool { return n.Data == "b" || n.Data == "span" && attr(n, "lang") != "" }); len(terms) > 0 { // and whose they are
				title = words(terms[0])
				for _, term := range terms[1:] {
					title += " · " + words(term)
				}
			}
			list = append(list, entry{p.file + "#" + attr(n, "id"), title, strings.TrimLeft(text, " .")})
		default:
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
			if !inline(n) {
				list[len(list)-1].text += " "
			}
		}
	}
	if article := find(p.root, func(n *html.Node) bool { return n.Data == "article" }); article != nil {
		walk(article)
	}
	for i := range list {
		list[i].text = strings.Join(strings.Fields(list[i].text), " ")
	}
	return list
}

// figureEntries are a figure, or the claims that stand in it.
func (p readPage) figureEntries(figure *html.Node) []entry {
	byClass := func(class string) *html.Node {
		return find(figure, func(n *html.Node) bool { return hasClass(n, class) })
	}
	text := words(find(figure, func(n *html.Node) bool { return n.Data == "figcaption" }))
	list := []entry{{p.file + "#" + attr(figure, "id"), words(byClass("fig-title")), text}}
	for _, row := range findAll(figure, func(n *html.Node) bool { return n.Data == "tr" }) {
		first := row.FirstChild
		if id := attr(first, "id"); id != "" {
			list = append(list, entry{p.file + "#" + id, "Claim " + id, strings.TrimPrefix(words(row), id)})
		}
	}
	return list
}

// whatIfEntry is a what-if: its answer, and what can be set.
func (p readPage) whatIfEntry(block *html.Node) entry {
	byClass := func(class string) *html.Node {
		return find(block, func(n *html.Node) bool { return hasClass(n, class) })
	}
	text := words(byClass("lbw-sentence"))
	if form := byClass("lbw-controls"); form != nil {
		for _, label := range findAll(form, func(n *html.Node) bool { return n.Data == "label" }) {
			text += " " + words(find(label, func(n *html.Node) bool { return n.Data == "span" }))
		}
	}
	return entry{p.file + "#" + attr(block, "id"), words(byClass("lbw-title")), text}
}

// signsOf are the letters and signs of a formula in a line of text, "" of another.
func signsOf(math *html.Node) string {
	if attr(math, "display") != "" {
		return ""
	}
	var b strings.Builder
	for n := range math.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

// skipped are the parts of a page that are no text: code, pictures, buttons.
func skipped(n *html.Node) bool {
	return n.Type != html.ElementNode && n.Type != html.DocumentNode ||
		slices.Contains([]string{"pre", "svg", "script", "button", "template"}, n.Data) ||
		hasClass(n, "anchor") || hasClass(n, "hint") || hasClass(n, "cell") || hasClass(n, "lbw") || hasClass(n, "eq-no")
}

// words are the text of a node, "" for none.
func words(n *html.Node) string {
	var b strings.Builder
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
			return
		}
		if n.Data == "math" {
			b.WriteString(signsOf(n))
			return
		}
		if skipped(n) {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if !inline(n) {
			b.WriteByte(' ')
		}
	}
	if n != nil {
		walk(n)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// inline reports whether a node stands in a line of text.
func inline(n *html.Node) bool {
	return slices.Contains([]string{"a", "b", "cite", "code", "em", "i", "kbd", "span", "strong", "sub", "sup"}, n.Data)
}

// find is the first node, from n on, that is wanted; nil if there is none.
func find(n *html.Node, wanted func(*html.Node) bool) *html.Node {
	for n := range n.Descendants() {
		if n.Type == html.ElementNode && wanted(n) {
			return n
		}
	}
	return nil
}

func findAll(n *html.Node, wanted func(*html.Node) bool) (list []*html.Node) {
	for n := range n.Descendants() {
		if n.Type == html.ElementNode && wanted(n) {
			list = append(list, n)
		}
	}
	return list
}

// attr is an attribute of a node, "" where it has none.
func attr(n *html.Node, key string) string {
	if n != nil {
		for _, a := range n.Attr {
			if a.Key == key {
				return a.Val
			}
		}
	}
	return ""
}

func hasClass(n *html.Node, class string) bool {
	return n.Type == html.ElementNode && slices.Contains(strings.Fields(attr(n, "class")), class)
}
