package show

import (
	"fmt"

	"lanebook/charts"
)

// Numbered shows a figure under a number, as the reader cites it, and fails the
// cell with the model's error where there is one. It is made for functions that
// return a figure:
//
//	show.Numbered("8.5")(lds.Layout(gpu.Fiji(), 4))
func Numbered(number string) func(charts.Figure, error) {
	return func(f charts.Figure, err error) {
		if err != nil {
			fail(fmt.Errorf("figure %s: %w", number, err))
		}
		f.Number = number
		Figure(f)
	}
}
