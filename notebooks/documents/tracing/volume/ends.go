package volume

import (
	_ "embed"
	"fmt"
	"strconv"
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
func Ends() ([]End, error) {
	var all []End
	for i, line := range strings.Split(strings.TrimSpace(endsCSV), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 4 {
			return nil, fmt.Errorf("volume: ends.csv: line %d has %d columns, want view, shape and two numbers", i+2, len(row))
		}
		var e End
		v, s := &e.View, &e.Shape
		if _, err := fmt.Sscanf(row[0]+" "+row[1], "%g/%g/%g %dx%d", &v.Alpha, &v.Beta, &v.Gamma, &s.X, &s.Y); err != nil {
			return nil, fmt.Errorf("volume: ends.csv: line %d: view and shape %q, want A/B/C and XxY: %w", i+2, row[:2], err)
		}
		for k, to := range []*float64{&e.Tail, &e.Fiftieth} {
			var err error
			if *to, err = strconv.ParseFloat(row[2+k], 64); err != nil {
				return nil, fmt.Errorf("volume: ends.csv: line %d: %w", i+2, err)
			}
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
