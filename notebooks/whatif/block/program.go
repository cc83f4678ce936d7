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
	"slices"
	"strings"
	"sync"

	"lanebook/notebooks/internal/atomicfile"
)

//go:embed whatif.js
var pageScript []byte

//go:embed worker.js
var workerScript []byte

// Style is the style sheet of the blocks. It takes its colours from the page.
//
//go:embed block.css
var Style []byte

// programs are those that answer what-ifs in a browser, by the end of their files' names.
var programs = map[string]string{"": "lanebook/notebooks/whatif/wasm", "-trace": "lanebook/notebooks/whatif/wasm/trace", "-count": "lanebook/notebooks/whatif/wasm/count", launch: "lanebook/notebooks/whatif/wasm/launch"}

const launch = "-launch"

// hot is what runs for each of an answer's cycles: calls are inlined there alone, where it
// makes answers up to twice as fast; elsewhere that would only be 6 % more to load.
var hot = []string{"lanebook/gpumodel", "lanebook/gpumodel/chip", "lanebook/gpumodel/memory", sass, "lanebook/notebooks/documents/tracing/volume"}

// sass runs a listing on one CU. On a whole GPU it is run by package chip, and sass only reads it.
const sass = "lanebook/gpumodel/sass"

// Program builds the files that blocks need, by name: whatif.js, and beside it
// whatif-worker.js, whatif.wasm and whatif-packed.js, and the same two of the programs
// "trace", "count" and "launch", whatif-trace.wasm and whatif-trace-packed.js and so on. The go command must be able
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
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("finding wasm_exec.js: %w", err)
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("finding wasm_exec.js of the toolchain: %w", err)
	}
	worker, err := json.Marshal(string(glue) + string(workerScript))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"whatif.js":        pageScript,
		"whatif-worker.js": fmt.Appendf(nil, "lanebookWhatif.give(\"worker\", %s);\n", worker),
	}
	for _, end := range slices.Sorted(maps.Keys(programs)) {
		wasm, err := build(end)
		if err != nil {
			return nil, fmt.Errorf("building the what-ifs' program %s: %w", programs[end], err)
		}
		packed, err := pack(wasm)
		if err != nil {
			return nil, err
		}
		files["whatif"+end+".wasm"] = wasm
		files["whatif"+end+"-packed.js"] = fmt.Appendf(nil, "lanebookWhatif.give(\"packed%s\", %q);\n", end, packed)
	}
	return files, nil
}

// build compiles the program of which the files' names have this end.
func build(end string) ([]byte, error) {
	dir, release, err := atomicfile.TempDir(os.TempDir(), "lanebook-wasm-")
	if err != nil {
		return nil, err
	}
	defer release()
	out := filepath.Join(dir, "whatif.wasm")
	args := []string{"build", "-trimpath", "-ldflags=-s -w -buildid=", "-gcflags=all=-l"}
	for _, path := range hot {
		if path != sass || end != launch {
			args = append(args, "-gcflags="+path+"=")
		}
	}
	cmd := exec.Command("go", append(args, "-o", out, programs[end])...)
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
