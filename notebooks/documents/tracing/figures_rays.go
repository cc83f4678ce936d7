package tracing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// inView are the frames of rays.csv that had been run when the last faults of silicon.MeasuredVariant were found.
var inView = []string{"(0,0,0) 32×4", "(0,0,0) 1×128", "(20,70,10) 8×16", "(90,0,90) 4×32", "(90,0,90) 64×2", "(45,30,0) 16×8"}

// WholeRays draws what H200Frames does, by silicon.MeasuredVariant and with all of each ray.
func WholeRays() (charts.Figure, error) {
	rows, err := volume.Rays()
	if err != nil {
		return charts.Figure{}, err
	}
	measured, err := silicon.H200Frames()
	if err != nil {
		return charts.Figure{}, err
	}
	memory, err := silicon.H200FrameMemory()
	if err != nil {
		return charts.Figure{}, err
	}
	f, err := chipFrames(gpu.H200(), "in the model all of each ray, and all that was measured by other means than frames",
		volume.ChipViews(), framesAt(rows), measured, nil)
	if err != nil {
		return charts.Figure{}, err
	}
	var off [2]struct{ n, time, hits, l2 float64 } // of those in view, and of the rest
	for _, r := range rows {
		q, _ := volume.FrameOf(measured, r.Measured)
		of := &off[1]
		if slices.Contains(inView, fmt.Sprintf("%v %v", r.View, r.Shape)) {
			of = &off[0]
		}
		of.n++
		of.time += 100 * math.Abs(r.Frame/q.FrameSeconds-1)
		of.hits += 100 * math.Abs(r.Hit-q.Hit)
		for _, m := range memory {
			if m.View == q.View && m.X == q.X {
				of.l2 += 100 * math.Abs(r.L2Hit-float64(m.TextureHits+m.FabricHits)/float64(m.TextureSectors))
			}
		}
	}
	if off[0].n != float64(len(inView)) {
		return charts.Figure{}, fmt.Errorf("tracing: rays.csv has %.0f of the frames %v, want all", off[0].n, inView)
	}
	f.Title = "Whole frames by all that was measured elsewhere"
	f.Note = "No number of the variant was set from a frame, but faults of it were found with six of them in view."
	for i, name := range []string{" Of the six in view", "; of the others"} {
		of := off[i]
		f.Caption += fmt.Sprintf("%s it is %.0f %% off in time, %.0f points in what the L1 has and %.0f in what the L2 has of the rest", name, of.time/of.n, of.hits/of.n, of.l2/of.n)
	}
	f.Caption += "."
	return f, nil
}

// framesAt gives such rows by view.
func framesAt(rows []volume.WholeRays) func(volume.View) ([volume.Methods][]volume.Measured, error) {
	return func(v volume.View) ([volume.Methods][]volume.Measured, error) { return volume.FramesAt(rows, v), nil }
}

// NewFrames draws what H200Frames does of volume.NewViews, with all of each ray.
func NewFrames() (charts.Figure, error) {
	rows, err := volume.RaysNew()
	if err != nil {
		return charts.Figure{}, err
	}
	measured, err := silicon.H200NewFrames()
	if err != nil {
		return charts.Figure{}, err
	}
	f, err := chipFrames(gpu.H200(), "in the model all of each ray", volume.NewViews(), framesAt(rows), measured, nil)
	if err != nil {
		return charts.Figure{}, err
	}
	whole, parts, err := volume.NewPairs()
	if err != nil {
		return charts.Figure{}, err
	}
	f.Title = "Frames at four views that the model had not seen"
	f.Note = "Assumed: as in the figure of the first five views."
	_, worst, hits := volume.FrameErrors(whole)
	f.Caption += fmt.Sprintf(" The worst is %.0f %% off; what the L1 has, %.1f points on average.", 100*worst, 100*hits)
	off, most, _ := volume.FrameErrors(parts)
	f.Caption += fmt.Sprintf(" By a tenth of each ray: %.1f %%, the worst %.0f. By a fiftieth, shares of time in references, in points:", 100*off, 100*most)
	shares, _ := volume.ShareErrors(parts)
	for m := volume.Simple; m < volume.Methods; m++ {
		f.Caption += fmt.Sprintf(" %v %.1f,", m, 100*shares[m])
	}
	f.Caption = strings.TrimSuffix(f.Caption, ",") + "."
	return f, nil
}
