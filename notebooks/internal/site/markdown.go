package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// prose renders the Markdown cells of one page and gathers what the rest of
// the page needs from them.
type prose struct {
	site     map[string]bool // names of the site's pages: links to their .ipynb become links to them
	page     string          // name of the page
	where    string          // what is being rendered, for messages: "01-lds-banks.ipynb cell 7"
	links    *linker
	promises []promise       // links that mentions made
	defined  map[string]bool // terms of the glossary that the section has linked
	sections [2]int          // so far: of level 2, and of level 3 within the last
	ids      parser.IDs      // unique over the page, not only over a cell
	pieces   int             // rendered so far: footnotes are numbered within a piece
	Headings []heading       // for the table of contents
	Title    string          // first level-1 heading, as text
	Summary  string          // first paragraph, as text
}

// heading is a level-2 or level-3 heading.
type heading struct {
	Level  int
	ID     string
	Number string // "1.3", in a notebook that has a number
	HTML   template.HTML
}

func newProse(site map[string]bool) *prose {
	ids := parser.NewContext().IDs()
	for _, taken := range []string{"main", "contents", "notebooks", "top", "run", "slides", "lanebook"} {
		ids.Put([]byte(taken))
	}
	return &prose{site: site, ids: headingIDs{ids}, links: &linker{}, defined: map[string]bool{}}
}

// headingIDs lets no heading have the address of a slide: a link to it would start the lecture.
type headingIDs struct{ parser.IDs }

var slideAddress = regexp.MustCompile(`^slide-\d+[a-z]?$`)

func (ids headingIDs) Generate(value []byte, kind ast.NodeKind) []byte {
	id := ids.IDs.Generate(value, kind)
	if slideAddress.Match(id) {
		return ids.IDs.Generate(fmt.Appendf(nil, "%s section", id), kind)
	}
	return id
}

// render turns a piece of Markdown into HTML. Attachments are the cell's, as in
// the notebook; they may be nil.
func (p *prose) render(source string, attachments json.RawMessage) (template.HTML, error) {
	images := map[string]map[string]string{}
	if len(attachments) > 0 {
		if err := json.Unmarshal(attachments, &images); err != nil {
			return "", fmt.Errorf("attachments: %w", err)
		}
	}
	if err := drawable(source); err != nil {
		return "", err
	}
	p.pieces++
	md := p.newMarkdown(fmt.Sprintf("p%d-", p.pieces))
	src := []byte(source)
	pc := parser.NewContext(parser.WithIDs(p.ids))
	doc := md.Parser().Parse(text.NewReader(src), parser.WithContext(pc))
	if err, ok := pc.Get(markLimitKey).(error); ok {
		return "", err
	}
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		return ast.WalkContinue, p.visit(md, n, src, images)
	})
	if err != nil {
		return "", err
	}
	p.linkMentions(doc, src)
	var b bytes.Buffer
	if err := md.Renderer().Render(&b, src, doc); err != nil {
		return "", err
	}
	return template.HTML(b.String()), balanced(b.String())
}

func (p *prose) newMarkdown(footnotePrefix string) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.GFM, mathExtension{}, revealExtension{}, markLimit{}, citationExtension{p},
			extension.NewFootnote(extension.WithFootnoteIDPrefix(footnotePrefix))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), // visit sees to links, and proseRenderer to HTML
			renderer.WithNodeRenderers(util.Prioritized(proseRenderer{}, 80))))
}

// visit collects headings and texts, and mends links and images.
func (p *prose) visit(md goldmark.Markdown, n ast.Node, src []byte, images map[string]map[string]string) error {
	switch n := n.(type) {
	case *ast.Heading:
		return p.heading(md, n, src)
	case *ast.Paragraph:
		if p.Summary == "" {
			p.Summary = plain(n, src)
		}
	case *ast.AutoLink:
		return linkable(n.URL(src))
	case *ast.Link:
		n.Destination = []byte(p.link(string(n.Destination)))
		if to := string(n.Destination); p.site[strings.TrimSuffix(fileOf(to), ".html")] {
			p.promise(plain(n, src), to)
		}
		return linkable(n.Destination)
	case *ast.Image:
		to := string(n.Destination)
		name, attached := strings.CutPrefix(to, "attachment:")
		if !attached {
			if strings.HasPrefix(to, "data:") {
				return nil
			}
			return fmt.Errorf("image %q: want an attachment of the cell, for a page loads nothing from elsewhere", to)
		}
		if name, err := url.PathUnescape(name); err == nil {
			for _, mime := range []string{"image/svg+xml", "image/png", "image/jpeg", "image/gif"} {
				if data, ok := images[name][mime]; ok {
					n.Destination = []byte("data:" + mime + ";base64," + strings.ReplaceAll(data, "\n", ""))
					return nil
				}
			}
		}
		return fmt.Errorf("image %q: the cell has no such attachment", to)
	}
	return nil
}

func (p *prose) heading(md goldmark.Markdown, n *ast.Heading, src []byte) error {
	if n.Level == 1 && p.Title == "" {
		p.Title = plain(n, src)
	}
	if no := chapter(p.page); n.Level == 1 && no > 0 {
		n.SetAttributeString("number", fmt.Append(nil, no))
	}
	id, _ := n.AttributeString("id")
	name, _ := id.([]byte)
	if n.Level != 2 && n.Level != 3 || name == nil {
		return nil
	}
	var b bytes.Buffer
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if err := md.Renderer().Render(&b, src, c); err != nil {
			return err
		}
	}
	no := p.numberSection(n.Level)
	n.SetAttributeString("number", []byte(no))
	p.Headings = append(p.Headings, heading{n.Level, string(name), no, template.HTML(b.String())})
	return nil
}

// numberSection counts a section: "1.3", and "1.3.2" within it; "" in a page without number.
func (p *prose) numberSection(level int) string {
	if level == 2 {
		p.sections = [2]int{p.sections[0] + 1, 0}
	} else {
		p.sections[1]++
	}
	n := chapter(p.page)
	switch {
	case n == 0 || p.sections[0] == 0:
		return ""
	case level == 2:
		return fmt.Sprintf("%d.%d", n, p.sections[0])
	}
	return fmt.Sprintf("%d.%d.%d", n, p.sections[0], p.sections[1])
}

// startSection forgets which words of the glossary were linked.
func (p *prose) startSection() { clear(p.defined) }

// linkable reports, as an error, a link that would run a script or open a file of the reader's.
func linkable(to []byte) error {
	u, err := url.Parse(string(util.URLEscape(to, true)))
	if err != nil || !slices.Contains([]string{"", "http", "https", "mailto"}, u.Scheme) {
		return fmt.Errorf("link %q: want one within the site, or https, http or mailto", to)
	}
	return nil
}

// link points a link to another notebook at its page.
func (p *prose) link(to string) string {
	path, anchor, _ := strings.Cut(to, "#")
	name, ok := strings.CutSuffix(strings.TrimPrefix(path, "./"), ".ipynb")
	if !ok || !p.site[name] {
		return to
	}
	if anchor != "" {
		anchor = "#" + anchor
	}
	return name + ".html" + anchor
}

// fileOf is the file that a link leads to.
func fileOf(link string) string {
	file, _, _ := strings.Cut(link, "#")
	return file
}

// plain returns the words of a node, for places that take no markup.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		case *mathInline:
			b.WriteString(spoken(n.tex) + n.after)
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(b.String())
}

// proseRenderer replaces some of goldmark's own renderers: headings that can
// be linked to, tables that scroll in their own box, code in our colours.
type proseRenderer struct{}

func (proseRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, renderHeading)
	reg.Register(ast.KindFencedCodeBlock, renderFencedCode)
	reg.Register(ast.KindHTMLBlock, renderHTML)
	reg.Register(ast.KindRawHTML, renderHTML)
	reg.Register(extast.KindTable, renderTable)
	reg.Register(extast.KindTableCell, renderTableCell)
}

func renderHeading(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n := node.(*ast.Heading)
	id, _ := n.AttributeString("id")
	name, _ := id.([]byte)
	var err error
	switch {
	case entering:
		_, err = fmt.Fprintf(w, `<h%d id="%s">`, n.Level, template.HTMLEscapeString(string(name)))
		if no, _ := n.AttributeString("number"); err == nil && no != nil && len(no.([]byte)) > 0 {
			_, err = fmt.Fprintf(w, `<span class="no" id="se-%s">%s</span> `, strings.ReplaceAll(string(no.([]byte)), ".", "-"), no)
		}
	case n.Level == 1:
		_, err = w.WriteString("</h1>\n")
	default:
		_, err = fmt.Fprintf(w, ` <a class="anchor" href="#%s" aria-label="Link to this section">#</a></h%d>`+"\n",
			template.HTMLEscapeString(string(name)), n.Level)
	}
	return ast.WalkContinue, err
}

// renderHTML renders what is written as HTML between Markdown: <details>, <kbd>, <sub>.
func renderHTML(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var raw []byte
	switch n := node.(type) {
	case *ast.RawHTML:
		raw = n.Segments.Value(src)
	case *ast.HTMLBlock:
		raw = n.Lines().Value(src)
		if n.HasClosure() {
			raw = append(raw, n.ClosureLine.Value(src)...)
		}
	}
	kept, err := clean(string(raw))
	if err != nil {
		return ast.WalkStop, err
	}
	_, err = w.WriteString(kept)
	return ast.WalkSkipChildren, err
}

func renderFencedCode(w util.BufWriter, src []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	n := node.(*ast.FencedCodeBlock)
	var code strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		code.Write(line.Value(src))
	}
	out, err := highlight(code.String(), string(n.Language(src)))
	if err != nil {
		return ast.WalkStop, err
	}
	_, err = w.WriteString(string(out) + "\n")
	return ast.WalkContinue, err
}
