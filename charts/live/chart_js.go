package live

import "lanebook/charts"

// validate trusts the figures of a browser's program: its tests validate them natively,
// and the checks would be 12 KB more to load.
func validate(charts.Figure) error { return nil }
