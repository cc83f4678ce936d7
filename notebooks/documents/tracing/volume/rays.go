package volume

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed rays.csv
var raysCSV string

// WholeRays is a frame of the H200 by silicon.MeasuredVariant and with all of each ray. Of
// Measured it has View, Shape, Frame, Hit and L2Hit.
type WholeRays struct {
	Measured
	Fiftieth float64 // seconds that a fiftieth of each ray takes
}

// Rays returns what rays.csv has: six frames. One takes two to eight minutes of a processor and 180 to
// 260 MB; so a test runs the fiftieth about the middle anew, which hints whether the model is still the same.
func Rays() ([]WholeRays, error) {
	var all []WholeRays
	for i, line := range strings.Split(strings.TrimSpace(raysCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 6 {
			return nil, fmt.Errorf("volume: rays.csv: line %d has %d columns, want view, shape and four numbers", i+2, len(row))
		}
		var r WholeRays
		v, s := &r.View, &r.Shape
		if _, err := fmt.Sscanf(row[0]+" "+row[1], "%g/%g/%g %dx%d", &v.Alpha, &v.Beta, &v.Gamma, &s.X, &s.Y); err != nil {
			return nil, fmt.Errorf("volume: rays.csv: line %d: view and shape %q, want A/B/C and XxY: %w", i+2, row[:2], err)
		}
		var n [4]float64
		for k, text := range row[2:] {
			var err error
			if n[k], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, fmt.Errorf("volume: rays.csv: line %d: %w", i+2, err)
			}
		}
		r.Frame, r.Hit, r.L2Hit, r.Fiftieth = n[0]/1e3, n[1], n[2], n[3]/1e3
		all = append(all, r)
	}
	return all, nil
}
