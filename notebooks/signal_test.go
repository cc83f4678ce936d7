package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestMain lets this binary be the program itself, in a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("LANEBOOK_MAIN") != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command is the program in a process of its own, in the folder root.
func command(root string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = root
	cmd.Env = append(cmd.Environ(), "LANEBOOK_MAIN=1")
	return cmd
}

// TestInterruptedAtOnce: a signal that comes first of all ends every way to use the
// program with the reason, and before anything has changed.
func TestInterruptedAtOnce(t *testing.T) {
	r := newRepository(t, t.TempDir())
	t.Setenv("JUPYTER_DATA_DIR", t.TempDir())
	before := tree(t, r.root)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{nil, {"-status"}, {"-check"}, {"-install"}, {"-serve", "-addr", "127.0.0.1:0"}, {"-new", filepath.Join(t.TempDir(), "notes")}} {
		if err := run(ctx, r.root, args, io.Discard, io.Discard); err != errInterrupted {
			t.Errorf("%q: error is %v, want %v", args, err, errInterrupted)
		}
	}
	unchanged(t, "an interruption", before, tree(t, r.root))
}

// TestSignalsEndPublishing interrupts the program while it checks the claims, which
// takes seconds, on the way to a site.
func TestSignalsEndPublishing(t *testing.T) {
	r := newModule(t, t.TempDir(), ourModule)
	write(t, filepath.Join(r.root, "LICENSE"), read(t, "../LICENSE"))
	write(t, filepath.Join(r.root, "site", "assets", "lanebook.js"), "old")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		cmd := command(r.root, "02-words")
		var said strings.Builder
		cmd.Stderr = &said
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(stdout)
		for lines.Scan() && !strings.HasPrefix(lines.Text(), "D1: ") {
		}
		cmd.Process.Signal(signal)
		began := time.Now()
		for lines.Scan() {
		}
		cmd.Wait()
		if got := cmd.ProcessState.ExitCode(); got != 1 || !strings.HasPrefix(said.String(), "interrupted") {
			t.Errorf("%v after %v: exit status %d, %q; want 1, interrupted", signal, time.Since(began), got, said.String())
		}
	}
	if entries, err := os.ReadDir(filepath.Join(r.root, "site")); err != nil || len(entries) != 1 {
		t.Errorf("the site is %v, %v, want what it was", entries, err)
	}
	left, err := filepath.Glob(filepath.Join(r.root, ".site-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
