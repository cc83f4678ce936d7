package tracing

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// FrameHits draws what the caches have of the frames of H200Frames: the L1 of what textures ask for, and the L2, in
// either half, of the rest; the model's against the GPU's counters.
func FrameHits() (charts.Figure, error) {
	pairs, err := framePairs(volume.ChipViews(), volume.Chip, silicon.H200Frames)
	if err != nil {
		return charts.Figure{}, err
	}
	memory, err := silicon.H200FrameMemory()
	if err != nil {
		return charts.Figure{}, err
	}
	if len(memory) != len(pairs) {
		return charts.Figure{}, fmt.Errorf("tracing: vr_l2.csv has %d frames, want %d", len(memory), len(pairs))
	}
	caches := [2]charts.Line{{Name: "the L1, of all", Style: charts.Dots, Tone: charts.Tone1}, {Name: "the L2, of the rest", Style: charts.Dots, Tone: charts.Tone2}}
	var off, worst [2]float64
	for k, p := range pairs {
		m, r := p.Model[volume.None], memory[k]
		if r.View != p.GPU.View || r.X != p.GPU.X || r.Y != p.GPU.Y {
			return charts.Figure{}, fmt.Errorf("tracing: vr_l2.csv has frame %d at %v with %d × %d, want %v with %d × %d", k, r.View, r.X, r.Y, p.GPU.View, p.GPU.X, p.GPU.Y)
		}
		chip := [2]float64{p.GPU.Hit, float64(r.TextureHits+r.FabricHits) / float64(r.TextureSectors)}
		for i, model := range [2]float64{m.Hit, m.L2Hit} {
			c := &caches[i]
			c.X, c.Y = append(c.X, round3(100*chip[i])), append(c.Y, round3(100*model))
			c.Tips = append(c.Tips, fmt.Sprintf("%v %v, %s\nmodel %.0f %%, measured %.0f %%\nthe frame: model %.2f ms, measured %.2f: %s %%", m.View, m.Shape, c.Name, 100*model, 100*chip[i],
				1e3*m.Frame, 1e3*p.GPU.FrameSeconds, figures.Signed(100*(m.Frame/p.GPU.FrameSeconds-1), 0)))
			e := 100 * math.Abs(model-chip[i])
			off[i], worst[i] = off[i]+e/float64(len(pairs)), max(worst[i], e)
		}
	}
	ticks := []float64{0, 20, 40, 60, 80, 100}
	f := charts.Figure{
		Title:  "What the caches have of a frame",
		Alt:    "Scatter plot of shares of sectors that the L1 and the L2 have, the model's against the measured. Measured shares in per cent:",
		X:      charts.Axis{Label: "measured share", Unit: "%", Ticks: ticks},
		Y:      charts.Axis{Label: "model's share", Unit: "%", Ticks: ticks},
		Series: []charts.Series{equal(100)},
		Note:   "Assumed: as in the figure of the frames.",
	}
	f.Caption = fmt.Sprintf("A dot is a frame of the H200, %d of them, with all of each ray. What neither half of the L2 has counts as missed.", len(pairs))
	for i, c := range caches {
		f.Series = append(f.Series, c)
		f.Alt += fmt.Sprintf(" %s %s.", c.Name, fromTo(1, c.X))
		f.Caption += fmt.Sprintf(" %s: %.1f points off on average, %.0f at worst.", [...]string{"The L1", "The L2"}[i], off[i], worst[i])
	}
	return f, nil
}
