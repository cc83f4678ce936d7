package documents_test

import (
	"errors"
	"regexp"
	"testing"

	"lanebook/notebooks/documents"
	"lanebook/notebooks/documents/ledger"
)

// The ledger: every number of the documents, against the model.
func TestClaims(t *testing.T) {
	for _, c := range documents.Claims() {
		if v := c.Check(); !v.Holds {
			t.Error(v)
		} else {
			t.Log(v)
		}
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
		if c.Statement == "" || c.Item == "" || c.Compute == nil || c.Tolerance < 0 {
			t.Errorf("claim %s: want Item, Statement, Compute and a Tolerance of 0 or more", c.ID)
		}
		if m := c.Silicon; m != nil && (m.What == "" || m.Unit == "") {
			t.Errorf("claim %s: want to know what silicon measured, and in what unit", c.ID)
		}
	}
}

func TestCheck(t *testing.T) {
	give := func(v float64, err error) func() (float64, error) {
		return func() (float64, error) { return v, err }
	}
	for _, tt := range []struct {
		claim ledger.Claim
		holds bool
	}{
		{ledger.Claim{Says: 2, Compute: give(2, nil)}, true},
		{ledger.Claim{Says: 2, Compute: give(3, nil)}, false},
		{ledger.Claim{Says: 2, Tolerance: 1, Compute: give(3, nil)}, true},
		{ledger.Claim{Says: 2, Tolerance: 1, Compute: give(3.1, nil)}, false},
		{ledger.Claim{Says: 92, Off: "a slip", Compute: give(96, nil)}, true},
		{ledger.Claim{Says: 92, Off: "a slip", Compute: give(92, nil)}, false},
		{ledger.Claim{Says: 80, Apart: "coarse", Compute: give(92, nil)}, true},
		{ledger.Claim{Says: 80, Apart: "coarse", Compute: give(80, nil)}, false},
		{ledger.Claim{Says: 2, Compute: give(2, errors.New("no"))}, false},
	} {
		if v := tt.claim.Check(); v.Holds != tt.holds {
			t.Errorf("%v: holds = %v, want %v", v, v.Holds, tt.holds)
		}
	}
}
