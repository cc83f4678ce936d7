package volume

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
)

//go:embed ends.csv
var endsCSV string

// End is how a frame of an H100 ends in its model, with workgroups of another size than the renderer's own too: from a
// tenth of each ray, which has as many workgroups, and each as long beside the others. Of Measured it has View,
// Shape and Tail.
type End struct {
	Measured
	Fiftieth float64 // Tail of a fiftieth of each ray
}

// Ends returns what ends.csv has: five views and workgroups of 64 to 1024 lanes, 32 of them in a row. A tenth
// takes half a minute of a processor; so a test runs a fiftieth anew.
func Ends() (all []End, err error) {
	for i, line := range strings.Split(strings.TrimSpace(endsCSV), "\n")[1:] {
		var e End
		v, s := &e.View, &e.Shape
		if _, err := fmt.Sscanf(line, "%g/%g/%g,%dx%d,%g,%g", &v.Alpha, &v.Beta, &v.Gamma, &s.X, &s.Y, &e.Tail, &e.Fiftieth); err != nil {
			return nil, fmt.Errorf("volume: ends.csv: line %d: %q, want view, shape and two shares: %w", i+2, line, err)
		}
		all = append(all, e)
	}
	return all, nil
}

// endShapes are those of ends.csv.
func endShapes() (all []gpumodel.Shape) {
	for y := 2; y <= 32; y *= 2 {
		all = append(all, gpumodel.Shape{X: 32, Y: y})
	}
	return all
}
