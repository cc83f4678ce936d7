// Package site turns executed notebooks into a static site: one page for each,
// an index, and the data and pictures of every figure to download. What it
// writes needs no server and loads nothing from another host; it can be opened
// from a folder.
package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"os"
	"path/filepath"

	"lanebook/charts"
	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/nb"
)

// Page is one page of the site: an executed notebook or, where Notebook is
// nil, words and figures.
type Page struct {
	Name     string          // file name without extension, "01-lds-banks": lower-case letters, digits, hyphens
	Notebook *nb.Notebook    // executed, without failed cells
	Source   []byte          // the .ipynb, offered for download
	Date     string          // of its last change, 2026-11-22; "" for that of the front
	Text     string          // of a page without notebook: Markdown, beginning with "# Title"
	Figures  []charts.Figure // of a page without notebook: shown after Text
}

// Site is a whole site, made and not yet written.
type Site struct{ files files }

// Build makes the site, in the order of pages. The same pages give the same bytes.
// What needs an address, such as the pictures of links to it, is there if the front
// has a URL.
//
// It is an error, naming page and cell, if a cell failed, a figure is not
// valid, a formula cannot be set, a figure, section, formula, claim or notebook
// is spoken of that is not there, a work is cited that the sources lack, or a
// cell shows HTML that would run a script or load anything from elsewhere.
func Build(front Front, pages []Page) (Site, error) {
	out, err := build(front, pages)
	return Site{out}, err
}

// Publish writes the site into the folder dir. The old content of dir, if any, is
// replaced as a whole once the new one is complete; after an error it is as it was.
func (s Site) Publish(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	if err := ours(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	fresh, release, err := atomicfile.TempDir(filepath.Dir(dir), "."+filepath.Base(dir)+"-")
	if err != nil {
		return fmt.Errorf("site %s: %w", dir, err)
	}
	defer release()
	if err := s.files.write(filepath.Join(fresh, "new")); err != nil {
		return fmt.Errorf("site %s: %w", dir, err)
	}
	return replace(dir, filepath.Join(fresh, "new"), filepath.Join(fresh, "old"))
}

// ours reports, as an error, that dir holds something other than a site: a
// mistyped folder must not cost anybody their files.
func ours(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return fmt.Errorf("site %s: want a folder: %w", dir, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "assets", "lanebook.js")); err != nil {
		return fmt.Errorf("site %s: the folder is not empty and holds no published site, so it stays as it is", dir)
	}
	return nil
}

// files is the content of a site: slash-separated paths and bytes.
type files map[string][]byte

func (fs files) write(dir string) error {
	for name, data := range fs {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

//go:embed assets
var embedded embed.FS

var templates = template.Must(template.New("").ParseFS(embedded, "assets/*.html"))

// build makes every file of the site.
func build(front Front, pages []Page) (files, error) {
	home, err := front.address()
	if err != nil {
		return nil, err
	}
	out := files{}
	assets, err := writeAssets(out)
	if err != nil {
		return nil, err
	}
	links, err := newLinker(front, pages)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{"index": false, "404": false, glossaryPage: false, sourcesPage: false, "assets": false, "cite": false, "export": false}
	for _, p := range pages {
		if _, taken := names[p.Name]; taken || !pageName.MatchString(p.Name) {
			return nil, fmt.Errorf("page name %q: want lower-case letters, digits and hyphens, once each and not index, 404, glossary, sources, assets, cite or export", p.Name)
		}
		names[p.Name] = true
	}
	views := make([]*pageView, len(pages))
	for i, p := range pages {
		if views[i], err = newPageView(p, names, links, out); err != nil {
			return nil, fmt.Errorf("%s: %w", p.file(), err)
		}
	}
	more, err := links.reference()
	if err != nil {
		return nil, err
	}
	views = append(views, more...)
	for _, v := range views {
		v.nameFolds()
	}
	if err := kept(views); err != nil {
		return nil, err
	}
	for _, v := range views {
		v.Assets, v.Front, v.Book = assets, front, views
	}
	if err := addProgram(views, out); err != nil {
		return nil, err
	}
	index := indexView{Front: front, Assets: assets, Pages: views}
	if index.Card, err = addCards(front, home, views, out); err != nil {
		return nil, err
	}
	for i, v := range views {
		if i > 0 {
			v.Previous = views[i-1]
		}
		if i < len(views)-1 {
			v.Next = views[i+1]
		}
		if err := out.render(v.Name+".html", "page.html", v); err != nil {
			return nil, err
		}
	}
	if err := out.render("index.html", "index.html", index); err != nil {
		return nil, err
	}
	front.addReferences(views, out)
	if err := addHosted(index, home, out); err != nil {
		return nil, err
	}
	return out, addExtras(out, views, links.glossary)
}

// render writes one page from its template and checks what it refers to.
func (fs files) render(path, name string, data any) error {
	var b bytes.Buffer
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	if err := check(b.Bytes()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	fs[path] = b.Bytes()
	return nil
}
