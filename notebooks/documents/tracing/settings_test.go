package tracing_test

import (
	"testing"

	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing"
)

// TestSetFromDocument: the claims that a setting names, the document's and ours, are
// Fitted, and no others are.
func TestSetFromDocument(t *testing.T) {
	named := map[string]bool{}
	for _, s := range tracing.SetFromDocument() {
		for _, id := range s.From {
			named[id] = true
		}
		if s.What == "" || s.Value == "" || len(s.From) == 0 || s.Source == "" {
			t.Errorf("%+v: want all of it", s)
		}
	}
	for _, c := range tracing.Claims() {
		if fitted := c.Kind == ledger.Fitted; fitted != named[c.ID] {
			t.Errorf("%s is %v, and named by a setting: %v", c.ID, c.Kind, named[c.ID])
		}
		delete(named, c.ID)
	}
	for id := range named {
		t.Errorf("a setting names %s, which is no claim", id)
	}
}
