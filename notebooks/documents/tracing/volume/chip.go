package volume

import (
	_ "embed"
	"fmt"
	"strings"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// ChipViews returns the views of the frames in chip.csv: those that the H200 was timed at.
func ChipViews() []View {
	return []View{{}, {Alpha: 90, Gamma: 90}, Moving(), {Alpha: 45, Beta: 30}, {Alpha: 20, Beta: 70, Gamma: 10}}
}

// chipPart is the part of each ray in chip.csv.
const chipPart = 0.1

// OnChip runs the renderer's machine code, without clock reads, on the whole H200: the
// whole picture, and of each wavefront's turns the given part about their middle. The
// frame's time is the launch's, and the rest by references: with it grow the rays' set-up
// and the end, at which few CUs have work. At (0,0,0) with 64×2 a tenth is 5 % slower than
// the whole, which takes a minute. Of the Measured, View, Shape, Frame, Hit, L2Hit and
// References (of the part) are filled in.
//
// No number of the H200 was set from a frame's time or from what was counted in one.
func OnChip(v View, s gpumodel.Shape, part float64, o chip.Options) (Measured, error) {
	d, g := gpu.H200(), OnH200()
	texture, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	if err != nil {
		return Measured{}, err
	}
	c := v.caster(g.Size, g.Step)
	k, err := silicon.VolumeLaunch{
		Size: g.Size, Shape: s, Volume: texture, Part: part,
		Ray: func(x, y int) silicon.Ray { return silicon.Ray(c.ray(x, y)) },
	}.Launch()
	if err != nil {
		return Measured{}, err
	}
	occupancy, err := d.Occupancy(k.Need)
	if err != nil {
		return Measured{}, err
	}
	r, err := chip.Run(chip.Launch{
		Device: d, Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: occupancy.Workgroups,
		Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream },
	}, o)
	if err != nil {
		return Measured{}, err
	}
	m := Measured{View: v, Shape: s, References: r.Instructions[gpumodel.Texture], Hit: r.L1.HitRate(), L2Hit: r.L2.HitRate()}
	all := g.References(v, s, Window{X1: g.Size, Y1: g.Size})
	m.Frame = d.Dispatch.Seconds + float64(r.Cycles)/float64(d.Clock)*float64(all)/float64(max(1, m.References))
	return m, nil
}

//go:embed chip.csv
var chipCSV string

// ChipFrames returns the frames of a view as OnChip finds them from a tenth of each ray, by
// shape; nothing where chip.csv has not the view. A test runs some of them anew.
func ChipFrames(v View) ([]Measured, error) {
	var out []Measured
	for i, line := range strings.Split(strings.TrimSpace(chipCSV), "\n") {
		m := Measured{View: v}
		head := fmt.Sprintf("frame,view=%g/%g/%g,", v.Alpha, v.Beta, v.Gamma)
		rest, ok := strings.CutPrefix(line, head)
		if !ok {
			continue
		}
		if n, err := fmt.Sscanf(rest, "tb=%dx%d,ms=%g,hit=%g,l2_hit=%g", &m.Shape.X, &m.Shape.Y, &m.Frame, &m.Hit, &m.L2Hit); n != 5 {
			return nil, fmt.Errorf("volume: chip.csv: line %d is %q, want tb=XxY,ms=…,hit=…,l2_hit=…: %w", i+1, line, err)
		}
		m.Frame /= 1e3
		out = append(out, m)
	}
	return out, nil
}

// chipLine writes a frame as chip.csv has it.
func chipLine(m Measured) string {
	return fmt.Sprintf("frame,view=%g/%g/%g,tb=%dx%d,ms=%.4f,hit=%.4f,l2_hit=%.4f", m.View.Alpha, m.View.Beta, m.View.Gamma, m.Shape.X, m.Shape.Y, 1e3*m.Frame, m.Hit, m.L2Hit)
}
