package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/internal/site"
)

// repository is a small copy of this one: its go.mod, a package, two notebooks
// of which the first imports the package.
type repository struct {
	root   string
	tmp    string // TMPDIR, where nothing may stay behind
	module string // its name
}

// newRepository makes one that is not Lanebook's own in quick runs: to check all claims
// takes long, and package documents does it.
func newRepository(t *testing.T, root string) *repository {
	t.Helper()
	if os.Getenv("LANEBOOK_FULL") == "" {
		return newModule(t, root, "banks")
	}
	return newModule(t, root, ourModule)
}

func newModule(t *testing.T, root, module string) *repository {
	t.Helper()
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, name), strings.Replace(string(data), "module "+ourModule+"\n", "module "+module+"\n", 1))
	}
	write(t, filepath.Join(root, "model", "model.go"), "package model\n\nconst Banks = 32\n")
	if module == ourModule { // its ledger cites them
		const source = `{"id": "%s", "title-short": "%[1]s", "type": "webpage", "title": "%[1]s"}`
		var sources []string
		for _, id := range []string{"d1", "d2", "d3", "d4", "d5", "h200"} {
			sources = append(sources, fmt.Sprintf(source, id))
		}
		write(t, filepath.Join(root, "notebooks", "sources.json"), "["+strings.Join(sources, ",")+"]")
	}
	r := &repository{root: root, module: module}
	r.notebook(t, "01-banks", "%noautoget\nimport (\n\t\"fmt\"\n\t\"os\"\n\t\"time\"\n\n\t\""+module+"/model\"\n)", "%%\nfmt.Println(model.Banks, \"banks\")")
	r.notebook(t, "02-words", "%noautoget\nimport \"fmt\"", "%%\nfmt.Println(\"words\")")
	tmp, err := os.MkdirTemp("", "lb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(tmp) })
	t.Setenv("TMPDIR", tmp)
	r.tmp = tmp
	return r
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func (r *repository) path(name string) string {
	return filepath.Join(r.root, "notebooks", name+".ipynb")
}

// notebook writes a notebook with a title and code cells.
func (r *repository) notebook(t *testing.T, name string, cells ...string) {
	t.Helper()
	book := &nb.Notebook{Cells: []nb.Cell{{ID: "title", Type: nb.Markdown, Source: "# " + name}}}
	for i, source := range cells {
		book.Cells = append(book.Cells, nb.Cell{ID: "c" + string(rune('0'+i)), Type: nb.Code, Source: source})
	}
	data, err := book.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	write(t, r.path(name), string(data))
}

// run runs the program and checks that it leaves nothing in TMPDIR.
func (r *repository) run(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout bytes.Buffer
	err := run(t.Context(), r.root, args, &stdout, io.Discard)
	entries, readErr := os.ReadDir(r.tmp)
	if readErr != nil {
		t.Fatal(readErr)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), "go-build") { // the Go command's, which tidies up itself
			t.Errorf("left behind: %s", entry.Name())
		}
	}
	return stdout.String(), err
}

// mustRun runs the program, which must succeed and say what is wanted.
func (r *repository) mustRun(t *testing.T, args []string, want ...string) {
	t.Helper()
	stdout, err := r.run(t, args...)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	for _, want := range want {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q says\n%swant %q", args, stdout, want)
		}
	}
}

// tree is every file of a folder with its time and content.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files[path] = info.ModTime().String() + read(t, path)
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return files
}

// unchanged finds the differences between two trees.
func unchanged(t *testing.T, what string, before, after map[string]string) {
	t.Helper()
	for path := range after {
		if _, ok := before[path]; !ok {
			t.Errorf("%s: %s is new", what, path)
		}
	}
	for path, content := range before {
		if after[path] != content {
			t.Errorf("%s: %s changed", what, path)
		}
	}
}

// TestCommittedNotebooks: what git keeps of a notebook is small, and a reviewer can
// look at it: lines that fit, and of old and new versions the cells alone.
func TestCommittedNotebooks(t *testing.T) {
	paths, err := filepath.Glob("*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no notebooks here: %v", err)
	}
	for _, path := range paths {
		text := read(t, path)
		longest := 0
		for line := range strings.Lines(text) {
			longest = max(longest, len(line))
		}
		if len(text) > 400_000 || longest > 2000 {
			t.Errorf("%s: %d bytes, a line of %d; want at most 400,000 and 2,000", path, len(text), longest)
		}
		var source bytes.Buffer
		if err := printSource(&source, []string{path}); err != nil {
			t.Fatal(err)
		}
		if got := source.String(); !strings.Contains(got, "\n--- code ") || strings.Contains(got, "base64") || len(got) > len(text)/2 {
			t.Errorf("%s: -source gives %d bytes: %.200s…", path, len(got), got)
		}
	}
}

// committed opens this project and reads its notebooks.
func committed(t *testing.T) (*project, []*book) {
	t.Helper()
	p, err := openProject(".", nil)
	if err != nil {
		t.Fatal(err)
	}
	books, err := load(p.paths)
	if err != nil {
		t.Fatal(err)
	}
	return p, books
}

// TestOneScheme: figures and formulas are numbered by notebook, in the order in which they
// stand, so that every front end shows what the text says.
func TestOneScheme(t *testing.T) {
	_, books := committed(t)
	tag := regexp.MustCompile(`(?m)^\$\$.*?(?:\\tag\{(.*?)\})?\$\$$`)
	for i, b := range books {
		var figures, formulas []string
		for _, c := range b.nb.Cells {
			for _, m := range tag.FindAllStringSubmatch(c.Source, -1) {
				formulas = append(formulas, m[1])
			}
			for k := range c.Outputs {
				if f, err := site.FigureOf(&c.Outputs[k]); err != nil {
					t.Errorf("%s: %v", b.name(), err)
				} else if f != nil {
					figures = append(figures, f.Number)
				}
			}
		}
		for what, numbers := range map[string][]string{"figure": figures, "formula": formulas} {
			for k, got := range numbers {
				if want := fmt.Sprintf("%d.%d", i+1, k+1); got != want {
					t.Errorf("%s: %s %q, want %s", b.name(), what, got, want)
				}
			}
		}
	}
}

// TestSourcesOfTheCode: the short names of sources in package gpu are those of the book.
func TestSourcesOfTheCode(t *testing.T) {
	var works []struct {
		ID   string `json:"id"`
		Code string `json:"citation-label"`
	}
	if err := json.Unmarshal([]byte(read(t, "sources.json")), &works); err != nil {
		t.Fatal(err)
	}
	book := map[string]bool{}
	for _, w := range works {
		if w.Code != "" && strings.ToLower(w.Code) != w.ID {
			t.Errorf("%s is %s in the code, want the same", w.ID, w.Code)
		}
		book[w.Code] = true
	}
	delete(book, "")
	for _, m := range regexp.MustCompile(`(?m)^//\t\[(\w+)\]  ?`).FindAllStringSubmatch(read(t, "../gpumodel/gpu/doc.go"), -1) {
		if !book[m[1]] {
			t.Errorf("sources.json lacks [%s] of gpumodel/gpu/doc.go", m[1])
		}
		delete(book, m[1])
	}
	for name := range book {
		t.Errorf("sources.json: gpumodel/gpu/doc.go has no [%s]", name)
	}
}

// TestLeftoversAreIgnored: what a killed run leaves does not get into a commit.
func TestLeftoversAreIgnored(t *testing.T) {
	root := t.TempDir()
	files, err := noteFiles("..", "notes")
	if err != nil {
		t.Fatal(err)
	}
	for name, ignore := range map[string]string{"ours": read(t, "../.gitignore"), "notes": string(files[".gitignore"])} {
		dir := filepath.Join(root, name)
		write(t, filepath.Join(dir, ".gitignore"), ignore)
		write(t, filepath.Join(dir, ".site-123", "new", "index.html"), "")
		write(t, filepath.Join(dir, "notebooks", ".01-banks.ipynb.123.tmp"), "")
		write(t, filepath.Join(dir, ".lanebook", ".site.123.tmp"), "")
		if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
			t.Skipf("no git to ask: %v %s", err, out)
		}
		out, err := exec.Command("git", "-C", dir, "status", "--porcelain", "-uall").Output()
		if err != nil || string(out) != "?? .gitignore\n" {
			t.Errorf("%s: git sees %q, %v, want .gitignore only", name, out, err)
		}
	}
}
