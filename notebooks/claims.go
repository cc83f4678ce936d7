package main

import (
	"errors"
	"strings"
	"time"

	"lanebook/charts"
	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/internal/site"
)

// checkClaims holds every number of the documents against the model, document by
// document, and tells of each. The error has a line for each claim that is not in order.
func checkClaims(tell func(format string, args ...any)) ([][]ledger.Verdict, error) {
	var errs []error
	var all [][]ledger.Verdict
	for _, d := range documents.All() {
		start := time.Now()
		verdicts := ledger.Check(d.Claims())
		tell("%s: %d claims checked in %.1f s", d.ID, len(verdicts), time.Since(start).Seconds())
		for _, v := range verdicts {
			if !v.InOrder {
				errs = append(errs, errors.New("claim "+v.String()))
			}
		}
		all = append(all, verdicts)
	}
	return all, errors.Join(errs...)
}

// claims is the page of all claims, with the rows that are told; with none told, they
// are checked.
func (p *project) claims(told map[string][]string) (site.Page, error) {
	if told == nil {
		verdicts, err := checkClaims(p.say)
		if err != nil {
			return site.Page{}, err
		}
		return ledgerPage(verdicts)
	}
	var unchecked [][]ledger.Verdict
	for _, d := range documents.All() {
		var list []ledger.Verdict
		for _, c := range d.Claims() {
			list = append(list, ledger.Verdict{Claim: c})
		}
		unchecked = append(unchecked, list)
	}
	page, err := ledgerPage(unchecked)
	for _, f := range page.Figures {
		rows := f.Series[0].(charts.Table).Rows
		for i, row := range rows {
			rows[i] = told[row[0]]
		}
	}
	return page, err
}

// toldClaims are the rows of the ledger by claim, as the notebooks' outputs show them;
// nil if they do not show all.
func toldClaims(pages []site.Page) map[string][]string {
	told := map[string][]string{}
	for _, p := range pages {
		for _, c := range p.Notebook.Cells {
			for i := range c.Outputs {
				f, err := site.FigureOf(&c.Outputs[i])
				if err != nil || f == nil || !site.IsLedger(*f) {
					continue
				}
				for _, row := range f.Series[0].(charts.Table).Rows {
					told[row[0]] = row
				}
			}
		}
	}
	for _, c := range documents.Claims() {
		if told[c.ID] == nil {
			return nil
		}
	}
	return told
}

// ledgerPage is the page of all claims, a table for each document, whose verdicts are
// given.
func ledgerPage(verdicts [][]ledger.Verdict) (site.Page, error) {
	page := site.Page{Name: "claims", Text: "# The ledger of claims\n\n" + ledger.Totals(documents.Claims()) + `

What the documents state stands here beside what the model computes and what silicon measured, and some of ours, marked as such. What it means that model and document give the same number depends on where the model has it from:

- **derived**: computed from something else than the statement. Only such a claim can *hold*. Where the model is known not to meet a finding, the table says so, and why; where the document is off, too. Where silicon gave the same quantity and it is not what is claimed, the verdict says so, and the claim is not counted among those that hold.
- **looked up elsewhere**: the model has the number, or the rule, from another source. Where that is not what the document has, the verdict is that the source says otherwise.
- **arithmetic only**: a sum, the document's own or ours for what it states. It says nothing of the model.
- **taken from the document**: a number or a rule that the model has from it.
- **set with this number in view**: something in the model was chosen so that it comes out.
- **measured**: no model, only silicon.

*Kin* is another GPU than the one that the claim speaks of. What it gave is shown, with *otherwise* where it is in the claim's unit and not what is claimed; no verdict goes by it.

Ranges and bounds are checked as such. Where a number is *read as*, it is ours: the document has words. One test checks all of it, and nothing is published unless it passes.
`}
	for i, d := range documents.All() {
		f, err := figures.Verdicts(verdicts[i])
		if err != nil {
			return page, err
		}
		f.Name, f.Title = "claims-"+strings.ToLower(d.ID), d.ID+": "+d.Title
		f.Caption += " The document is [@" + strings.ToLower(d.ID) + "]; silicon is mostly [@h200]."
		page.Figures = append(page.Figures, f)
	}
	return page, nil
}
