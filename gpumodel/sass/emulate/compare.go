package emulate

import (
	"fmt"
	"math"
	"strings"
)

// comparison is what a comparison's name asks for, and which predicates it sets: one, and another to the opposite, each
// joined with a third.
type comparison struct {
	less, equal, more bool
	unordered         bool // also where an operand is no number
	to, opposite      int
	also              condition
	join              func(a, b uint32) uint32
}

// comparison reads what stands before the operands.
func (d *decoder) comparison() (c comparison, err error) {
	c.to, c.opposite = d.sets(), d.sets()
	c.join = func(a, b uint32) uint32 { return a & b }
	switch {
	case has(d.mods, "OR"):
		c.join = func(a, b uint32) uint32 { return a | b }
	case has(d.mods, "XOR"):
		c.join = func(a, b uint32) uint32 { return a ^ b }
	}
	c.unordered = has(d.mods, "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "NAN")
	for _, m := range d.mods {
		switch strings.TrimSuffix(m, "U") {
		case "F", "NAN":
			return c, nil
		case "LT":
			c.less = true
		case "EQ":
			c.equal = true
		case "LE":
			c.less, c.equal = true, true
		case "GT":
			c.more = true
		case "NE":
			c.less, c.more = true, true
		case "GE":
			c.equal, c.more = true, true
		case "T", "NUM":
			c.less, c.equal, c.more = true, true, true
		default:
			continue
		}
		return c, nil
	}
	return c, fmt.Errorf("a comparison without its kind, want LT, EQ, LE, GT, NE or GE")
}

// holds reports whether it holds of two numbers.
func (c *comparison) holds(x, y float64) bool {
	return x < y && c.less || x == y && c.equal || x > y && c.more || (x != x || y != y) && c.unordered
}

// decide sets a comparison's predicates.
func (w *wave) decide(c *comparison, on, held uint32) {
	also := c.also.of(w)
	w.set(c.to, on, c.join(held, also))
	w.set(c.opposite, on, c.join(^held, also))
}

// compare compares whole numbers; with .EX they are the upper halves of longer ones.
func (d *decoder) compare() (func(*wave, uint32) error, error) {
	c, err := d.comparison()
	if err != nil {
		return nil, err
	}
	s, err := d.sources(whole, 2)
	if err != nil {
		return nil, err
	}
	c.also = d.asks(true)
	low, unsigned, upper := d.asks(true), has(d.mods, "U32"), has(d.mods, "EX")
	return func(w *wave, on uint32) error {
		a, b, below := s[0].get(w), s[1].get(w), low.of(w)
		held := uint32(0)
		each(on, func(i int) {
			yes := c.more
			switch {
			case a[i] == b[i] && upper:
				yes = below>>i&1 == 1
			case a[i] == b[i]:
				yes = c.equal
			case lesser(unsigned, false, a[i], b[i]) == a[i]:
				yes = c.less
			}
			if yes {
				held |= 1 << i
			}
		})
		w.decide(&c, on, held)
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

// extreme is the smaller of two numbers where a predicate holds, else the greater; with RELU 0 in place of what is less. If
// there are three operands, first says what the first two make.
func (d *decoder) extreme(first func(unsigned, greater bool, a, b uint32) uint32) (func(*wave, uint32) error, error) {
	to, n := d.result(1), 2
	if first != nil {
		n = 3
	}
	s, err := d.sources(whole, n)
	if err != nil {
		return nil, err
	}
	least, unsigned, cut := d.asks(true), has(d.mods, "U32"), has(d.mods, "RELU")
	if unsigned && cut {
		return nil, fmt.Errorf("modifiers %q, want RELU of numbers with a sign", d.mods)
	}
	return func(w *wave, on uint32) error {
		a, b, c, r, p := s[0].get(w), s[1].get(w), s[2].get(w), &w.rows[to], least.of(w)
		each(on, func(i int) {
			x, y, greater := a[i], b[i], p>>i&1 == 0
			if first != nil {
				x, y = first(unsigned, greater, x, y), c[i]
			}
			v := lesser(unsigned, greater, x, y)
			if cut && int32(v) < 0 {
				v = 0
			}
			r[i] = v
		})
		return nil
	}, nil
}

// realCompare compares numbers of so many words. A kind that ends with U holds also where an operand is no number.
func (d *decoder) realCompare(of class, words int) (func(*wave, uint32) error, error) {
	c, err := d.comparison()
	if err != nil {
		return nil, err
	}
	var s [2]source
	for i := range s {
		if s[i], err = d.source(of, words); err != nil {
			return nil, err
		}
	}
	c.also = d.asks(true)
	flush := has(d.mods, "FTZ")
	single := func(v uint32) float64 {
		x := math.Float32frombits(v)
		if flush {
			x = flushed(x)
		}
		return float64(x)
	}
	return func(w *wave, on uint32) error {
		a, b := s[0].get(w), s[1].get(w)
		held := uint32(0)
		each(on, func(i int) {
			x, y := single(a[i]), single(b[i])
			if words == 2 {
				x, y = s[0].double(w, i), s[1].double(w, i)
			}
			if c.holds(x, y) {
				held |= 1 << i
			}
		})
		w.decide(&c, on, held)
		return nil
	}, nil
}

// extremeOf returns which of two numbers is the smaller, or the greater: the first, the second, or neither, for neither is
// a number. What is none is passed over; of two zeros the one with a sign is the smaller.
func extremeOf(x, y float64, smallest bool) (first, second bool) {
	switch {
	case x != x || y != y:
		return x == x, y == y
	case smallest == (x < y || x == y && math.Signbit(x)):
		return true, false
	}
	return false, true
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
			switch first, second := extremeOf(float64(x), float64(y), p>>i&1 == 1); {
			case first:
				r[i] = math.Float32bits(x)
			case second:
				r[i] = math.Float32bits(y)
			default:
				r[i] = 0x7fffffff
			}
		})
		return nil
	}, nil
}
