package volume

import (
	"cmp"
	"fmt"
	"slices"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
)

// Render runs the kernel over the window, every instruction of it, on so many CUs. The series
// is of the wavefront with the given index (in order of workgroups, −1: of none).
func (g Renderer) Render(v View, s gpumodel.Shape, m Method, w Window, series int) (Measured, error) {
	if m >= Methods {
		return Measured{}, fmt.Errorf("volume: method = %v, want None, Simple, Fence or Dummy", m)
	}
	if err := g.check(s, w); err != nil {
		return Measured{}, err
	}
	texture, err := g.Device.Texture.Layout.Volume(0, digits)
	if err != nil {
		return Measured{}, err
	}
	workgroups := (w.X1 - w.X0) / s.X * ((w.Y1 - w.Y0) / s.Y)
	r := &rendering{
		Renderer: g, code: g.code(m), method: m, window: w, shape: s, caster: v.caster(g.Size, g.Step), texture: texture,
		series: series, cus: make([]cu, w.CUs), wavefronts: make([]WavefrontMean, 4*workgroups),
	}
	report, err := chip.Run(chip.Launch{
		Device: g.Device, CUs: w.CUs, Workgroups: workgroups, Wavefronts: 4, Resident: g.Resident,
		Streams: func(on int) func(int, int) gpumodel.Stream {
			return func(workgroup, wavefront int) gpumodel.Stream { return r.stream(on, workgroup, wavefront) }
		},
	}, chip.Options{Threads: 1}) // renderings run side by side
	if err != nil {
		return Measured{}, err
	}
	return r.measured(v, &report), nil
}

// measured sums up what the CUs have found.
func (r *rendering) measured(v View, report *chip.Report) Measured {
	g, t := &r.Renderer, report.Texture
	o := Measured{View: v, Shape: r.shape, Method: r.method, Cycles: float64(report.Cycles), Wavefronts: r.wavefronts}
	var spent, life float64
	for i := range r.cus {
		c := &r.cus[i]
		o.References += c.references
		spent, life = spent+c.spent, life+c.life
		o.Spans = append(o.Spans, c.spans...)
		o.Series = append(o.Series, c.series...)
	}
	slices.SortStableFunc(o.Spans, func(a, b TimedReference) int { return cmp.Compare(a.Start+a.Cycles, b.Start+b.Cycles) })
	o.Spans = o.Spans[:min(len(o.Spans), r.window.Record)]
	if n := float64(o.References); n > 0 {
		whole := g.References(v, r.shape, Window{X1: g.Size, Y1: g.Size})
		o.Frame = o.Cycles / float64(g.Device.Clock) * float64(whole) / n * float64(len(r.cus)) / float64(g.Device.CUs)
		o.Asked, o.Hit, o.L2Hit = t.Hits+t.Merged+t.Missed, t.HitRate(), report.L2.HitRate()
		o.Reference, o.Other = spent/n, (life-spent)/n
	}
	return o
}
