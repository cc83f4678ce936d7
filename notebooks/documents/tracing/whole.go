package tracing

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"strings"

	"lanebook/notebooks/documents/tracing/volume"
)

// wholeCSV is what command whole wrote. Its first row has the plans' sum, by which it is
// known whether the model has changed since.
//
//go:embed whole.csv
var wholeCSV string

// WholePlan is the document's experiment at a view, whole: all pixels, all CUs, all of
// each ray. It takes minutes.
func WholePlan(v volume.View) Plan {
	all := volume.Window{X1: 1024, Y1: 1024, CUs: volume.OnGTX480().Device.CUs}
	return Plan{volume.OnGTX480(), v, volume.Shapes(), all, all}
}

// Views returns the views of the whole pictures: (0,0,0), and (90,0,90) in both ways to
// read it.
func Views() []volume.View {
	return []volume.View{{}, volume.Moving(), {Alpha: 90, Gamma: 90}}
}

// plansSum is a number that changes with any number of the GPU, the kernel or the
// windows. It knows nothing of the code that renders.
func plansSum() string {
	h := fnv.New64a()
	for _, v := range Views() {
		p := WholePlan(v)
		p.GPU.Assumed, p.GPU.Device.Assumed, p.GPU.Device.Caches.Assumed = nil, nil, nil // words
		fmt.Fprintf(h, "%+v\n", p)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

var wholeColumns = []string{"view", "shape", "frame_ms", "hit", "l2_hit",
	"simple_reference", "simple_other", "fence_reference", "fence_other", "dummy_reference", "dummy_other"}

// WriteWhole runs WholePlan at all Views and writes the rows of whole.csv: milliseconds,
// shares, and cycles of a wavefront for each reference.
func WriteWhole(to io.Writer, progress Progress) error {
	if _, err := fmt.Fprintf(to, "%s,%s\n", plansSum(), strings.Join(wholeColumns, ",")); err != nil {
		return err
	}
	for _, v := range Views() {
		points, err := WholePlan(v).Run(progress)
		if err != nil {
			return err
		}
		for _, p := range points {
			none := p.By[volume.None]
			row := fmt.Sprintf("GTX 480,%g/%g/%g,%dx%d,%.4f,%.4f,%.4f", v.Alpha, v.Beta, v.Gamma, p.Shape.X, p.Shape.Y, 1e3*none.Frame, none.Hit, none.L2Hit)
			for m := volume.Simple; m < volume.Methods; m++ {
				row += fmt.Sprintf(",%.1f,%.1f", p.By[m].Reference, p.By[m].Other)
			}
			if _, err := fmt.Fprintln(to, row); err != nil {
				return err
			}
		}
	}
	return nil
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
