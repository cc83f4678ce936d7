package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk has a repository on a disk that fills up before its site is
// published again.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("lanebook", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no disk to fill: mounting one needs privileges: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	r := newRepository(t, disk)
	r.mustRun(t, nil)
	write(t, r.path("02-words"), strings.Replace(read(t, r.path("02-words")), "# 02", "# Two", 1))
	if err := os.WriteFile(filepath.Join(disk, "filler"), make([]byte, 8<<20), 0o644); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling the disk: %v", err)
	}
	before := tree(t, disk)
	if _, err := r.run(t); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error is %v, want that the disk is full", err)
	}
	unchanged(t, "a full disk", before, tree(t, disk))
}

// TestReadOnlyDisk has a repository whose disk becomes read-only, even for root.
func TestReadOnlyDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("lanebook", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no disk to make read-only: mounting one needs privileges: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	r := newRepository(t, disk)
	r.mustRun(t, nil)
	write(t, r.path("02-words"), strings.Replace(read(t, r.path("02-words")), "# 02", "# Two", 1))
	before := tree(t, disk)
	if err := syscall.Mount("lanebook", disk, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, "size=8m"); err != nil {
		t.Fatalf("making the disk read-only: %v", err)
	}
	if _, err := r.run(t); !errors.Is(err, syscall.EROFS) {
		t.Errorf("error is %v, want that the file system is read-only", err)
	}
	unchanged(t, "a read-only disk", before, tree(t, disk))
}
