package documents_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
)

// The ledger: every number of the documents, against the model. One alone:
// -run 'TestClaims/^D1.7$'.
func TestClaims(t *testing.T) {
	for _, c := range documents.Claims() {
		t.Run(c.ID, func(t *testing.T) {
			if v := c.Check(); !v.InOrder {
				t.Error(v)
			} else {
				t.Log(v)
			}
		})
	}
}

func TestLedgerIsWellFormed(t *testing.T) {
	id := regexp.MustCompile(`^D[1-5]\.[1-9][0-9]*$`)
	seen := map[string]bool{}
	for _, c := range documents.Claims() {
		if !id.MatchString(c.ID) || seen[c.ID] {
			t.Errorf("claim %q: want a new ID like D1.7", c.ID)
		}
		seen[c.ID] = true
		if c.Statement == "" || c.Item == "" {
			t.Errorf("claim %s: want Item and Statement", c.ID)
		}
		if c.Kind < ledger.Derived || c.Kind > ledger.Measured {
			t.Errorf("claim %s is %v: want a kind", c.ID, c.Kind)
		}
		if (c.Compute == nil) != (c.Kind == ledger.Measured) {
			t.Errorf("claim %s: want Compute, unless it is measured, and then none", c.ID)
		}
		if c.Silicon == nil {
			continue
		}
		if m, err := c.Silicon(); err != nil || m.Unit() == "" || m.Source() == "" {
			t.Errorf("claim %s: silicon gave %v, error %v", c.ID, m, err)
		}
	}
}

// README's totals are the ledger's.
func TestReadmeTotals(t *testing.T) {
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := ledger.Totals(documents.Claims()); !strings.Contains(string(data), want) {
		t.Errorf("README.md does not say: %s", want)
	}
}
