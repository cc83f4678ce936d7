package main

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"lanebook/notebooks/internal/nb"
)

// TestKilled kills the program with SIGKILL at any moment of executing and
// publishing: 3 times, 100 times with LANEBOOK_FULL=1. A notebook and the site are
// then there and whole, and the next run leaves nothing of the killed one.
func TestKilled(t *testing.T) {
	times := 3
	if os.Getenv("LANEBOOK_FULL") == "1" {
		times = 100
	}
	folder := filepath.Join(t.TempDir(), "notes")
	if err := makeNotes(t.Context(), ".", folder, io.Discard); err != nil {
		t.Fatal(err)
	}
	tmp, err := os.MkdirTemp("", "lb") // a short path, as sockets want it
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(tmp)
	r := &repository{root: folder, tmp: tmp}
	edit := func(i int) {
		r.notebook(t, "01-first", "import \"fmt\"\n%%\nfmt.Println(\"version\", "+strconv.Itoa(i)+")")
	}
	whole := func(i int) time.Duration {
		t.Helper()
		edit(i)
		cmd, began := command(folder), time.Now()
		cmd.Env = append(cmd.Env, "TMPDIR="+r.tmp)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return time.Since(began)
	}
	whole(0)
	long := whole(1) // now with what the go command has cached
	moments := rand.New(rand.NewPCG(1, 2))
	ended := 0
	for i := range times {
		edit(i + 2)
		cmd := command(folder)
		cmd.Env = append(cmd.Env, "TMPDIR="+r.tmp)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(moments.Int64N(int64(long))))
		cmd.Process.Kill()
		cmd.Wait()
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && !status.Signaled() {
			ended++
		}
		if _, err := nb.ReadFile(r.path("01-first")); err != nil {
			t.Errorf("kill %d: %v", i, err)
		}
		if page := read(t, filepath.Join(folder, "site", "01-first.html")); !strings.HasSuffix(strings.TrimSpace(page), "</html>") {
			t.Errorf("kill %d: the page has %d bytes and no end", i, len(page))
		}
	}
	whole(times + 2)
	t.Logf("%d kills in runs of %v, of which %d had ended by then", times, long, ended)
	for _, pattern := range []string{folder + "/.site-*", folder + "/notebooks/.*.tmp", folder + "/.lanebook/.*.tmp", tmp + "/lanebook-*"} {
		var left []string
		for wait := time.Now().Add(10 * time.Second); time.Now().Before(wait); time.Sleep(50 * time.Millisecond) {
			if left, _ = filepath.Glob(pattern); len(left) == 0 {
				break // a guard may take a moment
			}
		}
		if len(left) > 0 {
			t.Errorf("left behind: %q", left)
		}
	}
	if text := read(t, filepath.Join(folder, "site", "01-first.html")); !strings.Contains(text, "version "+strconv.Itoa(times+2)) {
		t.Error("the page does not show the last version")
	}
}
