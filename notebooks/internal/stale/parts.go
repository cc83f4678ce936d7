package stale

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lanebook/notebooks/internal/nb"
)

// Book is a notebook to find the parts of.
type Book struct {
	Path     string // of its file
	Notebook *nb.Notebook
	Imports  []string // that its last execution had, beyond those its cells write
}

// Find gives the parts of each book, for the module at root. Versions are those
// of the tools, by name; every notebook is made from all of them.
func Find(ctx context.Context, root string, versions map[string]string, books []Book) ([]Parts, error) {
	imports := make([][]string, len(books))
	for i, book := range books {
		imports[i] = append(cellImports(book.Notebook), book.Imports...)
	}
	packages, err := list(ctx, root, slices.Concat(imports...))
	if err != nil {
		return nil, fmt.Errorf("finding what the notebooks import: %w", err)
	}
	sums, err := readSums(filepath.Join(root, "go.sum"))
	if err != nil {
		return nil, err
	}
	all := make([]Parts, len(books))
	for i, book := range books {
		parts := Parts{}
		for name, version := range versions {
			parts[name] = version
		}
		addCells(parts, book.Notebook)
		if err := addData(parts, book); err != nil {
			return nil, err
		}
		if err := addPackages(parts, root, packages, sums, imports[i]); err != nil {
			return nil, err
		}
		all[i] = parts
	}
	return all, nil
}

// addCells adds the code cells, numbered as errors number them.
func addCells(parts Parts, book *nb.Notebook) {
	for i, cell := range book.Running() {
		parts[fmt.Sprintf("cell %d", i+1)] = hash([]byte(cell.Source))
	}
}

// addData adds the files that the notebook declares, relative to it.
func addData(parts Parts, book Book) error {
	var meta struct {
		Lanebook struct {
			Data []string `json:"data"`
		} `json:"lanebook"`
	}
	if err := json.Unmarshal(book.Notebook.Metadata, &meta); err != nil {
		return fmt.Errorf("%s: metadata.lanebook.data: %w", filepath.Base(book.Path), err)
	}
	for _, name := range meta.Lanebook.Data {
		sum, err := hashFile(filepath.Join(filepath.Dir(book.Path), filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("%s: metadata.lanebook.data: %w", filepath.Base(book.Path), err)
		}
		parts["data "+name] = sum
	}
	return nil
}

// addPackages adds what lies behind the imports: each file of a package whose
// source is at hand, and the version and checksum of each other module.
func addPackages(parts Parts, root string, packages map[string]*listed, sums map[string]string, imports []string) error {
	seen := map[string]bool{}
	for queue := slices.Clone(imports); len(queue) > 0; queue = queue[1:] {
		p := packages[queue[0]]
		if p == nil || seen[p.ImportPath] {
			continue // not a package: executing the notebook will say so
		}
		seen[p.ImportPath] = true
		queue = append(queue, p.Imports...)
		switch m := p.Module; {
		case p.Standard:
		case m == nil:
			parts["package "+p.ImportPath] = "not found"
		case m.Main || m.Replace != nil && m.Replace.Version == "":
			parts["go.mod's go line"] = "go" + m.GoVersion
			if err := addFiles(parts, root, p); err != nil {
				return err
			}
		default:
			parts["module "+m.Path] = m.version() + " " + sums[m.key()]
		}
	}
	return nil
}

func addFiles(parts Parts, root string, p *listed) error {
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.CFiles, p.HFiles, p.SFiles, p.EmbedFiles) {
		path := filepath.Join(p.Dir, name)
		sum, err := hashFile(path)
		if err != nil {
			return err
		}
		if short, err := filepath.Rel(root, path); err == nil {
			path = filepath.ToSlash(short)
		}
		parts[path] = sum
	}
	return nil
}

// hashFile hashes a file; one that is missing is a part all the same.
func hashFile(path string) (string, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "missing", nil
	}
	return hash(data), err
}

var (
	importLine  = regexp.MustCompile(`(?m)^\s*import\s+(?:[\w.]+\s+)?"([^"\n]+)"`)
	importBlock = regexp.MustCompile(`(?m)^\s*import\s*\(([^)]*)\)`)
	importSpec  = regexp.MustCompile(`(?m)^\s*(?:[\w.]+\s+)?"([^"\n]+)"`)
)

// cellImports are the import paths that the cells write. A cell is not a Go
// file, so they are found by their form.
func cellImports(book *nb.Notebook) []string {
	var paths []string
	for _, cell := range book.Cells {
		if cell.Type != nb.Code {
			continue
		}
		specs := importLine.FindAllStringSubmatch(cell.Source, -1)
		for _, block := range importBlock.FindAllStringSubmatch(cell.Source, -1) {
			specs = append(specs, importSpec.FindAllStringSubmatch(block[1], -1)...)
		}
		for _, spec := range specs {
			paths = append(paths, spec[1])
		}
	}
	return paths
}

// listed is a package as "go list -json" tells it.
type listed struct {
	ImportPath, Dir                                       string
	Standard                                              bool
	Module                                                *module
	GoFiles, CgoFiles, CFiles, HFiles, SFiles, EmbedFiles []string
	Imports                                               []string
}

type module struct {
	Path, Version string
	GoVersion     string // of its go.mod
	Main          bool
	Replace       *module
}

func (m *module) version() string {
	if m.Replace != nil {
		return m.Replace.Version
	}
	return m.Version
}

// key is how go.sum calls the module.
func (m *module) key() string {
	if m.Replace != nil {
		m = m.Replace
	}
	return m.Path + " " + m.Version
}

// list gives every package behind the imports, by import path.
func list(ctx context.Context, root string, imports []string) (map[string]*listed, error) {
	packages := map[string]*listed{}
	slices.Sort(imports)
	if imports = slices.Compact(imports); len(imports) == 0 {
		return packages, nil
	}
	const fields = "-json=ImportPath,Dir,Standard,Module,GoFiles,CgoFiles,CFiles,HFiles,SFiles,EmbedFiles,Imports"
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-e", "-deps", fields, "--"}, imports...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if said := strings.TrimSpace(stderr.String()); said != "" && ctx.Err() == nil {
			err = errors.New(said)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages[p.ImportPath] = &p
	}
}

// readSums reads go.sum: the checksum of each "module version".
func readSums(path string) (map[string]string, error) {
	sums := map[string]string{}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return sums, nil // a module without dependencies
	} else if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if i := strings.LastIndexByte(lines.Text(), ' '); i > 0 {
			sums[lines.Text()[:i]] = lines.Text()[i+1:]
		}
	}
	return sums, nil
}
