//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/silicon/code"
)

// FamiliarLoops draws what the model told of loops before any of them was measured: the worst so
// many, by warps, and what it gives since.
func FamiliarLoops(rows int) (charts.Figure, error) {
	all, err := code.H200Familiar()
	if err != nil {
		return charts.Figure{}, err
	}
	cycles, err := code.FamiliarCycles(all)
	if err != nil {
		return charts.Figure{}, err
	}
	told := codeSet{name: "loops that were told first"}
	var offTold, offNow, alone float64
	once := 0
	for i, l := range all {
		told.points = append(told.points, codePoint{l.Loop, 0, l.Wavefronts, l.Cycles, l.Told})
		now := math.Abs(codePoint{measured: l.Cycles, model: cycles[i]}.off())
		offTold, offNow = offTold+math.Abs(told.points[i].off()), offNow+now
		if l.Wavefronts == 1 {
			alone, once = alone+now, once+1
		}
	}
	slices.SortStableFunc(told.points, func(a, b codePoint) int { return cmp.Compare(math.Abs(b.off()), math.Abs(a.off())) })
	f := told.errors(0, rows)
	n := float64(len(all))
	f.Caption = fmt.Sprintf("By how many per cent the model was off when it was asked first, the loop with the worst point on top; below zero it was too fast. Of all %d points it was %.1f off on average, half of them within %.1f. "+
		"It has learnt since from what these misses led to: now it is %.1f off on average, with one warp %.1f.", len(all), offTold/n, math.Abs(told.points[len(all)/2].off()), offNow/n, alone/float64(once))
	return f, nil
}

// ForwardWaits draws how long an instruction waits for results that are on their way to their
// banks, by when the older of them was issued: the H200 and the model.
func ForwardWaits() (charts.Figure, error) {
	f := charts.Figure{
		Title:   "Results on their way",
		Caption: "How many cycles an instruction waits beyond the stall counts, on average over 128 of them, by when what it reads was issued. Two of one bank: FADD, and MOV four cycles before the LOP3 that reads both. Factor and addend: IMAD.MOV before an IMAD.WIDE, less the two cycles for which that one holds what comes after it. The rule was read off these loops.",
		Alt:     "Cycles waited over cycles since the older result was issued. Two of one bank wait 3 at five cycles, 2 at six, and nothing from seven on. A factor of a wide product waits 3 at four cycles, 2, 1, and nothing from seven on. An addend never waits. The model's lines go through all marks.",
		X:       charts.Axis{Label: "cycles since the older was issued"},
		Y:       charts.Axis{Label: "cycles waited", Ticks: []float64{0, 1, 2, 3}},
	}
	all, err := code.H200Forward()
	if err != nil {
		return f, err
	}
	cycles, err := code.ForwardCycles(all)
	if err != nil {
		return f, err
	}
	for i, of := range []struct {
		name                        string
		kind, first, second, reader string
		near                        int
		own                         float64 // that a wide product holds what comes after it
	}{
		{"two of one bank", "two", "FADD", "MOV", "LOP3", 4, 0},
		{"a factor of a wide product", "factor", "IMAD.MOV", "R20", "WIDE a", 0, 2},
		{"an addend of one", "addend", "IMAD.MOV", "R20", "WIDE c", 0, 2},
	} {
		model := charts.Line{Name: of.name + ", model", Tone: charts.Palette[i]}
		chip := charts.Line{Name: of.name + ", H200", Tone: charts.Palette[i], Style: charts.Dots, Measured: true}
		for j, l := range all {
			if l.Kind != of.kind || l.First != of.first || l.Second != of.second || l.Reader != of.reader || l.Near != of.near {
				continue
			}
			x, measured, here := float64(l.Far), tenths(l.Wait(l.Cycles)-of.own), tenths(l.Wait(cycles[j])-of.own)
			tip := fmt.Sprintf("%s, %d cycles before\nwaits %.1f, model %.1f", of.name, l.Far, measured, here)
			model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, here), append(model.Tips, tip)
			chip.X, chip.Y, chip.Tips = append(chip.X, x), append(chip.Y, measured), append(chip.Tips, tip)
		}
		f.Series = append(f.Series, model, chip)
	}
	return f, nil
}

// tenths rounds: the empty loop is taken off as a whole.
func tenths(x float64) float64 { return math.Round(10*x)/10 + 0 } // no −0
