package silicon

import (
	"errors"
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

// VolumeCorrelation reads how a method's frequency of references goes with hits or
// frames at a view, over the shapes at least so wide: Pearson's coefficient.
func VolumeCorrelation(view [3]float64, method string, width int, with Quantity) Reading {
	return func() (Measurement, error) {
		points, err := volumeAt(view, method, width)
		if len(points) < 3 {
			return Measurement{}, missing(err, "vr.csv", fmt.Sprintf("three shapes of %s", method))
		}
		var frequency, other []float64
		for _, p := range points {
			frequency = append(frequency, 1/p.by.ReferenceCycles)
			other = append(other, with.of(p.VolumePoint))
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

// Quantity is what a volume renderer's shape of workgroup is known by: one of the two
// below, or a method's frequency of references by the method's name.
type Quantity string

// The two.
const (
	Hits   Quantity = "hits"   // share of the sectors that the L1 had
	Frames Quantity = "frames" // frames a second without clock reads
)

// of returns the quantity at a point; 0 if it is not known there.
func (q Quantity) of(p VolumePoint) float64 {
	switch q {
	case Hits:
		return p.Hit
	case Frames:
		return 1 / p.FrameSeconds
	}
	for _, m := range p.Methods {
		if m.Name == string(q) {
			return 1 / m.ReferenceCycles
		}
	}
	return 0
}

// atWidths returns a quantity at two widths of workgroup.
func atWidths(view [3]float64, q Quantity, widths [2]int) (at [2]float64, err error) {
	points, err := H200Volume()
	for _, p := range points {
		for i, width := range widths {
			if p.View == view && p.X == width {
				at[i] = q.of(p)
			}
		}
	}
	if at[0] == 0 || at[1] == 0 {
		return at, missing(err, "vr.csv", fmt.Sprintf("%s of widths %d and %d", q, widths[0], widths[1]))
	}
	return at, nil
}

// step returns by how much a quantity grows from one width of workgroup to another, in
// per cent of the first.
func step(view [3]float64, q Quantity, from, to int) (float64, error) {
	at, err := atWidths(view, q, [2]int{from, to})
	if err != nil {
		return 0, err
	}
	return 100 * (at[1]/at[0] - 1), nil
}

// VolumeHits reads by how much more the hit rates of the first two widths of workgroup
// differ than those of the first and the third, in points.
func VolumeHits(view [3]float64, from, to, than int) Reading {
	return func() (Measurement, error) {
		a, err := atWidths(view, Hits, [2]int{from, to})
		b, other := atWidths(view, Hits, [2]int{from, than})
		if err = errors.Join(err, other); err != nil {
			return Measurement{}, err
		}
		return h200(100*(math.Abs(a[1]-a[0])-math.Abs(b[1]-b[0])), "points",
			fmt.Sprintf("view %s, hits, from width %d to %d less to %d", angles(view), from, to, than), "vr_counters.csv"), nil
	}
}

// VolumeStep reads how much more one quantity grows than another ("" for none, which
// stays), in points, from one width of workgroup to another.
func VolumeStep(view [3]float64, q, than Quantity, from, to int) Reading {
	return func() (Measurement, error) {
		a, err := step(view, q, from, to)
		if err != nil {
			return Measurement{}, err
		}
		unit, what := "%", fmt.Sprintf("view %s, %s from width %d to %d", angles(view), q, from, to)
		if than != "" {
			b, err := step(view, than, from, to)
			if err != nil {
				return Measurement{}, err
			}
			a, unit, what = a-b, "points", fmt.Sprintf("view %s, %s less %s, from width %d to %d", angles(view), q, than, from, to)
		}
		return h200(a, unit, what, "vr.csv, vr_counters.csv"), nil
	}
}

// VolumeAgainst reads how much a quantity goes against another from one width of workgroup
// to another, in per cent: less than 0 if it goes with it.
func VolumeAgainst(view [3]float64, q, other Quantity, from, to int) Reading {
	return func() (Measurement, error) {
		a, err := step(view, q, from, to)
		if err != nil {
			return Measurement{}, err
		}
		b, err := step(view, other, from, to)
		if err != nil {
			return Measurement{}, err
		}
		return h200(math.Copysign(a, -a*b), "%", fmt.Sprintf("view %s, %s against %s, from width %d to %d", angles(view), q, other, from, to), "vr.csv"), nil
	}
}

// VolumeGrowth reads how much of the cycles that a method finds a turn to take more, from
// one width of workgroup to another, it finds in references: in per cent.
func VolumeGrowth(view [3]float64, method string, from, to int) Reading {
	return func() (Measurement, error) {
		points, err := volumeAt(view, method, 1)
		var at [2]VolumeMethod
		for _, p := range points {
			for i, width := range [2]int{from, to} {
				if p.X == width {
					at[i] = p.by
				}
			}
		}
		in := at[1].ReferenceCycles - at[0].ReferenceCycles
		all := in + at[1].OtherCycles - at[0].OtherCycles
		if err != nil || at[0].ReferenceCycles == 0 || at[1].ReferenceCycles == 0 || all == 0 {
			return Measurement{}, missing(err, "vr.csv", fmt.Sprintf("%s of widths %d and %d", method, from, to))
		}
		return h200(100*in/all, "%", fmt.Sprintf("view %s, width %d to %d, of %.0f cycles", angles(view), from, to, all), "vr.csv"), nil
	}
}

// VolumeGain reads how much better one method's frequency of references goes with a
// quantity than another's goes with another: the difference of Pearson's coefficients
// over the eight shapes of a view.
func VolumeGain(view [3]float64, method string, with Quantity, over string, overWith Quantity) Reading {
	return func() (Measurement, error) {
		a, err := VolumeCorrelation(view, method, 1, with)()
		if err != nil {
			return Measurement{}, err
		}
		b, err := VolumeCorrelation(view, over, 1, overWith)()
		if err != nil {
			return Measurement{}, err
		}
		what := fmt.Sprintf("view %s, %s with %s less %s with %s", angles(view), method, with, over, overWith)
		return h200(a.value-b.value, "r", what, "vr.csv, vr_counters.csv"), nil
	}
}
