package show

import (
	"fmt"
	"strings"

	"lanebook/charts"
)

// Numbered shows a figure under a number, as the reader cites it, and fails the
// cell with the model's error where there is one. It is made for the functions
// of package figures:
//
//	show.Numbered("8.5")(figures.LDSLayout(gpu.Fiji(), 4))
//
// A figure without a name is named after its number: "8.5" makes fig-8-5.
func Numbered(number string) func(charts.Figure, error) {
	return func(f charts.Figure, err error) {
		if err != nil {
			fail(fmt.Errorf("figure %s: %w", number, err))
		}
		f.Number = number
		if f.Name == "" {
			f.Name = "fig-" + strings.ToLower(strings.ReplaceAll(number, ".", "-"))
		}
		Figure(f)
	}
}
