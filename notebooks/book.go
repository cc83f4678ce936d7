package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"lanebook/notebooks/internal/site"
)

// front is what notebooks/book.json says of the book, with the glossary and the sources
// beside it. All three may be missing; the book then has its folder's name. A book that
// has authors and no date is dated by the last commit, where there is one, which is then
// its version, too, if it has none.
func (p *project) front(ctx context.Context) (site.Front, error) {
	front := site.Front{Name: filepath.Base(p.root), Title: filepath.Base(p.root)}
	about, err := p.beside("book.json")
	if err != nil {
		return front, err
	}
	if about != nil {
		if front, err = site.ReadFront(about); err != nil {
			return front, err
		}
	}
	if len(front.Authors) > 0 && front.Date == "" {
		var commit string
		front.Date, commit, _ = strings.Cut(p.lastCommit(ctx, "%cs %h", "."), " ")
		front.Version = cmp.Or(front.Version, commit)
	}
	if front.Glossary, err = p.beside("glossary.json"); err != nil {
		return front, err
	}
	front.Sources, err = p.beside("sources.json")
	return front, err
}

// beside reads a file that lies beside the notebooks, nil if there is none.
func (p *project) beside(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(p.root, "notebooks", name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// lastCommit is what git says, in this format, of the last commit that changed a file;
// "" outside a repository and without git.
func (p *project) lastCommit(ctx context.Context, format, file string) string {
	said, err := exec.CommandContext(ctx, "git", "-C", p.root, "log", "-1", "--abbrev=10", "--format="+format, "--", file).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(said))
}
