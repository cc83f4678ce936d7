package volume

import (
	_ "embed"

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
	rows, err := framesOf("ends.csv", endsCSV, 2)
	var all []End
	for _, r := range rows {
		all = append(all, End{Measured{View: r.view, Shape: r.shape, Tail: r.numbers[0]}, r.numbers[1]})
	}
	return all, err
}

// endShapes are those of ends.csv.
func endShapes() (all []gpumodel.Shape) {
	for y := 2; y <= 32; y *= 2 {
		all = append(all, gpumodel.Shape{X: 32, Y: y})
	}
	return all
}
