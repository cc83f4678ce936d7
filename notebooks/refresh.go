package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"lanebook/notebooks/internal/execute"
	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/internal/stale"
)

// refresh brings the outputs of the chosen notebooks up to date and publishes all. First
// it executes those whose outputs belong to nothing that is known. Those that bear a
// seal that holds are published as they are, so that there is something to read, and
// executed then; with fast they are not. A notebook that fails stays as it was; the
// others that were begun are finished.
func (p *project) refresh(ctx context.Context, fast bool) error {
	tools, err := kernel.FindTools(ctx, p.root)
	if err != nil {
		return err
	}
	books, err := p.examine(ctx, tools, p.paths)
	if err != nil {
		return err
	}
	var unknown, sealed []*book
	reliable := true
	for _, b := range books {
		switch chosen := slices.Contains(p.chosen, b.path); {
		case len(b.why) == 0:
			err = p.reseal(b)
		case b.sealed() && chosen:
			sealed = append(sealed, b)
		case b.sealed():
		case chosen:
			unknown = append(unknown, b)
		default:
			reliable = false
			p.say("note: the page of %s shows its last outputs, which are stale", b.name())
		}
		if err != nil {
			return err
		}
	}
	keep := func(b *book, r execute.Result) error { return p.keep(ctx, tools, b, r) }
	if err := p.execute(ctx, tools, unknown, keep); err != nil {
		return err
	}
	if len(sealed) == 0 {
		return p.publish(ctx, reliable, false)
	}
	p.say("publishing what was committed: by their seals, this code gave the outputs of %s", list(sealed))
	if err := p.publish(ctx, reliable, true); err != nil {
		return err
	}
	if fast {
		p.say("-fast: they were not executed here, and claims are as the notebooks show them")
		return nil
	}
	p.say("the site can be read now. %s here, to see whether the outputs are the same: that takes minutes, and to end it does no harm", executing(len(sealed)))
	if err := p.execute(ctx, tools, sealed, keep); err != nil {
		return err
	}
	if others := slices.DeleteFunc(sealed, func(b *book) bool { return b.same }); len(others) > 0 {
		p.say("other outputs than those that were committed: %s", list(others))
	} else {
		p.say("all outputs are the same as those that were committed")
	}
	return p.publish(ctx, reliable, false)
}

// list names notebooks.
func list(books []*book) string {
	names := make([]string, len(books))
	for i, b := range books {
		names[i] = title(b.path)
	}
	return strings.Join(names, ", ")
}

// executing says how many notebooks are about to be executed.
func executing(n int) string {
	if n == 1 {
		return "One notebook is executed"
	}
	return fmt.Sprintf("%d notebooks are executed", n)
}

// reseal gives a notebook that was executed here the seal that it should bear: what was
// merged or edited may have lost it.
func (p *project) reseal(b *book) error {
	if stale.SealOf(b.nb) == b.seal {
		return nil
	}
	if err := errors.Join(stale.SetSeal(b.nb, b.seal), b.unchanged()); err != nil {
		return err
	}
	if b.seal == "" {
		p.say("%s: its seal is taken away, for what it rests on cannot be sealed", b.name())
	} else {
		p.say("%s: sealed anew, its outputs being those that were got here", b.name())
	}
	return nb.WriteFile(b.path, b.nb)
}

// keep writes an executed notebook, with its seal, and the record of what it was made
// from.
func (p *project) keep(ctx context.Context, tools kernel.Tools, b *book, r execute.Result) error {
	before := b.parts // the sources may have changed since
	b.record = &stale.Record{Imports: r.Imports, Outputs: stale.HashOutputs(r.Notebook)}
	if err := p.findParts(ctx, tools, []*book{b}); err != nil {
		return err
	}
	b.record.Parts = b.parts // with what only running it has shown to be imported
	maps.Copy(b.record.Parts, before)
	if b.seal != "" {
		b.seal = stale.Seal(b.record.Parts, r.Notebook)
	}
	if err := errors.Join(stale.SetSeal(r.Notebook, b.seal), b.unchanged()); err != nil {
		return err
	}
	if err := nb.WriteFile(b.path, r.Notebook); err != nil {
		return err
	}
	return b.record.Save(p.records(), b.name())
}

// execute runs notebooks, several at once, and calls done for each that
// succeeds. The error tells of every one that failed.
func (p *project) execute(ctx context.Context, tools kernel.Tools, books []*book, done func(*book, execute.Result) error) error {
	if len(books) == 0 {
		return nil
	}
	if err := tools.Build(ctx, func(what string) { p.say("%s", what) }); err != nil {
		return err
	}
	show := newProgress(p.stdout, books)
	errs := make([]error, len(books))
	var group sync.WaitGroup
	turns := make(chan struct{}, p.jobs)
	for i, b := range books {
		group.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			if errs[i] = ctx.Err(); errs[i] != nil {
				return
			}
			options := execute.Options{Tools: tools, Timeout: p.timeout, Progress: func(cell, cells int) { show.at(i, cell, cells) }, Shown: func(text string) { show.says(i, text) }}
			result, err := execute.Run(ctx, b.path, b.nb, options)
			if err == nil {
				show.as(i, stale.HashOutputs(result.Notebook) == stale.HashOutputs(b.nb))
				err = done(b, result)
			}
			errs[i] = err
			show.end(i, err)
		})
	}
	group.Wait()
	show.wait()
	return errors.Join(errs...)
}
