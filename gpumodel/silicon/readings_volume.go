package silicon

import (
	"fmt"
	"math"
)

// VolumeShare reads the percentage of the wavefronts' time that a method ("simple",
// "dummy") found in texture references at a view, the mean over the eight shapes.
func VolumeShare(view [3]float64, method string) Reading {
	return func() (Measurement, error) {
		points, err := volumeAt(view, method, 1)
		sum, low, high := 0.0, math.Inf(1), 0.0
		for _, p := range points {
			share := 100 * p.by.Share
			sum, low, high = sum+share, min(low, share), max(high, share)
		}
		if len(points) == 0 {
			return Measurement{}, missing(err, "vr.csv", method)
		}
		what := fmt.Sprintf("view %s, mean of %d shapes, from %.0f to %.0f", angles(view), len(points), low, high)
		return h200(sum/float64(len(points)), "%", what, "vr.csv"), nil
	}
}

// Followed is what a frequency of references may go with, from shape to shape.
type Followed uint8

// The two.
const (
	Hits   Followed = iota // share of the sectors that the L1 had
	Frames                 // frames a second without clock reads
)

// VolumeCorrelation reads how a method's frequency of references goes with hits or
// frames at a view, over the shapes at least so wide: Pearson's coefficient.
func VolumeCorrelation(view [3]float64, method string, width int, with Followed) Reading {
	return func() (Measurement, error) {
		points, err := volumeAt(view, method, width)
		if len(points) < 3 {
			return Measurement{}, missing(err, "vr.csv", fmt.Sprintf("three shapes of %s", method))
		}
		var frequency, other []float64
		for _, p := range points {
			frequency = append(frequency, 1/p.by.ReferenceCycles)
			if with == Hits {
				other = append(other, p.Hit)
			} else {
				other = append(other, 1/p.FrameSeconds)
			}
		}
		what, file := fmt.Sprintf("view %s, %d shapes", angles(view), len(points)), "vr.csv"
		if with == Hits {
			file = "vr.csv, vr_counters.csv"
		}
		return h200(pearson(frequency, other), "r", what, file), nil
	}
}

// timedVolume is a point with one of its methods.
type timedVolume struct {
	VolumePoint
	by VolumeMethod
}

func volumeAt(view [3]float64, method string, width int) ([]timedVolume, error) {
	points, err := H200Volume()
	var out []timedVolume
	for _, p := range points {
		for _, by := range p.Methods {
			if p.View == view && p.X >= width && by.Name == method {
				out = append(out, timedVolume{p, by})
			}
		}
	}
	return out, err
}

func angles(v [3]float64) string { return fmt.Sprintf("(%g,%g,%g)", v[0], v[1], v[2]) }

func pearson(a, b []float64) float64 {
	n := float64(len(a))
	var ma, mb, ab, aa, bb float64
	for i := range a {
		ma, mb = ma+a[i]/n, mb+b[i]/n
	}
	for i := range a {
		ab += (a[i] - ma) * (b[i] - mb)
		aa += (a[i] - ma) * (a[i] - ma)
		bb += (b[i] - mb) * (b[i] - mb)
	}
	return ab / math.Sqrt(aa*bb)
}
