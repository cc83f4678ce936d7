//go:build !js

package whatif

import "lanebook/charts"

// validate returns what is wrong with a figure.
func validate(f charts.Figure) error { return f.Validate() }
