package kernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCellFlags(t *testing.T) {
	for _, c := range []struct{ goflags, want string }{
		{"", "-ldflags=-s"},
		{"-mod=mod", "-ldflags=-s"},
		{"-buildvcs=false --mod=vendor -tags=a -modfile=x.mod\n", "-buildvcs=false -tags=a -ldflags=-s"},
		{"'-ldflags=-s -w' \"-tags=a b\"", "\"-tags=a b\" -ldflags=-s"},
		{"-ldflags=-X=a.b=c -modcacherw", "-modcacherw -ldflags=-s"},
	} {
		if got := cellFlags(c.goflags); got != c.want {
			t.Errorf("flags for cells from %q are %q, want %q", c.goflags, got, c.want)
		}
	}
}

func TestToolsMustBePinned(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module lanebook\n\ngo 1.25\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := FindTools(t.Context(), root); err == nil || !strings.Contains(err.Error(), "not pinned") {
		t.Errorf("error is %v, want that the tools are not pinned", err)
	}
}
