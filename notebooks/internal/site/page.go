package site

import (
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif/block"
)

var pageName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// pageView is what page.html shows.
type pageView struct {
	*prose
	Front          Front
	Book           []*pageView // all pages, for the contents
	Name           string
	Assets         assetLinks
	Blocks         []template.HTML
	Figures        []*figureView
	WhatIfs        []string       // names
	Thumbnail      *thumbnail     // the first figure that is a picture, or nil
	Face           *charts.Figure // that figure, without labels in its cells
	Card           *cardView      // nil if it is not known where the site is published
	Date           string         // of its last change, or ""
	Download       string         // link to the .ipynb; "" for a page without notebook
	HasCode        bool
	pictures       int // that cells have shown as HTML
	Previous, Next *pageView
}

// Chapter is the notebook's number as text has it, "" for a page without.
func (v *pageView) Chapter() string {
	if n := chapter(v.Name); n > 0 {
		return fmt.Sprint(n)
	}
	return ""
}

// file is how messages name the page.
func (p Page) file() string {
	if p.Notebook == nil {
		return p.Name
	}
	return p.Name + ".ipynb"
}

// newPageView renders the parts of a page. The files that belong to it alone
// go into the folder of its name in out.
func newPageView(p Page, site map[string]bool, links *linker, out files) (*pageView, error) {
	v := &pageView{prose: newProse(site), Name: p.Name, Date: p.Date}
	v.page, v.where, v.links = p.Name, p.file(), links
	var err error
	if p.Notebook == nil {
		err = v.addFigurePage(p, out)
	} else {
		v.Download = p.Name + "/" + p.Name + ".ipynb"
		out[v.Download] = p.Source
		for i := range p.Notebook.Cells {
			v.where = fmt.Sprintf("%s: cell %d", p.file(), i+1)
			if err = v.addCell(&p.Notebook.Cells[i], out); err != nil {
				err = fmt.Errorf("cell %d: %w", i+1, err)
				break
			}
		}
	}
	if err == nil && v.Title == "" {
		err = fmt.Errorf("want a title: a line that begins with %q", "# ")
	}
	return v, err
}

func (v *pageView) addFigurePage(p Page, out files) error {
	text, err := v.render(p.Text, nil)
	if err != nil {
		return err
	}
	v.Blocks = append(v.Blocks, text)
	for _, f := range p.Figures {
		block, err := v.addFigure(f, out)
		if err != nil {
			return err
		}
		v.Blocks = append(v.Blocks, block)
	}
	return nil
}

func (v *pageView) addCell(c *nb.Cell, out files) error {
	if mark := slideMark(c); mark != "" {
		v.markSlide(mark)
		defer v.markSlide("end")
	}
	switch c.Type {
	case nb.Markdown:
		text, err := v.render(c.Source, c.Attachments)
		if err != nil {
			return err
		}
		v.Blocks = append(v.Blocks, text)
	case nb.Code:
		return v.addCode(c, out)
	}
	return nil // raw cells are for other tools
}

// codeView is a code cell: folded, for prose and figures come first.
type codeView struct {
	Summary string
	Code    template.HTML
	Outputs []template.HTML // of a cell that is folded with all it says
	Open    bool            // tag "show-code": the code is what the text speaks of
}

// revealView hides a cell's results until the reader has made a guess.
type revealView struct {
	Outputs []template.HTML
}

// addCode appends a code cell. Tags choose what is seen of it: "hide-code" folds
// its outputs too (unless they are figures), "remove-code" leaves the code out,
// "show-code" unfolds it, "reveal" lets the reader guess the outputs first, and
// "thumbnail" puts the cell's figure on the index instead of the page's first. See
// slideMark for those about slides.
func (v *pageView) addCode(c *nb.Cell, out files) error {
	if c.HasTag("thumbnail") {
		v.Thumbnail = nil
	}
	view := codeView{Summary: codeSummary(c.Source), Open: c.HasTag("show-code")}
	var outputs []template.HTML
	for i := range c.Outputs {
		o := &c.Outputs[i]
		shown, err := v.output(o, out)
		if err != nil {
			return err
		}
		_, figure := o.Content(charts.MIME)
		_, whatIf := o.Content(block.MIME)
		if c.HasTag("hide-code") && !figure && !whatIf {
			view.Outputs = append(view.Outputs, shown)
		} else {
			outputs = append(outputs, shown)
		}
	}
	if strings.TrimSpace(c.Source) != "" && !c.HasTag("remove-code") {
		var err error
		if view.Code, err = highlight(c.Source, "go"); err != nil {
			return err
		}
		v.HasCode = true
		if err := v.block("code", view); err != nil {
			return err
		}
	}
	if c.HasTag("reveal") {
		return v.block("reveal", revealView{outputs})
	}
	v.Blocks = append(v.Blocks, outputs...)
	return nil
}

// block appends what a named template makes of data.
func (v *pageView) block(name string, data any) error {
	html, err := execute(name, data)
	v.Blocks = append(v.Blocks, html)
	return err
}

func execute(name string, data any) (template.HTML, error) {
	var b strings.Builder
	err := templates.ExecuteTemplate(&b, name, data)
	return template.HTML(b.String()), err
}

// longNote is the bytes of a figure's note from which on the page folds it.
const longNote = 400

// addFigure renders a figure. The index shows a page's first.
func (v *pageView) addFigure(f charts.Figure, out files) (template.HTML, error) {
	fv, err := newFigureView(v.Name, f, out)
	if err != nil {
		return "", err
	}
	v.Figures = append(v.Figures, fv)
	if v.Thumbnail == nil && fv.Table == nil {
		face := unlabelled(f)
		v.Face = &face
		if v.Thumbnail, err = newThumbnail(v.Name, face, out); err != nil {
			return "", err
		}
	}
	if fv.Words, err = v.caption(f.Caption); err != nil {
		return "", err
	}
	if fv.Notes, err = v.caption(f.Note); err != nil {
		return "", err
	}
	fv.Folded = len(f.Note) > longNote
	if fv.Table != nil {
		v.linkCells(fv.Table)
	}
	if v.links.claims != "" && IsLedger(f) {
		v.linkClaims(fv)
	}
	return execute("figure", fv)
}

// foldTag is the tag of what is closed at first, but for code.
var foldTag = regexp.MustCompile(`<details( class="(?:reveal|note)[^"]*")?>`)

// nameFolds gives the page's folds ids: a search leads into them.
func (v *pageView) nameFolds() {
	n := 0
	for i, block := range v.Blocks {
		v.Blocks[i] = template.HTML(foldTag.ReplaceAllStringFunc(string(block), func(tag string) string {
			n++
			return fmt.Sprintf(`%s id="fold-%d">`, strings.TrimSuffix(tag, ">"), n)
		}))
	}
}

// indexView is what index.html shows.
type indexView struct {
	Front
	Assets assetLinks
	Pages  []*pageView
	Card   *cardView
	Home   string // of 404.html: the path of the site at its host
}

// Notebooks and Others divide the pages as the index does.
func (v indexView) Notebooks() []*pageView { return v.pages(true) }
func (v indexView) Others() []*pageView    { return v.pages(false) }

// Sections are the pages with sections, for the contents of the whole.
func (v indexView) Sections() []*pageView {
	return slices.DeleteFunc(slices.Clone(v.Pages), func(p *pageView) bool { return len(p.Headings) == 0 })
}

func (v indexView) pages(notebooks bool) []*pageView {
	var out []*pageView
	for _, p := range v.Pages {
		if (p.Download != "") == notebooks {
			out = append(out, p)
		}
	}
	return out
}
