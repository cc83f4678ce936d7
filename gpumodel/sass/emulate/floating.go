package emulate

import (
	"math"
)

// floating reads arithmetic of 32 bits.
func (d *decoder) floating() (func(*wave, uint32) error, error) {
	flush := has(d.mods, "FTZ")
	of := func(f func(a, b, c float32) float32) func(a, b, c uint32) uint32 {
		sat := has(d.mods, "SAT")
		return func(a, b, c uint32) uint32 {
			x, y, z := math.Float32frombits(a), math.Float32frombits(b), math.Float32frombits(c)
			if flush {
				x, y, z = flushed(x), flushed(y), flushed(z)
			}
			v := f(x, y, z)
			if flush {
				v = flushed(v)
			}
			if sat {
				if v = max(0, min(1, v)); v != v { // what is no number becomes 0
					v = 0
				}
			}
			if v != v {
				return 0x7fffffff
			}
			return math.Float32bits(v)
		}
	}
	arithmetic := func(n int, f func(a, b, c float32) float32) (func(*wave, uint32) error, error) {
		to := d.result(1)
		s, err := d.sources(floating, n)
		return lanewise(to, s, of(f)), err
	}
	if toward, otherwise := d.rounds(); otherwise {
		exact := func(a, b float32, c float64) float32 {
			return narrowed(exactly(float64(a), float64(b), c, toward), toward)
		}
		switch d.name {
		case "FADD":
			return arithmetic(2, func(a, b, _ float32) float32 { return exact(a, 1, float64(b)) })
		case "FMUL":
			return arithmetic(2, func(a, b, _ float32) float32 { return exact(a, b, minusZero) })
		case "FFMA":
			return arithmetic(3, func(a, b, c float32) float32 { return exact(a, b, float64(c)) })
		}
	}
	switch d.name {
	case "FADD":
		return arithmetic(2, func(a, b, _ float32) float32 { return a + b })
	case "FMUL":
		return arithmetic(2, func(a, b, _ float32) float32 { return a * b })
	case "FFMA":
		return arithmetic(3, fma)
	case "FSEL":
		return d.choose(floating)
	case "FMNMX":
		return d.realExtreme()
	case "FSETP":
		return d.realCompare(floating, 1)
	case "FCHK":
		return d.division()
	case "MUFU":
		return d.special32()
	}
	return nil, nil
}

// flushed is 0 in place of a number too small to be written with a leading one.
func flushed(v float32) float32 {
	if math.Float32bits(v)&0x7f800000 == 0 {
		return math.Float32frombits(math.Float32bits(v) & (1 << 31))
	}
	return v
}

// fma returns a·b + c, rounded once: the product is exact as a float64, and what its sum with c
// loses decides which way a float64 between two float32s goes.
func fma(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	s := p + float64(c)
	back := s - p
	lost := p - (s - back) + (float64(c) - back)
	if v := math.Float64bits(s); lost != 0 && v&1 == 0 && !math.IsInf(s, 0) && s == s {
		if (lost > 0) == (s > 0) {
			v++
		} else {
			v--
		}
		s = math.Float64frombits(v)
	}
	return float32(s)
}

// division reports whether a quotient needs care: operands whose exponents are near the ends.
func (d *decoder) division() (func(*wave, uint32) error, error) {
	to := d.sets()
	s, err := d.sources(floating, 2)
	if err != nil {
		return nil, err
	}
	return func(w *wave, on uint32) error {
		a, b := s[0].get(w), s[1].get(w)
		set := uint32(0)
		each(on, func(i int) {
			x, y := int(a[i]>>23&255), int(b[i]>>23&255)
			if x == 255 || y == 255 || y == 0 || y > 252 || x-y > 125 || x-y < -125 || x < 24 && x != 0 {
				set |= 1 << i
			}
		})
		w.set(to, on, set)
		return nil
	}, nil
}

// special32 computes a special function, one of those in ways.
func (d *decoder) special32() (func(*wave, uint32) error, error) {
	f := map[string]func(float64) float64{
		"RCP": func(x float64) float64 { return 1 / x }, "RSQ": func(x float64) float64 { return 1 / math.Sqrt(x) },
		"SQRT": math.Sqrt, "EX2": math.Exp2, "LG2": math.Log2, "TANH": math.Tanh,
		"SIN": func(x float64) float64 { return math.Sin(2 * math.Pi * x) }, "COS": func(x float64) float64 { return math.Cos(2 * math.Pi * x) },
	}[d.mods[0]]
	upper := map[string]func(float64) float64{
		"RCP64H": func(x float64) float64 { return 1 / x }, "RSQ64H": func(x float64) float64 { return 1 / math.Sqrt(x) },
	}[d.mods[0]]
	to := d.result(1)
	s, err := d.sources(floating, 1)
	switch {
	case err != nil:
		return nil, err
	case upper != nil: // of the upper half of a double
		return lanewise(to, s, func(a, _, _ uint32) uint32 {
			return uint32(math.Float64bits(upper(math.Float64frombits(uint64(a)<<32))) >> 32)
		}), nil
	}
	return lanewise(to, s, func(a, _, _ uint32) uint32 {
		v := float32(f(float64(flushed(math.Float32frombits(a)))))
		if v != v {
			return 0x7fffffff
		}
		return math.Float32bits(flushed(v))
	}), nil
}
