package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/site"
)

// exported is the folder of the site where export writes. It goes when the site is
// published anew.
const exported = "export"

// export writes the page of each notebook that was named, or of all, as one file,
// in a folder of the site.
func (p *project) export(ctx context.Context) error {
	folder := filepath.Join(p.site(), exported)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, book := range p.chosen {
		name := title(book)
		page, err := interruptible(ctx, func() ([]byte, error) { return site.Single(p.site(), name) })
		if err != nil {
			return fmt.Errorf("exporting: %w", err)
		}
		path := filepath.Join(folder, name+".html")
		if err := atomicfile.Write(path, page); err != nil {
			return err
		}
		p.say("%s: %.1f MB, one file that opens anywhere", p.short(path), float64(len(page))/1e6)
	}
	return nil
}

// sheet writes a sheet of the figures of the notebooks that were named, or of all.
func (p *project) sheet(dir string) error {
	books, err := load(p.chosen)
	if err != nil {
		return err
	}
	var pages []site.Page
	for _, b := range books {
		pages = append(pages, site.Page{Name: title(b.path), Notebook: b.nb})
	}
	if err := site.Sheet(dir, pages); err != nil {
		return fmt.Errorf("the sheet of figures: %w", err)
	}
	p.say("%s shows every figure", filepath.Join(dir, "index.html"))
	return nil
}
