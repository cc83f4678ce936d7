package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutGopls: tools that gopls cannot be built for are those that they were.
func TestWithoutGopls(t *testing.T) {
	tools := Tools{Dir: filepath.Join(t.TempDir(), "tools"), Versions: map[string]string{"go": "go1.25"}, goflags: "-nonsense"}
	said := ""
	same, err := tools.WithGopls(t.Context(), func(what string) { said = what })
	if err == nil || !strings.Contains(err.Error(), "building gopls: go build: ") || !strings.Contains(said, "building gopls") {
		t.Errorf("error is %v after %q, want what the go command says", err, said)
	}
	if same.Env()["PATH"] != tools.Env()["PATH"] {
		t.Errorf("PATH is %s", same.Env()["PATH"])
	}
	if left, err := os.ReadDir(filepath.Dir(tools.Dir)); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestGoplsComesFirst: a gopls that is there is not built again, and comes before that of
// the reader.
func TestGoplsComesFirst(t *testing.T) {
	tools := Tools{Dir: filepath.Join(t.TempDir(), "tools"), Versions: map[string]string{"go": "go1.25"}, goflags: "-nonsense"}
	kept := tools.goplsPrograms()
	err := kept.keep(func(tmp string) error { return os.WriteFile(filepath.Join(tmp, "gopls"), []byte("#!/bin/sh\n"), 0o755) })
	if err != nil {
		t.Fatal(err)
	}
	with, err := tools.WithGopls(t.Context(), func(what string) { t.Error(what) })
	if err != nil {
		t.Fatal(err)
	}
	if path := filepath.SplitList(with.Env()["PATH"]); path[0] != kept.dir || path[1] != tools.Dir {
		t.Errorf("PATH is %q, want %s and %s first", path, kept.dir, tools.Dir)
	}
}
