package block

import (
	"errors"
	"html/template"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lanebook/notebooks/whatif"
)

// TestProgramIsLight: what browsers load has none of the large packages in it.
func TestProgramIsLight(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", programs[""], programs["-trace"])
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "lanebook/gpumodel") {
		t.Fatal("the model is not in the program")
	}
	for _, p := range packages {
		for _, heavy := range []string{"gonum.org/v1/plot", "github.com/", "codeberg.org/", "golang.org/x/image", "regexp", "net/", "html/template",
			"image", "compress/", "lanebook/notebooks/documents"} {
			if strings.HasPrefix(p, heavy) && p != "lanebook/notebooks/documents/tracing/volume" { // which a what-if renders with
				t.Errorf("the program has %s in it", p)
			}
		}
	}
}

func TestParse(t *testing.T) {
	start, err := Parse([]byte(Start{"lds-layout", []string{"rows=64", "pad=1"}}.JSON()))
	if err != nil || start.Name != "lds-layout" || !slices.Equal(start.Settings, []string{"rows=64", "pad=1"}) {
		t.Errorf("%+v, %v", start, err)
	}
	for bad, want := range map[string]string{
		`{`:                `JSON`,
		`{"name":"other"}`: `what-if "other": want one of lds-layout`,
		`{"name":"lds-layout","settings":["rows=65"]}`: "Rows: set to 64",
		`{"name":"lds-layout","settings":["row=6"]}`:   "does not have",
	} {
		if _, err := Parse([]byte(bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
}

// TestBuildLeavesNothing: what a build that was killed has left is gone after the next.
func TestBuildLeavesNothing(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	if err := os.Mkdir(filepath.Join(tmp, "lanebook-wasm-1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := build("lanebook/nothing"); err == nil {
		t.Error("what is not there was built")
	}
	if left, err := filepath.Glob(filepath.Join(tmp, "lanebook-*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestHTML: the block of every what-if, in both languages, shows its sentence and
// has a control for each parameter that starts where it should.
func TestHTML(t *testing.T) {
	body := func(int, whatif.Picture) (template.HTML, error) { return "<svg></svg>", nil }
	for _, d := range whatif.All() {
		for _, lang := range []string{"en", "ja"} {
			html, err := HTML(Start{Name: d.Name}, lang, true, body)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range d.Params {
				if strings.Count(string(html), ` name="`+p.Name+`"`) != 1 || !strings.Contains(string(html), template.HTMLEscapeString(p.Label.In(lang))) {
					t.Errorf("%s, %s: want one control %s, labelled %s", d.Name, lang, p.Name, p.Label.In(lang))
				}
			}
			if !strings.Contains(string(html), d.Title.In(lang)) || strings.Contains(string(html), "ZgotmplZ") {
				t.Errorf("%s, %s: %.200s", d.Name, lang, html)
			}
		}
	}
	if html, err := HTML(Start{"lds-layout", []string{"pad=3"}}, "en", false, body); err != nil || !strings.Contains(string(html), `name="pad" min="0" max="16" step="1" value="3"`) || strings.Contains(string(html), "id=") {
		t.Errorf("a block for a notebook: %v, %.900s", err, html)
	}
	fault := errors.New("no ink")
	if _, err := HTML(Start{Name: "lds-layout"}, "en", false, func(int, whatif.Picture) (template.HTML, error) { return "", fault }); !errors.Is(err, fault) {
		t.Errorf("error %v, want %v", err, fault)
	}
}
