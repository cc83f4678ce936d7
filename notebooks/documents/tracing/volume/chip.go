package volume

import (
	_ "embed"
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/silicon"
)

// ChipViews returns five of the views in chip.csv, and those in chip_h100.csv: both GPUs were timed at them.
func ChipViews() []View {
	return []View{{}, {Alpha: 90, Gamma: 90}, Moving(), {Alpha: 45, Beta: 30}, {Alpha: 20, Beta: 70, Gamma: 10}}
}

// NewViews returns four views more in chip.csv, those of silicon.H200NewFrames, which were measured before any model was run on them.
func NewViews() []View {
	return []View{{Alpha: 30, Beta: 60, Gamma: 45}, {Alpha: 60, Beta: 15, Gamma: 30}, {Alpha: 10, Beta: 45, Gamma: 80}, {Alpha: 75, Beta: 50, Gamma: 20}}
}

// Picture of probe.cu's mode vr.
const (
	chipSize = 1024
	chipStep = 0.002
)

// OnChip runs the renderer's machine code on a whole H200, or a GPU of its kind, by a method: the whole picture,
// and of each wavefront's turns the given part about their middle; 0 is all of it, which
// takes minutes. Frame and Tail are those of the part. Reference and Other are of whole rays: what the loop takes is taken
// to go on as in the part. Of the Measured, Series, Wavefronts, Spans and Asked stay empty.
//
// No number of either was set from a frame's time or from what was counted in one.
func OnChip(d gpumodel.Device, v View, s gpumodel.Shape, method Method, part float64, o chip.Options) (Measured, error) {
	found := make([]silicon.VolumeClocks, chipSize*chipSize/d.Lanes)
	k, resident, err := launch(d, v, s, method, part, func(workgroup, wavefront int, c silicon.VolumeClocks) {
		found[workgroup*s.X*s.Y/d.Lanes+wavefront] = c
	})
	if err != nil {
		return Measured{}, err
	}
	r, err := chip.Run(chip.Launch{
		Device: d, Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: resident,
		Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream },
	}, o)
	if err != nil {
		return Measured{}, err
	}
	m := Measured{
		View: v, Shape: s, Method: method, Frame: r.Seconds, Cycles: float64(r.Cycles),
		References: r.Instructions[gpumodel.Texture], Hit: r.Texture.HitRate(), L2Hit: r.L2.HitRate(),
		Tail: float64(r.Tail) / float64(max(1, r.Cycles)),
	}
	if method == Fence { // the fence is the texture unit's too
		m.References /= 2
	}
	all := 0.0
	for _, c := range found {
		if c.References == 0 {
			continue
		}
		turns := float64(c.All) / float64(c.References)
		all += float64(c.All)
		m.Reference += float64(c.Took) * turns
		m.Other += float64(c.Life-c.Loop) + float64(c.Loop-c.Took)*turns
	}
	if all > 0 {
		m.Reference, m.Other = m.Reference/all, m.Other/all
	}
	return m, nil
}

// launch returns the renderer's machine code by a method, and how many of its workgroups a CU holds.
func launch(d gpumodel.Device, v View, s gpumodel.Shape, method Method, part float64, clocks func(workgroup, wavefront int, c silicon.VolumeClocks)) (k silicon.WholeKernel, resident int, err error) {
	texture, err := d.Texture.Layout.Volume(1<<33, digits)
	if err != nil {
		return k, 0, err
	}
	c := v.caster(chipSize, chipStep)
	k, err = silicon.VolumeLaunch{
		Size: chipSize, Shape: s, Volume: texture, Part: part,
		Ray:    func(x, y int) silicon.Ray { return silicon.Ray(c.ray(x, y)) },
		Method: method.String(),
		Clocks: clocks,
	}.Launch()
	if err != nil {
		return k, 0, err
	}
	o, err := d.Occupancy(k.Need)
	return k, o.Workgroups, err
}

//go:embed chip.csv
var chipCSV string

// Chip returns what chip.csv has at one of ChipViews or NewViews, as Whole does: the H200's frames as its
// whole model finds them, with all of each ray, and the methods by a fiftieth of it. A test runs some of them anew.
func Chip(v View) ([Methods][]Measured, error) { return frames("chip.csv", chipCSV, "H200", v) }

//go:embed chip_h100.csv
var chipH100CSV string

// ChipH100 returns the same of the H100 at one of ChipViews, of which no frame set anything at all.
func ChipH100(v View) ([Methods][]Measured, error) {
	return frames("chip_h100.csv", chipH100CSV, "H100", v)
}

// Pair is a frame of the model and the GPU's.
type Pair struct {
	Model [Methods]Measured
	GPU   silicon.VolumePoint
}

// Pairs returns a model's frames at some views, each beside the measured one of its shape. The error
// says of which there is none, or that its methods are not this package's.
func Pairs(views []View, model func(View) ([Methods][]Measured, error), measured []silicon.VolumePoint) (pairs []Pair, err error) {
	for _, v := range views {
		all, err := model(v)
		if err != nil {
			return nil, err
		}
		if len(all[None]) != len(Shapes()) {
			return nil, fmt.Errorf("volume: the model has %d frames at %v, want %d", len(all[None]), v, len(Shapes()))
		}
		for i, m := range all[None] {
			q, ok := FrameOf(measured, m)
			if !ok {
				return nil, fmt.Errorf("volume: no frame at %v with %v was measured", m.View, m.Shape)
			}
			p := Pair{GPU: q}
			for method := range p.Model {
				p.Model[method] = all[method][i]
				if method > int(None) && (len(q.Methods) != int(Methods)-1 || q.Methods[method-1].Name != Method(method).String()) {
					return nil, fmt.Errorf("volume: at %v with %v the methods %v were measured, want simple, fence, dummy", m.View, m.Shape, q.Methods)
				}
			}
			pairs = append(pairs, p)
		}
	}
	return pairs, nil
}

// FrameOf returns what was measured where the model has m, and whether there is such a frame.
func FrameOf(measured []silicon.VolumePoint, m Measured) (silicon.VolumePoint, bool) {
	for _, q := range measured {
		if q.X == m.Shape.X && q.Y == m.Shape.Y && q.View == [3]float64{m.View.Alpha, m.View.Beta, m.View.Gamma} {
			return q, true
		}
	}
	return silicon.VolumePoint{}, false
}

// FrameErrors returns by how much the frames' times are off, on average and at worst, and what the
// L1 has on average.
func FrameErrors(pairs []Pair) (mean, worst, hits float64) {
	for _, p := range pairs {
		m := p.Model[None]
		e := math.Abs(m.Frame/p.GPU.FrameSeconds - 1)
		mean, worst = mean+e/float64(len(pairs)), max(worst, e)
		hits += math.Abs(m.Hit-p.GPU.Hit) / float64(len(pairs))
	}
	return mean, worst, hits
}

// ShareErrors returns by how much the model's share of time in references is off by each method,
// on average and at worst.
func ShareErrors(pairs []Pair) (mean, worst [Methods]float64) {
	for _, p := range pairs {
		for i, method := range p.GPU.Methods {
			m := Simple + Method(i)
			e := math.Abs(p.Model[m].Share() - method.Share)
			mean[m], worst[m] = mean[m]+e/float64(len(pairs)), max(worst[m], e)
		}
	}
	return mean, worst
}

// Row writes a point as whole.csv and chip.csv have it: milliseconds, shares, and cycles of
// a wavefront for each reference.
func Row(gpu string, by [Methods]Measured) string {
	none := by[None]
	v := none.View
	row := fmt.Sprintf("%s,%g/%g/%g,%dx%d,%.4f,%.4f,%.4f", gpu, v.Alpha, v.Beta, v.Gamma, none.Shape.X, none.Shape.Y, 1e3*none.Frame, none.Hit, none.L2Hit)
	for m := Simple; m < Methods; m++ {
		row += fmt.Sprintf(",%.1f,%.1f", by[m].Reference, by[m].Other)
	}
	return row
}
