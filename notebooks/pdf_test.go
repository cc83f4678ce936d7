package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lanebook/charts/browsertest"
)

// TestPDF: a notebook that is named, or all and the whole book, named as the book is.
func TestPDF(t *testing.T) {
	browsertest.Find(t)
	r := newModule(t, t.TempDir(), "banks")                     // without the ledger, whose pages are not counted here
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 60)) // Chromium has a socket in it, whose path must be short
	if err := os.Mkdir(long, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", long)
	write(t, filepath.Join(r.root, "notebooks", "book.json"), `{"name": "My Notes", "title": "Words"}`)
	r.mustRun(t, []string{"-pdf", "02"}, "site/export/02-words.pdf: 0.0 MB, pages: 1\n")
	one := read(t, filepath.Join(r.root, "site", "export", "02-words.pdf"))
	if !strings.HasPrefix(one, "%PDF-") {
		t.Error("02-words.pdf is none")
	}
	if os.Getenv("LANEBOOK_FULL") == "" {
		return // a browser starts twice for each
	}
	r.mustRun(t, []string{"-pdf"}, "site/export/01-banks.pdf: ", "site/export/02-words.pdf: ", "site/export/my-notes.pdf: 0.0 MB, pages: 4\n")
	if read(t, filepath.Join(r.root, "site", "export", "02-words.pdf")) != one {
		t.Error("printing a notebook again gives other bytes")
	}
}
