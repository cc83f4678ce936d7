package charts

import (
	"math"
	"slices"
)

// Range is what an axis spans, and where its ticks stand. On an axis of
// categories it reaches half a step beyond the first and the last.
type Range struct {
	Min, Max float64
	Ticks    []float64 // within Min and Max, rising; nil on an axis of categories
	Scale    Scale
}

// At returns where v stands, as a fraction of the way from Min to Max.
func (r Range) At(v float64) float64 {
	if r.Scale != Linear {
		return math.Log(v/r.Min) / math.Log(r.Max/r.Min)
	}
	return (v - r.Min) / (r.Max - r.Min)
}

// Base returns where bars stand: at 0, at 1 on a logarithmic axis, or at the end
// of the axis nearest to it.
func (r Range) Base() float64 {
	base := 0.0
	if r.Scale != Linear {
		base = 1
	}
	return math.Min(math.Max(base, r.Min), r.Max)
}

// Ranges returns the ranges of the X and the Y axis: wide enough for all lines,
// bars and asked-for ticks. The figure must be valid.
func (f Figure) Ranges() (x, y Range) {
	if s, ok := f.Series[0].(Spans); ok {
		return s.ranges(f.X)
	}
	var xs, ys extent
	bars := false
	for i, pile := range f.Piles() {
		t := traceOf(f.Series[i])
		if pile == nil {
			xs.add(t.X...)
		}
		for j, v := range t.Y {
			if pile != nil && f.Y.Scale == Linear {
				ys.add(pile[j])
				v += pile[j]
			}
			ys.add(v)
		}
		bars = bars || pile != nil
	}
	return axisRange(f.X, xs, false, true), axisRange(f.Y, ys, bars, false)
}

// Piles returns, for each series, the height at which each bar of a Bars begins:
// the sum of the bars of its Stack before it that have its sign; nil for a Line.
// The figure must be valid.
func (f Figure) Piles() [][]float64 {
	type pile struct {
		stack    string
		category int
		up       bool
	}
	tops := map[pile]float64{}
	piles := make([][]float64, len(f.Series))
	for i, s := range f.Series {
		b, ok := s.(Bars)
		if !ok {
			continue
		}
		piles[i] = make([]float64, len(b.Y))
		for j, v := range b.Y {
			if b.Stack != "" {
				p := pile{b.Stack, j, v >= 0}
				piles[i][j] = tops[p]
				tops[p] += v
			}
		}
	}
	return piles
}

// extent is the smallest and the largest of some numbers.
type extent struct {
	min, max float64
	any      bool
}

func (e *extent) add(values ...float64) {
	for _, v := range values {
		if !e.any || v < e.min {
			e.min = v
		}
		if !e.any || v > e.max {
			e.max = v
		}
		e.any = true
	}
}

// axisRange is the range of an axis. A snug one ends with the data, not with a tick.
func axisRange(a Axis, e extent, bars, snug bool) Range {
	if n := len(a.Categories); n > 0 {
		return Range{Min: -0.5, Max: float64(n) - 0.5}
	}
	e.add(a.Ticks...)
	if a.Scale != Linear {
		return logRange(a, e, bars)
	}
	return linearRange(a, e, bars, snug)
}

// linearRange begins at 0 where 0 is near, and for bars always.
func linearRange(a Axis, e extent, bars, snug bool) Range {
	near := 0.4
	if snug {
		near = 0.1
	}
	asked := snug && a.Ticks != nil // where the axis begins, too
	if bars || !asked && e.min > 0 && e.min <= near*e.max {
		e.add(0)
	}
	if size := math.Max(math.Abs(e.min), math.Abs(e.max)); e.max-e.min <= 1e-9*size {
		e.add(e.min-math.Max(1, size/10), e.max+math.Max(1, size/10))
	}
	r := Range{Min: e.min, Max: e.max, Ticks: a.Ticks}
	if r.Ticks != nil {
		return r
	}
	step := roundStep((e.max - e.min) / 6)
	first, last := math.Floor(e.min/step+1e-9), math.Ceil(e.max/step-1e-9)
	if snug {
		first, last = math.Ceil(e.min/step-1e-9), math.Floor(e.max/step+1e-9)
	} else {
		r.Min, r.Max = roundTo(first*step, step), roundTo(last*step, step)
	}
	for i := first; i <= last; i++ {
		r.Ticks = append(r.Ticks, roundTo(i*step, step))
	}
	return r
}

// roundStep returns the least of 1, 2, 5 times a power of ten that is at least v.
func roundStep(v float64) float64 {
	p := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if m*p >= v*(1-1e-9) {
			return m * p
		}
	}
	return 10 * p
}

// roundTo takes the binary dust off a multiple of step: 0.30000000000000004.
func roundTo(v, step float64) float64 {
	digits := math.Pow(10, math.Max(0, -math.Floor(math.Log10(step))))
	return math.Round(v*digits)/digits + 0 // + 0 makes -0 a 0
}

// mostPowers is how many steps a logarithmic axis has at most: of ten or more ECharts
// would name only every tenth.
const mostPowers = 9

// logRange reaches from a power of the base to another, with ticks at all powers, or
// at every second, fifth or tenth where they are many.
func logRange(a Axis, e extent, bars bool) Range {
	base, log := 2.0, math.Log2
	if a.Scale == Log10 {
		base, log = 10, math.Log10
	}
	lo, hi := math.Floor(log(e.min)+1e-9), math.Ceil(log(e.max)-1e-9)
	if bars && e.min <= math.Pow(base, lo) || lo == hi {
		lo-- // the lowest bar must not vanish
	}
	r := Range{Min: math.Pow(base, lo), Max: math.Pow(base, hi), Ticks: a.Ticks, Scale: a.Scale}
	if r.Ticks != nil {
		return r
	}
	step := math.Max(1, roundStep((hi-lo)/mostPowers))
	for i := math.Ceil(lo/step) * step; i <= hi; i += step {
		r.Ticks = append(r.Ticks, math.Pow(base, i))
	}
	return r
}

// Range returns what a heat map's colours span. Where all values
// are equal it reaches a little beyond, so that the colour is a middle one.
func (g Grid) Range() Range {
	var e extent
	for _, c := range g.Cells {
		e.add(c.Value)
	}
	if size := math.Max(math.Abs(e.min), math.Abs(e.max)); e.max-e.min <= 1e-9*size {
		if g.Scale != Linear {
			e.add(e.min/2, e.max*2)
		} else {
			e.add(e.min-math.Max(1, size/10), e.max+math.Max(1, size/10))
		}
	}
	r := axisRange(Axis{Scale: g.Scale}, e, false, true)
	r.Ticks = slices.DeleteFunc(r.Ticks, func(v float64) bool { return v < e.min || v > e.max })
	r.Min, r.Max = e.min, e.max
	return r
}
