package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// previews is a script with what the links of a book show before they are followed, by
// where they lead: a part of the page that is there.
func previews(pages []readPage) []byte {
	wanted := map[string]string{}
	for _, p := range pages {
		article := find(p.root, func(n *html.Node) bool { return n.Data == "article" })
		if article == nil {
			continue
		}
		for _, a := range findAll(article, func(n *html.Node) bool { return n.Data == "a" && !hasClass(n, "anchor") }) {
			href := attr(a, "href")
			if strings.HasPrefix(href, "#") {
				href = p.file + href
			}
			wanted[href] = ""
		}
	}
	for _, p := range pages {
		targets := map[string]*html.Node{p.file: find(p.root, func(n *html.Node) bool { return n.Data == "h1" })}
		for _, n := range findAll(p.root, func(n *html.Node) bool { return attr(n, "id") != "" }) {
			targets[p.file+"#"+attr(n, "id")] = n
		}
		for href, n := range targets {
			if _, linked := wanted[href]; linked && n != nil {
				wanted[href] = preview(n)
			}
		}
	}
	for href, text := range wanted {
		if text == "" {
			delete(wanted, href)
		}
	}
	data, err := json.Marshal(wanted) // in the order of its keys
	if err != nil {
		panic(err) // not with strings
	}
	return slices.Concat([]byte("lanebookPreviews("), data, []byte(");\n"))
}

// preview is what a place shows of itself, "" for nothing.
func preview(n *html.Node) string {
	switch {
	case n.Data == "figure":
		return previewFigure(n)
	case n.Data == "th" || n.Data == "td":
		return previewClaim(n)
	case hasClass(n, "no"):
		return previewSection(n.Parent)
	case n.Data == "h1" || n.Data == "h2" || n.Data == "h3":
		return previewSection(n)
	case hasClass(n, "display"):
		return markup(find(n, func(n *html.Node) bool { return n.Data == "math" }))
	case hasClass(n, "entry"):
		return inside(n)
	}
	return ""
}

// previewFigure is the title, the picture, and what to see in it.
func previewFigure(n *html.Node) string {
	title := find(n, func(n *html.Node) bool { return hasClass(n, "fig-title") })
	picture := find(n, func(n *html.Node) bool { return hasKey(n, "data-lb-plot") })
	text := fmt.Sprintf("<p><b>%s</b></p>", template.HTMLEscapeString(words(title)))
	if picture != nil {
		for _, img := range findAll(picture, func(n *html.Node) bool { return n.Data == "img" || n.Data == "svg" }) {
			text += markup(img)
		}
	}
	if caption := find(n, func(n *html.Node) bool { return n.Data == "figcaption" }); caption != nil {
		if p := find(caption, func(n *html.Node) bool { return n.Data == "p" }); p != nil {
			text += fmt.Sprintf("<p>%s</p>", template.HTMLEscapeString(words(p)))
		}
	}
	return text
}

// previewClaim is a claim's row: what is said, and what became of it.
func previewClaim(n *html.Node) string {
	var cells []string
	for c := n; c != nil; c = c.NextSibling {
		cells = append(cells, template.HTMLEscapeString(words(c)))
	}
	if len(cells) < 7 {
		return ""
	}
	return fmt.Sprintf("<p><b>%s</b> (%s) %s</p><p>document %s · model %s %s · <b>%s</b></p>", cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6])
}

// previewSection is a heading and the first paragraph below it.
func previewSection(n *html.Node) string {
	text := fmt.Sprintf("<p><b>%s</b></p>", template.HTMLEscapeString(words(n)))
	for c := n.NextSibling; c != nil; c = c.NextSibling {
		if c.Data == "p" {
			return text + "<p>" + inside(c) + "</p>"
		}
		if c.Data == "h2" || c.Data == "h3" {
			break
		}
	}
	return text
}

func hasKey(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// inside is the markup of a node's children.
func inside(n *html.Node) string {
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(markup(c))
	}
	return strings.TrimSpace(b.String())
}

// markup is the markup of a node that may stand a second time in a page: without ids,
// and with words in place of links.
func markup(n *html.Node) string {
	if n == nil {
		return ""
	}
	clone := plainCopy(n)
	if clone == nil {
		return ""
	}
	var b bytes.Buffer
	if err := html.Render(&b, clone); err != nil {
		panic(err) // not into memory
	}
	return b.String()
}

// plainCopy is a copy of a node for markup.
func plainCopy(n *html.Node) *html.Node {
	if hasClass(n, "anchor") || hasClass(n, "footnote-ref") {
		return nil
	}
	c := &html.Node{Type: n.Type, DataAtom: n.DataAtom, Data: n.Data, Namespace: n.Namespace}
	for _, a := range n.Attr {
		if !slices.Contains([]string{"id", "href", "alt", "loading", "tabindex", "role", "aria-label", "aria-labelledby", "aria-describedby"}, a.Key) {
			c.Attr = append(c.Attr, a)
		}
	}
	if n.Data == "a" {
		c.Data, c.DataAtom, c.Attr = "span", 0, nil
	}
	if n.Data == "img" {
		c.Attr = append(c.Attr, html.Attribute{Key: "alt"}) // the caption says it
	}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if child := plainCopy(k); child != nil {
			c.AppendChild(child)
		}
	}
	return c
}
