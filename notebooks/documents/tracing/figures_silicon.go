package tracing

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// H200Frames draws the time of a frame on the H200, the model's beside the measured, by
// view and shape. The points are those of one view after the other.
func H200Frames(views ...[]Point) (charts.Figure, error) {
	var model, measured []float64
	bars, chip := charts.Bars{Name: "model"}, charts.Bars{Name: "measured", Measured: true, Tone: charts.ToneInk}
	f := charts.Figure{
		Title: "The volume renderer on an H200",
		Alt:   "Bars of milliseconds by view and shape of block, the model's beside the measured.",
		X:     charts.Axis{Label: "view, block"},
		Y:     charts.Axis{Label: "time of a frame", Unit: "ms"},
		Note:  figures.Note(volume.OnH200().Assumed),
	}
	err := eachMeasured(views, func(name string, p Point, q silicon.VolumePoint) {
		m := p.By[volume.None].Frame
		model, measured = append(model, m), append(measured, q.FrameSeconds)
		e := m/q.FrameSeconds - 1
		tip := fmt.Sprintf("%s\nmodel %.3f ms, measured %.3f: %+.0f %%\ntexture hits: model %.0f %%, measured %.0f %%", name, 1e3*m, 1e3*q.FrameSeconds, 100*e, 100*p.By[volume.None].Hit, 100*q.Hit)
		f.X.Categories = append(f.X.Categories, name)
		bars.Y, bars.Tips = append(bars.Y, round3(1e3*m)), append(bars.Tips, tip)
		chip.Y, chip.Tips = append(chip.Y, round3(1e3*q.FrameSeconds)), append(chip.Tips, tip)
	})
	if err != nil {
		return charts.Figure{}, err
	}
	f.Series = []charts.Series{bars, chip}
	f.Caption = "1024³ bytes, a picture of 1024² pixels, without clock reads."
	for from, to := 0, 0; from < len(measured); from = to {
		view := f.X.Categories[from][:strings.Index(f.X.Categories[from], " ")]
		off := 0.0
		for to = from; to < len(measured) && strings.HasPrefix(f.X.Categories[to], view+" "); to++ {
			off += math.Abs(model[to]/measured[to] - 1)
		}
		f.Alt += fmt.Sprintf(" %s: measured %s, model %s.", view, fromTo(1e3, measured[from:to]), fromTo(1e3, model[from:to]))
		f.Caption += fmt.Sprintf(" %s: mean error of the model %.0f %%, rank correlation %.2f.", view, 100*off/float64(to-from), volume.RankCorrelation(model[from:to], measured[from:to]))
	}
	return f, nil
}

// H200Shares draws the share of time that each method finds in references on the H200,
// the model's against the measured.
func H200Shares(views ...[]Point) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Shares of time in references, model against H200",
		Alt:   "Scatter plot of the model's share of time in references against the measured one, a colour for each method. Measured shares in per cent:",
		X:     charts.Axis{Label: "measured share", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:     charts.Axis{Label: "model's share", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Note:  figures.Note(volume.OnH200().Assumed),
	}
	var dots [volume.Methods]charts.Line
	var errors [volume.Methods]float64
	err := eachMeasured(views, func(name string, p Point, q silicon.VolumePoint) {
		for i, chip := range q.Methods { // in order: simple, fence, dummy
			m := volume.Simple + volume.Method(i)
			share := p.By[m].Share()
			d := &dots[m]
			d.X, d.Y = append(d.X, round3(100*chip.Share)), append(d.Y, round3(100*share))
			d.Tips = append(d.Tips, fmt.Sprintf("%s, %v\nmodel %.0f %%, measured %.0f %%", name, m, 100*share, 100*chip.Share))
			errors[m] += math.Abs(share - chip.Share)
		}
	})
	if err != nil {
		return charts.Figure{}, err
	}
	f.Series = []charts.Series{charts.Line{Name: "equal", X: []float64{0, 100}, Y: []float64{0, 100}, Style: charts.Dashed, Tone: charts.ToneSoft}}
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

// eachMeasured calls do with each point and what the H200 measured there.
func eachMeasured(views [][]Point, do func(name string, p Point, q silicon.VolumePoint)) error {
	measured, err := silicon.H200Volume()
	if err != nil {
		return err
	}
	n := 0
	for _, points := range views {
		for _, p := range points {
			v := p.By[volume.None].View
			for _, q := range measured {
				if q.X == p.Shape.X && q.Y == p.Shape.Y && q.View == [3]float64{v.Alpha, v.Beta, v.Gamma} {
					do(fmt.Sprintf("%v %v", v, p.Shape), p, q)
					n++
				}
			}
		}
	}
	if n == 0 {
		return fmt.Errorf("tracing: none of the points was measured on the H200: want views (0,0,0), (90,0,90) and (90,−90,0)")
	}
	return nil
}

// fromTo writes the range of some values, each times a factor.
func fromTo(factor float64, values []float64) string {
	return fmt.Sprintf("%.3g to %.3g", factor*slices.Min(values), factor*slices.Max(values))
}

// round3 keeps three decimals, so that a file does not hold digits nobody reads.
func round3(v float64) float64 { return math.Round(1e3*v) / 1e3 }
