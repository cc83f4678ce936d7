package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLeftoversAreRemoved: what a killed process left goes, what another one is
// about to use stays, and so does what only looks alike.
func TestLeftoversAreRemoved(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".site-123", ".site-124", ".site-backup", ".site-", "site-123"} {
		if err := os.MkdirAll(filepath.Join(dir, name, "new"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{".a.123.tmp", ".a.mine.tmp", ".b.123.tmp"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	other, release, err := TempDir(dir, ".site-")
	if err != nil {
		t.Fatal(err)
	}
	mine, again, err := TempDir(dir, ".site-")
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "a"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		".site-123": false, ".site-124": false, ".site-backup": true, ".site-": true, "site-123": true,
		".a.123.tmp": false, ".a.mine.tmp": true, ".b.123.tmp": true, filepath.Base(other): true, filepath.Base(mine): true,
	} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
	for _, release := range []func() error{release, again} {
		if err := release(); err != nil {
			t.Error(err)
		}
	}
	for _, path := range []string{other, mine} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
}
