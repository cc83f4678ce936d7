package main

import (
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
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
