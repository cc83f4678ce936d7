package emulate

import "math"

// double reads arithmetic of 64 bits.
func (d *decoder) double() (func(*wave, uint32) error, error) {
	pair := func(n int, f func(a, b, c float64) float64) (func(*wave, uint32) error, error) {
		to := d.result(2)
		var s [3]source
		s[2].row = d.registers + nothing
		for i := range n {
			var err error
			if s[i], err = d.source(doubled, 2); err != nil {
				return nil, err
			}
		}
		return func(w *wave, on uint32) error {
			each(on, func(i int) {
				a, b, c := s[0].double(w, i), s[1].double(w, i), s[2].double(w, i)
				w.put(to, 2, i, math.Float64bits(orNone(f(a, b, c), a, b, c)))
			})
			return nil
		}, nil
	}
	if toward, otherwise := d.rounds(); otherwise {
		switch d.name {
		case "DADD":
			return pair(2, func(a, b, _ float64) float64 { return exactly(a, 1, b, toward) })
		case "DMUL":
			return pair(2, func(a, b, _ float64) float64 { return exactly(a, b, minusZero, toward) })
		case "DFMA":
			return pair(3, func(a, b, c float64) float64 { return exactly(a, b, c, toward) })
		}
	}
	switch d.name {
	case "DADD":
		return pair(2, func(a, b, _ float64) float64 { return a + b })
	case "DMUL":
		return pair(2, func(a, b, _ float64) float64 { return a * b })
	case "DFMA":
		return pair(3, math.FMA)
	case "DSETP":
		return d.realCompare(doubled, 2)
	}
	return nil, nil
}

// orNone returns the result of arithmetic with three doubles, of which the third is added; what is no number becomes the
// one that an H200 gives: the first that is none of b, c and a, or else one of its own.
func orNone(v, a, b, c float64) float64 {
	const quiet = 1 << 51
	if v == v {
		return v
	}
	for _, x := range [...]float64{b, c, a} {
		if x != x {
			return math.Float64frombits(math.Float64bits(x) | quiet)
		}
	}
	return math.Float64frombits(0xfff<<52 | quiet)
}
