package site

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// linker makes links of plain mentions in a book's text: "Figure 1.2", "section 1.3",
// "equation (1.1)", "notebook 02", "claim D1.7", and the first use of a glossary's word in
// a section. Where a number leads follows from the number alone, so that a page can be
// written before those that it speaks of; whether it is there is asked at the end.
type linker struct {
	chapters map[int]string    // page of the notebook with this number: 1 -> "01-lds-banks"
	redrawn  map[string]string // what stands for another work's figure: "04-memory-trace Fig. 5" -> "4.3"
	claims   string            // page with the rows of claims; "" for none
	glossary *glossary         // nil for none
	sources  *sources          // nil for none
}

// mention is a stretch of text that is to be a link.
type mention struct {
	from, to int    // bytes of the text
	href     string // "#fig-1-2", "02-warp-issue.html#fig-2-1"
}

// promise is a link that somebody wrote as words: it must arrive.
type promise struct {
	where string // "01-lds-banks.ipynb cell 7"
	words string // "Figure 1.2"
	href  string // with the page's name
}

const number = `(?:[A-Z]\.)?\d+(?:\.\d+)*[a-z]?`

var (
	numbered  = regexp.MustCompile(`\b(Fig\.|Figs\.|[Ff]igure|[Ss]ection|[Ee]quation|[Nn]otebook)s? \(?((?:` + number + `\)?(?:, (?:and |or )?| and | or | to |–)\(?)*` + number + `)\b\)?`)
	oneNumber = regexp.MustCompile(number)
	claimID   = regexp.MustCompile(`(?:\b[Cc]laim )?\b([A-Z][0-9]+\.[0-9]+)\b`)
	chapterNo = regexp.MustCompile(`^0*([1-9][0-9]*)-`)
)

// chapter is the number with which a page's name begins, 0 for none.
func chapter(name string) (n int) {
	if m := chapterNo.FindStringSubmatch(name); m != nil {
		fmt.Sscan(m[1], &n)
	}
	return n
}

// mentions finds what is to be a link in a text of the page, in order.
func (l *linker) mentions(page, text string) []mention {
	var found []mention
	for _, m := range numbered.FindAllStringSubmatchIndex(text, -1) {
		kind := strings.ToLower(text[m[2]:m[3]])
		list := oneNumber.FindAllStringIndex(text[m[4]:m[5]], -1)
		for _, at := range list {
			from, to := m[4]+at[0], m[4]+at[1]
			href := l.target(page, kind, text[from:to])
			if len(list) == 1 {
				from, to = m[0], m[1]
			}
			if href != "" {
				found = append(found, mention{from, to, href})
			}
		}
	}
	if l.claims != "" {
		for _, m := range claimID.FindAllStringSubmatchIndex(text, -1) {
			if !covered(found, m[0], m[1]) {
				found = append(found, mention{m[0], m[1], within(page, l.claims, text[m[2]:m[3]])})
			}
		}
	}
	slices.SortFunc(found, func(a, b mention) int { return a.from - b.from })
	return found
}

// covered reports whether one of the mentions has a part of a text.
func covered(found []mention, from, to int) bool {
	return slices.ContainsFunc(found, func(m mention) bool { return m.from < to && from < m.to })
}

// within is a link to an id of a page, from another or the same.
func within(from, page, id string) string {
	if from == page {
		return "#" + id
	}
	return page + ".html#" + id
}

// target is where a number leads, "" where it is none of this book.
func (l *linker) target(page, kind, number string) string {
	first, _, dotted := strings.Cut(number, ".")
	var n int
	fmt.Sscan(first, &n)
	home, ours := l.chapters[n]
	id := strings.ReplaceAll(number, ".", "-")
	switch kind {
	case "fig.", "figs.":
		if no := l.redrawn[page+" Fig. "+number]; no != "" {
			return within(page, page, "fig-"+strings.ReplaceAll(no, ".", "-"))
		}
		return "" // a figure that is only spoken of
	case "figure":
		if !ours || !dotted {
			home = page
		}
		return within(page, home, "fig-"+id)
	case "notebook":
		if len(l.chapters) == 0 || dotted {
			return ""
		}
		if !ours {
			home = number // which is not there, and will be told
		}
		return home + ".html"
	}
	if !ours || !dotted {
		return "" // of another work
	}
	return within(page, home, kind[:2]+"-"+id)
}

// linkText is a plain text as HTML, with links.
func (p *prose) linkText(text string) template.HTML {
	var b strings.Builder
	at := 0
	for _, m := range p.found(text) {
		b.WriteString(template.HTMLEscapeString(text[at:m.from]))
		fmt.Fprintf(&b, `<a href="%s">%s</a>`, m.href, template.HTMLEscapeString(text[m.from:m.to]))
		at = m.to
	}
	b.WriteString(template.HTMLEscapeString(text[at:]))
	return template.HTML(b.String())
}

// found are the mentions of a text, which are noted as promises.
func (p *prose) found(text string) []mention {
	list := p.links.mentions(p.page, text)
	for _, m := range list {
		p.promise(text[m.from:m.to], m.href)
	}
	if p.links.glossary != nil {
		list = p.links.glossary.mention(p.page, text, list, p.defined)
	}
	return list
}

// promise notes that a link must arrive.
func (p *prose) promise(words, href string) {
	if strings.HasPrefix(href, "#") {
		href = p.page + ".html" + href
	}
	p.promises = append(p.promises, promise{p.where, words, href})
}

// linkMentions makes links of the mentions in a document: not in links, headings and
// what opens an answer.
func (p *prose) linkMentions(doc ast.Node, src []byte) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			p.startSection()
			return ast.WalkSkipChildren, nil
		case *ast.Link, *ast.CodeSpan, *question, *citation:
			return ast.WalkSkipChildren, nil
		case *ast.Text:
			for next, ok := n.NextSibling().(*ast.Text); ok && n.Merge(next, src); next, ok = n.NextSibling().(*ast.Text) {
				n.Parent().RemoveChild(n.Parent(), next) // goldmark cuts a text where it has looked for a link
			}
			p.linkNode(n, src)
		}
		return ast.WalkContinue, nil
	})
}

// linkNode cuts a text where mentions begin and end.
func (p *prose) linkNode(n *ast.Text, src []byte) {
	parent, start, at := n.Parent(), n.Segment.Start, 0
	for _, m := range p.found(string(n.Segment.Value(src))) {
		if m.from > at {
			parent.InsertBefore(parent, n, ast.NewTextSegment(text.NewSegment(start+at, start+m.from)))
		}
		link := ast.NewLink()
		link.Destination = []byte(m.href)
		link.AppendChild(link, ast.NewTextSegment(text.NewSegment(start+m.from, start+m.to)))
		parent.InsertBefore(parent, n, link)
		at = m.to
	}
	n.Segment = n.Segment.WithStart(start + at) // with the end of its line, if it has one
}
