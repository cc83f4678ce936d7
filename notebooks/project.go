package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/modfile"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/internal/stale"
)

// project is the repository, or a folder of somebody's notes, and what to do in it.
type project struct {
	dir     string   // the working directory
	root    string   // the repository: where go.mod is; absolute
	ours    bool     // it is Lanebook's repository, whose site has the ledger of claims
	paths   []string // of all notebooks, sorted
	chosen  []string // of the notebooks to deal with
	began   time.Time
	timeout time.Duration
	jobs    int
	stdout  io.Writer
	unsaid  error // why something could not be said
}

// openProject finds the repository around dir and the notebooks called names,
// all of them for no names.
func openProject(dir string, names []string) (*project, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	p := &project{dir: dir, root: dir}
	for !isFile(filepath.Join(p.root, "go.mod")) {
		parent := filepath.Dir(p.root)
		if parent == p.root {
			return nil, fmt.Errorf("no go.mod in %s or above it: run this inside the repository", dir)
		}
		p.root = parent
	}
	mod, err := os.ReadFile(filepath.Join(p.root, "go.mod"))
	if err != nil {
		return nil, err
	}
	p.ours = modfile.ModulePath(mod) == ourModule
	found, err := fs.Glob(os.DirFS(p.root), "notebooks/*.ipynb") // the root's name is no pattern
	if err != nil {
		return nil, err
	}
	for _, name := range found {
		p.paths = append(p.paths, filepath.Join(p.root, filepath.FromSlash(name)))
	}
	if len(p.paths) == 0 {
		return nil, fmt.Errorf("no notebooks in %s", filepath.Join(p.root, "notebooks"))
	}
	if p.chosen = p.paths; len(names) > 0 {
		p.chosen, err = choose(p.paths, names)
	}
	return p, err
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// choose finds the notebooks called names, which may have a folder and .ipynb, or
// be cut off where only one begins so.
func choose(paths, names []string) ([]string, error) {
	var chosen, unknown []string
	for _, name := range names {
		found := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return title(path) != title(name) })
		if len(found) == 0 {
			found = slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return !strings.HasPrefix(title(path), title(name)) })
		}
		if len(found) != 1 {
			unknown = append(unknown, name)
		} else if !slices.Contains(chosen, found[0]) {
			chosen = append(chosen, found[0])
		}
	}
	if unknown == nil {
		return chosen, nil
	}
	var known []string
	for _, path := range paths {
		known = append(known, title(path))
	}
	return nil, fmt.Errorf("no notebook is called %s; there are: %s", strings.Join(unknown, ", "), strings.Join(known, ", "))
}

// title is a notebook's name without folder and extension.
func title(path string) string { return strings.TrimSuffix(filepath.Base(path), ".ipynb") }

func (p *project) site() string    { return filepath.Join(p.root, "site") }
func (p *project) records() string { return filepath.Join(p.root, ".lanebook") }

// command is how this program is run here.
func (p *project) command() string {
	if p.ours {
		return "go run ./notebooks"
	}
	return "go run " + ourModule + "/notebooks"
}

// short is a path as the reader would type it.
func (p *project) short(path string) string {
	if rel, err := filepath.Rel(p.dir, path); err == nil {
		return rel
	}
	return path
}

// say prints a line. That it could not is an error of the whole run, and no reason to
// leave the rest of its work.
func (p *project) say(format string, args ...any) {
	if _, err := fmt.Fprintf(p.stdout, format+"\n", args...); err != nil && p.unsaid == nil {
		p.unsaid = err
	}
}

// book is a notebook and whether its outputs are up to date.
type book struct {
	path   string
	data   []byte // of the file
	nb     *nb.Notebook
	record *stale.Record // nil when it was never executed here
	parts  stale.Parts
	seal   string   // what it should bear
	why    []string // it must be executed here; empty when it need not be
	same   bool     // executing it has given the outputs that it had
}

func (b *book) name() string { return filepath.Base(b.path) }

// sealed reports whether the notebook's outputs are those that were got elsewhere from
// what it is made from now.
func (b *book) sealed() bool { return b.seal != "" && stale.SealOf(b.nb) == b.seal }

// load reads notebooks. The error tells of every damaged file.
func load(paths []string) ([]*book, error) {
	var books []*book
	var errs []error
	for _, path := range paths {
		b := &book{path: path}
		var err error
		if b.data, err = os.ReadFile(path); err == nil {
			if b.nb, err = nb.Read(b.data); err != nil {
				err = fmt.Errorf("%s: %w", b.name(), err)
			}
		}
		books, errs = append(books, b), append(errs, err)
	}
	return books, errors.Join(errs...)
}

// examine reads notebooks and finds which are stale, and why.
func (p *project) examine(ctx context.Context, tools kernel.Tools, paths []string) ([]*book, error) {
	books, err := load(paths)
	if err != nil {
		return nil, err
	}
	for _, b := range books {
		if b.record, err = stale.Load(p.records(), b.name()); err != nil {
			return nil, err
		}
	}
	if err := p.findParts(ctx, tools, books); err != nil {
		return nil, err
	}
	for _, b := range books {
		b.why = b.record.Why(b.parts, b.nb)
	}
	return books, nil
}

// findParts finds what the notebooks are made from now, and with it their seals. Those
// cover what the cells write: what only a program's run has shown to be imported, a
// fresh checkout does not know.
func (p *project) findParts(ctx context.Context, tools kernel.Tools, books []*book) error {
	list := make([]stale.Book, 2*len(books))
	for i, b := range books {
		list[2*i] = stale.Book{Path: b.path, Notebook: b.nb}
		list[2*i+1] = list[2*i]
		if b.record != nil {
			list[2*i+1].Imports = b.record.Imports
		}
	}
	parts, err := stale.Find(ctx, p.root, tools.Versions, list)
	if err != nil {
		return err
	}
	for i, b := range books {
		b.parts = parts[2*i+1]
		if b.seal = ""; len(b.parts) == len(parts[2*i]) { // else no seal covers all
			b.seal = stale.Seal(b.parts, b.nb)
		}
	}
	return nil
}

// unchanged is an error if the file is no longer what was read: somebody has
// saved it in the meantime, and writing it would lose that.
func (b *book) unchanged() error {
	now, err := os.ReadFile(b.path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, b.data) {
		return fmt.Errorf("%s was edited while it was being executed: it is left as it is now; run this again", b.name())
	}
	return nil
}
