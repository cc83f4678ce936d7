package tracing

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// WholeRays draws six frames of the H200: measured, by the preset with a tenth of each ray, and by
// silicon.MeasuredVariant with all of it.
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
	f := charts.Figure{
		Title: "Six frames with all that was measured elsewhere",
		X:     charts.Axis{Label: "view and shape of block"},
		Y:     charts.Axis{Label: "a frame", Unit: "ms"},
	}
	chips := charts.Bars{Name: "measured", Measured: true, Tone: charts.Palette[0]}
	preset := charts.Bars{Name: "preset, a tenth of each ray", Tone: charts.Palette[1]}
	variant := charts.Bars{Name: "variant, whole rays", Tone: charts.Palette[2]}
	var off [2]struct{ time, hits, l2 float64 }
	for _, r := range rows {
		q, ok := frameOf(measured, r.Measured)
		if !ok {
			return charts.Figure{}, fmt.Errorf("tracing: no frame at %v with %v was measured on the H200", r.View, r.Shape)
		}
		all, err := volume.Chip(r.View)
		if err != nil {
			return charts.Figure{}, err
		}
		l2 := 0.0
		for _, m := range memory {
			if m.View == q.View && m.X == q.X {
				l2 = float64(m.TextureHits+m.FabricHits) / float64(m.TextureSectors)
			}
		}
		tenth, found := volume.Measured{}, false
		for _, m := range all[volume.None] {
			if m.Shape == r.Shape {
				tenth, found = m, true
			}
		}
		if !found {
			return charts.Figure{}, fmt.Errorf("tracing: chip.csv has no frame at %v with %v", r.View, r.Shape)
		}
		name := fmt.Sprintf("%v %v", r.View, r.Shape)
		f.X.Categories = append(f.X.Categories, name)
		tip := name + fmt.Sprintf("\nmeasured %.2f ms: the L1 has %.0f %%, the L2 %.0f %% of the rest", 1e3*q.FrameSeconds, 100*q.Hit, 100*l2)
		for i, m := range []volume.Measured{tenth, r.Measured} {
			e := m.Frame/q.FrameSeconds - 1
			tip += fmt.Sprintf("\n%s %.2f ms (%s %%): %.0f %%, %.0f %%", [2]string{"preset", "variant"}[i], 1e3*m.Frame, figures.Signed(100*e, 0), 100*m.Hit, 100*m.L2Hit)
			off[i].time += 100 * math.Abs(e) / float64(len(rows))
			off[i].hits += 100 * math.Abs(m.Hit-q.Hit) / float64(len(rows))
			off[i].l2 += 100 * math.Abs(m.L2Hit-l2) / float64(len(rows))
		}
		chips.Y, chips.Tips = append(chips.Y, round3(1e3*q.FrameSeconds)), append(chips.Tips, tip)
		preset.Y, preset.Tips = append(preset.Y, round3(1e3*tenth.Frame)), append(preset.Tips, tip)
		variant.Y, variant.Tips = append(variant.Y, round3(1e3*r.Frame)), append(variant.Tips, tip)
	}
	f.Series = []charts.Series{chips, preset, variant}
	f.Caption = fmt.Sprintf("The variant has how addresses are translated, the pace of the L2, of its halves and of DRAM's rows by probes, the sets of the L1, as many lines on their way as those have, and references that overtake one another; no number of it was set from a frame. On average over these six of 40 frames the preset is %.0f %% off in time, %.0f points in what the L1 has and %.0f in what the L2 has of the rest; the variant %.0f %%, %.0f and %.0f points.",
		off[0].time, off[0].hits, off[0].l2, off[1].time, off[1].hits, off[1].l2)
	f.Alt = fmt.Sprintf("Bars of milliseconds for six frames: measured %s, preset %s, variant %s.", fromTo(1, chips.Y), fromTo(1, preset.Y), fromTo(1, variant.Y))
	return f, nil
}
