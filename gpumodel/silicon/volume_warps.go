package silicon

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// VolumeWarps is what one CU of the H200 found, wavefront by wavefront, in one run of
// the volume renderer with a use of the loaded value before the second clock read.
type VolumeWarps struct {
	Run   int        // 1 or 2: the same twice
	View  [3]float64 // angles in degrees
	X, Y  int        // the workgroup's size in pixels
	Means WavefrontMeans
}

//go:embed vr_warps.csv
var volumeWarpsCSV string

// H200VolumeWarps returns both runs of workgroups of 2×64 and of 8×16 pixels at the views
// (90,-90,0) and (90,0,90). The clock is the first lane's: a wavefront whose first lane
// misses the volume has 0.
func H200VolumeWarps() ([]VolumeWarps, error) {
	var out []VolumeWarps
	for i, line := range strings.Split(strings.TrimSpace(volumeWarpsCSV), "\n") {
		p := pairs{file: "vr_warps.csv", line: i + 1, columns: strings.Split(line, ",")}
		if len(p.columns) < 4 {
			return nil, fmt.Errorf("silicon: vr_warps.csv: line %d has %d columns, want run, view, shape and means", i+1, len(p.columns))
		}
		var point VolumePoint
		p.place(&point)
		w := VolumeWarps{View: point.View, X: point.X, Y: point.Y}
		var err error
		if w.Run, err = strconv.Atoi(p.columns[0]); err != nil && p.err == nil {
			p.err = fmt.Errorf("silicon: vr_warps.csv: line %d is of run %q, want a number", i+1, p.columns[0])
		}
		for _, text := range p.columns[3:] {
			mean, err := strconv.ParseFloat(text, 64)
			if err != nil && p.err == nil {
				p.err = fmt.Errorf("silicon: vr_warps.csv: line %d has mean %q, want a number", i+1, text)
			}
			w.Means = append(w.Means, mean)
		}
		if p.err != nil {
			return nil, p.err
		}
		out = append(out, w)
	}
	return out, nil
}

// WarpsQuantity is a number of one CU's wavefronts.
type WarpsQuantity string

// What Figure 10 of document 4 shows.
const (
	Border  WarpsQuantity = "mean reference at the border"
	Between WarpsQuantity = "mean reference between"
	Scatter WarpsQuantity = "standard deviation of warps' means"
	Alike   WarpsQuantity = "means of warps with the next"
	Missing WarpsQuantity = "warps without a reference"
)

// Of returns the number.
func (q WarpsQuantity) Of(m WavefrontMeans) float64 {
	mean, deviation := m.Within()
	switch q {
	case Border:
		return m.Border()
	case Between:
		return mean
	case Scatter:
		return deviation
	case Alike:
		return m.Alike()
	}
	return float64(len(m) - len(m.Hits()))
}

// unit of the number.
func (q WarpsQuantity) unit() string {
	switch q {
	case Alike:
		return "r"
	case Missing:
		return "warps"
	}
	return "cycles"
}

// Warps reads a quantity of the CU's wavefronts at a view and a width of workgroup in the
// first run, and says what the second gave; less the same of another width, if that is
// not 0.
func Warps(view [3]float64, q WarpsQuantity, width, less int) Reading {
	return func() (Measurement, error) {
		all, err := H200VolumeWarps()
		var runs [2]float64
		found := 0
		for _, w := range all {
			if w.View != view || w.Run < 1 || w.Run > len(runs) {
				continue
			}
			switch w.X {
			case width:
				runs[w.Run-1] += q.Of(w.Means)
				found++
			case less:
				runs[w.Run-1] -= q.Of(w.Means)
			}
		}
		if found != len(runs) {
			return Measurement{}, missing(err, "vr_warps.csv", fmt.Sprintf("view %s, width %d, twice", angles(view), width))
		}
		of := fmt.Sprintf("width %d", width)
		if less > 0 {
			of += fmt.Sprintf(" less width %d", less)
		}
		return h200(runs[0], q.unit(), fmt.Sprintf("view %s, one SM, %s, %s; in a second run %.4g", angles(view), q, of, runs[1]), "vr_warps.csv"), nil
	}
}
