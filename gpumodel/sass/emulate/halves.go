package emulate

import (
	"fmt"
	"math"

	"lanebook/gpumodel/sass"
)

// halves reads what computes with two numbers of 16 bits at once.
func (d *decoder) halves() (func(*wave, uint32) error, error) {
	f := d.format()
	if d.name == "HSETP2" || d.name == "HSET2" {
		return d.halfCompare(f)
	}
	n := map[string]int{"HADD2": 2, "HMUL2": 2, "HFMA2": 3, "HMNMX2": 2, "VHMNMX": 3}[d.name]
	to := d.result(1)
	var h [3]halfSource
	var s [3]source
	for i := range s {
		if i >= n {
			s[i].row = d.registers + nothing
			continue
		}
		var err error
		if h[i], err = d.half(f); err != nil {
			return nil, err
		}
		s[i] = h[i].source
	}
	if d.name == "VHMNMX" || d.name == "HMNMX2" {
		return d.halfExtreme(f, to, n, h, s), nil
	}
	compute := func(a, b, _ float64) float64 { return a + b }
	switch d.name {
	case "HMUL2":
		compute = func(a, b, _ float64) float64 { return a * b }
	case "HFMA2":
		compute = fusedHalves
	}
	saturate, cut := has(d.mods, "SAT"), has(d.mods, "RELU")
	if has(d.mods, "F32") {
		if saturate || cut {
			return nil, fmt.Errorf("modifiers %q, want F32 without SAT and RELU", d.mods)
		}
		return lanewise(to, s, func(a, b, c uint32) uint32 {
			v := float32(compute(f.value(h[0].of(a)&0xffff), f.value(h[1].of(b)&0xffff), 0))
			if v != v {
				return 0x7fffffff
			}
			return math.Float32bits(v)
		}), nil
	}
	one := func(a, b, c uint32) uint32 {
		v := compute(f.value(a), f.value(b), f.value(c))
		switch {
		case saturate && v != v:
			v = 0
		case saturate:
			v = max(0, min(1, v))
		case cut && v <= 0: // and of a 0 the sign is lost
			v = 0
		}
		return f.of(v)
	}
	return lanewise(to, s, func(a, b, c uint32) uint32 {
		a, b, c = h[0].of(a), h[1].of(b), h[2].of(c)
		return one(a&0xffff, b&0xffff, c&0xffff) | one(a>>16, b>>16, c>>16)<<16
	}), nil
}

// fusedHalves returns a·b + c as a number that rounds to fewer digits as the exact one does: its last digit is 1 where
// any are lost. Source: Boldo and Melquiond 2008, rounding to odd.
func fusedHalves(a, b, c float64) float64 {
	s, lost := sum(a*b, c) // the product of 22 digits is exact
	if lost != 0 && lost == lost && math.Float64bits(s)&1 == 0 {
		s = math.Nextafter(s, math.Copysign(math.Inf(1), lost))
	}
	return s
}

// halfExtreme is the smallest of so many numbers where a predicate holds, else the greatest.
func (d *decoder) halfExtreme(f format, to, n int, h [3]halfSource, s [3]source) func(*wave, uint32) error {
	least, none := d.asks(true), has(d.mods, "NAN")
	one := func(a, b uint32, smallest bool) uint32 {
		x, y := f.value(a), f.value(b)
		switch first, second := extremeOf(x, y, smallest); {
		case none && (x != x || y != y):
			return noNumber
		case first:
			return a
		case second:
			return b
		}
		return noNumber
	}
	return func(w *wave, on uint32) error {
		a, b, c, r, p := s[0].get(w), s[1].get(w), s[2].get(w), &w.rows[to], least.of(w)
		each(on, func(i int) {
			x, y, smallest := h[0].of(a[i]), h[1].of(b[i]), p>>i&1 == 1
			v := one(x&0xffff, y&0xffff, smallest) | one(x>>16, y>>16, smallest)<<16
			if n == 3 {
				z := h[2].of(c[i])
				v = one(v&0xffff, z&0xffff, smallest) | one(v>>16, z>>16, smallest)<<16
			}
			r[i] = v
		})
		return nil
	}
}

// halfCompare compares the lower numbers and the upper ones, and sets a predicate by each, or makes each a number.
func (d *decoder) halfCompare(f format) (func(*wave, uint32) error, error) {
	to := -1
	if d.name == "HSET2" {
		to = d.result(1)
	}
	c, err := d.comparison()
	if err != nil {
		return nil, err
	}
	a, err := d.half(f)
	if err != nil {
		return nil, err
	}
	b, err := d.half(f)
	if err != nil {
		return nil, err
	}
	c.also = d.asks(true)
	yes := uint32(0xffff)
	if has(d.mods, "BF") {
		yes = f.of(1)
	}
	return func(w *wave, on uint32) error {
		x, y, also := a.get(w), b.get(w), c.also.of(w)
		var held [2]uint32
		each(on, func(i int) {
			p, q := a.of(x[i]), b.of(y[i])
			for k := range held {
				if c.holds(f.value(p>>(16*k)&0xffff), f.value(q>>(16*k)&0xffff)) {
					held[k] |= 1 << i
				}
			}
		})
		low, high := c.join(held[0], also), c.join(held[1], also)
		if to < 0 {
			w.set(c.to, on, low)
			w.set(c.opposite, on, high)
			return nil
		}
		each(on, func(i int) { w.rows[to][i] = yes*(low>>i&1) | yes<<16*(high>>i&1) })
		return nil
	}, nil
}

// packed makes two numbers of 16 bits of two of 32, the second the lower.
func (d *decoder) packed() (func(*wave, uint32) error, error) {
	if !has(d.mods, "PACK_AB") || !has(d.mods, "F32") || has(d.mods, "F16") == has(d.mods, "BF16") {
		return nil, fmt.Errorf("modifiers %q, want F16 or BF16, F32 and PACK_AB", d.mods)
	}
	f, to, cut := d.format(), d.result(1), has(d.mods, "RELU")
	s, err := d.sources(floating, 2)
	one := func(v uint32) uint32 {
		x := float64(math.Float32frombits(v))
		if cut && x <= 0 {
			x = 0
		}
		return f.of(x)
	}
	return lanewise(to, s, func(a, b, _ uint32) uint32 { return one(a)<<16 | one(b) }), err
}

// unknown is arithmetic that is not executed: its results are 0.
func (d *decoder) unknown(words int) (func(*wave, uint32) error, error) {
	d.assume("results of conversions between 16 bits and whole numbers or doubles are taken to be 0")
	to := d.registers + waste
	if d.ahead() {
		d.sets()
		d.sets()
	} else {
		to = d.result(words)
	}
	for _, o := range d.ops {
		if o.Kind == sass.Register && o.Number != sass.Zero {
			d.step.sources = append(d.step.sources, int(o.Number))
		}
	}
	return func(w *wave, on uint32) error {
		for k := range words {
			each(on, func(i int) { w.rows[to+k][i] = 0 })
		}
		return nil
	}, nil
}
