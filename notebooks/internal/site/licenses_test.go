package site

import (
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lanebook/notebooks/internal/nb"
	"lanebook/notebooks/whatif/block"
)

// holders are who holds the rights in what a site ships, by file: nobody, where
// only we do.
var holders = map[string][]string{
	"style.css": nil, "front.css": nil, "page.js": nil, "theme.js": nil, "icon.svg": nil, "lanebook.js": nil, "whatif.js": nil, "licenses.txt": nil,
	"slides.js": nil, "slides.css": nil, "book.js": nil, "book.css": nil, "search-index.js": nil, "previews.js": nil,
	"minisearch.js":     {"Copyright 2022 Luca Ongaro"},
	"math.woff2":        {"Copyright 2001-2021 The STIX Fonts Project Authors"},
	"echarts.min.js":    {"Apache License", "Copyright 2017-2023 The Apache Software Foundation", "Copyright (c) 2017, Baidu Inc.", "Copyright 2010-2016 Mike Bostock"},
	"whatif.wasm":       {"Copyright 2009 The Go Authors"},
	"whatif-packed.js":  {"Copyright 2009 The Go Authors"},
	"whatif-trace.wasm": {"Copyright 2009 The Go Authors"}, "whatif-trace-packed.js": {"Copyright 2009 The Go Authors"},
	"whatif-launch.wasm": {"Copyright 2009 The Go Authors"}, "whatif-launch-packed.js": {"Copyright 2009 The Go Authors"},
	"whatif-count.wasm": {"Copyright 2009 The Go Authors"}, "whatif-count-packed.js": {"Copyright 2009 The Go Authors"},
	"whatif-worker.js": {"Copyright 2009 The Go Authors"},
}

// TestLicences: a site with all that a site can have in it names the holders of
// the rights in each file that its pages share, and every page leads there.
func TestLicences(t *testing.T) {
	whatIf := nb.Output{Type: nb.DisplayData, Data: map[string]json.RawMessage{block.MIME: quoted(block.Start{Name: "lds-layout"}.JSON())}}
	dir := t.TempDir() + "/site"
	if err := Publish(dir, sampleFront, append(notebook(whatIf), samplePages(t)...)); err != nil {
		t.Fatal(err)
	}
	out := readSite(t, dir)
	text := out["assets/licenses.txt"]
	if !strings.Contains(text, "Copyright (c) 2026, The Lanebook authors") {
		t.Error("our own licence is not there")
	}
	for name := range out {
		if page, found := strings.CutSuffix(name, ".html"); found && !strings.Contains(out[name], `<a href="assets/licenses.txt?v=`) {
			t.Errorf("page %s does not lead to the licences", page)
		}
		if strings.HasSuffix(name, ".png") && !strings.Contains(text, "with Reserved Font Name Liberation.") {
			t.Errorf("%s has letters of a font without its licence", name)
		}
		asset, found := strings.CutPrefix(name, "assets/")
		if !found {
			continue
		}
		rights, known := holders[asset]
		if !known {
			t.Errorf("%s: whose is it?", name)
		}
		for _, holder := range rights {
			if !strings.Contains(text, holder) {
				t.Errorf("%s: %q is not in licenses.txt", name, holder)
			}
		}
	}
	for asset := range holders {
		if out["assets/"+asset] == "" {
			t.Errorf("%s is not on the site", asset)
		}
	}
	testSingleLicences(t, dir, text)
}

// testSingleLicences: a page in one file says whose things are in it, and has the
// licences in it.
func testSingleLicences(t *testing.T, dir, text string) {
	t.Helper()
	page, err := Single(dir, "n")
	if err != nil {
		t.Fatal(err)
	}
	inlined := `href="data:text/plain;charset=utf-8;base64,` + base64.StdEncoding.EncodeToString([]byte(text)) + `" download="licenses.txt"`
	for _, want := range []string{"Apache ECharts (Apache License 2.0)", "Go (BSD)", inlined} {
		if !strings.Contains(string(page), want) {
			t.Errorf("a page in one file lacks %.80s", want)
		}
	}
}

// TestNothingElseIsShipped: the program of the what-ifs is made of our packages and
// Go's alone, and pictures have letters of one font.
func TestNothingElseIsShipped(t *testing.T) {
	for _, c := range []struct{ target, packages, filter, want string }{
		{"js/wasm", "lanebook/notebooks/whatif/wasm/...", `^\S+$`, ourModule},
		{"", "lanebook/charts/static", `font.*`, fontModule},
	} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.Module.Path}}{{end}}", c.packages)
		if goos, goarch, found := strings.Cut(c.target, "/"); found {
			cmd.Env = append(cmd.Environ(), "GOOS="+goos, "GOARCH="+goarch)
		}
		said, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile("(?m)"+c.filter).FindAllString(string(said), -1)
		if len(found) == 0 {
			t.Errorf("%s: no module %s", c.packages, c.want)
		}
		for _, module := range found {
			if module != c.want && !strings.Contains(c.want, module) {
				t.Errorf("%s: module %s is shipped, whose licence the site lacks", c.packages, module)
			}
		}
	}
}

// TestEChartsLicencesAreOfTheVersionThatIsShipped: a new ECharts brings new texts.
func TestEChartsLicencesAreOfTheVersionThatIsShipped(t *testing.T) {
	script, err := ECharts()
	if err != nil {
		t.Fatal(err)
	}
	for name, version := range map[string]string{"Apache ECharts": `t\.version="([^"]+)"`, "ZRender": `version:"(5[^"]+)"`} {
		m := regexp.MustCompile(version).FindSubmatch(script)
		if m == nil {
			t.Errorf("echarts.min.js does not say its version of %s", name)
		} else if heading := name + " " + string(m[1]); !strings.Contains(string(echartsLicenses), heading) {
			t.Errorf("licenses/echarts.txt is not that of %s", heading)
		}
	}
}

// readSite reads every file of a site, by its path in dir.
func readSite(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
