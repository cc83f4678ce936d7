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
type entry struct {
	href, title, text string
	folds             []fold // of it that are closed at first, without their text in the above
	home              string // page that is about it; "" for none or not known
}

// fold is a closed part of a place.
type fold struct{ id, text string }

// row is the entry in the index.
func (e entry) row() []string {
	row := []string{e.href, e.title, oneLine(e.text)}
	for _, f := range e.folds {
		row = append(row, f.id, oneLine(f.text))
	}
	return row
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// searchIndex is a script with every place of the book: sections with their text,
// figures, claims, terms and sources; what else words are searched as; and which pages are
// about the terms. The library in the page indexes it at the first use. A place is "#" and its id where its page is
// that of the place before.
func searchIndex(pages []readPage, aliases map[string][]string) []byte {
	var rows [][]string
	homes := map[string]string{}
	for _, p := range pages {
		for i, e := range p.entries() {
			row := e.row()
			if at := strings.Index(e.href, "#"); at >= 0 && i > 0 {
				row[0] = e.href[at:]
			}
			rows = append(rows, row)
			if e.home != "" {
				homes[e.href] = e.home
			}
		}
	}
	data, err := json.Marshal(rows)
	also, err2 := json.Marshal(aliases)
	about, err3 := json.Marshal(homes)
	if err = errors.Join(err, err2, err3); err != nil {
		panic(err) // not with strings
	}
	return slices.Concat([]byte("lanebookSearch("), data, []byte(","), also, []byte(","), about, []byte(");\n"))
}

// entries are the places of one page, in order.
func (p readPage) entries() []entry {
	list := []entry{{href: p.file, title: p.title}}
	add := func(text string) { list[len(list)-1].text += text }
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			add(n.Data)
		case n.Data == "math":
			add(signsOf(n))
		case hasClass(n, "lbw"):
			list = slices.Insert(list, len(list)-1, p.whatIfEntry(n))
		case skipped(n):
		case n.Data == "h1":
		case n.Data == "details" && attr(n, "id") != "":
			at := &list[len(list)-1]
			at.folds = append(at.folds, fold{attr(n, "id"), words(n)})
			for _, figure := range findAll(n, isA("figure")) {
				list = slices.Insert(list, len(list)-1, p.figureEntries(figure)...)
			}
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
			e := entry{href: p.file + "#" + attr(n, "id"), title: title, text: strings.TrimLeft(text, " .")}
			if where := find(n, func(n *html.Node) bool { return hasClass(n, "treated") }); where != nil {
				e.home, _, _ = strings.Cut(attr(find(where, isA("a")), "href"), "#")
			}
			list = append(list, e)
		default:
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
			if !inline(n) {
				add(" ")
			}
		}
	}
	if article := find(p.root, func(n *html.Node) bool { return n.Data == "article" }); article != nil {
		walk(article)
	}
	return list
}

// figureEntries are a figure, or the claims that stand in it.
func (p readPage) figureEntries(figure *html.Node) []entry {
	byClass := func(class string) *html.Node {
		return find(figure, func(n *html.Node) bool { return hasClass(n, class) })
	}
	whole := entry{href: p.file + "#" + attr(figure, "id"), title: words(byClass("fig-title")), text: words(find(figure, isA("figcaption")))}
	if note := find(figure, isA("details")); note != nil { // which is last
		whole.folds = []fold{{attr(note, "id"), words(note)}}
		whole.text = strings.TrimSuffix(whole.text, words(note))
	}
	list := []entry{whole}
	for _, row := range findAll(figure, func(n *html.Node) bool { return n.Data == "tr" }) {
		first := row.FirstChild
		if id := attr(first, "id"); id != "" {
			var cells []string
			for cell := first.NextSibling; cell != nil; cell = cell.NextSibling {
				if text := words(cell); text != "" {
					cells = append(cells, text)
				}
			}
			list = append(list, entry{href: p.file + "#" + id, title: "Claim " + id, text: strings.Join(cells, " · ")})
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
	return entry{href: p.file + "#" + attr(block, "id"), title: words(byClass("lbw-title")), text: text}
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
	return oneLine(b.String())
}

// inline reports whether a node stands in a line of text.
func inline(n *html.Node) bool {
	return slices.Contains([]string{"a", "b", "cite", "code", "em", "i", "kbd", "span", "strong", "sub", "sup", "wbr"}, n.Data)
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
