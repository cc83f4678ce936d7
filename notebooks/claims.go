package main

import (
	"errors"
	"strings"

	"lanebook/notebooks/documents"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/internal/site"
)

// checkClaims holds every number of the documents against the model, and says how
// that went. The error has a line for each claim that does not hold.
func (p *project) checkClaims() error {
	var errs []error
	held, apart := 0, 0
	for _, claim := range documents.Claims() {
		switch verdict := claim.Check(); {
		case !verdict.Holds:
			errs = append(errs, errors.New("claim "+verdict.String()))
		case claim.Apart != "":
			apart++
		default:
			held++
		}
	}
	p.say("%d claims hold; %d are known not to be met by the model, and the ledger says why", held, apart)
	return errors.Join(errs...)
}

// ledger is the page of all claims, a table for each document.
func ledger() (site.Page, error) {
	page := site.Page{Name: "claims", Text: `# The ledger of claims

Every number that the documents state, beside what the model computes and what silicon measured. A claim holds when the model gives the document's number within its tolerance. Where the model is known not to meet a finding, the table says so, and why. One test checks them all, and nothing is published unless it passes.
`}
	for _, d := range documents.All() {
		f, err := figures.Claims(d.Claims())
		if err != nil {
			return page, err
		}
		f.Name, f.Title = "claims-"+strings.ToLower(d.ID), d.ID+": "+d.Title
		page.Figures = append(page.Figures, f)
	}
	return page, nil
}
