package figures_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"lanebook/charts/static"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
	"lanebook/notebooks/internal/nb"
)

var update = flag.Bool("update", false, "rewrite testdata/readme.svg")

// The README's picture is what the model draws today.
func TestReadmePicture(t *testing.T) {
	f, err := figures.BankMap(gpu.Fiji(), plain, column(t, plain, 64), 16)
	if err != nil {
		t.Fatal(err)
	}
	f.Name = "readme"
	svg, err := static.SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/readme.svg"
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, svg, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(svg, want) {
		t.Errorf("%s is stale: go test ./notebooks/figures -update", file)
	}
}

// What README and the notebooks say of how much was measured is what there is; what it
// is in all, package silicon holds.
func TestCountsInProse(t *testing.T) {
	seen, err := silicon.H200Patterns()
	if err != nil {
		t.Fatal(err)
	}
	unseen, err := silicon.H200Unseen()
	if err != nil {
		t.Fatal(err)
	}
	mixes, err := silicon.H200Mixes()
	if err != nil {
		t.Fatal(err)
	}
	loops := map[string]bool{}
	for _, m := range mixes {
		loops[m.Loop] = true
	}
	for file, want := range map[string][]string{
		"../../README.md": {
			fmt.Sprintf("on all of %d measured accesses and on %d more", len(seen), len(unseen)),
		},
		"../01-lds-banks.ipynb": {fmt.Sprintf("ran %d different accesses", len(seen)), fmt.Sprintf("So %d more accesses", len(unseen))},
		"../06-silicon.ipynb":   {fmt.Sprintf("take %d accesses", len(seen)), fmt.Sprintf("%d of them", len(unseen)), fmt.Sprintf("here are %d loops", len(loops))},
	} {
		text := prose(t, file)
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q", file, w)
			}
		}
	}
}

// prose is a file's text, of a notebook that of its Markdown cells.
func prose(t *testing.T, file string) string {
	t.Helper()
	if !strings.HasSuffix(file, ".ipynb") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	book, err := nb.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, c := range book.Cells {
		if c.Type == nb.Markdown {
			text += c.Source
		}
	}
	return text
}
