package kernel

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"lanebook/notebooks/internal/atomicfile"
)

// programs are kept in a folder whose name follows from what they are built from, each
// with the hash that it had: a machine that loses power may keep a part of what was
// written.
type programs struct {
	dir   string
	names []string
}

// keep makes sure that the programs are there and whole: if they are not, build puts
// them into a folder, from which they are moved.
func (p programs) keep(build func(tmp string) error) error {
	if p.whole() {
		return nil
	}
	parent := filepath.Dir(p.dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return err
	}
	tmp, release, err := atomicfile.TempDir(parent, "building-")
	if err != nil {
		return err
	}
	defer release()
	if err := build(tmp); err != nil {
		return err
	}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		return err
	}
	for _, name := range p.names {
		sum, err := hashFile(filepath.Join(tmp, name))
		if err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(tmp, name), filepath.Join(p.dir, name)); err != nil {
			return err
		}
		if err := atomicfile.Write(p.sumFile(name), sum); err != nil {
			return err
		}
	}
	return p.check()
}

func (p programs) sumFile(name string) string { return filepath.Join(p.dir, name+".sha256") }

// whole reports whether all programs are as they were built.
func (p programs) whole() bool {
	for _, name := range p.names {
		want, err := os.ReadFile(p.sumFile(name))
		if err != nil {
			return false
		}
		got, err := hashFile(filepath.Join(p.dir, name))
		if err != nil || !bytes.Equal(got, want) {
			return false
		}
	}
	return p.check() == nil
}

func hashFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.AppendEncode(nil, sum.Sum(nil)), err
}

// check names the first program that is missing.
func (p programs) check() error {
	for _, name := range p.names {
		info, err := os.Stat(filepath.Join(p.dir, name))
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&0o111 == 0 {
			return fmt.Errorf("%s is missing: there is no such program in %s", name, p.dir)
		} else if err != nil {
			return err
		}
	}
	return nil
}
