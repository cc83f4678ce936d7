package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	for _, path := range installed(t).paths {
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

// installed opens this project and installs its kernel for the test alone.
func installed(t *testing.T) *project {
	t.Helper()
	p, err := openProject(".", nil)
	if err != nil {
		t.Skip(err) // no notebooks yet
	}
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	p.stdout = t.Output()
	if err := p.install(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

// asking executes the first code cell of the notebook of its first argument, and then asks
// the kernel how "gpu.H2" goes on and what gpumodel.Stride is. GoNB connects to gopls 12
// seconds after its start, and gives gopls 8 seconds for an answer, of which the first
// takes longest: it is asked again for a while.
const asking = `
import sys, time, json, nbformat, jupyter_client
book = nbformat.read(sys.argv[1], as_version=4)
km, kc = jupyter_client.manager.start_new_kernel(kernel_name="lanebook", cwd=sys.argv[2])
try:
    kc.execute_interactive(next(c.source for c in book.cells if c.cell_type == "code"), timeout=120)
    began = time.time()
    def ask(how, code, enough):
        code, _, rest = code.partition("|")
        while True:
            said = how(code + rest, len(code), reply=True, timeout=60)["content"]
            if enough(said) or time.time() > began + 120:
                return said
    print(json.dumps({
        "matches": ask(kc.complete, "%%\ngpu.H2|", lambda said: said["matches"])["matches"],
        "help": ask(kc.inspect, "%%\nfmt.Println(gpumodel.Stri|de(4, 32, 0, 4))", lambda said: "text/markdown" in said["data"])["data"],
    }))
finally:
    kc.stop_channels()
    km.shutdown_kernel()
`

// TestNamesAreCompletedAndExplained asks what JupyterLab asks for a reader who presses Tab
// and Shift Tab.
func TestNamesAreCompletedAndExplained(t *testing.T) {
	python := os.Getenv("JUPYTER_PYTHON")
	if python == "" {
		t.Skip("JUPYTER_PYTHON does not name a Python with nbclient")
	}
	p := installed(t)
	cmd := exec.CommandContext(t.Context(), python, "-c", asking, p.paths[0], filepath.Dir(p.paths[0]))
	var complaints strings.Builder
	cmd.Stderr = &complaints
	answer, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	var said struct {
		Matches []string
		Help    map[string]string
	}
	if err := json.Unmarshal(answer, &said); err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(said.Matches, "H200") {
		t.Errorf("gpu.H2 goes on as %q, want H200\n%s", said.Matches, complaints.String())
	}
	if help := said.Help["text/markdown"]; !strings.Contains(help, "func gpumodel.Stride(") || !strings.Contains(help, "Stride returns the load") {
		t.Errorf("of gpumodel.Stride is told %q, want its signature and its comment\n%s", said.Help, complaints.String())
	}
}
