package site

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

// TestSheet: each page of the sheet has each figure of the sample, but its table, as
// a picture and as a chart whose option is there.
func TestSheet(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "sheet")
	if err := Sheet(dir, []Page{{Name: "01-sample", Notebook: sampleNotebook(t)}}); err != nil {
		t.Fatal(err)
	}
	options, err := filepath.Glob(filepath.Join(dir, "in-01-sample-*.js"))
	if err != nil || len(options) == 0 {
		t.Fatalf("%d options (%v)", len(options), err)
	}
	for _, name := range []string{"index", "light-640", "light-1280", "dark-640", "dark-1280"} {
		page, err := os.ReadFile(filepath.Join(dir, name+".html"))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(page, []byte("<svg ")); n != 2*len(options) {
			t.Errorf("%s has %d pictures, want two for each of %d options", name, n, len(options))
		}
		for _, path := range options {
			if src := []byte(`data-lb-src="` + filepath.Base(path) + `"`); !bytes.Contains(page, src) {
				t.Errorf("%s has no %s", name, src)
			}
		}
	}
}

// TestSheetRefuses: a figure of a file that is none is an error, not a crash.
func TestSheetRefuses(t *testing.T) {
	none := figureCell(t, charts.Figure{Name: "none", Title: "T", Alt: "a"}, "")
	err := Sheet(t.TempDir(), []Page{{Name: "n", Notebook: &nb.Notebook{Cells: []nb.Cell{none}}}})
	if err == nil || !strings.HasPrefix(err.Error(), `n: figure "none"`) {
		t.Errorf("error %v, want one about the figure", err)
	}
}
