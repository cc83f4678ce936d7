package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lanebook/notebooks/internal/kernel"
	"lanebook/notebooks/internal/nb"
)

// clone makes the repository what a clone of it is: never executed or published here.
func (r *repository) clone(t *testing.T) {
	t.Helper()
	for _, made := range []string{"site", ".lanebook"} {
		if err := os.RemoveAll(filepath.Join(r.root, made)); err != nil {
			t.Fatal(err)
		}
	}
}

// withoutKernel sees to it that none can be built or started.
func withoutKernel(t *testing.T) {
	t.Helper()
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} { // which stay
		folder, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv(name, strings.TrimSpace(string(folder)))
	}
	nowhere := filepath.Join(t.TempDir(), "file")
	write(t, nowhere, "")
	t.Setenv("XDG_CACHE_HOME", nowhere)
	t.Setenv("HOME", nowhere)
}

// TestSealedOutputs: a clone shows what was committed before it executes that, and
// then says whether it gets the same. Nothing is shown so that something has changed.
func TestSealedOutputs(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.mustRun(t, nil, "01-banks.ipynb: done", "new outputs")
	committed := read(t, r.path("01-banks"))
	if strings.Count(committed, `"seal": "`) != 1 {
		t.Fatalf("the notebook has no seal:\n%s", committed)
	}

	r.clone(t)
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is sealed", "02-words.ipynb is sealed")
	said, err := r.run(t)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, want := range []string{"gave the outputs of 01-banks, 02-words", "published site", "2 notebooks are executed", "(never executed here)", "outputs as before", "all outputs are the same"} {
		next := strings.Index(said[at:], want)
		if next < 0 {
			t.Fatalf("a clone says\n%swant %q after what goes before", said, want)
		}
		at += next
	}
	r.mustRun(t, nil, "index.html is up to date")

	write(t, r.path("01-banks"), strings.Replace(committed, `"seal": "`, `"seal": "0`, 1))
	r.mustRun(t, nil, "01-banks.ipynb: sealed anew")
	if read(t, r.path("01-banks")) != committed {
		t.Errorf("the notebook is\n%swant what was committed", read(t, r.path("01-banks")))
	}

	withoutKernel(t)
	model := filepath.Join(r.root, "model", "model.go")
	for name, c := range map[string]struct {
		file, old, new string
		holds          bool
	}{
		"nothing": {r.path("01-banks"), "", "", true},
		"prose":   {r.path("01-banks"), "# 01", "# One", true},
		"source":  {r.path("01-banks"), `model.Banks, \"banks\"`, `model.Banks, \"Banks\"`, false},
		"output":  {r.path("01-banks"), "32 banks", "33 banks", false},
		"seal":    {r.path("01-banks"), `"seal": "`, `"seal": "0`, false},
		"package": {model, "32", "64", false},
		"go line": {filepath.Join(r.root, "go.mod"), "go 1.25", "go 1.25.1", false},
	} {
		before := read(t, c.file)
		write(t, c.file, strings.Replace(before, c.old, c.new, 1))
		if c.old != c.new && read(t, c.file) == before {
			t.Fatalf("%s: %q is not in %s", name, c.old, c.file)
		}
		r.clone(t)
		said, err := r.run(t, "-fast")
		page, _ := os.ReadFile(filepath.Join(r.root, "site", "01-banks.html"))
		if shown := strings.Contains(string(page), "32 banks"); (err == nil) != c.holds || shown != c.holds || strings.Contains(said, "executing") {
			t.Errorf("%s changed: error %v, page shown: %v, want %v; said\n%s", name, err, shown, c.holds, said)
		}
		write(t, c.file, before)
	}
}

// TestSealsOfOtherOutputs: the seal does not vouch for what it was not made of: outputs
// that only another machine gives are told apart when they are executed.
func TestSealsOfOtherOutputs(t *testing.T) {
	r := newRepository(t, t.TempDir())
	t.Setenv("BANKS", "32")
	r.notebook(t, "01-banks", "%noautoget\nimport (\n\t\"fmt\"\n\t\"os\"\n)", "%%\nfmt.Println(os.Getenv(\"BANKS\"))")
	r.mustRun(t, []string{"01"}, "new outputs")
	r.clone(t)
	t.Setenv("BANKS", "64")
	r.mustRun(t, []string{"01"}, "published site", "other outputs than those that were committed: 01-banks\n")
	if page := read(t, filepath.Join(r.root, "site", "01-banks.html")); !strings.Contains(page, "64") {
		t.Error("the page does not show what this machine gives")
	}
}

// TestCommittedSeals: the notebooks here bear seals that hold. A change of a package
// that they use, or of go.sum, makes them stale, and they are to be committed anew.
func TestCommittedSeals(t *testing.T) {
	p, books := committed(t)
	tools, err := kernel.FindTools(t.Context(), p.root)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.findParts(t.Context(), tools, books); err != nil {
		t.Fatal(err)
	}
	for _, b := range books {
		if !b.sealed() {
			t.Errorf("%s: its outputs, or what they were made from, are not what its seal was made of: run `go run ./notebooks %s` and commit it", b.name(), title(b.path))
		}
	}
}

// TestSealIsKept: reading and writing a notebook, as every editor does, keeps the seal.
func TestSealIsKept(t *testing.T) {
	const text = `{"cells": [], "metadata": {"lanebook": {"seal": "6d1f"}, "kernelspec": {"name": "x"}}, "nbformat": 4, "nbformat_minor": 5}`
	book, err := nb.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	data, err := book.Bytes()
	if err != nil || !strings.Contains(string(data), `"seal": "6d1f"`) {
		t.Errorf("%s, %v, want the seal", data, err)
	}
}
