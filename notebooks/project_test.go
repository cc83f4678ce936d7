package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestFolderIsNoPattern opens projects in folders whose names would be patterns, beside
// one that those would match.
func TestFolderIsNoPattern(t *testing.T) {
	parent := t.TempDir()
	for _, name := range []string{"a", "[ab]", "*", "?", `a\b`} {
		root := filepath.Join(parent, name)
		want := filepath.Join(root, "notebooks", "01-words.ipynb")
		write(t, filepath.Join(root, "go.mod"), "module words\n")
		write(t, want, "{}")
		write(t, filepath.Join(root, "notebooks", "notes.txt"), "")
		p, err := openProject(root, nil)
		if err != nil || !slices.Equal(p.paths, []string{want}) {
			t.Errorf("in %s: notebooks %+v, error %v, want %s", name, p, err, want)
		}
	}
}
