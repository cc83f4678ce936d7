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

// TestDamagedToolIsBuiltAgain cuts off the end of a kept kernel, which is then no longer
// whole. To build it, half a minute where nothing of it is compiled, is left to full runs.
func TestDamagedToolIsBuiltAgain(t *testing.T) {
	tools, err := findTools()
	if err != nil {
		t.Fatal(err)
	}
	kept := tools.Dir
	tools.Dir = filepath.Join(t.TempDir(), "tools")
	if err := os.CopyFS(tools.Dir, os.DirFS(kept)); err != nil {
		t.Fatal(err)
	}
	built := 0
	build := func() {
		t.Helper()
		if err := tools.Build(t.Context(), func(string) { built++ }); err != nil {
			t.Fatal(err)
		}
	}
	if build(); built != 0 {
		t.Error("whole tools are built again")
	}
	gonb := filepath.Join(tools.Dir, "gonb")
	info, err := os.Stat(gonb)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(gonb, info.Size()/2); err != nil {
		t.Fatal(err)
	}
	if tools.programs().whole() {
		t.Error("half a kernel passes for a whole one")
	}
	if os.Getenv("LANEBOOK_FULL") == "" {
		t.Skip("it is seen, and built again with LANEBOOK_FULL=ci")
	}
	build()
	if again, err := os.Stat(gonb); built != 1 || err != nil || again.Size() != info.Size() {
		t.Errorf("built %d times, the kernel has %v, %v; want once, %d bytes", built, again.Size(), err, info.Size())
	}
}
