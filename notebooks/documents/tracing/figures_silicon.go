package tracing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// H200Frames draws the time of a frame on the H200 at volume.ChipViews, the chip's model
// against the measured, a colour for each view and a dot for each shape.
func H200Frames() (charts.Figure, error) {
	pairs, err := framePairs(volume.ChipViews(), volume.Chip, silicon.H200Frames)
	if err != nil {
		return charts.Figure{}, err
	}
	second, err := silicon.H200FramesAgain()
	if err != nil {
		return charts.Figure{}, err
	}
	return chipFrames(gpu.H200(), pairs, second), nil
}

// NewFrames draws the same of volume.NewViews.
func NewFrames() (charts.Figure, error) {
	pairs, err := framePairs(volume.NewViews(), volume.Chip, silicon.H200NewFrames)
	if err != nil {
		return charts.Figure{}, err
	}
	f := chipFrames(gpu.H200(), pairs, nil)
	f.Title = "Frames at four views that came later"
	f.Note = "Assumed: as in the figure of the first five views."
	_, worst, hits := volume.FrameErrors(pairs)
	f.Caption += fmt.Sprintf(" The worst is %.0f %% off; what the L1 has, %.1f points on average. By a fiftieth of each ray, shares of time in references, in points:", 100*worst, 100*hits)
	shares, _ := volume.ShareErrors(pairs)
	for m := volume.Simple; m < volume.Methods; m++ {
		f.Caption += fmt.Sprintf(" %v %.1f,", m, 100*shares[m])
	}
	f.Caption = strings.TrimSuffix(f.Caption, ",") + "."
	return f, nil
}

// H100Frames draws the same of the H100, at the views of H200Frames.
func H100Frames() (charts.Figure, error) {
	pairs, err := framePairs(volume.ChipViews(), volume.ChipH100, silicon.H100Frames)
	if err != nil {
		return charts.Figure{}, err
	}
	return chipFrames(gpu.H100(), pairs, nil), nil
}

// FrameTwins returns the 40 frames that both GPUs timed, view by view, beside the model's, in microseconds. No number of the
// model was set from one.
func FrameTwins() (t silicon.Twins, err error) {
	for _, set := range []struct {
		to       *silicon.Agreement
		on       string
		model    func(volume.View) ([volume.Methods][]volume.Measured, error)
		measured func() ([]silicon.VolumePoint, error)
	}{{&t.H100, "H100", volume.ChipH100, silicon.H100Frames}, {&t.H200, "H200", volume.Chip, silicon.H200Frames}} {
		pairs, err := framePairs(volume.ChipViews(), set.model, set.measured)
		if err != nil {
			return t, err
		}
		*set.to = silicon.Agreement{Subject: "frames of the renderer", On: set.on, Unit: "µs", OfMean: true, From: "none"}
		for _, p := range pairs {
			m := p.Model[volume.None]
			set.to.Points = append(set.to.Points, silicon.Compared{What: fmt.Sprintf("%v %v", m.View, m.Shape), Measured: 1e6 * p.GPU.FrameSeconds, Model: 1e6 * m.Frame})
		}
	}
	return t, nil
}

// framePairs returns a model's frames at some views beside the measured.
func framePairs(views []volume.View, model func(volume.View) ([volume.Methods][]volume.Measured, error), measured func() ([]silicon.VolumePoint, error)) ([]volume.Pair, error) {
	points, err := measured()
	if err != nil {
		return nil, err
	}
	return volume.Pairs(views, model, points)
}

// chipFrames draws frames by the model of a chip against the measured, view by view; the second are those of the GPU
// run again, if it was.
func chipFrames(d gpumodel.Device, pairs []volume.Pair, second []silicon.VolumePoint) charts.Figure {
	f := charts.Figure{
		Title:   "The volume renderer on a whole " + d.Name,
		Alt:     "Scatter plot of a frame's time by the model against the measured one, in milliseconds, a colour for each view.",
		Caption: "A dot is a shape of block, 1×128 to 128×1. 1024³ bytes, a picture of 1024² pixels, without clock reads; in the model all of each ray. By view, mean error and rank correlation (0.95 wanted)",
		X:       charts.Axis{Label: "measured", Unit: "ms"},
		Y:       charts.Axis{Label: "model", Unit: "ms"},
		Note:    figures.Note(slices.Concat(d.Assumed, d.Caches.Assumed)),
	}
	if len(second) > 0 {
		f.Caption += ", then of the " + d.Name + " itself, run again"
	}
	off, itself, most := 0.0, 0.0, 0.0
	for of := range slices.Chunk(pairs, len(volume.Shapes())) {
		v := of[0].Model[volume.None].View
		var model, chips, again []float64
		dots := charts.Line{Name: v.String(), Style: charts.Dots}
		sum := 0.0
		for _, p := range of {
			m, q := p.Model[volume.None], p.GPU
			if r, ok := volume.FrameOf(second, m); ok {
				again = append(again, r.FrameSeconds)
				itself += math.Abs(r.FrameSeconds/q.FrameSeconds - 1)
			}
			e := m.Frame/q.FrameSeconds - 1
			sum += math.Abs(e)
			model, chips = append(model, m.Frame), append(chips, q.FrameSeconds)
			tip := fmt.Sprintf("%v %v\nmodel %.3f ms, measured %.3f: %s %%", v, m.Shape, 1e3*m.Frame, 1e3*q.FrameSeconds, figures.Signed(100*e, 0))
			if q.Asked > 0 {
				tip += fmt.Sprintf("\ntexture hits: model %.0f %%, measured %.0f %%", 100*m.Hit, 100*q.Hit)
			}
			if q.L2Hit > 0 {
				tip += fmt.Sprintf("; of the L2: %.0f %%, %.0f %%", 100*m.L2Hit, 100*q.L2Hit)
			}
			dots.X, dots.Y = append(dots.X, round3(1e3*q.FrameSeconds)), append(dots.Y, round3(1e3*m.Frame))
			dots.Tips = append(dots.Tips, tip)
		}
		off += sum
		f.Caption += fmt.Sprintf("%c %v %.0f %%, %.2f", [...]rune{':', ';'}[min(len(f.Series), 1)], v, 100*sum/float64(len(of)), volume.RankCorrelation(model, chips))
		if len(again) == len(chips) {
			f.Caption += fmt.Sprintf(", %.2f", volume.RankCorrelation(again, chips))
		}
		f.Series = append(f.Series, dots)
		f.Alt += fmt.Sprintf(" %v: measured %s, model %s.", v, fromTo(1e3, chips), fromTo(1e3, model))
		most = max(most, slices.Max(model), slices.Max(chips))
	}
	f.Caption += fmt.Sprintf(". All %d: mean error %.0f %%", len(pairs), 100*off/float64(len(pairs)))
	if len(second) > 0 {
		f.Caption += fmt.Sprintf("; of the %s, run again, %.1f %%", d.Name, 100*itself/float64(len(pairs)))
	}
	f.Caption += "."
	most = 2e-3 * math.Ceil(most/2e-3)
	for at := 0.0; at <= 1e3*most; at += 2 {
		f.X.Ticks = append(f.X.Ticks, at)
	}
	f.Y.Ticks = f.X.Ticks
	f.Series = slices.Insert(f.Series, 0, equal(1e3*most))
	return f
}

// H200Shares draws the share of time that each method finds in references on the H200 at
// volume.ChipViews, the chip's model against the measured.
func H200Shares() (charts.Figure, error) {
	f := charts.Figure{
		Title: "Shares of time in references, model against H200",
		Alt:   "Scatter plot of the model's share of time in references against the measured one, a colour for each method. Measured shares in per cent:",
		X:     charts.Axis{Label: "measured share", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:     charts.Axis{Label: "model's share", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Note:  "Assumed: as in the figure of the frames, and how a fence gets past references that wait for a place.",
	}
	measured, err := silicon.H200Frames()
	if err != nil {
		return charts.Figure{}, err
	}
	var dots [volume.Methods]charts.Line
	var errors [volume.Methods]float64
	for _, v := range volume.ChipViews() {
		points, err := OnSilicon(v)
		if err != nil {
			return charts.Figure{}, err
		}
		for _, p := range points {
			q, ok := volume.FrameOf(measured, p.By[volume.None])
			if !ok {
				return charts.Figure{}, fmt.Errorf("tracing: no shares at %v with %v were measured on the H200", v, p.Shape)
			}
			for i, chip := range q.Methods { // in order: simple, fence, dummy
				m := volume.Simple + volume.Method(i)
				share := p.By[m].Share()
				d := &dots[m]
				d.X, d.Y = append(d.X, round3(100*chip.Share)), append(d.Y, round3(100*share))
				d.Tips = append(d.Tips, fmt.Sprintf("%v %v, %v\nmodel %.0f %%, measured %.0f %%", v, p.Shape, m, 100*share, 100*chip.Share))
				errors[m] += math.Abs(share - chip.Share)
			}
		}
	}
	f.Series = []charts.Series{equal(100)}
	said, off := "", ""
	for m := volume.Simple; m < volume.Methods; m++ {
		d := dots[m]
		f.Alt += fmt.Sprintf(" %s %s.", methodName(m), fromTo(1, d.X))
		d.Name, d.Style, d.Tone = methodName(m), charts.Dots, methodTones[m]
		f.Series = append(f.Series, d)
		said += fmt.Sprintf(", %v %s", m, fromTo(1, d.X))
		off += fmt.Sprintf(", %v %.1f", m, 100*errors[m]/float64(len(d.X)))
	}
	f.Caption = "Each dot is a view and a shape. Shares measured in per cent:" + said[1:] + ". Mean error of the model in points: " + off[2:] + "."
	return f, nil
}

// equal is where a model is what was measured, from 0 to a value.
func equal(most float64) charts.Series {
	return charts.Line{Name: "equal", X: []float64{0, most}, Y: []float64{0, most}, Style: charts.Dashed, Tone: charts.ToneSoft}
}

// fromTo writes the range of some values, each times a factor.
func fromTo(factor float64, values []float64) string {
	return fmt.Sprintf("%.3g to %.3g", factor*slices.Min(values), factor*slices.Max(values))
}

// round3 keeps three decimals, so that a file does not hold digits nobody reads.
func round3(v float64) float64 { return math.Round(1e3*v) / 1e3 }
