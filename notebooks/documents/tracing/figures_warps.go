package tracing

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// WarpMeans draws the mean reference of each warp of one SM that meets the volume, in
// their order, for each shape of block. A warp that misses the volume has no mark.
func WarpMeans(cus ...OneCU) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Mean reference of each warp of one SM",
		Alt:   "A mark for each warp over its number, a colour for each shape of block.",
		X:     charts.Axis{Label: "warp, in order"},
		Y:     charts.Axis{Label: "mean reference", Unit: "cycles"},
		Note:  figures.Note(volume.OnGTX480().Assumed),
	}
	for i, c := range cus {
		l := charts.Line{Name: c.Shape.String(), Style: charts.Dots, Measured: c.Measured, Tone: charts.Palette[i%len(charts.Palette)]}
		for at, m := range c.Means {
			if m > 0 {
				l.X, l.Y = append(l.X, float64(at)), append(l.Y, threeDigits(m))
			}
		}
		n := len(l.X)
		if n == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: none of %d warps of %v meets the volume", len(c.Means), c.Shape)
		}
		mean, deviation := c.Means.Within()
		f.Caption += fmt.Sprintf("%v: warps %.0f to %.0f meet the volume; a reference takes %.0f cycles at the border (the first and last fiftieth of them) and %.0f between, with a standard deviation of %.0f among warps. ",
			c.Shape, l.X[0], l.X[n-1], c.Means.Border(), mean, deviation)
		f.Alt += fmt.Sprintf(" %v has marks from warp %.0f to %.0f, %s, scattered by %.0f cycles about %.0f between.", c.Shape, l.X[0], l.X[n-1], ends(c.Means, mean), deviation, mean)
		f.Series = append(f.Series, l)
	}
	f.Caption += "Every warp is drawn, to three digits; those that miss the volume have no mark."
	return f, nil
}

// ends says how the first and the last fiftieth of the means lie against what is between.
func ends(means silicon.WavefrontMeans, between float64) string {
	switch first, last := means.Ends(); {
	case first < between && last < between:
		return "lower at both ends"
	case first < between:
		return "lower at its start"
	case last < between:
		return "lower at its end"
	}
	return "higher at both ends"
}

// threeDigits rounds a time by half a per cent at most, less than a pixel shows: with all
// digits of so many marks the notebook is too long.
func threeDigits(cycles float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(cycles, 'g', 3, 64), 64)
	return rounded
}

// ReferenceSeries draws one slow warp of each SM, all its references one after the other.
func ReferenceSeries(cus ...OneCU) (charts.Figure, error) {
	f := charts.Figure{
		Title: "One warp, reference by reference",
		Alt:   "A jagged line for each shape of block: cycles over the number of the reference.",
		X:     charts.Axis{Label: "reference"},
		Y:     charts.Axis{Label: "time of the reference", Unit: "cycles"},
		Note:  figures.Note(volume.OnGTX480().Assumed),
	}
	for i, c := range cus {
		warp, cycles := c.Slowest()
		l := charts.Line{Name: fmt.Sprintf("%v, warp %d", c.Shape, warp), Tone: charts.Palette[i%len(charts.Palette)]}
		for k, y := range cycles {
			l.X, l.Y = append(l.X, float64(k+1)), append(l.Y, threeDigits(y))
		}
		if len(l.X) == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: no references of %v were recorded", c.Shape)
		}
		mean, deviation := silicon.Spread(cycles)
		start := min(20, len(cycles)/2) // a new warp's references take longest
		_, later := silicon.Spread(cycles[start:])
		f.Caption += fmt.Sprintf("%v: %d references, mean %.0f cycles, standard deviation %.0f (%.0f without the first %d). ", c.Shape, len(cycles), mean, deviation, later, start)
		f.Alt += fmt.Sprintf(" %v swings by %.0f cycles about %.0f.", c.Shape, deviation, mean)
		f.Series = append(f.Series, l)
	}
	f.Caption += "All references of one warp of each, to three digits: of the warps with at least nine tenths of the most references, the slowest."
	return f, nil
}

// MeasuredWarps draws the same of one SM of the H200 at a view, in the first of its runs.
func MeasuredWarps(v volume.View) (charts.Figure, error) {
	all, err := silicon.H200VolumeWarps()
	if err != nil {
		return charts.Figure{}, err
	}
	var cus []OneCU
	for _, w := range all {
		if w.Run == 1 && w.View == angles(v) {
			cus = append(cus, OneCU{Shape: gpumodel.Shape{X: w.X, Y: w.Y}, Means: w.Means, Measured: true})
		}
	}
	if len(cus) == 0 {
		return charts.Figure{}, fmt.Errorf("tracing: the H200's warps were not measured at %v, want (90,−90,0) or (90,0,90)", v)
	}
	f, err := WarpMeans(cus...)
	f.Title = fmt.Sprintf("H200, measured, %v: mean reference of each warp of one SM", v)
	f.Note = ""
	return f, err
}
