package site

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"

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
			if !slices.ContainsFunc(now.Attr, func(b html.Attribute) bool { return b.Key == a.Key }) {
				return "", fmt.Errorf("%s: a published page takes no such %s from a cell", shortened(old), a.Key)
			}
		}
	}
}

// still reports, as an error, that a picture to download, given as what follows "data:",
// is more than one: an SVG that is opened by itself is a page of the site.
func still(opaque string) error {
	kind, data, _ := strings.Cut(opaque, ";")
	if kind != "image/svg+xml" {
		return nil
	}
	source, err := base64.StdEncoding.DecodeString(data[strings.LastIndex(data, ",")+1:])
	if err != nil {
		return err
	}
	for decoder := xml.NewDecoder(bytes.NewReader(source)); ; {
		token, err := decoder.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.Directive: // entities may hold anything
			return errors.New("an SVG with a <!…>")
		case xml.ProcInst:
			if t.Target != "xml" {
				return fmt.Errorf("an SVG with <?%s?>", t.Target)
			}
		case xml.StartElement:
			if !slices.Contains(drawing, t.Name.Local) {
				return fmt.Errorf("an SVG with <%s>", t.Name.Local)
			}
			for _, a := range t.Attr {
				name, value := strings.ToLower(a.Name.Local), strings.ToLower(a.Value)
				if strings.HasPrefix(name, "on") || name == "href" && !strings.HasPrefix(value, "#") && !picture.MatchString(a.Value) ||
					a.Name.Space != "xmlns" && name != "xmlns" && name != "href" && strings.Contains(value, "//") {
					return fmt.Errorf("an SVG with %s=%q", a.Name.Local, a.Value)
				}
			}
		}
	}
}

// drawing are the elements of SVG that only draw.
var drawing = []string{"svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
	"text", "tspan", "textPath", "image", "marker", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "stop", "switch"}

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
