package main

import (
	"context"
	"errors"
	"maps"
	"sync"

	"lanebook/notebooks/internal/execute"
	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/internal/stale"
)

// refresh executes the chosen notebooks that are stale, and keeps their new
// outputs. A notebook that fails stays as it was; the others are finished.
func (p *project) refresh(ctx context.Context) error {
	tools, err := kernel.FindTools(ctx, p.root)
	if err != nil {
		return err
	}
	books, err := p.examine(ctx, tools, p.chosen)
	if err != nil {
		return err
	}
	var todo []*book
	for _, b := range books {
		if len(b.why) > 0 {
			todo = append(todo, b)
		}
	}
	return p.execute(ctx, tools, todo, func(b *book, r execute.Result) error {
		return p.keep(ctx, tools, b, r)
	})
}

// keep writes an executed notebook and the record of what it was made from.
func (p *project) keep(ctx context.Context, tools kernel.Tools, b *book, r execute.Result) error {
	before := b.parts // the sources may have changed since
	b.record = &stale.Record{Imports: r.Imports, Outputs: stale.HashOutputs(r.Notebook)}
	if err := p.findParts(ctx, tools, []*book{b}); err != nil {
		return err
	}
	b.record.Parts = b.parts // with what only running it has shown to be imported
	maps.Copy(b.record.Parts, before)
	if err := b.unchanged(); err != nil {
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
			options := execute.Options{Tools: tools, Timeout: p.timeout, Progress: func(cell, cells int) { show.at(i, cell, cells) }}
			result, err := execute.Run(ctx, b.path, b.nb, options)
			if err == nil {
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
