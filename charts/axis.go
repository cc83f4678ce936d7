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
	var xs, ys []float64
	bars := false
	for i, pile := range f.Piles() {
		t := traceOf(f.Series[i])
		if pile == nil {
			xs = append(xs, t.X...)
		}
		for j, v := range t.Y {
			if pile != nil && f.Y.Scale == Linear {
				ys = append(ys, pile[j])
				v += pile[j]
			}
			ys = append(ys, v)
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

// axisRange is the range of an axis. A snug one ends with the data, not with a tick.
func axisRange(a Axis, values []float64, bars, snug bool) Range {
	if n := len(a.Categories); n > 0 {
		return Range{Min: -0.5, Max: float64(n) - 0.5}
	}
	least, most := ends(slices.Concat(values, a.Ticks))
	if a.Scale != Linear {
		return logRange(a, least, most, bars)
	}
	return linearRange(a, least, most, bars, snug)
}

// ends are the smallest and the largest of some numbers, 0 of none.
func ends(values []float64) (least, most float64) {
	if len(values) > 0 {
		least, most = slices.Min(values), slices.Max(values)
	}
	return least, most
}

// linearRange begins at 0 where 0 is near, for bars always, but not where a snug axis
// was asked to begin elsewhere.
func linearRange(a Axis, least, most float64, bars, snug bool) Range {
	near := 0.4
	if snug {
		near = 0.1
	}
	asked := snug && a.Ticks != nil
	if bars || !asked && least > 0 && least <= near*most {
		least, most = math.Min(least, 0), math.Max(most, 0)
	}
	least, most = apart(least, most)
	r := Range{Min: least, Max: most, Ticks: a.Ticks}
	if r.Ticks != nil {
		return r
	}
	step := roundStep((most - least) / 6)
	first, last := math.Floor(least/step+1e-9), math.Ceil(most/step-1e-9)
	if snug {
		first, last = math.Ceil(least/step-1e-9), math.Floor(most/step+1e-9)
	} else {
		r.Min, r.Max = roundTo(first*step, step), roundTo(last*step, step)
	}
	for i := first; i <= last; i++ {
		r.Ticks = append(r.Ticks, roundTo(i*step, step))
	}
	return r
}

// apart parts two ends that are one, so that it stands in the middle.
func apart(least, most float64) (float64, float64) {
	if size := math.Max(math.Abs(least), math.Abs(most)); most-least <= 1e-9*size {
		return least - math.Max(1, size/10), most + math.Max(1, size/10)
	}
	return least, most
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
func logRange(a Axis, least, most float64, bars bool) Range {
	base, log := 2.0, math.Log2
	if a.Scale == Log10 {
		base, log = 10, math.Log10
	}
	lo, hi := math.Floor(log(least)+1e-9), math.Ceil(log(most)-1e-9)
	if bars && least <= math.Pow(base, lo) || lo == hi {
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
	values := make([]float64, len(g.Cells))
	for i, c := range g.Cells {
		values[i] = c.Value
	}
	least, most := ends(values)
	if g.Scale == Linear {
		least, most = apart(least, most)
	} else if most-least <= 1e-9*most {
		least, most = least/2, most*2
	}
	return axisRange(Axis{Scale: g.Scale}, []float64{least, most}, false, true).within(least, most)
}

// within is a range that ends with the data, with the ticks there.
func (r Range) within(least, most float64) Range {
	r.Ticks = slices.DeleteFunc(slices.Clone(r.Ticks), func(v float64) bool { return v < least || v > most })
	r.Min, r.Max = least, most
	return r
}
