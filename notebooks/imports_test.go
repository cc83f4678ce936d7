package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports holds the directions in which packages may use each other. A rule names
// what the packages below a folder must not depend on, directly or through others.
func TestImports(t *testing.T) {
	const wasm = "lanebook/notebooks/whatif/wasm"
	rules := []struct {
		from, without string
		but           []string // packages of from that may
	}{
		{"lanebook/gpumodel", "lanebook/charts", nil},
		{"lanebook/gpumodel", "lanebook/notebooks", nil},
		{"lanebook/gpumodel", "github.com/janpfeifer/gonb", nil},
		{"lanebook/charts", "lanebook/gpumodel", nil},
		{"lanebook/charts", "lanebook/notebooks", nil},
		{"lanebook/charts", "github.com/janpfeifer/gonb", []string{"lanebook/charts/show"}},
		{"lanebook/notebooks/documents", "github.com/janpfeifer/gonb", nil},
		{"lanebook/notebooks/documents", "lanebook/notebooks/whatif", nil},
		{"lanebook/notebooks/figures", "github.com/janpfeifer/gonb", nil},
		{"lanebook/notebooks/figures", "lanebook/notebooks/whatif", nil},
		{"lanebook/notebooks/figures", "lanebook/notebooks/documents/lds", nil}, // of documents, only the ledger
		{"lanebook/notebooks/figures", "lanebook/notebooks/documents/issue", nil},
		{"lanebook/notebooks/figures", "lanebook/notebooks/documents/dgemm", nil},
		{"lanebook/notebooks/figures", "lanebook/notebooks/documents/tracing", nil},
		{"lanebook/notebooks/figures", "lanebook/notebooks/documents/fft", nil},
		{wasm, "gonum.org/v1/plot", nil},
		{wasm, "context", nil},                                                                                                        // a thirtieth of the program: it links all of time
		{"lanebook", "gonum.org/v1/gonum", nil},                                                                                       // a first run would have to compile it
		{"lanebook/notebooks", "net/http", []string{"lanebook/notebooks/internal/serve", "lanebook/notebooks/internal/serve/server"}}, // this too
		{wasm, "github.com/janpfeifer/gonb", nil},
		{wasm, "lanebook/notebooks/internal", nil},
	}
	deps := dependencies(t)
	for _, r := range rules {
		found := false
		for from, imports := range deps {
			if !below(from, r.from) || slices.Contains(r.but, from) {
				continue
			}
			found = true
			for _, to := range imports {
				if below(to, r.without) {
					t.Errorf("%s depends on %s, want nothing of %s", from, to, r.without)
				}
			}
		}
		if !found {
			t.Errorf("there is no package below %s: is this rule about something that has moved?", r.from)
		}
	}
	for from, imports := range deps {
		if !below(from, "lanebook/gpumodel") {
			continue
		}
		for _, to := range imports {
			if first, _, _ := strings.Cut(to, "/"); strings.Contains(first, ".") || below(to, "lanebook") && (from == "lanebook/gpumodel" || !below(to, "lanebook/gpumodel")) {
				t.Errorf("%s depends on %s, want the standard library, and gpumodel itself", from, to)
			}
		}
	}
}

// below reports whether the package is the one at the path, or lies below it.
func below(pkg, path string) bool { return pkg == path || strings.HasPrefix(pkg, path+"/") }

// dependencies returns what each package of this module depends on; of the program for
// the browser, what it does there.
func dependencies(t *testing.T) map[string][]string {
	t.Helper()
	deps := map[string][]string{}
	for _, build := range []struct {
		env      []string
		packages string
	}{{nil, "lanebook/..."}, {[]string{"GOOS=js", "GOARCH=wasm"}, "lanebook/notebooks/whatif/wasm/..."}} {
		cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Deps", build.packages)
		cmd.Env = append(cmd.Environ(), build.env...)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
			var p struct {
				ImportPath string
				Deps       []string
			}
			if err := d.Decode(&p); err != nil {
				t.Fatal(err)
			}
			deps[p.ImportPath] = p.Deps
		}
	}
	return deps
}
