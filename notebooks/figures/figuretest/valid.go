// Package figuretest holds what tests of figures have in common.
package figuretest

import (
	"testing"

	"lanebook/charts"
	"lanebook/charts/static"
)

// Valid demands of each figure, by name, that any renderer accepts it, and that it
// has a title and a caption.
func Valid(t *testing.T, all map[string]func() (charts.Figure, error)) {
	t.Helper()
	for name, draw := range all {
		f, err := draw()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		f.Name = name
		if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !static.Writes(f) {
			t.Errorf("%s: want words for which the pictures' font has letters", name)
		}
		if f.Caption == "" || f.Title == "" {
			t.Errorf("%s: want a title and a caption", name)
		}
	}
}
