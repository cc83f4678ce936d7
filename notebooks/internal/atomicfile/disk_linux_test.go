package atomicfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestWriteOnFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("lanebook", disk, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("no disk to fill: mounting one of 64 KB needs privileges: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	path := filepath.Join(disk, "a")
	if err := Write(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, make([]byte, 1<<20)); err == nil {
		t.Error("1 MB was written to a disk of 64 KB")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" {
		t.Errorf("the file holds %q, %v, want old", got, err)
	}
	onlyFile(t, disk, "a")
}
