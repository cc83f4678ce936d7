package tracing

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"

	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

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
// and with what the renderer finds in a small part of three shapes' pictures, at the
// volume's border, so that some workgroups miss it.
func wholeSum() (string, error) {
	h := fnv.New64a()
	for _, v := range Views() {
		fmt.Fprintf(h, "%v\n", Paper(v).Timed)
		p := WholePlan(v, wholePart)
		p.GPU.Assumed, p.GPU.Device.Assumed, p.GPU.Device.Caches.Assumed = nil, nil, nil // words
		fmt.Fprintf(h, "%v\n", p)
		p.Shapes = []gpumodel.Shape{{X: 1, Y: 128}, {X: 8, Y: 16}, {X: 128, Y: 1}}
		p.Plain = volume.Window{X0: 448, X1: 576, Y0: 128, Y1: 256, CUs: p.Plain.CUs, Part: 0.01}
		p.Timed = p.Plain
		points, err := p.Run(nil)
		if err != nil {
			return "", err
		}
		for _, point := range points {
			fmt.Fprintln(h, volume.Row(volume.WholeRows, point.By))
		}
	}
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// wholePart is the part of each ray in whole.csv.
const wholePart = 0.16

var wholeColumns = []string{"view", "shape", "frame_ms", "hit", "l2_hit",
	"simple_reference", "simple_other", "fence_reference", "fence_other", "dummy_reference", "dummy_other"}

// WriteWhole runs WholePlan and Paper at all Views and writes whole.csv: wholeSum and the
// columns' names, then a row for each point.
func WriteWhole(to io.Writer, progress Progress) error {
	sum, err := wholeSum()
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(to, "%s,%s\n", sum, strings.Join(wholeColumns, ",")); err != nil {
		return err
	}
	for _, v := range Views() {
		for _, of := range []struct {
			rows string
			plan Plan
		}{{volume.WholeRows, WholePlan(v, wholePart)}, {volume.StripRows, Paper(v)}} {
			points, err := of.plan.Run(progress)
			if err != nil {
				return err
			}
			for _, p := range points {
				if _, err := fmt.Fprintln(to, volume.Row(of.rows, p.By)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// CheckWhole reports whether whole.csv was written by another model than this.
func CheckWhole() error {
	sum, err := wholeSum()
	if head := volume.WholeSum(); err == nil && head != sum {
		err = fmt.Errorf("tracing: whole.csv is of a model with sum %s, this one has %s: run command whole", head, sum)
	}
	return err
}

// WholePicture returns the points of volume.Whole at one of Views, in order of Shapes.
func WholePicture(v volume.View) ([]Point, error) { return pointsOf(v, volume.Whole) }

// StripPicture returns the points of volume.Strip at one of Views, likewise: of Paper.
func StripPicture(v volume.View) ([]Point, error) { return pointsOf(v, volume.Strip) }

// OnSilicon returns the points of volume.Chip at one of volume.ChipViews or NewViews, in order of Shapes:
// the experiment on the H200, as the model has it.
func OnSilicon(v volume.View) ([]Point, error) { return pointsOf(v, volume.Chip) }

func pointsOf(v volume.View, read func(volume.View) ([volume.Methods][]volume.Measured, error)) ([]Point, error) {
	all, err := read(v)
	if err != nil {
		return nil, err
	}
	points := make([]Point, len(all[volume.None]))
	for m, list := range all {
		for i, one := range list {
			points[i].Shape, points[i].By[m] = one.Shape, one
		}
	}
	if len(points) == 0 {
		err = fmt.Errorf("tracing: neither whole.csv nor chip.csv, of the H200, has view %v here: want one of %v, on the H200 of %v", v, Views(), append(volume.ChipViews(), volume.NewViews()...))
	}
	return points, err
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
