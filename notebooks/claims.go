package main

import (
	"errors"
	"strings"

	"lanebook/charts/figures"
	"lanebook/gpumodel/claims"
	"lanebook/notebooks/internal/site"
)

// checkClaims holds every number of the documents against the model, and says how
// that went. The error has a line for each claim that does not hold.
func (p *project) checkClaims() error {
	var errs []error
	held, apart := 0, 0
	for _, claim := range claims.All() {
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

// documents are those that the notebooks retell, by the first part of their
// claims' IDs.
var documents = []struct{ id, title string }{
	{"D1", "GCN's local data share"},
	{"D2", "Issuing instructions on Kepler"},
	{"D3", "Matrix multiplication on GPUs and GRAPE-DR"},
	{"D4", "Tracing memory references in CUDA programs"},
	{"D5", "FFT, memory stride and bank conflicts"},
}

// ledger is the page of all claims, a table for each document.
func ledger() (site.Page, error) {
	page := site.Page{Name: "claims", Text: `# The ledger of claims

Every number that the documents state, beside what the model computes and what silicon measured. A claim holds when the model gives the document's number within its tolerance. Where the model is known not to meet a finding, the table says so, and why. One test checks them all, and nothing is published unless it passes.
`}
	for _, d := range documents {
		list := claims.Of(d.id)
		if len(list) == 0 {
			continue
		}
		f, err := figures.Claims(list)
		if err != nil {
			return page, err
		}
		f.Name, f.Title = "claims-"+strings.ToLower(d.id), d.id+": "+d.title
		page.Figures = append(page.Figures, f)
	}
	return page, nil
}
