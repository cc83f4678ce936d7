package emulate

import (
	"fmt"
	"math"
	"strings"
)

// holds returns what a comparison's name asks for: of less, equal and more.
func holds(mods []string) (less, equal, more, ok bool) {
	for _, m := range mods {
		switch strings.TrimSuffix(m, "U") {
		case "F":
			return false, false, false, true
		case "LT":
			return true, false, false, true
		case "EQ":
			return false, true, false, true
		case "LE":
			return true, true, false, true
		case "GT":
			return false, false, true, true
		case "NE":
			return true, false, true, true
		case "GE":
			return false, true, true, true
		case "T":
			return true, true, true, true
		}
	}
	return false, false, false, false
}

// combined is how a comparison's result and a predicate make a predicate.
func combined(mods []string) func(a, b uint32) uint32 {
	switch {
	case has(mods, "OR"):
		return func(a, b uint32) uint32 { return a | b }
	case has(mods, "XOR"):
		return func(a, b uint32) uint32 { return a ^ b }
	}
	return func(a, b uint32) uint32 { return a & b }
}

// compare sets a predicate, and a second one to the opposite.
func (d *decoder) compare() (func(*wave, uint32) error, error) {
	to, opposite := d.sets(), d.sets()
	less, equal, more, ok := holds(d.mods)
	if !ok {
		return nil, fmt.Errorf("a comparison without its kind, want LT, EQ, LE, GT, NE or GE")
	}
	s, err := d.sources(whole, 2)
	if err != nil {
		return nil, err
	}
	also, low := d.asks(true), d.asks(true)
	unsigned, upper, join := has(d.mods, "U32"), has(d.mods, "EX"), combined(d.mods)
	return func(w *wave, on uint32) error {
		a, b, below := s[0].get(w), s[1].get(w), low.of(w)
		set := uint32(0)
		each(on, func(i int) {
			smaller := int32(a[i]) < int32(b[i])
			if unsigned {
				smaller = a[i] < b[i]
			}
			yes := more
			switch {
			case a[i] == b[i] && upper:
				yes = below>>i&1 == 1
			case a[i] == b[i]:
				yes = equal
			case smaller:
				yes = less
			}
			if yes {
				set |= 1 << i
			}
		})
		p := also.of(w)
		w.set(to, on, join(set, p))
		w.set(opposite, on, join(^set, p))
		return nil
	}, nil
}

// choose takes one of two operands.
func (d *decoder) choose(c class) (func(*wave, uint32) error, error) {
	to := d.result(1)
	s, err := d.sources(c, 2)
	if err != nil {
		return nil, err
	}
	by := d.asks(true)
	return func(w *wave, on uint32) error {
		a, b, r, p := s[0].get(w), s[1].get(w), &w.rows[to], by.of(w)
		each(on, func(i int) {
			if p>>i&1 == 1 {
				r[i] = a[i]
			} else {
				r[i] = b[i]
			}
		})
		return nil
	}, nil
}

// lesser returns the smaller of two numbers, or the greater.
func lesser(unsigned, greater bool, a, b uint32) uint32 {
	first := int32(a) < int32(b)
	if unsigned {
		first = a < b
	}
	if first != greater {
		return a
	}
	return b
}

// extreme is the smaller of two numbers where a predicate holds, else the greater.
func (d *decoder) extreme() (func(*wave, uint32) error, error) {
	to := d.result(1)
	s, err := d.sources(whole, 2)
	if err != nil {
		return nil, err
	}
	least, unsigned := d.asks(true), has(d.mods, "U32")
	return func(w *wave, on uint32) error {
		a, b, r, p := s[0].get(w), s[1].get(w), &w.rows[to], least.of(w)
		each(on, func(i int) { r[i] = lesser(unsigned, p>>i&1 == 0, a[i], b[i]) })
		return nil
	}, nil
}

// sumExtreme is the same of the sum of two numbers and a third.
func (d *decoder) sumExtreme() (func(*wave, uint32) error, error) {
	to := d.result(1)
	s, err := d.sources(whole, 3)
	if err != nil {
		return nil, err
	}
	least, unsigned := d.asks(true), has(d.mods, "U32")
	return func(w *wave, on uint32) error {
		a, b, c, r, p := s[0].get(w), s[1].get(w), s[2].get(w), &w.rows[to], least.of(w)
		each(on, func(i int) { r[i] = lesser(unsigned, p>>i&1 == 0, a[i]+b[i], c[i]) })
		return nil
	}, nil
}

// realCompare sets a predicate, and a second one to the opposite, of numbers of so many words. One that ends
// with U holds also where an operand is no number.
func (d *decoder) realCompare(c class, words int) (func(*wave, uint32) error, error) {
	to, opposite := d.sets(), d.sets()
	less, equal, more, ok := holds(d.mods)
	unordered := has(d.mods, "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "NAN")
	switch {
	case has(d.mods, "NUM"):
		less, equal, more, ok = true, true, true, true
	case has(d.mods, "NAN"):
		ok = true
	}
	if !ok {
		return nil, fmt.Errorf("a comparison without its kind, want LT, EQ, LE, GT, NE or GE")
	}
	var s [2]source
	for i := range s {
		var err error
		if s[i], err = d.source(c, words); err != nil {
			return nil, err
		}
	}
	also, join, flush := d.asks(true), combined(d.mods), has(d.mods, "FTZ")
	return func(w *wave, on uint32) error {
		set := uint32(0)
		each(on, func(i int) {
			var x, y float64
			if words == 2 {
				x, y = s[0].double(w, i), s[1].double(w, i)
			} else {
				u, v := math.Float32frombits(s[0].get(w)[i]), math.Float32frombits(s[1].get(w)[i])
				if flush {
					u, v = flushed(u), flushed(v)
				}
				x, y = float64(u), float64(v)
			}
			if x < y && less || x == y && equal || x > y && more || (x != x || y != y) && unordered {
				set |= 1 << i
			}
		})
		p := also.of(w)
		w.set(to, on, join(set, p))
		w.set(opposite, on, join(^set, p))
		return nil
	}, nil
}

// realExtreme is the smaller of two numbers where a predicate holds, else the greater; a number in place of none.
func (d *decoder) realExtreme() (func(*wave, uint32) error, error) {
	to, flush := d.result(1), has(d.mods, "FTZ")
	s, err := d.sources(floating, 2)
	if err != nil {
		return nil, err
	}
	least := d.asks(true)
	return func(w *wave, on uint32) error {
		a, b, r, p := s[0].get(w), s[1].get(w), &w.rows[to], least.of(w)
		each(on, func(i int) {
			x, y := math.Float32frombits(a[i]), math.Float32frombits(b[i])
			if flush {
				x, y = flushed(x), flushed(y)
			}
			var v float32
			switch {
			case x != x && y != y:
				v = math.Float32frombits(0x7fffffff)
			case x != x:
				v = y
			case y != y:
				v = x
			case p>>i&1 == 1:
				v = min(x, y)
			default:
				v = max(x, y)
			}
			r[i] = math.Float32bits(v)
		})
		return nil
	}, nil
}
