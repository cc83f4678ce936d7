package show

import (
	"fmt"

	"lanebook/charts"
)

// Numbered shows a figure under a number, as the reader cites it: that of its notebook,
// and the figure's own in it. It fails the cell with the model's error where there is
// one. It is made for functions that return a figure:
//
//	show.Numbered("1.6")(lds.TwoViews(gpu.Fiji()))
func Numbered(number string) func(charts.Figure, error) { return NumberedAfter(number, "") }

// NumberedAfter is Numbered of a figure that redraws one of another work, which it names:
//
//	show.NumberedAfter("1.1", "Fig. 8.5")(lds.Layout(gpu.Fiji(), 4))
func NumberedAfter(number, original string) func(charts.Figure, error) {
	return func(f charts.Figure, err error) {
		if err != nil {
			fail(fmt.Errorf("figure %s: %w", number, err))
		}
		f.Number, f.After = number, original
		Figure(f)
	}
}
