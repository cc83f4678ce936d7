package kernelspec

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lanebook/notebooks/internal/kernel"
)

func TestInstall(t *testing.T) {
	data := filepath.Join(t.TempDir(), "jupyter")
	t.Setenv("JUPYTER_DATA_DIR", data)
	tools := kernel.Tools{Root: "/home/me/lanebook", Dir: "/cache/tools"}
	for range 2 { // installing again is no error
		dir, err := Install(tools, map[string][]byte{"lanebook.js": []byte("let a")})
		if err != nil {
			t.Fatal(err)
		}
		if want := filepath.Join(data, "kernels", "lanebook"); dir != want {
			t.Errorf("installed in %s, want %s", dir, want)
		}
	}
	var spec struct {
		Argv      []string
		Name      string `json:"display_name"`
		Language  string
		Interrupt string `json:"interrupt_mode"`
		Env       map[string]string
	}
	text, err := os.ReadFile(filepath.Join(data, "kernels", "lanebook", "kernel.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &spec); err != nil {
		t.Fatal(err)
	}
	if want := []string{"/cache/tools/gonb", "--kernel", "{connection_file}", "-go_work=/home/me/lanebook"}; !reflect.DeepEqual(spec.Argv, want) {
		t.Errorf("argv is %q, want %q", spec.Argv, want)
	}
	if spec.Name != Title || spec.Language != "go" || spec.Interrupt != "message" {
		t.Errorf("kernelspec is %+v", spec)
	}
	if !strings.HasPrefix(spec.Env["PATH"], "/cache/tools"+string(os.PathListSeparator)) {
		t.Errorf("PATH is %s, want our goimports first", spec.Env["PATH"])
	}
	if got, err := os.ReadFile(filepath.Join(data, "kernels", "lanebook", "lanebook.js")); err != nil || string(got) != "let a" {
		t.Errorf("lanebook.js is %q, %v", got, err)
	}
}

func TestDataDir(t *testing.T) {
	t.Setenv("HOME", "/home/me")
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("XDG_DATA_HOME", "")
	dir, err := DataDir()
	if err != nil || (dir != "/home/me/.local/share/jupyter" && dir != "/home/me/Library/Jupyter") {
		t.Errorf("default is %s, %v", dir, err)
	}
}
