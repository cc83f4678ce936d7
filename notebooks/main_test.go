package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestWholePath(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is stale: never executed here", "02-words.ipynb is stale: never executed here")
	r.mustRun(t, nil, "01-banks.ipynb: executing 2 cells (never executed here)", "02-words.ipynb: done", "published site"+string(filepath.Separator)+"index.html")
	if !strings.Contains(read(t, filepath.Join(r.root, "site", "01-banks.html")), "32 banks") {
		t.Error("the page does not show what the cell put out")
	}

	before := tree(t, r.root)
	r.mustRun(t, nil, "index.html is up to date")
	unchanged(t, "a second run", before, tree(t, r.root))
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is up to date", "02-words.ipynb is up to date")

	write(t, filepath.Join(r.root, "model", "model.go"), "package model\n\nconst Banks = 64\n")
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is stale: model/model.go changed\n", "02-words.ipynb is up to date")
	r.mustRun(t, []string{"02-words"}, "note: the page of 01-banks.ipynb shows its last outputs")
	r.mustRun(t, []string{"notebooks/01-banks.ipynb"}, "01-banks.ipynb: done")
	if !strings.Contains(read(t, r.path("01-banks")), "64 banks") {
		t.Error("the notebook still has the old output")
	}

	os.RemoveAll(filepath.Join(r.root, "site"))
	r.mustRun(t, nil, "published")
}

// A wrong address is said before notebooks are executed, not minutes later.
func TestAddressIsReadBeforeTheWork(t *testing.T) {
	r := newRepository(t, t.TempDir())
	before := tree(t, r.root)
	for _, addr := range []string{"0.0.0.0:80", "8080", "127.0.0.1:99999"} {
		out, err := r.run(t, "-serve", "-addr", addr)
		if err == nil || !strings.Contains(err.Error(), addr[strings.LastIndex(addr, ":")+1:]) || strings.Contains(out, "executing") {
			t.Errorf("-addr %s: error %v after %q", addr, err, out)
		}
	}
	unchanged(t, "a wrong address", before, tree(t, r.root))
}

// A checkout where the kernel cannot work is refused before the work.
func TestCommaInThePath(t *testing.T) {
	r := newRepository(t, filepath.Join(t.TempDir(), "a,b"))
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	before := tree(t, r.root)
	for _, arg := range []string{"01", "-status", "-check", "-install"} {
		out, err := r.run(t, arg)
		want := "the folder " + r.root + " has a comma in its path, where the kernel would cut it in two: move or rename it"
		if out != "" || err == nil || err.Error() != want {
			t.Errorf("%s: error is %v after %q, want %s", arg, err, out, want)
		}
	}
	unchanged(t, "a comma", before, tree(t, r.root))
}

func TestFailingCellChangesNothing(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.mustRun(t, nil)
	r.notebook(t, "01-banks", "%noautoget\nimport \""+r.module+"/model\"", "%%\n_ = model.Lanes")
	before := tree(t, r.root)
	_, err := r.run(t)
	const want = "01-banks.ipynb cell 2 line 2: undefined: model.Lanes\n\t_ = model.Lanes"
	if err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
	unchanged(t, "a failing cell", before, tree(t, r.root))
}

func TestOthersFinishWhenOneFails(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.notebook(t, "01-banks", "%%\npanic(\"no\")")
	if _, err := r.run(t); err == nil || !strings.HasPrefix(err.Error(), "01-banks.ipynb cell 1 line 2: panic: no") {
		t.Errorf("error is %v", err)
	}
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is stale", "02-words.ipynb is up to date")
	if _, err := os.Stat(filepath.Join(r.root, "site")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a site: %v", err)
	}
}

func TestTruncatedNotebook(t *testing.T) {
	r := newRepository(t, t.TempDir())
	text := read(t, r.path("02-words"))
	write(t, r.path("02-words"), text[:100])
	before := tree(t, r.root)
	for _, args := range [][]string{nil, {"-status"}, {"-check"}} {
		_, err := r.run(t, args...)
		if err == nil || !strings.Contains(err.Error(), "02-words.ipynb: offset 100: the file ends in the middle") {
			t.Errorf("%q: error is %v", args, err)
		}
	}
	unchanged(t, "a truncated notebook", before, tree(t, r.root))
}

func TestEditedWhileItRuns(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.notebook(t, "01-banks", "import \"os\"\n%%\nf, _ := os.OpenFile(\"01-banks.ipynb\", os.O_APPEND|os.O_WRONLY, 0)\nf.WriteString(\"\\n\")\nf.Close()")
	text := read(t, r.path("01-banks"))
	if _, err := r.run(t, "01-banks"); err == nil || !strings.Contains(err.Error(), "01-banks.ipynb was edited while it was being executed") {
		t.Errorf("error is %v", err)
	}
	if got := read(t, r.path("01-banks")); got != text+"\n" {
		t.Errorf("the edit is lost:\n%s", got)
	}
}

func TestCheck(t *testing.T) {
	r := newRepository(t, t.TempDir())
	r.mustRun(t, []string{"-export", "02"}, "site/export/02-words.html: ")
	r.mustRun(t, nil)
	r.mustRun(t, nil, "site/index.html is up to date") // with what was exported in it
	r.mustRun(t, []string{"-check"}, "01-banks.ipynb: done")
	text := strings.Replace(read(t, r.path("01-banks")), "32 banks", "33 banks", 1)
	write(t, r.path("01-banks"), text)
	r.mustRun(t, []string{"-status"}, "01-banks.ipynb is stale: its outputs were edited")
	before := tree(t, r.root)
	_, err := r.run(t, "-check")
	const want = "01-banks.ipynb: executing it again gives other outputs:\ncell 2 stdout:\n@@ -1 +1 @@\n-33 banks\n+32 banks"
	if err == nil || err.Error() != want {
		t.Errorf("error is\n%v\nwant\n%s", err, want)
	}
	unchanged(t, "-check", before, tree(t, r.root))
}

func TestInterruption(t *testing.T) {
	r := newRepository(t, t.TempDir())
	started := filepath.Join(r.root, "started")
	r.notebook(t, "01-banks", "import (\n\t\"os\"\n\t\"time\"\n)\n%%\nos.WriteFile(\"../started\", nil, 0o644)\ntime.Sleep(time.Hour)")
	text := read(t, r.path("01-banks"))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- run(ctx, r.root, []string{"01-banks"}, io.Discard, io.Discard) }()
	for !isFile(started) {
		select {
		case err := <-ended:
			t.Fatalf("ended before the interruption: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
	stop()
	if err := <-ended; err == nil || !strings.HasPrefix(err.Error(), "interrupted") {
		t.Errorf("error is %v", err)
	}
	if read(t, r.path("01-banks")) != text {
		t.Error("the notebook changed")
	}
	if entries, err := os.ReadDir(r.tmp); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

// TestUnwritableSite has, for most users, a folder without write permission;
// for root, who may write anywhere, there are TestReadOnlyDisk and TestFullDisk.
func TestUnwritableSite(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is unwritable for root")
	}
	r := newRepository(t, t.TempDir())
	r.mustRun(t, nil)
	write(t, r.path("02-words"), strings.Replace(read(t, r.path("02-words")), "# 02", "# Two", 1))
	before := tree(t, r.root)
	if err := os.Chmod(r.root, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(r.root, 0o755)
	if _, err := r.run(t); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("error is %v, want that writing is not permitted", err)
	}
	unchanged(t, "an unwritable site", before, tree(t, r.root))
}

func TestCommandLine(t *testing.T) {
	r := newRepository(t, t.TempDir())
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"03-none"}, "no notebook is called 03-none; there are: 01-banks, 02-words"},
		{[]string{"0"}, "no notebook is called 0; there are: 01-banks, 02-words"}, // both begin so
		{[]string{"-timeout", "0s"}, "-timeout is 0s"},
		{[]string{"-jobs", "0"}, "-jobs is 0"},
		{[]string{"-check", "-status"}, "-check does nothing else: -status cannot be given with it"},
		{[]string{"-status", "-fast"}, "-status does nothing else: -fast cannot be given with it"},
		{[]string{"-pdf", "-status"}, "-status does nothing else: -pdf cannot be given with it"},
		{[]string{"-serve", "-figures", "sheet"}, "-figures does nothing else: -serve cannot be given with it"},
		{[]string{"-nonsense"}, errUsage.Error()},
		{[]string{"-h"}, flag.ErrHelp.Error()},
	} {
		if _, err := r.run(t, c.args...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error is %v, want %q", c.args, err, c.want)
		}
	}
	if err := run(t.Context(), t.TempDir(), nil, io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), "no go.mod") {
		t.Errorf("outside a repository: error is %v", err)
	}
	below := filepath.Join(r.root, "notebooks")
	var stdout bytes.Buffer
	if err := run(t.Context(), below, []string{"-status", "01"}, &stdout, io.Discard); err != nil || strings.Count(stdout.String(), "\n") != 1 {
		t.Errorf("in a folder below: %q, %v", stdout.String(), err)
	}
}

// TestTimeoutWantsUnit: a number without a unit is met with the one that was meant.
func TestTimeoutWantsUnit(t *testing.T) {
	for given, want := range map[string]string{"5": "want 5s", "soon": "want a time such as 90s"} {
		var stderr bytes.Buffer
		if err := run(t.Context(), ".", []string{"-timeout", given}, io.Discard, &stderr); !errors.Is(err, errUsage) || !strings.Contains(stderr.String(), want) {
			t.Errorf("-timeout %s: error is %v, said is %q, want %q", given, err, stderr.String(), want)
		}
	}
}

// TestProgressStates: what a bar says of a notebook.
func TestProgressStates(t *testing.T) {
	p := &progress{start: []time.Time{{}, time.Now().Add(-1500 * time.Millisecond), {}}, shown: make([]string, 3), books: []*book{{}, {}, {same: true}}}
	for _, c := range []struct {
		i                  int
		completed, aborted bool
		want               string
	}{{0, false, false, "waiting"}, {0, false, true, "not executed"}, {1, false, false, "1s"}, {1, true, false, "done, new outputs"}, {2, true, false, "done, outputs as before"}, {1, false, true, "FAILED"}} {
		if got := p.state(c.i, c.completed, c.aborted); got != c.want {
			t.Errorf("state of %d (%v, %v) is %q, want %q", c.i, c.completed, c.aborted, got, c.want)
		}
	}
	p.says(1, "37 of 100 %")
	during := p.state(1, false, false)
	p.at(1, 1, 2)
	if after := p.state(1, false, false); during != "1s 37 of 100 %" || after != "1s" {
		t.Errorf("%q and, with the cell done, %q, want what a cell says until it ends", during, after)
	}
}

// TestInstall installs the kernel without asking for anything from elsewhere: where gopls
// is not to be had, that is told, and is all that is lost.
func TestInstall(t *testing.T) {
	r := newRepository(t, t.TempDir())
	t.Setenv("GOPROXY", "off")
	data := t.TempDir()
	t.Setenv("JUPYTER_DATA_DIR", data)
	dir := filepath.Join(data, "kernels", "lanebook")
	said, err := r.run(t, "-install")
	if err != nil || !strings.Contains(said, "installed the kernel \"Lanebook (Go)\" in "+dir) {
		t.Fatalf("%v, -install says\n%s", err, said)
	}
	var spec struct {
		Argv []string
		Env  map[string]string
	}
	if err := json.Unmarshal([]byte(read(t, filepath.Join(dir, "kernel.json"))), &spec); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(spec.Argv[0]); err != nil || info.Mode()&0o111 == 0 {
		t.Errorf("the kernel %s is no program: %v", spec.Argv[0], err)
	}
	lost := strings.Contains(said, "only if you have a gopls of your own: building gopls: ")
	if gopls, err := os.Stat(filepath.Join(filepath.SplitList(spec.Env["PATH"])[0], "gopls")); lost == (err == nil && gopls.Mode()&0o111 != 0) {
		t.Errorf("PATH is %s, and -install says\n%s", spec.Env["PATH"], said)
	}
	for _, name := range []string{"lanebook.js", "echarts.min.js"} {
		if len(read(t, filepath.Join(dir, name))) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}

// TestFullDevice: what was not told was not done well.
func TestFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no full device: %v", err)
	}
	defer full.Close()
	r := newRepository(t, t.TempDir())
	for _, args := range [][]string{{"-status"}, {"-source", r.path("01-banks")}} {
		if err := run(t.Context(), r.root, args, full, io.Discard); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%q: error is %v, want that the device is full", args, err)
		}
	}
}
