package tracing

import (
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// Trend is what the document sets against each other, by shape of workgroup.
type Trend struct {
	Shapes    []gpumodel.Shape
	Frequency [volume.Methods][]float64 // references a cycle, as a method finds: 1 / its mean reference; nil for None
	Hit       []float64                 // share of what was asked for that the texture cache had
	Rate      []float64                 // frames a second of the kernel without clock reads
	Measured  bool                      // on silicon, not by the model
}

// TrendOf returns the trend of points that have None.
func TrendOf(points []Point) Trend {
	var t Trend
	for _, p := range points {
		t.Shapes = append(t.Shapes, p.Shape)
		t.Hit = append(t.Hit, p.By[volume.None].Hit)
		t.Rate = append(t.Rate, 1/p.By[volume.None].Frame)
		for m, by := range p.By {
			if by.Reference > 0 {
				t.Frequency[m] = append(t.Frequency[m], 1/by.Reference)
			}
		}
	}
	return t
}

// Measured returns the trend that an H200 measured at a view.
func Measured(v volume.View) (Trend, error) {
	points, err := silicon.H200Volume()
	t := Trend{Measured: true}
	for _, p := range points {
		if p.View != [3]float64{v.Alpha, v.Beta, v.Gamma} {
			continue
		}
		t.Shapes = append(t.Shapes, gpumodel.Shape{X: p.X, Y: p.Y})
		t.Hit = append(t.Hit, p.Hit)
		t.Rate = append(t.Rate, 1/p.FrameSeconds)
		for i, m := range p.Methods { // in order: simple, fence, dummy
			t.Frequency[int(volume.Simple)+i] = append(t.Frequency[int(volume.Simple)+i], 1/m.ReferenceCycles)
		}
	}
	return t, err
}

// Between returns the trend over the shapes at least and at most so wide.
func (t Trend) Between(least, most int) Trend {
	out := Trend{Measured: t.Measured}
	for i, s := range t.Shapes {
		if s.X < least || s.X > most {
			continue
		}
		out.Shapes, out.Hit, out.Rate = append(out.Shapes, s), append(out.Hit, t.Hit[i]), append(out.Rate, t.Rate[i])
		for m, f := range t.Frequency {
			if len(f) > 0 {
				out.Frequency[m] = append(out.Frequency[m], f[i])
			}
		}
	}
	return out
}

// Correlations returns how a method's frequency goes with the hit rate and with the
// frame rate: Pearson's coefficients; 0 of a method that the trend has not.
func (t Trend) Correlations(m volume.Method) (hit, rate float64) {
	if len(t.Frequency[m]) == 0 {
		return 0, 0
	}
	return volume.Correlation(t.Frequency[m], t.Hit), volume.Correlation(t.Frequency[m], t.Rate)
}

// Of returns the index of a shape, −1 if it is not among them.
func (t Trend) Of(s gpumodel.Shape) int { return slices.Index(t.Shapes, s) }
