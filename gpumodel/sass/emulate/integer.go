package emulate

import (
	"fmt"
	"math/bits"

	"lanebook/gpumodel/sass"
)

// integer reads arithmetic and logic of whole numbers. The uniform datapath's are the same, on
// registers that are the same in all lanes.
func (d *decoder) integer() (func(*wave, uint32) error, error) {
	switch d.name {
	case "MOV", "MOV32I":
		return d.simple(func(a, _, _ uint32) uint32 { return a }, 1)
	case "IADD3", "VIADD", "IADD":
		return d.sum()
	case "IMAD", "IMUL":
		return d.product()
	case "LEA":
		return d.scaled()
	case "LOP3", "LOP":
		return d.logic()
	case "SHF":
		return d.shift()
	case "ISETP":
		return d.compare()
	case "SEL":
		return d.choose(whole)
	case "IMNMX", "VIMNMX":
		return d.extreme(nil)
	case "VIMNMX3":
		return d.extreme(lesser)
	case "VIADDMNMX":
		return d.extreme(func(_, _ bool, a, b uint32) uint32 { return a + b })
	case "IABS":
		return d.simple(func(a, _, _ uint32) uint32 { return uint32(max(int32(a), -int32(a))) }, 1)
	case "PRMT":
		return d.simple(permute, 3)
	case "BMSK":
		return d.simple(func(a, b, _ uint32) uint32 { return (1<<min(b, 32) - 1) << min(a, 32) }, 2)
	case "SGXT":
		return d.extend()
	case "POPC":
		to := d.result(1)
		s, err := d.sources(wholeCarried, 1)
		return lanewise(to, s, func(a, _, _ uint32) uint32 { return uint32(bits.OnesCount32(a)) }), err
	case "BREV":
		return d.simple(func(a, _, _ uint32) uint32 { return bits.Reverse32(a) }, 1)
	case "VABSDIFF4":
		return d.simple(func(a, b, c uint32) uint32 {
			for i := 0; i < 32; i += 8 {
				x, y := int32(a>>i&255), int32(b>>i&255)
				c += uint32(max(x-y, y-x)) << i
			}
			return c
		}, 3)
	case "IDP":
		return d.dot()
	case "FLO":
		return d.leading()
	}
	return nil, nil
}

// simple computes each lane's result of so many operands.
func (d *decoder) simple(f func(a, b, c uint32) uint32, n int) (func(*wave, uint32) error, error) {
	to := d.result(1)
	s, err := d.sources(whole, n)
	return lanewise(to, s, f), err
}

// before counts the operands before the next predicate.
func (d *decoder) before() int {
	n := 0
	for n < len(d.ops) && d.ops[n].Kind != sass.Predicate && d.ops[n].Kind != sass.UniformPredicate {
		n++
	}
	return n
}

// carry is one more where a condition holds.
func carry(of uint32, lane int) uint64 { return uint64(of >> lane & 1) }

// sum adds three numbers; with .X it is the upper half of a longer sum, and goes on with what the lower carried.
func (d *decoder) sum() (func(*wave, uint32) error, error) {
	to, over, over2 := d.result(1), d.sets(), d.sets()
	upper, c := has(d.mods, "X"), whole
	if upper {
		c = wholeCarried
	}
	s, err := d.sources(c, min(d.before(), 3))
	if err != nil {
		return nil, err
	}
	var minuses [3]bool // which are the complement and one more, that carries too
	for i := range s {
		if minuses[i] = s[i].change == minus; minuses[i] {
			s[i] = s[i].plain()
		}
	}
	in, in2 := d.asks(false), d.asks(false)
	if !upper {
		in, in2 = condition{true_, true}, condition{true_, true}
	}
	return func(w *wave, on uint32) error {
		a, b, c, r := s[0].get(w), s[1].get(w), s[2].get(w), &w.rows[to]
		first, second := in.of(w), in2.of(w)
		carried, twice := uint32(0), uint32(0)
		for i := range r {
			if on>>i&1 == 0 {
				continue
			}
			v := carry(first, i) + carry(second, i)
			for k, x := range [3]uint32{a[i], b[i], c[i]} {
				if minuses[k] {
					v += uint64(^x) + 1
				} else {
					v += uint64(x)
				}
			}
			r[i] = uint32(v)
			if v>>32 > 0 {
				carried |= 1 << i
			}
			if v>>32 > 1 {
				twice |= 1 << i
			}
		}
		w.set(over, on, carried)
		w.set(over2, on, twice)
		return nil
	}, nil
}

// product multiplies and adds: the lower half, the upper one (.HI) or both (.WIDE).
func (d *decoder) product() (func(*wave, uint32) error, error) {
	wide, high, unsigned := has(d.mods, "WIDE"), has(d.mods, "HI"), has(d.mods, "U32")
	words := 1
	if wide {
		words = 2
	}
	to, over := d.result(words), d.sets()
	if over >= 0 && !wide && !high {
		return nil, fmt.Errorf("the carry of a lower half, want none")
	}
	s, err := d.sources(whole, 2)
	if err != nil {
		return nil, err
	}
	if (wide || high) && (s[0].change == minus || s[1].change == minus) {
		return nil, fmt.Errorf("a factor less of double width, want it as it is")
	}
	addend := source{row: d.registers + nothing}
	if len(d.ops) > 0 && !d.ahead() {
		n := 1
		if wide || high {
			n = 2
		}
		c := whole
		if has(d.mods, "X") {
			c = wholeCarried
		}
		if addend, err = d.source(c, n); err != nil {
			return nil, err
		}
	}
	in := d.asks(false)
	if !has(d.mods, "X") {
		in = condition{true_, true}
	}
	return func(w *wave, on uint32) error {
		a, b, r := s[0].get(w), s[1].get(w), &w.rows[to]
		first, carried := in.of(w), uint32(0)
		if !wide && !high {
			c := addend.get(w)
			for i := range r {
				if on>>i&1 == 1 {
					r[i] = a[i]*b[i] + c[i] + first>>i&1
				}
			}
			return nil
		}
		for i := range r {
			if on>>i&1 == 0 {
				continue
			}
			p := uint64(int64(int32(a[i])) * int64(int32(b[i])))
			if unsigned {
				p = uint64(a[i]) * uint64(b[i])
			}
			v, over := bits.Add64(p, addend.long(w, i), carry(first, i))
			carried |= uint32(over) << i
			if high {
				v >>= 32
			}
			w.put(to, words, i, v)
		}
		w.set(over, on, carried)
		return nil
	}, nil
}

// scaled adds a number that is shifted to the left; with .HI what that shifts out.
func (d *decoder) scaled() (func(*wave, uint32) error, error) {
	to, over := d.result(1), d.sets()
	high, sign, upper := has(d.mods, "HI"), has(d.mods, "SX32"), has(d.mods, "X")
	n := 2
	if high && !sign {
		n = 3
	}
	c := whole
	if upper {
		c = wholeCarried
	}
	s, err := d.sources(c, n)
	if err != nil {
		return nil, err
	}
	o := d.take()
	by, ok := number(o.Value)
	if !ok {
		return nil, fmt.Errorf("it shifts by %q, want a number", o.Value)
	}
	in := d.asks(false)
	if !upper {
		in = condition{true_, true}
	}
	return func(w *wave, on uint32) error {
		a, b, c, r := s[0].get(w), s[1].get(w), s[2].get(w), &w.rows[to]
		first, carried := in.of(w), uint32(0)
		for i := range r {
			if on>>i&1 == 0 {
				continue
			}
			v := uint64(a[i])
			switch {
			case high && sign:
				v = uint64(int64(int32(a[i]))) << by >> 32
			case high:
				v = (uint64(c[i])<<32 | v) << by >> 32
			default:
				v = uint64(a[i] << by)
			}
			v = uint64(uint32(v)) + uint64(b[i]) + carry(first, i)
			r[i] = uint32(v)
			carried |= uint32(v>>32) << i
		}
		w.set(over, on, carried)
		return nil
	}, nil
}

// dot adds the products of four bytes, signed or not.
func (d *decoder) dot() (func(*wave, uint32) error, error) {
	if !has(d.mods, "4A") || len(d.mods) < 3 {
		return nil, fmt.Errorf("products of fewer than four bytes, want IDP.4A")
	}
	of := func(signed bool, v uint32, at int) int32 {
		if signed {
			return int32(int8(v >> at))
		}
		return int32(uint8(v >> at))
	}
	first, second := d.mods[1] == "S8", d.mods[2] == "S8"
	return d.simple(func(a, b, c uint32) uint32 {
		for i := 0; i < 32; i += 8 {
			c += uint32(of(first, a, i) * of(second, b, i))
		}
		return c
	}, 3)
}
