package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"

	"lanebook/notebooks/internal/atomicfile"
	"lanebook/notebooks/internal/site"
)

// ourModule is the path of the module that this program is part of.
const ourModule = "lanebook"

// firstNotebook and ownBench are a notebook and a program to begin with.
var (
	//go:embed new/01-first.ipynb
	firstNotebook []byte
	//go:embed new/bench/main.go
	ownBench []byte
)

// makeNotes makes the folder target, as seen from dir, for notes of one's own: a
// module that finds this checkout, and a first notebook. The folder must not
// exist, or be empty; after an error it is as it was.
func makeNotes(ctx context.Context, dir, target string, stdout io.Writer) error {
	folder := target
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(dir, folder)
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	checkout, err := findCheckout(ctx, dir)
	if err != nil {
		return err
	}
	if err := vacant(folder, checkout); err != nil {
		return fmt.Errorf("-new %s: %w", target, err)
	}
	files, err := noteFiles(checkout, filepath.Base(folder))
	if err != nil {
		return err
	}
	if err := writeFolder(folder, files); err != nil {
		return fmt.Errorf("-new %s: %w", target, err)
	}
	_, err = fmt.Fprintf(stdout, "made %s, with a first notebook, and a kernel in bench/main.go that go run ./bench times; execute and publish the notebook with:\n\n\tcd %q\n\tgo run lanebook/notebooks\n", target, target)
	return err
}

// findCheckout is the folder of the module lanebook, as the go command finds it
// from dir.
func findCheckout(ctx context.Context, dir string) (string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", ourModule)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s and the folders above it belong to no module that finds lanebook: run this inside the repository", dir)
	}
	return strings.TrimSpace(string(out)), nil
}

// vacant says what keeps folder from becoming one of notes.
func vacant(folder, checkout string) error {
	if path, err := filepath.Rel(checkout, folder); err == nil && filepath.IsLocal(path) {
		return fmt.Errorf("want a folder outside the checkout %s", checkout)
	}
	switch entries, err := os.ReadDir(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("want a new or empty folder: there is %s in it", entries[0].Name())
	}
	return nil
}

// noteFiles are the files of a folder of notes, by path. Its go.mod requires
// what ours does, so that our go.sum goes with it and nothing must be resolved. Its
// book.json has every field that a book can have, to be filled in.
func noteFiles(checkout, name string) (map[string][]byte, error) {
	data, err := os.ReadFile(filepath.Join(checkout, "go.mod"))
	if err != nil {
		return nil, err
	}
	mod, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		return nil, err
	}
	for _, r := range mod.Require {
		r.Indirect = true
	}
	mod.SetRequireSeparateIndirect(mod.Require)
	err = errors.Join(mod.AddModuleStmt("notes"), mod.AddTool(ourModule+"/notebooks"),
		mod.AddRequire(ourModule, "v0.0.0"), mod.AddReplace(ourModule, "", checkout, ""))
	if err != nil {
		return nil, err
	}
	mod.Cleanup()
	text, err := mod.Format()
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(checkout, "go.sum"))
	if err != nil {
		return nil, err
	}
	about, err := json.MarshalIndent(site.Front{Name: name, Title: name}, "", "  ")
	if err != nil {
		return nil, err
	}
	attributes, err := os.ReadFile(filepath.Join(checkout, ".gitattributes"))
	return map[string][]byte{
		"go.mod":                   text,
		"go.sum":                   sum,
		".gitattributes":           bytes.ReplaceAll(attributes, []byte("go run ./notebooks"), []byte("go run lanebook/notebooks")),
		".gitignore":               []byte("/site/\n/.lanebook/\n/.site-*/\n.*.tmp\n.ipynb_checkpoints/\n"),
		"bench/main.go":            ownBench,
		"notebooks/01-first.ipynb": firstNotebook,
		"notebooks/book.json":      append(bytes.ReplaceAll(about, []byte("null"), []byte("[]")), '\n'),
	}, err
}

// writeFolder writes a new folder as a whole. In its place there may be an empty one.
func writeFolder(folder string, files map[string][]byte) error {
	parent := filepath.Dir(folder)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	made, release, err := atomicfile.TempDir(parent, "."+filepath.Base(folder)+"-")
	if err != nil {
		return err
	}
	defer release()
	fresh := filepath.Join(made, "new")
	for name, data := range files {
		path := filepath.Join(fresh, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Rename(fresh, folder)
}
