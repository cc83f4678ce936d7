package stale

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"lanebook/notebooks/internal/nb"
)

// TestSeal: it covers each part but Go's version, and the outputs, and nothing else.
func TestSeal(t *testing.T) {
	parts := Parts{"go": "go1.25", "gonb": "v0.11.4", "cell 1": "a", "b/b.go": "b", "module m": "v1.0.0 h1:sum"}
	book := code("one", "two")
	seal := Seal(parts, book)
	if len(seal) != 32 || Seal(maps.Clone(parts), book) != seal {
		t.Fatalf("seals %q and %q, want 32 digits twice", seal, Seal(parts, book))
	}
	for name := range parts {
		other := maps.Clone(parts)
		other[name] += "x"
		if got := Seal(other, book); (got == seal) != (name == "go") {
			t.Errorf("with another %s the seal is the same: %v", name, got == seal)
		}
		delete(other, name)
		if got := Seal(other, book); (got == seal) != (name == "go") {
			t.Errorf("without %s the seal is the same: %v", name, got == seal)
		}
	}
	book.Cells = append(book.Cells, nb.Cell{Type: nb.Markdown, Source: "prose"})
	if Seal(parts, book) != seal {
		t.Error("prose has changed the seal")
	}
	book.Cells[1].Outputs = []nb.Output{{Type: nb.Stream, Name: "stdout", Text: "edited"}}
	if Seal(parts, book) == seal {
		t.Error("an edited output has not changed the seal")
	}
}

// TestSetSeal: the seal comes, changes and goes, and other metadata stay.
func TestSetSeal(t *testing.T) {
	for before, want := range map[string]string{
		`{}`: `{"lanebook":{"seal":"new"}}`,
		`{"kernelspec":{"name":"x"},"lanebook":{"data":["a.csv"],"seal":"old"}}`: `{"kernelspec":{"name":"x"},"lanebook":{"data":["a.csv"],"seal":"new"}}`,
		`{"lanebook":null}`: `{"lanebook":{"seal":"new"}}`,
	} {
		book := &nb.Notebook{Metadata: json.RawMessage(before)}
		if err := SetSeal(book, "new"); err != nil || string(book.Metadata) != want || SealOf(book) != "new" {
			t.Errorf("%s became %s, %v, want %s", before, book.Metadata, err, want)
		}
		if err := SetSeal(book, ""); err != nil || SealOf(book) != "" || strings.Contains(string(book.Metadata), "seal") {
			t.Errorf("%s without its seal is %s, %v", want, book.Metadata, err)
		}
	}
	for _, bad := range []string{`{"lanebook":"x"}`, `[]`} {
		if err := SetSeal(&nb.Notebook{Metadata: json.RawMessage(bad)}, "new"); err == nil || !strings.Contains(err.Error(), "metadata") {
			t.Errorf("%s: error is %v", bad, err)
		}
	}
	if SealOf(&nb.Notebook{Metadata: json.RawMessage(`{"lanebook":{"seal":7}}`)}) != "" {
		t.Error("a number is a seal")
	}
}
