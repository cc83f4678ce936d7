package site

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// source is a work that a book cites, as CSL-JSON has it.
type source struct {
	ID        string   `json:"id"`
	Type      string   `json:"type"`
	Title     string   `json:"title"`
	Original  string   `json:"original-title"` // in the work's own language, where Title is a translation; "" for none
	Short     string   `json:"title-short"`    // how the text names it; "" for its authors, or who published it
	Language  string   `json:"language"`       // of the work: "ja"; "" for the book's
	Author    []person `json:"author"`
	Issued    date     `json:"issued"`
	Container string   `json:"container-title"`
	Publisher string   `json:"publisher"`
	Genre     string   `json:"genre"`
	Number    string   `json:"number"`
	Volume    string   `json:"volume"`
	Issue     string   `json:"issue"`
	Pages     string   `json:"page"`
	Version   string   `json:"version"`        // of data: the commit
	Code      string   `json:"citation-label"` // how comments of the code name it: "VOL"; "" where they do not
	DOI       string   `json:"DOI"`
	URL       string   `json:"URL"`
	Note      string   `json:"note"` // what it is to this book
}

type person struct {
	Family  string `json:"family"`
	Given   string `json:"given"`
	Literal string `json:"literal"`
}

type date struct {
	Parts [][]int `json:"date-parts"`
}

// sources are the works that a book cites, in their order.
type sources struct {
	list  []source
	cited map[string]bool
}

var sourceID = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// newSources reads CSL-JSON.
func newSources(data []byte) (*sources, error) {
	s := &sources{cited: map[string]bool{}}
	if err := json.Unmarshal(data, &s.list); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var errs []error
	for _, w := range s.list {
		switch {
		case !sourceID.MatchString(w.ID) || seen[w.ID]:
			errs = append(errs, fmt.Errorf("id %q: want lower-case letters, digits and hyphens, once each", w.ID))
		case w.Title == "":
			errs = append(errs, fmt.Errorf("%s: want a title", w.ID))
		}
		seen[w.ID] = true
	}
	return s, errors.Join(errs...)
}

func (s *sources) find(id string) *source {
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.list, func(w source) bool { return w.ID == id })
	if i < 0 {
		return nil
	}
	return &s.list[i]
}

// Label is how a text names the work: "Volkov 2016".
func (w *source) Label() string {
	name := w.Publisher
	switch len(w.Author) {
	case 0:
	case 1:
		name = w.Author[0].short()
	case 2:
		name = w.Author[0].short() + " and " + w.Author[1].short()
	default:
		name = w.Author[0].short() + " and others"
	}
	switch {
	case w.Short != "":
		name = w.Short
	case name == "":
		name = w.Title
	}
	return strings.TrimSpace(name + " " + w.Year())
}

func (p person) short() string {
	if p.Family == "" {
		return p.Literal
	}
	return p.Family
}

func (p person) whole() string { return strings.TrimSpace(p.Given + " " + p.short()) }

// Listed is the name as lists of references have it: "Volkov, Vasily".
func (p person) Listed() string {
	if p.Given == "" {
		return p.short()
	}
	return p.short() + ", " + p.Given
}

// Year is that of publication, "" where it is not known.
func (w *source) Year() string {
	if len(w.Issued.Parts) == 0 || len(w.Issued.Parts[0]) == 0 {
		return ""
	}
	year := fmt.Sprint(w.Issued.Parts[0][0])
	if last := w.Issued.Parts[len(w.Issued.Parts)-1]; len(last) > 0 && last[0] != w.Issued.Parts[0][0] {
		year += fmt.Sprintf("–%d", last[0])
	}
	return year
}

// Authors are all of them: "A. B, C. D and E. F"; "" where the label says it already.
func (w *source) Authors() string {
	if all := people(w.Author); !strings.HasPrefix(w.Label(), all) {
		return all
	}
	return ""
}

func people(list []person) string {
	var names []string
	for _, p := range list {
		names = append(names, p.whole())
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Where is what the work appeared in, with its number and pages.
func (w *source) Where() string {
	var parts []string
	add := func(format, value string) {
		if value != "" {
			parts = append(parts, fmt.Sprintf(format, value))
		}
	}
	add("%s", w.Container)
	add("volume %s", w.Volume)
	add("issue %s", w.Issue)
	add("pages %s", w.Pages)
	add("%s", strings.TrimSpace(w.Genre+" "+w.Number))
	if !strings.Contains(w.Label()+" "+w.Title, w.Publisher) {
		add("%s", w.Publisher)
	}
	add("version %s", w.Version)
	return strings.Join(parts, ", ")
}

// Link is where the work is, "" where nobody said.
func (w *source) Link() string {
	if w.DOI != "" {
		return "https://doi.org/" + w.DOI
	}
	return w.URL
}

// citationExtension teaches goldmark "[@volkov-2016]" and "[@volkov-2016, chapter 4]".
type citationExtension struct{ p *prose }

func (e citationExtension) Extend(md goldmark.Markdown) {
	md.Parser().AddOptions(parser.WithInlineParsers(util.Prioritized(citationParser{}, 95))) // before links
	md.Renderer().AddOptions(renderer.WithNodeRenderers(util.Prioritized(citationRenderer(e), 95)))
}

var kindCitation = ast.NewNodeKind("Citation")

// citation is a work, or several, that the text rests on.
type citation struct {
	ast.BaseInline
	keys string // "volkov-2016, chapter 4; @gcn3"
}

func (n *citation) Kind() ast.NodeKind          { return kindCitation }
func (n *citation) Dump(source []byte, lvl int) { ast.DumpHelper(n, source, lvl, nil, nil) }

type citationParser struct{}

var cited = regexp.MustCompile(`^\[@([^\]\[\n]+)\]`)

func (citationParser) Trigger() []byte { return []byte{'['} }

func (citationParser) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	line, _ := block.PeekLine()
	m := cited.FindSubmatch(line)
	if m == nil {
		return nil
	}
	block.Advance(len(m[0]))
	return &citation{keys: string(m[1])}
}

type citationRenderer struct{ p *prose }

func (r citationRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(kindCitation, func(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		html, err := r.p.cite(node.(*citation).keys)
		if err != nil {
			return ast.WalkStop, err
		}
		_, err = w.WriteString(string(html))
		return ast.WalkContinue, err
	})
}

// cite is a citation as the page shows it: "[Volkov 2016, chapter 4; AMD 2016]".
func (p *prose) cite(keys string) (template.HTML, error) {
	var parts []string
	for _, part := range strings.Split(keys, ";") {
		key, detail, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(part), "@"), ",")
		w := p.links.sources.find(key)
		if w == nil {
			return "", fmt.Errorf("[@%s]: the book's sources have no %q", keys, key)
		}
		p.links.sources.cited[key] = true
		if detail != "" {
			detail = "," + template.HTMLEscapeString(detail)
		}
		parts = append(parts, fmt.Sprintf(`<a href="%s">%s</a>%s`, within(p.page, sourcesPage, "ref-"+key), template.HTMLEscapeString(w.Label()), detail))
	}
	return template.HTML("[" + strings.Join(parts, "; ") + "]"), nil
}

// inCaption are the citations in a text that is no Markdown.
var inCaption = regexp.MustCompile(`\[@([^\]\[\n]+)\]`)

// caption is a figure's caption or note with its mentions and citations as links.
func (p *prose) caption(text string) (template.HTML, error) {
	var b strings.Builder
	at := 0
	for _, m := range inCaption.FindAllStringSubmatchIndex(text, -1) {
		html, err := p.cite(text[m[2]:m[3]])
		if err != nil {
			return "", err
		}
		b.WriteString(string(p.linkText(text[at:m[0]]) + html))
		at = m[1]
	}
	b.WriteString(string(p.linkText(text[at:])))
	return template.HTML(b.String()), nil
}

const sourcesPage = "sources"

// page is the bibliography.
func (s *sources) page(links *linker) (*pageView, error) {
	p := newProse(nil)
	p.page, p.links, p.where = sourcesPage, links, "sources.json"
	p.Title, p.Summary = "Sources", "What this book rests on: documents, manuals, papers, and measured data."
	v := &pageView{prose: p, Name: sourcesPage}
	type entry struct {
		*source
		Notes template.HTML
	}
	var entries []entry
	for i := range s.list {
		entries = append(entries, entry{&s.list[i], p.linkText(s.list[i].Note)})
	}
	return v, v.block("sources", entries)
}

// uncited are the works that neither text nor code cites.
func (s *sources) uncited() (list []string) {
	for _, w := range s.list {
		if !s.cited[w.ID] && w.Code == "" {
			list = append(list, w.ID)
		}
	}
	return list
}
