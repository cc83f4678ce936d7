package emulate

import (
	"fmt"
	"math/bits"
)

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
			if w.rows[to][lane] != 0 { // not computed again: the destination may have been an operand
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
	if d.sets() >= 0 {
		return nil, fmt.Errorf("a predicate that it sets, want none")
	}
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
