package block

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

//go:embed whatif.js
var pageScript []byte

//go:embed worker.js
var workerScript []byte

// Style is the style sheet of the blocks. It takes its colours from the page.
//
//go:embed block.css
var Style []byte

// wasmPackage is the program that answers what-ifs in a browser.
const wasmPackage = "lanebook/notebooks/whatif/wasm"

// Program builds the files that blocks need, by name: whatif.js, and beside it
// whatif.wasm, whatif-packed.js and whatif-worker.js. The go command must be able
// to see this module: the working directory lies in it. The same sources and
// toolchain give the same bytes, so they are built once.
func Program() (map[string][]byte, error) {
	built.Lock()
	defer built.Unlock()
	if built.files == nil {
		files, err := program()
		if err != nil {
			return nil, err
		}
		built.files = files
	}
	return maps.Clone(built.files), nil
}

// built is what Program has built.
var built struct {
	sync.Mutex
	files map[string][]byte // nil until then
}

func program() (map[string][]byte, error) {
	wasm, err := build()
	if err != nil {
		return nil, fmt.Errorf("building the what-ifs' program: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("finding wasm_exec.js: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("finding wasm_exec.js of the toolchain: %w", err)
	}
	packed, err := pack(wasm)
	if err != nil {
		return nil, err
	}
	worker, err := json.Marshal(string(glue) + string(workerScript))
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"whatif.js":        pageScript,
		"whatif.wasm":      wasm,
		"whatif-packed.js": fmt.Appendf(nil, "lanebookWhatif.give(\"packed\", %q);\n", packed),
		"whatif-worker.js": fmt.Appendf(nil, "lanebookWhatif.give(\"worker\", %s);\n", worker),
	}, nil
}

// build compiles the program. Calls are inlined in the model alone, where it makes
// answers up to twice as fast; elsewhere that would only be 6 % more to load.
func build() ([]byte, error) {
	dir, err := os.MkdirTemp("", "lanebook-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "whatif.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-gcflags=all=-l", "-gcflags=lanebook/gpumodel=", "-gcflags=lanebook/gpumodel/memory=", "-gcflags=lanebook/notebooks/documents/tracing/volume=", "-o", out, wasmPackage)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, errors.Join(err, errors.New(string(bytes.TrimSpace(said))))
	}
	return os.ReadFile(out)
}

// pack compresses the program and writes it in letters.
func pack(wasm []byte) (string, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(wasm); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
