package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/site"
	"lanebook/notebooks/whatif/block"
)

// publish writes the site of all notebooks, unless it is up to date, and says
// where it is. Lanebook's own has the ledger, and all claims are checked first,
// once by each program, which has the whole model in it; asSealed, they are left for later.
// Where outputs that can be relied on show what became of them, they tell it.
func (p *project) publish(ctx context.Context, reliable, asSealed bool) error {
	books, err := load(p.paths)
	if err != nil {
		return err
	}
	pages := make([]site.Page, len(books))
	key := sha256.New()
	for i, b := range books {
		pages[i] = site.Page{Name: title(b.path), Notebook: b.nb, Source: b.data, Date: p.lastCommit(ctx, "%cs", b.path)}
		fmt.Fprintf(key, "%s %v %d\n%s", b.name(), pages[i].Date, len(b.data), b.data)
	}
	front, err := p.front(ctx)
	if err != nil {
		return err
	}
	program, err := hashProgram()
	if err != nil {
		return err
	}
	last := p.lastSite()
	checked := last.Checked == program
	var told map[string][]string
	if p.ours && reliable && (asSealed || checked) {
		told = toldClaims(pages)
	}
	fmt.Fprintln(key, front, program)
	made := siteRecord{From: hex.EncodeToString(key.Sum(nil))}
	if checked || told == nil {
		made.Checked = program
	}
	if last.From == made.From && (checked || asSealed || !p.ours) && p.siteHas(last.Content) {
		p.say("%s is up to date; %s -serve shows it", p.short(p.index()), p.command())
		return nil
	}
	whole, err := interruptible(ctx, func() (site.Site, error) { return p.build(front, pages, told) })
	if err != nil {
		return err
	}
	if err := whole.Publish(p.site()); err != nil {
		return fmt.Errorf("publishing: %w", err)
	}
	if made.Content, err = hashFolder(p.site()); err != nil {
		return err
	}
	data, err := json.Marshal(made)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.records(), 0o755); err != nil {
		return err
	}
	if err := atomicfile.Write(p.siteRecord(), data); err != nil {
		return err
	}
	if p.ours && told == nil {
		p.say("%s", ledger.Totals(documents.Claims()))
	}
	p.say("published %s; %s -serve shows it (%.0f s after the start)", p.short(p.index()), p.command(), time.Since(p.began).Seconds())
	return nil
}

// build makes the site. Where the claims are ours it checks them, unless their rows in
// the ledger are told, while the program of our what-ifs is compiled.
func (p *project) build(front site.Front, pages []site.Page, told map[string][]string) (site.Site, error) {
	if p.ours {
		compiled := make(chan struct{})
		go func() {
			block.Program() // site.Build tells of an error
			close(compiled)
		}()
		defer func() { <-compiled }() // which leaves no file behind
		claims, err := p.claims(told)
		if err != nil {
			return site.Site{}, err
		}
		pages = append(pages, claims)
	}
	made, err := site.Build(front, pages)
	if err != nil {
		err = fmt.Errorf("publishing: %w", err)
	}
	return made, err
}

// interruptible gives what work gives, which only computes. When ctx ends first, it
// does not wait for that: the program is about to end.
func interruptible[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := work()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		return result{}.value, ctx.Err()
	}
}

func (p *project) index() string      { return filepath.Join(p.site(), "index.html") }
func (p *project) siteRecord() string { return filepath.Join(p.records(), "site") }

// siteRecord is what is kept of the last publication.
type siteRecord struct {
	From    string `json:"from"`    // hash of the notebooks and of this program, which holds templates and scripts
	Content string `json:"content"` // hash of the files written
	Checked string `json:"checked"` // hash of the program, if it has checked the claims, once
}

// lastSite returns the record of the last publication, the zero value where there is none.
func (p *project) lastSite() (last siteRecord) {
	data, err := os.ReadFile(p.siteRecord())
	if err != nil || json.Unmarshal(data, &last) != nil {
		return siteRecord{}
	}
	return last
}

// siteHas reports whether the site is still whole.
func (p *project) siteHas(content string) bool {
	now, err := hashFolder(p.site())
	return err == nil && now == content
}

// hashProgram hashes the running program.
func hashProgram() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// hashFolder hashes the names and contents of a site's files, but for what was exported.
func hashFolder(folder string) (string, error) {
	sum := sha256.New()
	tree := os.DirFS(folder)
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && path == exported {
			return fs.SkipDir
		}
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, path)
		fmt.Fprintf(sum, "%s %d\n", path, len(data))
		sum.Write(data)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}
