package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/internal/diff"
	"lanebook/notebooks/internal/execute"
	"lanebook/notebooks/internal/kernel"
)

// status says of each chosen notebook whether it is stale, and why.
func (p *project) status(ctx context.Context) error {
	tools, err := kernel.FindTools(ctx, p.root)
	if err != nil {
		return err
	}
	books, err := p.examine(ctx, tools, p.chosen)
	if err != nil {
		return err
	}
	for _, b := range books {
		switch {
		case len(b.why) == 0:
			p.say("%s is up to date", b.name())
		case b.sealed():
			p.say("%s is sealed: its outputs are what this code gave elsewhere (here: %s)", b.name(), reason(b.why))
		default:
			p.say("%s is stale: %s", b.name(), strings.Join(b.why, ", "))
		}
	}
	return nil
}

// check executes the chosen notebooks, stale or not, and compares with the
// outputs they have. It changes no file.
func (p *project) check(ctx context.Context) error {
	tools, err := kernel.FindTools(ctx, p.root)
	if err != nil {
		return err
	}
	books, err := load(p.chosen)
	if err != nil {
		return err
	}
	for _, b := range books {
		b.why = []string{"-check"}
	}
	differences := make(map[string][]string, len(books))
	results := make(chan map[string][]string, len(books))
	err = p.execute(ctx, tools, books, func(b *book, r execute.Result) error {
		results <- map[string][]string{b.name(): diff.Outputs(b.nb, r.Notebook)}
		return nil
	})
	close(results)
	for r := range results {
		for name, lines := range r {
			differences[name] = lines
		}
	}
	errs := []error{err}
	for _, b := range books {
		if lines := differences[b.name()]; len(lines) > 0 {
			errs = append(errs, fmt.Errorf("%s: executing it again gives other outputs:\n%s", b.name(), strings.Join(lines, "\n")))
		}
	}
	if p.ours && ctx.Err() == nil {
		_, err := interruptible(ctx, func() ([][]ledger.Verdict, error) { return checkClaims(p.say) })
		if err == nil {
			p.say("%s", ledger.Totals(documents.Claims()))
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
