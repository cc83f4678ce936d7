package stale

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"lanebook/notebooks/internal/nb"
)

// A module of four packages: a imports b and embeds a file; c stands alone; d
// is imported by nobody but a test.
var sources = map[string]string{
	"go.mod":        "module lanebook\n\ngo 1.25\n",
	"a/a.go":        "package a\n\nimport (\n\t_ \"embed\"\n\t_ \"lanebook/b\"\n)\n\n//go:embed words.txt\nvar Words string\n",
	"a/words.txt":   "words",
	"a/a_test.go":   "package a\n\nimport _ \"lanebook/d\"\n",
	"b/b.go":        "package b\n",
	"c/c.go":        "package c\n",
	"d/d.go":        "package d\n",
	"books/run.csv": "1,2\n",
}

func writeModule(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range sources {
		writeFile(t, root, name, text)
	}
	return root
}

func writeFile(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func code(sources ...string) *nb.Notebook {
	book := &nb.Notebook{Metadata: json.RawMessage("{}")}
	for _, source := range sources {
		book.Cells = append(book.Cells, nb.Cell{Type: nb.Code, Source: source})
	}
	return book
}

var versions = map[string]string{"go": "go1.25", "gonb": "v0.11.4"}

func find(t *testing.T, root string, book *nb.Notebook, imports ...string) Parts {
	t.Helper()
	parts, err := Find(t.Context(), root, versions, []Book{{filepath.Join(root, "books", "x.ipynb"), book, imports}})
	if err != nil {
		t.Fatal(err)
	}
	return parts[0]
}

func TestPartsAreWhatTheNotebookIsMadeFrom(t *testing.T) {
	root := writeModule(t)
	book := code("import \"fmt\"\n", " ", "import (\n\t\"os\"\n\tx \"lanebook/a\"\n)\n%%\nx.Words")
	book.Metadata = json.RawMessage(`{"lanebook":{"data":["run.csv","none.csv"]}}`)
	parts := find(t, root, book)
	want := []string{"a/a.go", "a/words.txt", "b/b.go", "cell 1", "cell 2", "data none.csv", "data run.csv", "go", "go.mod's go line", "gonb"}
	if got := slices.Sorted(maps.Keys(parts)); !reflect.DeepEqual(got, want) {
		t.Errorf("parts are %q, want %q", got, want)
	}
	if _, ok := find(t, root, code("%%\nc.Do()"), "lanebook/c")["c/c.go"]; !ok {
		t.Error("a package that only goimports imported is no part")
	}
	if got := find(t, root, code(`import "lanebook/nowhere"`))["package lanebook/nowhere"]; got != "not found" {
		t.Errorf("a package that is not there is %q, want not found", got)
	}
}

// TestWhy changes one thing at a time.
func TestWhy(t *testing.T) {
	const cell = "import \"lanebook/a\"\n%%\na.Words"
	withData := func(source string) *nb.Notebook {
		book := code(source, "second")
		book.Metadata = json.RawMessage(`{"lanebook":{"data":["run.csv"]}}`)
		return book
	}
	for name, c := range map[string]struct {
		change func(t *testing.T, root string, book *nb.Notebook) *nb.Notebook
		want   []string
	}{
		"nothing":  {func(_ *testing.T, _ string, b *nb.Notebook) *nb.Notebook { return b }, nil},
		"package":  {write("a/a.go", sources["a/a.go"]+"\n// changed\n"), []string{"a/a.go changed"}},
		"indirect": {write("b/b.go", "package b\n\nvar X int\n"), []string{"b/b.go changed"}},
		"new file": {write("b/more.go", "package b\n"), []string{"b/more.go is new"}},
		"embedded": {write("a/words.txt", "others"), []string{"a/words.txt changed"}},
		"data":     {write("books/run.csv", "1,3\n"), []string{"data run.csv changed"}},
		"go line":  {write("go.mod", "module lanebook\n\ngo 1.24\n"), []string{"go.mod's go line changed from go1.25 to go1.24"}},
		"test":     {write("a/a_test.go", "package a\n"), nil},
		"stranger": {write("c/c.go", "package c\n\nvar X int\n"), nil},
		"test's":   {write("d/d.go", "package d\n\nvar X int\n"), nil},
		"cell":     {func(*testing.T, string, *nb.Notebook) *nb.Notebook { return withData(cell + " ") }, []string{"cell 1 changed"}},
		"prose": {func(_ *testing.T, _ string, b *nb.Notebook) *nb.Notebook {
			b.Cells = append(b.Cells, nb.Cell{Type: nb.Markdown, Source: "words"})
			return b
		}, nil},
		"cell gone": {func(_ *testing.T, _ string, b *nb.Notebook) *nb.Notebook {
			b.Cells[1].Source = ""
			return b
		}, []string{"cell 2 is gone"}},
		"outputs": {func(_ *testing.T, _ string, b *nb.Notebook) *nb.Notebook {
			b.Cells[0].Outputs = []nb.Output{{Type: nb.Stream, Name: "stdout", Text: "edited"}}
			return b
		}, []string{"its outputs were edited"}},
	} {
		t.Run(name, func(t *testing.T) {
			root, book := writeModule(t), withData(cell)
			record := &Record{Parts: find(t, root, book), Outputs: HashOutputs(book)}
			book = c.change(t, root, book)
			if got := record.Why(find(t, root, book), book); !reflect.DeepEqual(got, c.want) {
				t.Errorf("stale because %q, want %q", got, c.want)
			}
		})
	}
}

func write(name, text string) func(*testing.T, string, *nb.Notebook) *nb.Notebook {
	return func(t *testing.T, root string, book *nb.Notebook) *nb.Notebook {
		writeFile(t, root, name, text)
		return book
	}
}

// TestModulesCountByVersion uses this module's own dependencies.
func TestModulesCountByVersion(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	book := code(`import "gonum.org/v1/plot/vg"`)
	now := find(t, root, book)
	record := &Record{Parts: maps.Clone(now), Outputs: HashOutputs(book)}
	record.Parts["module gonum.org/v1/plot"] = "v0.1.0 h1:old"
	record.Parts["gonb"] = "v0.11.3"
	version := version(now["module gonum.org/v1/plot"])
	want := []string{"gonb changed from v0.11.3 to v0.11.4", "module gonum.org/v1/plot changed from v0.1.0 to " + version}
	if got := record.Why(now, book); !reflect.DeepEqual(got, want) {
		t.Errorf("stale because %q, want %q", got, want)
	}
	for name := range now {
		if name == "module github.com/chromedp/chromedp" {
			t.Error("a module that the notebook does not use is a part")
		}
	}
}

func TestInterruption(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	root := writeModule(t)
	if _, err := Find(ctx, root, versions, []Book{{"x.ipynb", code(`import "lanebook/a"`), nil}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func TestRecords(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "records")
	if r, err := Load(folder, "a.ipynb"); r != nil || err != nil {
		t.Errorf("before the first: %v, %v, want none", r, err)
	}
	saved := &Record{Parts: Parts{"cell 1": "x"}, Outputs: "y", Imports: []string{"fmt"}}
	if err := saved.Save(folder, "a.ipynb"); err != nil {
		t.Fatal(err)
	}
	if r, err := Load(folder, "a.ipynb"); err != nil || !reflect.DeepEqual(r, saved) {
		t.Errorf("loaded %+v, %v, want %+v", r, err, saved)
	}
	writeFile(t, folder, "a.ipynb.json", `{"parts":`)
	if r, err := Load(folder, "a.ipynb"); r != nil || err != nil {
		t.Errorf("damaged: %v, %v, want none", r, err)
	}
	if got, want := (*Record)(nil).Why(nil, code()), []string{"never executed here"}; !reflect.DeepEqual(got, want) {
		t.Errorf("without a record: %q, want %q", got, want)
	}
}
