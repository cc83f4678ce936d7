package kernel

import (
	"math"
	"math/bits"

	"lanebook/gpumodel"
)

// Number is what a Vec can hold: 32-bit integers (int counts as one: the index
// arithmetic of kernels), 32-bit and 64-bit floating point, and complex numbers
// of two 32-bit parts.
type Number interface {
	int | int32 | float32 | float64 | complex64
}

// Vec is a variable of a kernel: one number for every lane of a wavefront. It
// is a value: operations return a new one and change nothing.
//
// Each operation is one instruction of the active lanes; on complex numbers,
// as many as there are real operations. It is FP64 for float64, else FP32.
type Vec[T Number] struct {
	mem  *arena[T]
	v    *[64]T
	def  gpumodel.LaneMask // lanes in which it was computed
	made uint32            // the number of the result, 0 for one without a register
	life uint32            // of the arena, to catch a Vec that outlived its wavefront
}

// Int, Float32, Float64 and Complex64 are the Vecs by short names, for
// variables that are declared before they are computed.
type (
	Int       = Vec[int]
	Float32   = Vec[float32]
	Float64   = Vec[float64]
	Complex64 = Vec[complex64]
)

// Add returns a + b.
func (a Vec[T]) Add(b Vec[T]) Vec[T] {
	r := a.arithmetic(b, 1, 2)
	z := r.lanes()
	x, y := a.v[:len(z)], b.v[:len(z)]
	for i := range z {
		z[i] = x[i] + y[i]
	}
	return r
}

// Sub returns a − b.
func (a Vec[T]) Sub(b Vec[T]) Vec[T] {
	r := a.arithmetic(b, 1, 2)
	z := r.lanes()
	x, y := a.v[:len(z)], b.v[:len(z)]
	for i := range z {
		z[i] = x[i] - y[i]
	}
	return r
}

// Mul returns a · b.
func (a Vec[T]) Mul(b Vec[T]) Vec[T] {
	r := a.arithmetic(b, 1, 4)
	z := r.lanes()
	x, y := a.v[:len(z)], b.v[:len(z)]
	for i := range z {
		z[i] = x[i] * y[i]
	}
	return r
}

// Plus returns a + n, for the same number in all lanes.
func (a Vec[T]) Plus(n T) Vec[T] {
	r := a.arithmetic(a, 1, 2)
	z := r.lanes()
	x := a.v[:len(z)]
	for i := range z {
		z[i] = x[i] + n
	}
	return r
}

// Times returns a · n, for the same number in all lanes.
func (a Vec[T]) Times(n T) Vec[T] {
	r := a.arithmetic(a, 1, 4)
	z := r.lanes()
	x := a.v[:len(z)]
	for i := range z {
		z[i] = x[i] * n
	}
	return r
}

// TimesPlus returns a·n + b: a row-major index in one instruction,
//
//	y.TimesPlus(width, x)
func (a Vec[T]) TimesPlus(n T, b Vec[T]) Vec[T] {
	r := a.arithmetic(b, 1, 4)
	z := r.lanes()
	x, y := a.v[:len(z)], b.v[:len(z)]
	for i := range z {
		product := T(x[i] * n) // converted, so that no compiler fuses it
		z[i] = product + y[i]
	}
	return r
}

// FMA returns a·b + c, rounded once: the fused multiply-add. A float32 result
// is rounded to float64 on the way, which differs from one rounding in less
// than one case in 10^8. On complex numbers the parts are rounded as Go does.
func (a Vec[T]) FMA(b, c Vec[T]) Vec[T] {
	b.with(c)
	m := a.with(b)
	r := m.issue(1, 4, a.made, b.made, c.made)
	switch to := any(r.v).(type) {
	case *[64]float32:
		x, y, z := any(a.v).(*[64]float32), any(b.v).(*[64]float32), any(c.v).(*[64]float32)
		for i := range to[:m.w.lanes] {
			to[i] = float32(float64(x[i])*float64(y[i]) + float64(z[i]))
		}
	case *[64]float64:
		x, y, z := any(a.v).(*[64]float64), any(b.v).(*[64]float64), any(c.v).(*[64]float64)
		for i := range to[:m.w.lanes] {
			to[i] = math.FMA(x[i], y[i], z[i])
		}
	default:
		x, y, z := a.lanes(), b.lanes(), c.lanes()
		for i := range z {
			product := T(x[i] * y[i])
			r.v[i] = product + z[i]
		}
	}
	return r
}

// At returns the value in one lane of the wavefront, for looking at it in Go:
// no instruction. A lane that never computed it, or that no wavefront has, is a fault.
func (a Vec[T]) At(lane int) T {
	w := a.wave()
	if lane < 0 || lane >= w.lanes {
		w.refuse(-1, "value of lane %d, want lanes 0 to %d", lane, w.lanes-1)
	}
	if !a.def.Has(lane) {
		w.refuse(w.Index*w.lanes+lane, "a value that this lane never computed")
	}
	return a.v[lane]
}

// Set assigns v to the variable in the active lanes and keeps its value in the
// others. It costs no instruction: the one that computed v writes the
// variable's register under the mask, once what it keeps of that is there.
func Set[T Number](variable *Vec[T], v Vec[T]) {
	m := v.check()
	if variable.mem == nil {
		*variable = v
		return
	}
	if variable.wave() != m.w {
		m.w.m.foreign()
	}
	active, made := m.w.active, v.made
	if variable.def&^active != 0 {
		made = m.w.join(made, variable.made)
	}
	r := Vec[T]{m, m.alloc(), variable.def | active, made, m.life}
	copy(r.lanes(), variable.lanes())
	for set := active; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(uint64(set))
		r.v[i] = v.v[i]
	}
	*variable = r
}

// arithmetic checks both operands, issues the operation and makes room for its
// result; on complex numbers it is so many instructions.
func (a Vec[T]) arithmetic(b Vec[T], real, complex int) Vec[T] {
	return a.with(b).issue(real, complex, a.made, b.made, 0)
}

// with returns the arena of two Vecs that the active lanes may use.
func (a Vec[T]) with(b Vec[T]) *arena[T] {
	m := a.mem
	if m == nil || b.mem != m || a.life != m.life || b.life != m.life || m.w.active&^(a.def&b.def) != 0 {
		m = a.check()
		b.checkIn(m)
	}
	return m
}

// lanes returns the numbers of the lanes of a wavefront.
func (a Vec[T]) lanes() []T { return a.v[:a.mem.w.lanes] }

// wave returns the wavefront of a Vec that the running one may use.
func (a Vec[T]) wave() *Wavefront {
	if a.mem == nil {
		panic("a Vec is used before it is assigned")
	}
	w := a.mem.w
	if a.life != a.mem.life || w.m.current != w {
		w.m.foreign()
	}
	return w
}

// check returns the arena of a Vec that the active lanes may use.
func (a Vec[T]) check() *arena[T] {
	w := a.wave()
	if missing := w.active &^ a.def; missing != 0 {
		w.refuse(w.first(missing), "a value that this lane never computed: it was masked off then (kernel.Set assigns under the mask)")
	}
	return a.mem
}

// checkIn is check for an operand beside others, whose arena is m.
func (a Vec[T]) checkIn(m *arena[T]) {
	if a.mem != m && a.mem != nil {
		m.w.m.foreign()
	}
	a.check()
}
