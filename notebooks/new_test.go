package main

import (
	"bytes"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"lanebook/charts/browsertest"
)

// TestNotesOfOnesOwn follows a new user: -new, then the command that it names, in
// the folder that it makes.
func TestNotesOfOnesOwn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "my notes")
	var stdout bytes.Buffer
	if err := run(t.Context(), ".", []string{"-new", folder}, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("cd %q\n\tgo run lanebook/notebooks\n", folder); !strings.HasSuffix(stdout.String(), want) {
		t.Fatalf("-new says\n%swant at the end %s", stdout.String(), want)
	}
	there(t, folder, nil, "01-first.ipynb: done", "published site/index.html; go run lanebook/notebooks -serve shows it")
	before := tree(t, folder)
	there(t, folder, nil, "site/index.html is up to date")
	unchanged(t, "a second run", before, tree(t, folder))

	index := read(t, filepath.Join(folder, "site", "index.html"))
	if !strings.Contains(index, "<h1>my notes</h1>") || strings.Contains(index, "claims") || strings.Contains(index, "How GPUs bank") {
		t.Errorf("the index is not of these notes alone:\n%s", index)
	}
	cmd := exec.CommandContext(t.Context(), "go", "run", "./bench")
	cmd.Dir = folder
	var said bytes.Buffer
	cmd.Stderr = &said
	if out, err := cmd.Output(); err != nil || said.Len() > 0 || !strings.HasPrefix(string(out), "What would help\nThe best change is ") {
		t.Errorf("go run ./bench: %v, on standard error %q\n%s\nwant a table of changes, and of progress nothing where no terminal is", err, said.String(), out)
	}
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	t.Setenv("GOPROXY", "off") // to build gopls takes minutes, and is tested elsewhere
	there(t, folder, []string{"-install"}, `installed the kernel "Lanebook (Go)"`)
	if spec := read(t, filepath.Join(data, "kernels", "lanebook", "kernel.json")); !strings.Contains(spec, "-go_work="+folder) {
		t.Errorf("the kernel does not work in %s:\n%s", folder, spec)
	}
	t.Run("in a browser", func(t *testing.T) { comesAlive(t, filepath.Join(folder, "site", "01-first.html")) })
}

// there runs the command of a folder of notes in it, which must succeed and say
// what is wanted.
func there(t *testing.T, folder string, flags []string, want ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"run", "lanebook/notebooks"}, flags...)...)
	cmd.Dir = folder
	said, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, said)
	}
	for _, want := range want {
		if !strings.Contains(string(said), want) {
			t.Errorf("%v says\n%swant %q", cmd, said, want)
		}
	}
}

// comesAlive opens a page from its folder and waits for its chart.
func comesAlive(t *testing.T, page string) {
	ctx := browsertest.Start(t)
	err := chromedp.Do(ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: page}).String()), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 1, 1))
	for end := time.Now().Add(time.Minute); err == nil && time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var state string
		state, err = chromedp.Run(ctx, chromedp.Evaluate[string](`(function (figure) {
			figure.scrollIntoView({behavior: "instant", block: "center"});
			return figure.dataset.lbState || "";
		})(document.querySelector("[data-lb-figure]"))`))
		if state == "live" {
			return
		}
	}
	t.Errorf("the chart did not come alive: %v", err)
}

func TestNewSparesWhatIsThere(t *testing.T) {
	tmp := t.TempDir()
	write(t, filepath.Join(tmp, "thesis", "thesis.tex"), "x")
	write(t, filepath.Join(tmp, "file"), "x")
	before := tree(t, tmp)
	for target, want := range map[string]string{
		filepath.Join(tmp, "thesis"):       "want a new or empty folder: there is thesis.tex in it",
		filepath.Join(tmp, "file"):         "not a directory",
		filepath.Join(tmp, "file", "in"):   "not a directory",
		filepath.Join("..", "site", "own"): "want a folder outside the checkout",
	} {
		if err := run(t.Context(), ".", []string{"-new", target}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("-new %s: error is %v, want %q", target, err, want)
		}
	}
	if err := run(t.Context(), tmp, []string{"-new", "notes"}, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "run this inside the repository") {
		t.Errorf("-new elsewhere: error is %v", err)
	}
	unchanged(t, "-new", before, tree(t, tmp))
	if err := os.Mkdir(filepath.Join(tmp, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), ".", []string{"-new", filepath.Join(tmp, "empty")}, io.Discard, io.Discard); err != nil {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(tmp); len(entries) != 3 { // thesis, file, empty
		t.Errorf("left behind: %v", entries)
	}
}
