package site

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
)

// allowed is the HTML that a page takes from cells: what is read, and pictures that
// stand in it. Scripts, forms, frames and data attributes, which scripts of the page
// go by, are not, nor is anything that makes a browser load from elsewhere.
var allowed = policy()

var (
	// picture is a URL with a picture in it, and bundled, after its "data:", one with a file to download.
	picture = regexp.MustCompile(`^\s*data:image/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*$`)
	bundled = regexp.MustCompile(`^(?:text/csv|application/(?:json|gzip)|image/(?:png|svg\+xml))(?:;charset=[A-Za-z0-9-]+)?;base64,([A-Za-z0-9+/=]*)$`)
	// given is the name of such a file: one that no browser runs.
	given = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*\.(?:csv|svg|png|json|gz)$`)
	// plainStyle is a CSS value that names no file: words, numbers, colours.
	plainStyle = regexp.MustCompile(`^(?:[\w\s#%.,'"/!-]|(?:rgb|hsl)a?\([\d\s,.%/-]*\))*$`)
)

func policy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("article", "aside", "section", "header", "footer", "address", "figure", "figcaption", "details", "summary",
		"h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "blockquote", "br", "div", "hr", "p", "span", "wbr", "center", "pre",
		"abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s", "samp",
		"small", "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "ruby", "rb", "rp", "rt", "ul", "ol", "a", "img", "font", "meter", "progress")
	p.AllowNoAttrs().OnElements("a", "big", "center", "font", "img", "meter", "progress", "rb", "span", "bdo")
	p.AllowLists()
	p.AllowTables()
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[A-Za-z][\w:.-]*$`)).Globally()
	p.AllowAttrs("class", "title", "lang", "dir", "role", "tabindex", "align", "valign", "width", "height", "aria-hidden", "aria-label", "aria-labelledby", "aria-describedby").Globally()
	p.AllowAttrs("border", "cellpadding", "cellspacing", "rules", "frame").OnElements("table")
	p.AllowAttrs("bgcolor").OnElements("table", "thead", "tbody", "tfoot", "tr", "td", "th")
	p.AllowAttrs("color", "face", "size").OnElements("font")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("start", "reversed").OnElements("ol")
	p.AllowAttrs("datetime").OnElements("time", "del", "ins")
	p.AllowAttrs("value", "min", "max", "low", "high", "optimum").OnElements("meter", "progress")
	p.AllowStyles("color", "background-color", "font", "font-family", "font-size", "font-style", "font-weight", "text-align", "text-decoration",
		"vertical-align", "white-space", "width", "min-width", "max-width", "height", "min-height", "max-height", "display", "float", "clear", "overflow", "overflow-x",
		"margin", "margin-left", "margin-right", "margin-top", "margin-bottom", "padding", "padding-left", "padding-right", "padding-top", "padding-bottom",
		"border", "border-top", "border-bottom", "border-left", "border-right", "border-collapse", "border-spacing", "border-radius", "line-height", "opacity").Matching(plainStyle).Globally()
	p.AllowAttrs("alt").OnElements("img")
	p.AllowAttrs("src").Matching(picture).OnElements("img")
	p.AllowAttrs("href", "name", "rel", "target", "hreflang").OnElements("a")
	p.AllowAttrs("download").Matching(given).OnElements("a")
	p.RequireParseableURLs(true)
	p.AllowRelativeURLs(true)
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowURLSchemeWithCustomPolicy("data", func(u *url.URL) bool { return bundled.MatchString(u.Opaque) && still(u.Opaque) == nil })
	return p
}

// clean returns HTML of a cell as a page takes it. It is an error, which names the tag,
// if an element or attribute of it is not allowed: an author should know what is not shown.
func clean(content string) (string, error) {
	kept := allowed.Sanitize(content)
	was, is := html.NewTokenizer(strings.NewReader(content)), html.NewTokenizer(strings.NewReader(kept))
	for {
		old, ok := nextTag(was)
		if !ok {
			return kept, nil
		}
		now, _ := nextTag(is)
		if now.Data != old.Data {
			return "", fmt.Errorf("%s: a published page takes no <%s> from a cell", shortened(old), old.Data)
		}
		for _, a := range old.Attr {
			kept := slices.ContainsFunc(now.Attr, func(b html.Attribute) bool {
				return b.Key == a.Key && (a.Key != "style" || strings.EqualFold(bare(b.Val), bare(a.Val)))
			})
			if !kept {
				return "", fmt.Errorf("%s: a published page takes no such %s from a cell", shortened(old), a.Key)
			}
		}
	}
}

// balanced reports, as an error, the first tag of HTML that ends what nothing in it has
// begun, or begins what nothing ends: it would take the rest of the page along. Ends that
// HTML lets one leave out may be.
func balanced(content string) error {
	var open []string
	leave := func(tag string) bool { // the innermost of this kind
		for i := len(open) - 1; i >= 0; i-- {
			if open[i] == tag {
				open = open[:i]
				return true
			}
			if !slices.Contains(endless, open[i]) {
				break
			}
		}
		return false
	}
	for z := html.NewTokenizer(strings.NewReader(content)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if open = slices.DeleteFunc(open, func(tag string) bool { return slices.Contains(endless, tag) }); len(open) > 0 {
				return fmt.Errorf("<%s>: want a </%[1]s> in the same text", open[len(open)-1])
			}
			return nil
		case html.StartTagToken, html.EndTagToken:
			name, _ := z.TagName()
			tag := string(name)
			switch {
			case slices.Contains([]string{"br", "hr", "img", "wbr", "input"}, tag):
			case kind == html.StartTagToken:
				open = append(open, tag)
			case !leave(tag):
				return fmt.Errorf("</%s>: want a <%[1]s> before it in the same text, and what is in it ended", tag)
			}
		}
	}
}

// endless are elements that end with what is around them.
var endless = []string{"p", "li", "td", "th", "tr", "thead", "tbody", "tfoot", "rb", "rt", "rp"}

// bare is a style without what is no part of its declarations, some of which may not be allowed.
func bare(style string) string {
	return strings.Join(strings.FieldsFunc(style, func(r rune) bool { return r == ';' || unicode.IsSpace(r) }), "")
}

// nextTag returns the next tag that begins an element, and false at the end.
func nextTag(z *html.Tokenizer) (html.Token, bool) {
	for {
		switch z.Next() {
		case html.ErrorToken:
			return html.Token{}, false
		case html.StartTagToken, html.SelfClosingTagToken:
			return z.Token(), true
		}
	}
}

// shortened is a tag as messages show it.
func shortened(t html.Token) string {
	const most = 100
	text := []rune(html.UnescapeString(t.String()))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}
