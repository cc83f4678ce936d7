package emulate

import (
	"fmt"
	"math"
	"strings"

	"lanebook/gpumodel/sass"
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
	s.scratch = d.used
	d.used++
	if o.Absolute && (c == whole || c == wholeCarried) {
		return s, fmt.Errorf("the absolute value of a whole number, want IABS")
	}
	s.change = c.changes(o)
	switch o.Kind {
	case sass.Register, sass.UniformRegister:
		d.aligned(o, words)
		s.row = d.row(o, nothing)
		if o.Number != sass.Zero {
			for w := range words {
				d.step.sources = append(d.step.sources, s.row+w)
			}
		}
		return s, nil
	case sass.Constant:
		if s.wide, err = d.constant(o, words); err != nil {
			return s, err
		}
		if c == doubled && words == 1 {
			s.wide <<= 32
		}
	case sass.Immediate:
		var ok bool
		if s.wide, ok = c.value(o.Value); !ok {
			return s, fmt.Errorf("operand %s, want a number", o.Value)
		}
	default:
		return s, fmt.Errorf("operand of kind %d, want a register, a constant or a number", o.Kind)
	}
	s.fixed = new(row)
	for i := range s.fixed {
		s.fixed[i] = changed(s.change, uint32(s.wide))
	}
	s.wide = changed(s.change, s.wide)
	return s, nil
}

// changes returns what an operand's signs say.
func (c class) changes(o sass.Operand) change {
	switch {
	case !o.Negated && !o.Absolute:
		return asIs
	case c == whole:
		return minus
	case c == wholeCarried:
		return inverted
	case o.Absolute && o.Negated:
		return minusAbsoluteReal
	case o.Absolute:
		return absoluteReal
	}
	return minusReal
}

// value reads a number as it is written.
func (c class) value(text string) (v uint64, ok bool) {
	switch c {
	case floating:
		return real(text, 32)
	case doubled:
		if v, ok = real(text, 64); strings.HasPrefix(strings.TrimLeft(text, "+-"), "0x") {
			v <<= 32
		}
		return v, ok
	}
	n, ok := number(text)
	return uint64(int64(int32(n))), ok
}

// constant reads one word or two of the first bank, which is known.
func (d *decoder) constant(o sass.Operand, words int) (v uint64, err error) {
	if !strings.Contains(d.in.String(), "c[0x0][0x") && !strings.Contains(d.in.String(), "c[0x0][RZ]") || o.Uniform != sass.Zero || o.Base != sass.Zero {
		return 0, fmt.Errorf("a constant that is not of the kernel's arguments and shape, want those, c[0x0][0x…]")
	}
	for k := range words {
		word, err := d.code.table(o.Offset + int64(4*k))
		if err != nil {
			return 0, err
		}
		v |= uint64(word) << (32 * k)
	}
	return v, nil
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

// changed applies a change to a value of single or of double width.
func changed[T uint32 | uint64](c change, v T) T {
	sign := ^(^T(0) >> 1)
	switch c {
	case minus:
		return -v
	case inverted:
		return ^v
	case minusReal:
		return v ^ sign
	case absoluteReal:
		return v &^ sign
	case minusAbsoluteReal:
		return v | sign
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
		to[i] = changed(s.change, v)
	}
	return to
}

// long returns the operand of double width of a lane.
func (s *source) long(w *wave, lane int) uint64 {
	if s.fixed != nil {
		return s.wide
	}
	return changed(s.change, uint64(w.rows[s.row][lane])|uint64(w.rows[s.row+1][lane])<<32)
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
