// Package atomicfile replaces files whole: whatever happens, a reader finds
// either the old content or the new. What a killed process leaves of a temporary
// file or folder is removed by the next that wants to make one.
package atomicfile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes data the content of the file at path. It writes to a temporary
// file in the same folder, flushes it to the disk and renames it; on an error
// the old file is as it was and the temporary file is gone. A file that already
// holds data is not touched. A symbolic link is followed, permissions are kept,
// and a new file gets 0644.
func Write(path string, data []byte) (err error) {
	mode := fs.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	folder, prefix := filepath.Dir(path), "."+filepath.Base(path)+"."
	sweep(folder, prefix, ".tmp")
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
			return nil
		}
	}
	tmp, err := os.CreateTemp(folder, prefix+"*.tmp")
	for err == nil && !hold(tmp) { // somebody's sweep was quicker
		tmp.Close()
		tmp, err = os.CreateTemp(folder, prefix+"*.tmp")
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
		err = errors.Join(err, tmp.Close()) // only now: it is locked until it has its name
	}()
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Chmod(mode), tmp.Sync())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}
