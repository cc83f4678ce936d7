package emulate

import (
	"fmt"

	"lanebook/gpumodel/sass"
)

// predicateLogic is any function of three predicates, by its table; a second table sets another.
func (d *decoder) predicateLogic() (func(*wave, uint32) error, error) {
	to, to2 := d.sets(), d.sets()
	var p [3]condition
	for i := range p {
		p[i] = d.asks(true)
	}
	var tables [2]uint32
	for i := range tables {
		o := d.take()
		n, ok := number(o.Value)
		if !ok {
			return nil, fmt.Errorf("its table is %q, want a number", o.Value)
		}
		tables[i] = n
	}
	return func(w *wave, on uint32) error {
		var both [2]uint32 // before either is set: the first may be an operand too
		for k := range both {
			set := uint32(0)
			for i := range uint32(8) {
				if tables[k]>>i&1 == 1 {
					m := every
					for j := range p {
						if v := p[j].of(w); i>>(2-j)&1 == 1 {
							m &= v
						} else {
							m &= ^v
						}
					}
					set |= m
				}
			}
			both[k] = set
		}
		w.set(to, on, both[0])
		w.set(to2, on, both[1])
		return nil
	}, nil
}

// pack writes predicates into a register's low bits, those of a mask.
func (d *decoder) pack() (func(*wave, uint32) error, error) {
	to := d.result(1)
	if o := d.take(); o.Kind != sass.Special || o.Value != "PR" {
		return nil, fmt.Errorf("predicates %q, want PR", o.Value)
	}
	for n := range true_ {
		d.step.sources = append(d.step.sources, d.code.rows+n)
	}
	s, err := d.sources(whole, 2)
	return func(w *wave, on uint32) error {
		a, mask := s[0].get(w), s[1].get(w)
		each(on, func(i int) {
			v := uint32(0)
			for n := range true_ {
				v |= w.predicates[n] >> i & 1 << n
			}
			w.rows[to][i] = a[i]&^mask[i] | v&mask[i]
		})
		return nil
	}, err
}

// unpack sets predicates from a register's low bits, those of a mask.
func (d *decoder) unpack() (func(*wave, uint32) error, error) {
	if o := d.take(); o.Kind != sass.Special || o.Value != "PR" {
		return nil, fmt.Errorf("predicates %q, want PR", o.Value)
	}
	s, err := d.sources(whole, 2)
	for n := range true_ {
		d.step.results = append(d.step.results, d.code.rows+n)
	}
	return func(w *wave, on uint32) error {
		a, mask := s[0].get(w), s[1].get(w)
		each(on, func(i int) {
			for n := range true_ {
				if mask[i]>>n&1 == 1 {
					w.set(n, 1<<i, a[i]>>n&1<<i)
				}
			}
		})
		return nil
	}, err
}
