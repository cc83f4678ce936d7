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
				w.put(to, 2, i, math.Float64bits(f(s[0].double(w, i), s[1].double(w, i), s[2].double(w, i))))
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
