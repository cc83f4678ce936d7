package volume

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

//go:embed rays.csv
var raysCSV string

//go:embed rays_new.csv
var raysNewCSV string

// WholeRays is a frame of the H200 with all of each ray. Of Measured it has View, Shape, Frame, Hit and L2Hit.
type WholeRays struct {
	Measured
	Fiftieth float64 // seconds that a fiftieth of each ray takes
}

// Rays returns what rays.csv has: all 40 frames of ChipViews by silicon.MeasuredVariant. One takes two to seventeen minutes of a processor and 180 to
// 260 MB, all of them six hours; so a test runs the fiftieth about the middle anew, which hints whether the model is still the same.
func Rays() ([]WholeRays, error) { return wholeRays("rays.csv", raysCSV) }

// RaysNew returns the 32 frames of NewViews, by the preset.
func RaysNew() ([]WholeRays, error) { return wholeRays("rays_new.csv", raysNewCSV) }

// FramesAt returns those of a view, as Chip does, without clock reads.
func FramesAt(rows []WholeRays, v View) (all [Methods][]Measured) {
	for _, r := range rows {
		if r.View == v {
			all[None] = append(all[None], r.Measured)
		}
	}
	return all
}

func wholeRays(file, text string) (all []WholeRays, err error) {
	rows, err := framesOf(file, text, 4)
	for _, r := range rows {
		n := r.numbers
		all = append(all, WholeRays{Measured{View: r.view, Shape: r.shape, Frame: n[0] / 1e3, Hit: n[1], L2Hit: n[2]}, n[3] / 1e3})
	}
	return all, err
}

// frameRow is a line of a file with some numbers of a frame.
type frameRow struct {
	place
	numbers []float64
}

// framesOf returns the lines of such a file but its head: view, shape and so many numbers.
func framesOf(file, text string, numbers int) (rows []frameRow, err error) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n")[1:] {
		columns := strings.Split(line, ",")
		if len(columns) != 2+numbers {
			return nil, fmt.Errorf("volume: %s: line %d has %d columns, want view, shape and %d numbers", file, i+2, len(columns), numbers)
		}
		r := frameRow{numbers: make([]float64, numbers)}
		v, s := &r.view, &r.shape
		if _, err := fmt.Sscanf(columns[0]+" "+columns[1], "%g/%g/%g %dx%d", &v.Alpha, &v.Beta, &v.Gamma, &s.X, &s.Y); err != nil {
			return nil, fmt.Errorf("volume: %s: line %d: view and shape %q, want A/B/C and XxY: %w", file, i+2, columns[:2], err)
		}
		for k := range r.numbers {
			if r.numbers[k], err = strconv.ParseFloat(columns[2+k], 64); err != nil {
				return nil, fmt.Errorf("volume: %s: line %d: %w", file, i+2, err)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// place is a frame's view and shape of workgroup.
type place struct {
	view  View
	shape gpumodel.Shape
}
