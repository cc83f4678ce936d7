package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"lanebook/charts"
)

// Front is what a site is called and who made it: plain text. As JSON it is the file
// book.json.
type Front struct {
	Name       string   `json:"name"`       // at the head of every page
	Title      string   `json:"title"`      // of the index
	Lead       string   `json:"lead"`       // the index's first paragraph; "" for none
	URL        string   `json:"url"`        // the folder where it is published, https://example.org/book/; "" for unknown
	Authors    []person `json:"authors"`    // {"given": …, "family": …}, or {"literal": …}
	Licence    string   `json:"licence"`    // its name: "BSD 3-Clause"
	Version    string   `json:"version"`    // of the book; "" for none
	Date       string   `json:"date"`       // of this version, 2026-11-22; "" for none
	Repository string   `json:"repository"` // link to where the sources are; "" for none
	DOI        string   `json:"doi"`        // "" for none

	Glossary []byte `json:"-"` // glossary.json, a list of terms; nil for none
	Sources  []byte `json:"-"` // sources.json, in CSL-JSON; nil for none
}

var (
	isoDate = regexp.MustCompile(`^\d{4}-\d\d-\d\d$`)
	webLink = regexp.MustCompile(`^https?://\S+$`)
)

// ReadFront reads a book.json. It is an error, naming the field, if one is unknown or
// not what it should be.
func ReadFront(data []byte) (Front, error) {
	var f Front
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return f, fmt.Errorf("book.json: %w", err)
	}
	switch {
	case f.Name == "" || f.Title == "":
		return f, errors.New("book.json: want a name and a title")
	case f.Date != "" && !isoDate.MatchString(f.Date):
		return f, fmt.Errorf("book.json: date = %q, want one like 2026-11-22", f.Date)
	case f.Repository != "" && !webLink.MatchString(f.Repository):
		return f, fmt.Errorf("book.json: repository = %q, want a link", f.Repository)
	}
	return f, nil
}

// People are the authors in words.
func (f Front) People() string { return people(f.Authors) }

// Link is where the book is to be found, "" where nobody said.
func (f Front) Link() string {
	if f.DOI != "" {
		return "https://doi.org/" + f.DOI
	}
	return cmp.Or(f.URL, f.Repository)
}

// newLinker knows where the numbers of a book lead.
func newLinker(front Front, pages []Page) (*linker, error) {
	l := &linker{chapters: map[int]string{}, redrawn: map[string]string{}}
	for _, p := range pages {
		for _, f := range p.figures() {
			if f.After != "" {
				l.redrawn[p.Name+" "+f.After] = f.Number
			}
		}
		n := chapter(p.Name)
		switch other := l.chapters[n]; {
		case p.Notebook == nil:
			if slices.ContainsFunc(p.Figures, IsLedger) {
				l.claims = p.Name
			}
		case other != "":
			return nil, fmt.Errorf("notebooks %s and %s have the same number", other, p.Name)
		case n > 0:
			l.chapters[n] = p.Name
		}
	}
	var err error
	if front.Sources != nil {
		if l.sources, err = newSources(front.Sources); err != nil {
			return nil, fmt.Errorf("sources.json: %w", err)
		}
	}
	if front.Glossary != nil {
		if l.glossary, err = newGlossary(front.Glossary); err != nil {
			return nil, fmt.Errorf("glossary.json: %w", err)
		}
	}
	return l, nil
}

// figures are the page's own and those that its cells show.
func (p Page) figures() []charts.Figure {
	list := p.Figures
	if p.Notebook == nil {
		return list
	}
	for _, c := range p.Notebook.Cells {
		for i := range c.Outputs {
			if f, err := FigureOf(&c.Outputs[i]); err == nil && f != nil { // an error is told where it is drawn
				list = append(list, *f)
			}
		}
	}
	return list
}

// reference makes the pages of the glossary and of the sources, if there are any.
func (l *linker) reference() ([]*pageView, error) {
	var views []*pageView
	if l.glossary != nil {
		v, err := l.glossary.page(l)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
	}
	if l.sources != nil {
		v, err := l.sources.page(l)
		if err != nil {
			return nil, err
		}
		views = append(views, v)
		if list := l.sources.uncited(); list != nil {
			return nil, fmt.Errorf("sources.json: nothing cites %s", strings.Join(list, ", "))
		}
	}
	return views, nil
}

// kept reports, as an error, every mention whose figure, section, formula, claim or
// notebook is not there.
func kept(views []*pageView) error {
	ids := map[string]bool{}
	for _, v := range views {
		ids[v.Name+".html"], ids[v.Name+".html#top"] = true, true
		for _, block := range v.Blocks {
			for z := html.NewTokenizer(strings.NewReader(string(block))); ; {
				tag, ok := nextTag(z)
				if !ok {
					break
				}
				for _, a := range tag.Attr {
					if a.Key == "id" {
						ids[v.Name+".html#"+a.Val] = true
					}
				}
			}
		}
	}
	var errs []error
	for _, v := range views {
		for _, p := range v.promises {
			if !ids[p.href] {
				errs = append(errs, fmt.Errorf("%s: %q: there is no %s (of another work, write Fig. or §)", p.where, p.words, p.href))
			}
		}
	}
	return errors.Join(errs...)
}

// pending stands in pages for the version of what is made from them.
const pending = "?v=pending"

// addExtras makes what the pages load when a reader asks for it, from the pages: what
// is searched, and what links show before they are followed.
func addExtras(out files, views []*pageView, terms *glossary) error {
	var pages []readPage
	for _, v := range views {
		root, err := html.Parse(bytes.NewReader(out[v.Name+".html"]))
		if err != nil {
			return err
		}
		pages = append(pages, readPage{v.Name + ".html", v.Title, root})
	}
	made := map[string][]byte{"search-index.js": searchIndex(pages, terms.aliases()), "previews.js": previews(pages)}
	for _, name := range slices.Sorted(maps.Keys(made)) {
		file := "assets/" + name
		out[file] = made[name]
		for path, page := range out {
			if strings.HasSuffix(path, ".html") {
				out[path] = bytes.ReplaceAll(page, []byte(file+pending), []byte(file+version(made[name])))
			}
		}
	}
	return nil
}
