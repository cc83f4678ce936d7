package site

import (
	"errors"
	"os"
)

// replace puts the folder fresh in the place of dir, whose old content is then in
// fresh or old. Linux and macOS exchange the two at one stroke, on most file systems;
// elsewhere there is no dir for the moment between two renames.
func replace(dir, fresh, old string) error {
	if exchange(dir, fresh) == nil {
		return nil
	}
	return rename(dir, fresh, old)
}

// rename is replace in two steps. It keeps the old content until both are done.
func rename(dir, fresh, old string) error {
	err := os.Rename(dir, old)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err2 := os.Rename(fresh, dir); err2 != nil {
		if err == nil {
			err2 = errors.Join(err2, os.Rename(old, dir))
		}
		return err2
	}
	return nil
}
