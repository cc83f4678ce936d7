package emulate

import (
	"fmt"
	"math/bits"
	"strings"

	"lanebook/gpumodel/sass"
)

// integer reads arithmetic and logic of whole numbers. The uniform datapath's are the same, on
// registers that are the same in all lanes.
func (d *decoder) integer() (func(*wave, uint32) error, error) {
	name := d.name
	if strings.HasPrefix(name, "U") && name != "UCLEA" {
		name = name[1:]
	}
	switch name {
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
		return d.extreme()
	case "VIADDMNMX":
		return d.sumExtreme()
	case "IABS":
		return d.simple(func(a, _, _ uint32) uint32 { return uint32(max(int32(a), -int32(a))) }, 1)
	case "PRMT":
		return d.simple(permute, 3)
	case "BMSK":
		return d.simple(func(a, b, _ uint32) uint32 { return (1<<min(b, 32) - 1) << min(a, 32) }, 2)
	case "SGXT":
		return d.extend()
	case "POPC":
		return d.simple(func(a, _, _ uint32) uint32 { return uint32(bits.OnesCount32(a)) }, 1)
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
	s, err := d.sources(whole, 2)
	if err != nil {
		return nil, err
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
				r[i] = uint32(v >> 32)
				continue
			}
			r[i] = uint32(v)
			w.rows[to+1][i] = uint32(v >> 32)
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

// logic is any function of three bits, by its table.
func (d *decoder) logic() (func(*wave, uint32) error, error) {
	over := d.sets()
	to := d.result(1)
	s, err := d.sources(whole, 3)
	if err != nil {
		return nil, err
	}
	for i := range s {
		if s[i].change == minus {
			return nil, fmt.Errorf("an operand that is inverted, want its table to do that")
		}
	}
	o := d.take()
	table, ok := number(o.Value)
	if !ok {
		return nil, fmt.Errorf("its table is %q, want a number", o.Value)
	}
	also, and := d.asks(false), has(d.mods, "PAND")
	f := func(a, b, c uint32) (v uint32) {
		for i := range uint32(8) {
			if table>>i&1 == 1 {
				x, y, z := a, b, c
				if i&4 == 0 {
					x = ^a
				}
				if i&2 == 0 {
					y = ^b
				}
				if i&1 == 0 {
					z = ^c
				}
				v |= x & y & z
			}
		}
		return v
	}
	switch table {
	case 0xc0:
		f = func(a, b, _ uint32) uint32 { return a & b }
	case 0xfc:
		f = func(a, b, _ uint32) uint32 { return a | b }
	case 0x3c:
		f = func(a, b, _ uint32) uint32 { return a ^ b }
	}
	all := lanewise(to, s, f)
	if over < 0 {
		return all, nil
	}
	return func(w *wave, on uint32) error {
		if err := all(w, on); err != nil {
			return err
		}
		set := uint32(0)
		each(on, func(lane int) {
			if f(s[0].get(w)[lane], s[1].get(w)[lane], s[2].get(w)[lane]) != 0 {
				set |= 1 << lane
			}
		})
		if and {
			w.set(over, on, set&also.of(w))
		} else {
			w.set(over, on, set|also.of(w))
		}
		return nil
	}, nil
}

// shift moves the bits of two registers, the third operand the upper one, and takes a word of them.
func (d *decoder) shift() (func(*wave, uint32) error, error) {
	left, wraps, high := has(d.mods, "L"), has(d.mods, "W"), has(d.mods, "HI")
	signed, long := has(d.mods, "S32", "S64"), has(d.mods, "U64", "S64")
	return d.simple(func(a, by, c uint32) uint32 {
		most := uint32(32)
		if long {
			most = 64
		}
		if wraps {
			by &= most - 1
		}
		by = min(by, most)
		v := uint64(c)<<32 | uint64(a)
		switch {
		case left:
			v <<= by
		case signed:
			v = uint64(int64(v) >> by)
		default:
			v >>= by
		}
		if high {
			return uint32(v >> 32)
		}
		return uint32(v)
	}, 3)
}

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

// permute picks four bytes of eight. Source: PTX ISA, prmt.
func permute(a, by, c uint32) (v uint32) {
	all := uint64(c)<<32 | uint64(a)
	for i := range 4 {
		pick := by >> (4 * i) & 15
		b := uint32(all >> (8 * (pick & 7)) & 255)
		if pick&8 != 0 {
			b = uint32(int32(int8(b))>>7) & 255
		}
		v |= b << (8 * i)
	}
	return v
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

// extend takes so many low bits, signed or not.
func (d *decoder) extend() (func(*wave, uint32) error, error) {
	unsigned := has(d.mods, "U32")
	return d.simple(func(a, n, _ uint32) uint32 {
		n = min(n, 32)
		if n == 0 {
			return 0
		}
		if unsigned {
			return a << (32 - n) >> (32 - n)
		}
		return uint32(int32(a<<(32-n)) >> (32 - n))
	}, 2)
}

// leading finds the highest bit that is set, or of a negative number that is not; ~0 if there is none.
func (d *decoder) leading() (func(*wave, uint32) error, error) {
	unsigned, shift := has(d.mods, "U32"), has(d.mods, "SH")
	to := d.result(1)
	d.sets()
	s, err := d.sources(wholeCarried, 1)
	return lanewise(to, s, func(a, _, _ uint32) uint32 {
		if !unsigned && int32(a) < 0 {
			a = ^a
		}
		switch {
		case a == 0:
			return ^uint32(0)
		case shift:
			return uint32(bits.LeadingZeros32(a))
		}
		return uint32(31 - bits.LeadingZeros32(a))
	}), err
}
