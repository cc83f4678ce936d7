package emulate

import (
	"fmt"
	"math"
	"strings"
)

// toReal makes whole numbers numbers of floating point.
func (d *decoder) toReal() (func(*wave, uint32) error, error) {
	words, from := 1, 1
	if has(d.mods, "F64") {
		words = 2
	}
	if has(d.mods, "U64", "S64") {
		from = 2
	}
	if has(d.mods, "F16", "BF16") {
		return d.unknown(1)
	}
	to := d.result(words)
	part := 0 // of a register: the bits below it
	for n, name := range []string{".B1", ".H1", ".B3"} {
		if strings.Contains(d.in.String(), name) {
			part = 8 * (n + 1)
		}
	}
	if strings.Contains(d.in.String(), ".B2") {
		part = 16
	}
	s, err := d.source(whole, from)
	if err != nil {
		return nil, err
	}
	unsigned := has(d.mods, "U32", "U64", "U16", "U8")
	bits := 64
	switch {
	case has(d.mods, "U16", "S16"):
		bits = 16
	case has(d.mods, "U8", "S8"):
		bits = 8
	case from == 1:
		bits = 32
	}
	toward, otherwise := d.rounds()
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			n := s.one(w, i, from) >> part << (64 - bits)
			if unsigned {
				n >>= 64 - bits
			} else {
				n = uint64(int64(n) >> (64 - bits))
			}
			var single float32
			var exact float64
			switch high := float64(n >> 32); {
			case otherwise:
				if !unsigned {
					high = float64(int64(n) >> 32)
				}
				exact = exactly(high, 0x1p32, float64(uint32(n)), toward)
				single = narrowed(exact, toward)
			case unsigned:
				single, exact = float32(n), float64(n)
			default:
				single, exact = float32(int64(n)), float64(int64(n))
			}
			if words == 1 {
				w.rows[to][i] = math.Float32bits(single)
				return
			}
			w.put(to, 2, i, math.Float64bits(exact))
		})
		return nil
	}, nil
}

// towards is the way in which a name rounds to whole numbers.
func towards(mods []string) func(float64) float64 {
	switch {
	case has(mods, "TRUNC"):
		return math.Trunc
	case has(mods, "FLOOR"):
		return math.Floor
	case has(mods, "CEIL"):
		return math.Ceil
	}
	return math.RoundToEven
}

// toWhole makes numbers of floating point whole ones; what is too large becomes the largest, and what is no number 0,
// or, of or into 64 bits, the highest bit alone. Source: PTX ISA, cvt.
func (d *decoder) toWhole() (func(*wave, uint32) error, error) {
	words, from := 1, 1
	if has(d.mods, "F64") {
		from = 2
	}
	if has(d.mods, "U64", "S64") {
		words = 2
	}
	to := d.result(words)
	c := floating
	if from == 2 {
		c = doubled
	}
	s, err := d.source(c, from)
	if err != nil {
		return nil, err
	}
	round, unsigned, flush := towards(d.mods), has(d.mods, "U32", "U64"), has(d.mods, "FTZ") && from == 1
	least, most := -0x1p31, 0x1p31-1
	switch {
	case unsigned && words == 2:
		least, most = 0, 0x1p64
	case words == 2:
		least, most = -0x1p63, 0x1p63
	case unsigned:
		least, most = 0, 0x1p32-1
	}
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			x := math.Float64frombits(s.one(w, i, from))
			if from == 1 {
				x = float64(math.Float32frombits(s.get(w)[i]))
			}
			var v uint64
			if flush {
				x = float64(flushed(float32(x)))
			}
			switch x = round(x); {
			case x != x && (from == 2 || words == 2):
				v = 1 << (32*words - 1)
			case x != x:
			case x >= most && words == 2 && unsigned:
				v = ^uint64(0)
			case x >= most && words == 2:
				v = 1<<63 - 1
			case unsigned:
				v = uint64(min(max(x, least), most))
			default:
				v = uint64(int64(min(max(x, least), most)))
			}
			w.put(to, words, i, v)
		})
		return nil
	}, nil
}

// resize makes doubles of floats, or the other way round.
func (d *decoder) resize() (func(*wave, uint32) error, error) {
	if has(d.mods, "F16", "BF16") {
		return d.unknown(1)
	}
	if s := strings.Join(d.mods, "."); s != "F64.F32" && s != "F32.F64" && s != "F32.F64.RN" {
		return nil, fmt.Errorf("modifiers .%s, want F64.F32 or F32.F64", s)
	}
	if d.mods[0] == "F64" {
		to := d.result(2)
		s, err := d.sources(floating, 1)
		return func(w *wave, on uint32) error {
			each(on, func(i int) {
				w.put(to, 2, i, math.Float64bits(float64(math.Float32frombits(s[0].get(w)[i]))))
			})
			return nil
		}, err
	}
	to := d.result(1)
	s, err := d.source(doubled, 2)
	return func(w *wave, on uint32) error {
		each(on, func(i int) { w.rows[to][i] = math.Float32bits(float32(s.double(w, i))) })
		return nil
	}, err
}

// round makes numbers whole that stay numbers of floating point.
func (d *decoder) round() (func(*wave, uint32) error, error) {
	words, c := 1, floating
	if has(d.mods, "F64") {
		words, c = 2, doubled
	}
	to := d.result(words)
	s, err := d.source(c, words)
	f := towards(d.mods)
	if has(d.mods, "FTZ") && words == 1 {
		round := f
		f = func(x float64) float64 { return round(float64(flushed(float32(x)))) }
	}
	return func(w *wave, on uint32) error {
		each(on, func(i int) {
			if words == 1 {
				w.rows[to][i] = math.Float32bits(float32(f(float64(math.Float32frombits(s.get(w)[i])))))
				return
			}
			w.put(to, 2, i, math.Float64bits(f(s.double(w, i))))
		})
		return nil
	}, err
}
