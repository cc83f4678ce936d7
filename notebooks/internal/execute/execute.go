// Package execute runs notebooks in their real kernel and makes their outputs
// such that running them again gives the same bytes.
package execute

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
)

// Options say how to run a notebook.
type Options struct {
	Tools    kernel.Tools
	Timeout  time.Duration         // for each cell
	Progress func(done, cells int) // called before the first cell and after each; may be nil
	Shown    func(text string)     // called with what a cell says of its own progress; may be nil
}

// Result is an executed notebook and what it was made from.
type Result struct {
	Notebook *nb.Notebook // a copy of the given one with new outputs, normalised
	Imports  []string     // every import path of its programs, sorted, also those not written in a cell
}

// Run executes the code cells of the notebook at path, in order, in a kernel of
// their own. The given notebook is not changed. The error for a failing cell is
// a *CellError; the first one ends the run.
func Run(ctx context.Context, path string, book *nb.Notebook, opt Options) (Result, error) {
	k, err := kernel.Start(ctx, opt.Tools, filepath.Dir(path))
	if err != nil {
		return Result{}, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	k.Shown = opt.Shown
	r := run{Options: opt, kernel: k, name: filepath.Base(path), cells: book.Running()}
	outputs, err := r.all(ctx)
	if err := errors.Join(err, k.Close()); err != nil {
		return Result{}, err
	}
	done := &nb.Notebook{Cells: slices.Clone(book.Cells), Metadata: book.Metadata, Minor: book.Minor}
	for i := range done.Cells {
		done.Cells[i].Outputs = nil
		for _, out := range outputs[done.Cells[i].ID] {
			done.Cells[i].Outputs = append(done.Cells[i].Outputs, *out)
		}
	}
	if err := Normalise(done); err != nil {
		return Result{}, fmt.Errorf("%s: %w", r.name, err)
	}
	return Result{done, slices.Sorted(maps.Keys(r.imports))}, nil
}

// run is one execution under way.
type run struct {
	Options
	kernel  *kernel.Kernel
	name    string // of the notebook's file
	cells   []*nb.Cell
	imports map[string]bool
}

// all executes the cells and gives their outputs by cell id.
func (r *run) all(ctx context.Context) (map[string][]*nb.Output, error) {
	r.imports = map[string]bool{}
	outputs := map[string][]*nb.Output{}
	for i, cell := range r.cells {
		r.report(i)
		reply, err := r.one(ctx, i+1, cell)
		if err != nil {
			return nil, err
		}
		outputs[cell.ID] = reply.Outputs
		paths, err := r.kernel.Imports()
		if err != nil {
			return nil, fmt.Errorf("%s cell %d: what it imports: %w", r.name, i+1, err)
		}
		for _, path := range paths {
			r.imports[path] = true
		}
	}
	r.report(len(r.cells))
	for i, cell := range r.cells { // once no update can replace an output any more
		if err := r.checkPortable(i+1, outputs[cell.ID]); err != nil {
			return nil, err
		}
	}
	return outputs, nil
}

func (r *run) report(done int) {
	if r.Progress != nil {
		r.Progress(done, len(r.cells))
	}
}

// one executes cell n within its time.
func (r *run) one(ctx context.Context, n int, cell *nb.Cell) (*kernel.Reply, error) {
	late := fmt.Errorf("still running after %v, so it was ended (-timeout sets the limit)", r.Timeout)
	limited, cancel := context.WithTimeoutCause(ctx, r.Timeout, late)
	defer cancel()
	reply, err := r.kernel.Execute(limited, cell.Source)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx) // the whole run was ended, which is no fault of the cell
		}
		kind := KernelFailed
		var death *kernel.DeathError
		switch {
		case errors.Is(err, late):
			kind = TimedOut
		case errors.As(err, &death):
			kind = KernelDied
		case errors.Is(err, kernel.ErrInput):
			kind = WantsInput
		case errors.Is(err, kernel.ErrOutput), errors.Is(err, kernel.ErrBytes):
			kind = BadOutput
		case errors.Is(err, kernel.ErrTooMuch):
			kind = TooMuch
		}
		return nil, r.fail(kind, Fault{Cell: n, Message: err.Error()})
	}
	return reply, r.judge(n, reply)
}

// checkPortable refuses an output that names a place of this machine: on
// another one it would be different.
func (r *run) checkPortable(n int, outputs []*nb.Output) error {
	places := map[string]*regexp.Regexp{"/tmp/gonb_": regexp.MustCompile("/tmp/gonb_")}
	for _, path := range []string{r.kernel.Dir(), r.Tools.Root} {
		if len(path) > 1 {
			places[path] = asPath(path)
		}
	}
	for _, out := range outputs {
		texts := []string{out.Text}
		for mime := range out.Data {
			if !strings.HasPrefix(mime, "image/") || mime == "image/svg+xml" {
				text, _ := out.Content(mime)
				texts = append(texts, text)
			}
		}
		for _, text := range texts {
			for _, path := range slices.Sorted(maps.Keys(places)) {
				place := places[path]
				if strings.Contains(text, path) && place.MatchString(text) { // the first is quick
					return r.fail(NotPortable, Fault{Cell: n, Message: fmt.Sprintf("its output names a place of this machine: %q", lineWith(text, place))})
				}
			}
		}
	}
	return nil
}

// asPath matches a path that stands by itself or begins a longer one: not in the
// middle of a word, of another path, of a web address, a tag or base64.
func asPath(path string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)(?:^|file://|[^\w.~/<+-])` + regexp.QuoteMeta(path) + `(?:/|\.?$|\.\s|[^\w.+-])`)
}

// lineWith is the first line of text that has the place, cut to a decent length.
func lineWith(text string, place *regexp.Regexp) string {
	const longest = 160
	for line := range strings.Lines(text) {
		if at := place.FindStringIndex(line); at != nil {
			from := max(0, at[0]-longest/2)
			return strings.TrimSpace(line[from:min(len(line), from+longest)])
		}
	}
	return ""
}
