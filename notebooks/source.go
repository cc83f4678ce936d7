package main

import (
	"fmt"
	"io"

	"lanebook/notebooks/internal/nb"
)

// printSource prints what an author wrote in the notebooks at the paths, which need
// not be in a checkout: git hands over old versions as files of their own.
func printSource(w io.Writer, paths []string) error {
	for _, path := range paths {
		book, err := nb.ReadFile(path)
		if err != nil {
			return err
		}
		for _, cell := range book.Cells {
			if _, err := fmt.Fprintf(w, "--- %s %s\n%s\n\n", cell.Type, cell.ID, cell.Source); err != nil {
				return err
			}
		}
	}
	return nil
}
