package emulate

import (
	"encoding/binary"
	"fmt"
	"lanebook/gpumodel/sass"
	"math"
	"strings"
)

// change is what happens to an operand on its way.
type change uint8

const (
	asIs change = iota
	minus
	inverted
	minusReal
	absoluteReal
	minusAbsoluteReal
)

// source is an operand that is read.
type source struct {
	row     int
	fixed   *row   // a value that is the same in all lanes, and known
	wide    uint64 // of double width
	change  change
	scratch int
}

// class is how an operand is understood.
type class uint8

const (
	whole        class = iota
	wholeCarried       // a minus is the complement: of a sum's upper half
	floating
	doubled
)

// source takes the next operand as a source of so many registers.
func (d *decoder) source(c class, words int) (s source, err error) {
	o := d.take()
	text := ""
	s.scratch = d.used
	d.used++
	if o.Absolute && (c == whole || c == wholeCarried) {
		return s, fmt.Errorf("the absolute value of a whole number, want IABS")
	}
	switch {
	case !o.Negated && !o.Absolute:
	case c == whole && o.Negated:
		s.change = minus
	case c == wholeCarried:
		s.change = inverted
	case o.Absolute && o.Negated:
		s.change = minusAbsoluteReal
	case o.Absolute:
		s.change = absoluteReal
	default:
		s.change = minusReal
	}
	switch o.Kind {
	case sass.Register, sass.UniformRegister:
		s.row = d.row(o, nothing)
		if o.Number != sass.Zero {
			for w := range words {
				d.step.sources = append(d.step.sources, s.row+w)
			}
		}
		return s, nil
	case sass.Constant:
		if s.wide, err = d.constant(o, 4*words); err != nil {
			return s, err
		}
		if c == doubled && words == 1 {
			s.wide <<= 32
		}
	case sass.Immediate:
		text = o.Value
		v, ok := uint64(0), false
		switch c {
		case floating:
			v, ok = real(text, 32)
		case doubled:
			if v, ok = real(text, 64); strings.HasPrefix(strings.TrimLeft(text, "+-"), "0x") {
				v <<= 32
			}
		default:
			var n uint32
			n, ok = number(text)
			v = uint64(int64(int32(n)))
		}
		if !ok {
			return s, fmt.Errorf("operand %s, want a number", text)
		}
		s.wide = v
	default:
		return s, fmt.Errorf("operand of kind %d, want a register, a constant or a number", o.Kind)
	}
	s.fixed = new(row)
	for i := range s.fixed {
		s.fixed[i] = s.change.of(uint32(s.wide))
	}
	s.wide = s.change.ofLong(s.wide)
	return s, nil
}

// constant reads the first bank, which is known.
func (d *decoder) constant(o sass.Operand, bytes int) (uint64, error) {
	if !strings.Contains(d.in.String(), "c[0x0][0x") && !strings.Contains(d.in.String(), "c[0x0][RZ]") || o.Uniform != sass.Zero || o.Base != sass.Zero {
		return 0, fmt.Errorf("a constant that is not of the kernel's arguments and shape, want those, c[0x0][0x…]")
	}
	b := d.code.constants
	if o.Offset < 0 || int(o.Offset)+bytes > len(b) {
		return 0, fmt.Errorf("it reads the constant at 0x%x, but the arguments that were given end at 0x%x: %w", o.Offset, len(b), ErrArguments)
	}
	if bytes == 8 {
		return binary.LittleEndian.Uint64(b[o.Offset:]), nil
	}
	return uint64(binary.LittleEndian.Uint32(b[o.Offset:])), nil
}

// plain returns the operand without a minus.
func (s source) plain() source {
	if s.change = asIs; s.fixed != nil {
		fixed := *s.fixed
		for i := range fixed {
			fixed[i] = -fixed[i]
		}
		s.fixed = &fixed
	}
	return s
}

// of applies a change.
func (c change) of(v uint32) uint32 {
	switch c {
	case minus:
		return -v
	case inverted:
		return ^v
	case minusReal:
		return v ^ 1<<31
	case absoluteReal:
		return v &^ (1 << 31)
	case minusAbsoluteReal:
		return v | 1<<31
	}
	return v
}

// get returns the operand of all lanes.
func (s *source) get(w *wave) *row {
	if s.fixed != nil {
		return s.fixed
	}
	r := &w.rows[s.row]
	if s.change == asIs {
		return r
	}
	to := &w.scratch[s.scratch&3]
	for i, v := range r {
		to[i] = s.change.of(v)
	}
	return to
}

// long returns the operand of double width of a lane.
func (s *source) long(w *wave, lane int) uint64 {
	if s.fixed != nil {
		return s.wide
	}
	return s.change.ofLong(uint64(w.rows[s.row][lane]) | uint64(w.rows[s.row+1][lane])<<32)
}

// ofLong applies a change to a value of double width.
func (c change) ofLong(v uint64) uint64 {
	switch c {
	case minus:
		return -v
	case inverted:
		return ^v
	case minusReal:
		return v ^ 1<<63
	case absoluteReal:
		return v &^ (1 << 63)
	case minusAbsoluteReal:
		return v | 1<<63
	}
	return v
}

func (s *source) double(w *wave, lane int) float64 { return math.Float64frombits(s.long(w, lane)) }

// one returns a lane's value of one or two words.
func (s *source) one(w *wave, lane, words int) uint64 {
	if words == 2 {
		return s.long(w, lane)
	}
	return uint64(s.get(w)[lane])
}

// sources takes so many operands; those that are not there are 0.
func (d *decoder) sources(c class, n int) (all [3]source, err error) {
	for i := range all {
		if i >= n {
			all[i].row = d.registers + nothing
			continue
		}
		if all[i], err = d.source(c, 1); err != nil {
			return all, err
		}
	}
	return all, nil
}

// lanewise returns the operation that computes each lane's result of its three operands.
func lanewise(to int, s [3]source, f func(a, b, c uint32) uint32) func(*wave, uint32) error {
	return func(w *wave, on uint32) error {
		r, a, b, c := &w.rows[to], s[0].get(w), s[1].get(w), s[2].get(w)
		if on == every {
			for i := range r {
				r[i] = f(a[i], b[i], c[i])
			}
			return nil
		}
		for i := range r {
			if on>>i&1 == 1 {
				r[i] = f(a[i], b[i], c[i])
			}
		}
		return nil
	}
}
