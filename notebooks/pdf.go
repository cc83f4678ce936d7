package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/pdf"
	"lanebook/notebooks/internal/site"
)

// print prints each notebook that was named, or all and the whole book, into the folder
// where export writes.
func (p *project) print(ctx context.Context, printer pdf.Printer) error {
	front, err := p.front(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(p.site(), exported), 0o755); err != nil {
		return err
	}
	for _, book := range p.chosen {
		if err := p.printPaper(ctx, printer, title(book), site.Paper{Dir: p.site(), Front: front, Names: []string{title(book)}}); err != nil {
			return err
		}
	}
	if len(p.chosen) < len(p.paths) {
		return nil
	}
	whole := site.Paper{Dir: p.site(), Front: front, Cover: true}
	for _, book := range p.paths {
		whole.Names = append(whole.Names, title(book))
	}
	for _, more := range []string{"claims", "glossary", "sources"} {
		if isFile(filepath.Join(p.site(), more+".html")) {
			whole.Names = append(whole.Names, more)
		}
	}
	return p.printPaper(ctx, printer, strings.ToLower(strings.Join(strings.Fields(strings.ReplaceAll(front.Name, "/", " ")), "-")), whole)
}

// printPaper prints a document.
func (p *project) printPaper(ctx context.Context, printer pdf.Printer, name string, paper site.Paper) error {
	printed, pages, err := printer.Print(ctx, paper.Front.Date, paper.HTML)
	if err != nil {
		return fmt.Errorf("printing %s: %w", name, err)
	}
	path := filepath.Join(p.site(), exported, name+".pdf")
	if err := atomicfile.Write(path, printed); err != nil {
		return err
	}
	p.say("%s: %.1f MB, pages: %d", p.short(path), float64(len(printed))/1e6, pages)
	return nil
}
