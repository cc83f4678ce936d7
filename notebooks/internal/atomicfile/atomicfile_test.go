package atomicfile

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, text := range []string{"first", "second, longer", "", "last"} {
		if err := Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the file holds %q, %v, want %q", got, err, text)
		}
	}
	onlyFile(t, dir, "a")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("permissions are %v, %v, want 0644", info.Mode(), err)
	}
}

func TestWriteKeepsPermissionsAndLinks(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(t.TempDir(), "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(target)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("mode is %v, %v, want 0600", info.Mode(), err)
	}
	if got, err := os.ReadFile(target); err != nil || string(got) != "new" {
		t.Errorf("the target holds %q, %v, want new", got, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v, want a link still", info.Mode(), err)
	}
}

func TestWriteSameContentTouchesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := Write(path, []byte("same")); err != nil {
		t.Fatal(err)
	}
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("same")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("time is %v, %v, want %v", info.ModTime(), err, old)
	}
}

func TestWriteFailsWhole(t *testing.T) {
	if err := Write(filepath.Join(t.TempDir(), "missing", "a"), nil); err == nil {
		t.Error("wrote into a folder that is not there")
	}
	dir := t.TempDir() // a folder cannot be replaced by a file
	path := filepath.Join(dir, "a")
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, []byte("text")); err == nil {
		t.Error("a file took the place of a folder")
	}
	onlyFile(t, dir, "a")
}

func onlyFile(t *testing.T, dir, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != want {
		t.Errorf("the folder holds %v, %v, want %s only", entries, err, want)
	}
}
