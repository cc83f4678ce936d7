package site

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The modules whose licences the site carries, beside those of ECharts and Go.
const (
	ourModule  = "lanebook"
	fontModule = "codeberg.org/go-fonts/liberation"
)

// echartsLicenses are of what stands in echarts.min.js: of ECharts, with its
// notice, of ZRender and of d3.js. Their releases hold them; the module that
// brings the script does not.
//
//go:embed licenses/echarts.txt
var echartsLicenses []byte

// searchLicense is of the library that searches in a page.
//
//go:embed licenses/minisearch.txt
var searchLicense []byte

// mathLicense is of the font of formulas, assets/math.woff2.
//
//go:embed licenses/stix.txt
var mathLicense []byte

// licenses is the text of every licence under which a site is handed on: ours,
// and of each thing of others' that is in it. All but ECharts' are read from where
// the thing itself is. The go command must be able to see this module: the working
// directory lies in it, or in a module that requires it.
func licenses() ([]byte, error) {
	ours, err := moduleFile(ourModule, "LICENSE")
	if err != nil {
		return nil, err
	}
	golang, err := goLicense()
	if err != nil {
		return nil, err
	}
	font, err := moduleFile(fontModule, "LICENSE-SIL")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, part := range []struct {
		about string
		text  []byte
	}{
		{"Lanebook: pages, their style and scripts, and the model in whatif.wasm, whatif-trace.wasm, whatif-count.wasm and whatif-launch.wasm", ours},
		{"Apache ECharts, which draws live charts: echarts.min.js", echartsLicenses},
		{"MiniSearch, which searches in a page: minisearch.js", searchLicense},
		{"STIX Two Math: the letters and signs of formulas, in math.woff2", mathLicense},
		{"Go: the runtime and standard library in whatif.wasm, whatif-trace.wasm, whatif-count.wasm, whatif-launch.wasm and their packed forms, and wasm_exec.js in whatif-worker.js", golang},
		{"Liberation Sans: the letters in PNG pictures", font},
	} {
		fmt.Fprintf(&b, "%s\n%s\n%[1]s\n\n%[3]s\n\n", strings.Repeat("=", 80), part.about, bytes.TrimSpace(part.text))
	}
	return b.Bytes(), nil
}

// goLicense is the toolchain's; some distributions of Go keep it elsewhere, and
// then it is that of another module of Go's authors, which is the same.
func goLicense() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("finding Go's licence: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if errors.Is(err, fs.ErrNotExist) {
		return moduleFile("golang.org/x/image", "LICENSE")
	}
	return text, err
}

// moduleFile reads a file of a module that this program is built from.
func moduleFile(module, name string) ([]byte, error) {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err == nil && len(bytes.TrimSpace(dir)) == 0 {
		err = errors.New("the module is not in the module cache")
	}
	if err != nil {
		return nil, fmt.Errorf("finding %s of module %s: %w", name, module, err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), name))
}
