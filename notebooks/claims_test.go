package main

import (
	"os"
	"reflect"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/internal/site"
)

// TestLedgerPage: a table for each document, with a row for each claim.
func TestLedgerPage(t *testing.T) {
	var verdicts [][]ledger.Verdict
	for _, d := range documents.All() {
		var of []ledger.Verdict
		for _, c := range d.Claims() {
			of = append(of, ledger.Verdict{Claim: c, InOrder: true})
		}
		verdicts = append(verdicts, of)
	}
	page, err := ledgerPage(verdicts)
	if err != nil || len(page.Figures) != len(verdicts) {
		t.Fatalf("%d tables for %d documents, error %v", len(page.Figures), len(verdicts), err)
	}
	for i, f := range page.Figures {
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
		if rows := len(f.Series[0].(charts.Table).Rows); rows != len(verdicts[i]) {
			t.Errorf("%s: %d rows for %d claims", f.Name, rows, len(verdicts[i]))
		}
	}
}

// TestToldClaims: the notebooks here show what became of every claim, in the words of
// the ledger's page. LANEBOOK_FULL=1 checks the claims, and compares; so does whoever executes the notebooks anew.
func TestToldClaims(t *testing.T) {
	p, books := committed(t)
	var pages []site.Page
	for _, b := range books {
		pages = append(pages, site.Page{Notebook: b.nb})
	}
	told := toldClaims(pages)
	if told == nil {
		t.Fatal("a claim is in no notebook's ledger")
	}
	got, err := p.claims(told)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range got.Figures {
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
	}
	if toldClaims(pages[1:]) != nil {
		t.Error("without a notebook all is told as well")
	}
	if os.Getenv("LANEBOOK_FULL") != "1" {
		return
	}
	p.stdout = t.Output()
	want, err := p.claims(nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range want.Figures {
		for k, row := range f.Series[0].(charts.Table).Rows {
			if told := got.Figures[i].Series[0].(charts.Table).Rows[k]; !reflect.DeepEqual(told, row) {
				t.Errorf("the notebooks tell %q, want %q", told, row)
			}
		}
	}
	if !t.Failed() && !reflect.DeepEqual(got, want) {
		t.Errorf("the notebooks tell what surrounds the rows otherwise: %v, want %v", got.Figures, want.Figures)
	}
}
