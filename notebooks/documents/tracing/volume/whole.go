package volume

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"lanebook/gpumodel"
)

// wholeCSV is what command tracing/whole wrote: the document's experiment on OnGTX480, with
// whole pictures and with a strip on one CU.
//
//go:embed whole.csv
var wholeCSV string

// WholeSum returns the first word of whole.csv, by which package tracing knows whether
// the model has changed since.
func WholeSum() string {
	sum, _, _ := strings.Cut(wholeCSV, ",")
	return sum
}

// Whole returns what whole.csv has at a view, by method and in order of Shapes; nothing
// where it has not the view. Of each Measured it fills in View, Shape, Method, Frame, Hit
// and L2Hit (of the kernel without clock reads, in all), Reference and Other (of those
// with).
func Whole(v View) ([Methods][]Measured, error) { return frames("whole.csv", wholeCSV, WholeRows, v) }

// Strip returns the same of the strip on one CU that package tracing's Paper has.
func Strip(v View) ([Methods][]Measured, error) { return frames("whole.csv", wholeCSV, StripRows, v) }

// The first column of whole.csv's rows.
const (
	WholeRows = "GTX 480"
	StripRows = "GTX 480 strip"
)

// frames reads the rows of a view that begin with a word.
func frames(file, csv, word string, v View) (all [Methods][]Measured, err error) {
	at := fmt.Sprintf("%g/%g/%g", v.Alpha, v.Beta, v.Gamma)
	for i, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		row := strings.Split(line, ",")
		if len(row) != 12 || row[0] != word || row[1] != at {
			continue
		}
		x, y, _ := strings.Cut(row[2], "x")
		wide, errX := strconv.Atoi(x)
		high, errY := strconv.Atoi(y)
		if errX != nil || errY != nil {
			return all, fmt.Errorf("volume: %s: line %d: shape %q, want XxY", file, i+2, row[2])
		}
		s := gpumodel.Shape{X: wide, Y: high}
		var n [9]float64 // of the columns from the fourth on
		for k, text := range row[3:] {
			if n[k], err = strconv.ParseFloat(text, 64); err != nil {
				return all, fmt.Errorf("volume: %s: line %d: %w", file, i+2, err)
			}
		}
		for m := None; m < Methods; m++ {
			one := Measured{View: v, Shape: s, Method: m, Frame: n[0] / 1e3, Hit: n[1], L2Hit: n[2]}
			if m != None {
				one.Reference, one.Other = n[1+2*m], n[2+2*m]
			}
			all[m] = append(all[m], one)
		}
	}
	if n := len(all[None]); n > 0 && n != len(Shapes()) {
		return all, fmt.Errorf("volume: %s has %d shapes of view %v, want %d", file, n, v, len(Shapes()))
	}
	return all, nil
}
