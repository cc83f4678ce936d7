package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lanebook/notebooks/internal/diff"
	"lanebook/notebooks/internal/execute"
	"lanebook/notebooks/internal/nb"
)

// nbclient executes the notebook of its first argument with Jupyter's own
// client and writes it to the second.
const nbclient = `
import sys, nbformat, nbclient
book = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(book, timeout=300, resources={"metadata": {"path": sys.argv[3]}}).execute()
nbformat.write(book, sys.argv[2])
`

// TestJupyterGivesTheSameOutputs executes every notebook with the installed
// kernel and an independent client, Python's nbclient, and compares with the
// outputs that the notebooks have. JUPYTER_PYTHON names a Python that has it.
func TestJupyterGivesTheSameOutputs(t *testing.T) {
	python := os.Getenv("JUPYTER_PYTHON")
	if python == "" {
		t.Skip("JUPYTER_PYTHON does not name a Python with nbclient")
	}
	p, err := openProject(".", nil)
	if err != nil {
		t.Skip(err) // no notebooks yet
	}
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	p.stdout = t.Output()
	if err := p.install(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, path := range p.paths {
		t.Run(title(path), func(t *testing.T) {
			t.Parallel() // a kernel keeps little more than one core busy
			out := filepath.Join(t.TempDir(), "out.ipynb")
			cmd := exec.CommandContext(t.Context(), python, "-c", nbclient, path, out, filepath.Dir(path))
			if said, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("nbclient: %v\n%s", err, said)
			}
			ours, err := nb.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			theirs, err := nb.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if err := execute.Normalise(theirs); err != nil {
				t.Fatal(err)
			}
			if found := diff.Outputs(ours, theirs); len(found) > 0 {
				t.Fatalf("with nbclient:\n%s", strings.Join(found, "\n"))
			}
			outputs := 0
			for _, cell := range theirs.Cells {
				outputs += len(cell.Outputs)
			}
			t.Logf("%d outputs of nbclient's are those committed", outputs)
		})
	}
}
