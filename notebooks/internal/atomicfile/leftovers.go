package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// SocketParent is where a temporary folder may lie that holds sockets, whose paths go on
// for so many more bytes: the system's folder for such, or /tmp if they would be too long
// there. On macOS a path may have 104 bytes, on Linux a few more.
func SocketParent(more int) string {
	if parent := os.TempDir(); len(parent)+more <= 104 {
		return parent
	}
	return "/tmp"
}

// TempDir makes a new folder in parent, its name prefix and digits, and removes those
// of the same sort that killed processes have left. Release removes the new one.
//
// A process holds what is temporary locked, and the system unlocks what is held by
// one that ends, however it does.
func TempDir(parent, prefix string) (dir string, release func() error, err error) {
	sweep(parent, prefix, "")
	for {
		if dir, err = os.MkdirTemp(parent, prefix); err != nil {
			return "", nil, err
		}
		lock, err := os.Open(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist): // somebody's sweep was quicker
		case err != nil:
			return "", nil, errors.Join(err, os.Remove(dir))
		case hold(lock):
			return dir, func() error { return errors.Join(os.RemoveAll(dir), lock.Close()) }, nil
		default: // likewise
			lock.Close()
		}
	}
}

// hold locks a temporary file or folder, and reports whether it is there still.
// Where locks are not known, nobody sweeps.
func hold(f *os.File) bool {
	if errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK) {
		return false
	}
	_, err := os.Lstat(f.Name())
	return err == nil
}

// sweep removes from a folder what is called prefix, digits, suffix and held by no
// process. What it cannot remove stays: it is in nobody's way.
func sweep(folder, prefix, suffix string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		digits, begins := strings.CutPrefix(entry.Name(), prefix)
		digits, ends := strings.CutSuffix(digits, suffix)
		if !begins || !ends || digits == "" || strings.Trim(digits, "0123456789") != "" || !entry.IsDir() && !entry.Type().IsRegular() {
			continue
		}
		f, err := os.Open(filepath.Join(folder, entry.Name()))
		if err != nil {
			continue
		}
		if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(f.Name())
		}
		f.Close()
	}
}
