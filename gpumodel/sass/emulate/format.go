package emulate

import (
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel/sass"
)

// format is how 16 bits are a number: how many digits it has, with the leading one, and the exponent of the least number
// that has one.
type format struct{ digits, least int }

var (
	binary16 = format{11, -14}
	bfloat16 = format{8, -126}
)

// format returns the instruction's.
func (d *decoder) format() format {
	if has(d.mods, "BF16_V2", "BF16") {
		return bfloat16
	}
	return binary16
}

// noNumber is what a result is that is none.
const noNumber = 0x7fff

// value returns the number that 16 bits are.
func (f format) value(b uint32) float64 {
	shift := 24 - f.digits
	v := b & 0x7fff << shift
	x := float64(math.Float32frombits(v))
	if v >= f.endless()<<shift { // endless, or no number
		x = float64(math.Float32frombits(v | 0x7f800000))
	} else if f.least > -126 {
		x *= 0x1p112 // of the exponents' biases
	}
	if b&0x8000 != 0 {
		return -x
	}
	return x
}

// endless is the number beyond all others.
func (f format) endless() uint32 { return 0x7fff >> (f.digits - 1) << (f.digits - 1) }

// of returns the bits nearest to a number, of two that are as near those that end in 0.
func (f format) of(x float64) uint32 {
	sign := uint32(math.Float64bits(x)>>48) & 0x8000
	switch x = math.Abs(x); {
	case x != x:
		return noNumber
	case math.IsInf(x, 0):
		return sign | f.endless()
	case x == 0:
		return sign
	}
	e := max(math.Ilogb(x), f.least)
	n := math.RoundToEven(math.Ldexp(x, f.digits-1-e))
	return sign | min(uint32(e-f.least)<<(f.digits-1)+uint32(n), f.endless())
}

// halfSource is an operand of two numbers of 16 bits.
type halfSource struct {
	source
	keep, turn uint32 // signs: of what of them is left, and what is changed
	part       string
}

// half takes the next operand, of a number two, as two numbers of 16 bits.
func (d *decoder) half(f format) (h halfSource, err error) {
	if len(d.ops) == 0 {
		return h, fmt.Errorf("%d operands, want one more", len(d.in.Operands))
	}
	o := d.ops[0]
	if o.Kind == sass.Immediate {
		v, high := f.read(o.Value)
		low := false
		if len(d.ops) > 1 && d.ops[1].Kind == sass.Immediate {
			var w uint32
			w, low = f.read(d.ops[1].Value)
			v = v<<16 | w
		}
		if !high || !low {
			return h, fmt.Errorf("operand %s, want two numbers side by side", o.Value)
		}
		d.ops = d.ops[2:]
		h.fixed, h.keep = new(row), ^uint32(0)
		for i := range h.fixed {
			h.fixed[i] = v
		}
		return h, nil
	}
	h.keep = ^uint32(0)
	if o.Absolute {
		h.keep = 0x7fff7fff
	}
	if o.Negated {
		h.turn = 0x80008000
	}
	h.part = d.parts[len(d.parts)-len(d.ops)]
	rest := d.ops[1:]
	o.Negated, o.Absolute = false, false
	d.ops = []sass.Operand{o}
	h.source, err = d.source(whole, 1)
	d.ops = rest
	return h, err
}

// read reads a number as it is written.
func (f format) read(text string) (uint32, bool) {
	v, ok := real(text, 64)
	if strings.HasPrefix(strings.TrimLeft(text, "+-"), "0x") {
		return uint32(v), ok
	}
	return f.of(math.Float64frombits(v)), ok
}

// of returns what the operand's signs and part make of a register.
func (h *halfSource) of(v uint32) uint32 {
	switch h.part {
	case "H0_H0":
		v = v&0xffff | v<<16
	case "H1_H1":
		v = v>>16 | v&0xffff0000
	}
	return v&h.keep ^ h.turn
}
