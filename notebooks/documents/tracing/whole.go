package tracing

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"strings"

	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

// wholeCSV is what command whole wrote. Its first row has wholeSum, by which it is known
// whether the model has changed since.
//
//go:embed whole.csv
var wholeCSV string

// WholePlan is the document's experiment at a view with the whole picture on all CUs: of
// each ray the given part without clock reads, and half as much with them, for shares of
// time need less than frames; 0 is all of it. It takes minutes.
func WholePlan(v volume.View, part float64) Plan {
	plain := volume.Window{X1: 1024, Y1: 1024, CUs: volume.OnGTX480().Device.CUs, Part: part}
	timed := plain
	timed.Part /= 2
	return Plan{volume.OnGTX480(), v, volume.Shapes(), plain, timed}
}

// Views returns the views of the whole pictures: (0,0,0), and (90,0,90) in both ways to
// read it.
func Views() []volume.View {
	return []volume.View{{}, volume.Moving(), {Alpha: 90, Gamma: 90}}
}

// wholeSum is a number that changes with any number of the GPU, the kernel or the windows,
// and with what the renderer finds in a small part of three shapes' pictures.
func wholeSum() (string, error) {
	h := fnv.New64a()
	for _, v := range Views() {
		p := WholePlan(v, wholePart)
		p.GPU.Assumed, p.GPU.Device.Assumed, p.GPU.Device.Caches.Assumed = nil, nil, nil // words
		fmt.Fprintf(h, "%+v\n", p)
		p.Shapes = []gpumodel.Shape{{X: 1, Y: 128}, {X: 8, Y: 16}, {X: 128, Y: 1}}
		p.Plain = volume.Window{X0: 448, X1: 576, Y0: 448, Y1: 576, CUs: p.Plain.CUs, Part: 0.01}
		p.Timed = p.Plain
		points, err := p.Run(nil)
		if err != nil {
			return "", err
		}
		for _, point := range points {
			fmt.Fprintln(h, wholeRow(point))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// wholePart is the part of each ray in whole.csv.
const wholePart = 0.16

var wholeColumns = []string{"view", "shape", "frame_ms", "hit", "l2_hit",
	"simple_reference", "simple_other", "fence_reference", "fence_other", "dummy_reference", "dummy_other"}

// WriteWhole runs WholePlan at all Views and writes whole.csv: wholeSum and the columns'
// names, then a row for each point.
func WriteWhole(to io.Writer, progress Progress) error {
	sum, err := wholeSum()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(to, "%s,%s\n", sum, strings.Join(wholeColumns, ",")); err != nil {
		return err
	}
	for _, v := range Views() {
		points, err := WholePlan(v, wholePart).Run(progress)
		if err != nil {
			return err
		}
		for _, p := range points {
			if _, err := fmt.Fprintln(to, wholeRow(p)); err != nil {
				return err
			}
		}
	}
	return nil
}

// wholeRow writes a point: milliseconds, shares, and cycles of a wavefront for each
// reference.
func wholeRow(p Point) string {
	none := p.By[volume.None]
	v := none.View
	row := fmt.Sprintf("GTX 480,%g/%g/%g,%dx%d,%.4f,%.4f,%.4f", v.Alpha, v.Beta, v.Gamma, p.Shape.X, p.Shape.Y, 1e3*none.Frame, none.Hit, none.L2Hit)
	for m := volume.Simple; m < volume.Methods; m++ {
		row += fmt.Sprintf(",%.1f,%.1f", p.By[m].Reference, p.By[m].Other)
	}
	return row
}

// CheckWhole reports whether whole.csv was written by another model than this.
func CheckWhole() error {
	sum, err := wholeSum()
	if head, _, _ := strings.Cut(wholeCSV, ","); err == nil && head != sum {
		err = fmt.Errorf("tracing: whole.csv is of a model with sum %s, this one has %s: run command whole", head, sum)
	}
	return err
}

// WholePicture returns the points of whole.csv at one of Views, in order of Shapes. Of
// each Measured it fills in View, Shape, Method, Frame, Hit and L2Hit (of the kernel
// without clock reads), Reference and Other (of those with).
func WholePicture(v volume.View) ([]Point, error) {
	rows, err := csv.NewReader(strings.NewReader(wholeCSV)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("tracing: whole.csv: %w", err)
	}
	var points []Point
	for i, row := range rows[1:] {
		if row[1] != fmt.Sprintf("%g/%g/%g", v.Alpha, v.Beta, v.Gamma) {
			continue
		}
		var p Point
		if _, err := fmt.Sscanf(row[2], "%dx%d", &p.Shape.X, &p.Shape.Y); err != nil {
			return nil, fmt.Errorf("tracing: whole.csv: line %d: shape %q, want XxY", i+2, row[2])
		}
		var numbers []float64
		for _, text := range row[3:] {
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return nil, fmt.Errorf("tracing: whole.csv: line %d: %w", i+2, err)
			}
			numbers = append(numbers, n)
		}
		p.By[volume.None] = volume.Measured{Frame: numbers[0] / 1e3, Hit: numbers[1], L2Hit: numbers[2]}
		for m := volume.Simple; m < volume.Methods; m++ {
			k := 3 + 2*int(m-volume.Simple)
			p.By[m].Reference, p.By[m].Other = numbers[k], numbers[k+1]
		}
		for m := range p.By {
			p.By[m].View, p.By[m].Shape, p.By[m].Method = v, p.Shape, volume.Method(m)
		}
		points = append(points, p)
	}
	if len(points) != len(volume.Shapes()) {
		return nil, fmt.Errorf("tracing: whole.csv has %d shapes of view %v, want %d", len(points), v, len(volume.Shapes()))
	}
	return points, nil
}

// Distance is how far one experiment's points are from another's of the same view.
type Distance struct {
	Hit         float64                    // most of any shape, of 1
	Share       [volume.Methods]float64    // of time in references, most of any shape, of 1
	Correlation [volume.Methods][2]float64 // with hits and with frames: by how much Pearson's coefficients differ
}

// DistanceOf returns the distance of points with the same shapes.
func DistanceOf(a, b []Point) Distance {
	var d Distance
	for i := range a {
		d.Hit = max(d.Hit, math.Abs(a[i].By[volume.None].Hit-b[i].By[volume.None].Hit))
		for m := volume.Simple; m < volume.Methods; m++ {
			d.Share[m] = max(d.Share[m], math.Abs(a[i].By[m].Share()-b[i].By[m].Share()))
		}
	}
	for m := volume.Simple; m < volume.Methods; m++ {
		aHit, aRate := TrendOf(a).Correlations(m)
		bHit, bRate := TrendOf(b).Correlations(m)
		d.Correlation[m] = [2]float64{math.Abs(aHit - bHit), math.Abs(aRate - bRate)}
	}
	return d
}
