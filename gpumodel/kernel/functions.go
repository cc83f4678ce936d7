package kernel

import (
	"math"
	"math/bits"
	"reflect"

	"lanebook/gpumodel"
)

// Real is a Number that has an order.
type Real interface {
	int | int32 | float32 | float64
}

// Map applies f to the active lanes, as one instruction of the given kind, FP32,
// FP64, SFU or Scalar: whatever the methods of Vec do not offer. Another kind is a
// fault.
//
//	kernel.Map(gpumodel.SFU, x, func(x float32) float32 { return float32(math.Exp(float64(x))) })
func Map[U, T Number](kind gpumodel.Kind, a Vec[T], f func(T) U) Vec[U] {
	m := a.check()
	r := one(kind, arenaOf[U](m.w), a.made, 0)
	for lanes := m.w.active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros64(uint64(lanes))
		r.v[i] = f(a.v[i])
	}
	return r
}

// Map2 applies f to the active lanes of two Vecs, as one instruction of the
// given kind.
func Map2[U, T, S Number](kind gpumodel.Kind, a Vec[T], b Vec[S], f func(T, S) U) Vec[U] {
	m := a.check()
	if o := b.check(); o.w != m.w {
		m.w.m.foreign()
	}
	r := one(kind, arenaOf[U](m.w), a.made, b.made)
	for lanes := m.w.active; lanes != 0; lanes &= lanes - 1 {
		i := bits.TrailingZeros64(uint64(lanes))
		r.v[i] = f(a.v[i], b.v[i])
	}
	return r
}

// To converts to another type as Go does; from float to integer it rounds
// towards zero, of what the type has no number for to the nearest that it has, and of
// NaN to 0 (Go leaves that to the machine; a GPU does so). It costs one instruction, none
// between the integers.
func To[U, T Real](a Vec[T]) Vec[U] {
	if integer[U]() && integer[T]() {
		m := arenaOf[U](a.check().w)
		r := Vec[U]{m, m.alloc(), a.def, a.made, m.life}
		to := r.lanes()
		for i, x := range a.lanes() {
			to[i] = U(x)
		}
		return r
	}
	if !integer[U]() {
		return Map(gpumodel.FP32, a, func(x T) U { return U(x) })
	}
	most := int64(1)<<(reflect.TypeFor[U]().Bits()-1) - 1
	return Map(gpumodel.FP32, a, func(x T) U {
		switch x := float64(x); {
		case x != x:
			return 0
		case x >= float64(most):
			return U(most)
		case x <= float64(-most-1):
			return U(-most - 1)
		}
		return U(x)
	})
}

func integer[T Real]() bool { return T(1)/2 == 0 }

// Min returns the lesser of a and b.
func Min[T Real](a, b Vec[T]) Vec[T] {
	return Map2(a.check().kind, a, b, func(x, y T) T { return min(x, y) })
}

// Max returns the greater of a and b.
func Max[T Real](a, b Vec[T]) Vec[T] {
	return Map2(a.check().kind, a, b, func(x, y T) T { return max(x, y) })
}

// Div returns a / b: a reciprocal on the SFU and one FP32 instruction, or
// eight FP64 ones for float64. The counts are assumed.
func Div[T float32 | float64](a, b Vec[T]) Vec[T] {
	m := a.check()
	reciprocal := one(gpumodel.SFU, m, b.made, 0)
	steps := 1
	if m.kind == gpumodel.FP64 {
		steps = 8 // assumed: two Newton steps and the correction
	}
	made := reciprocal.made
	for range steps - 1 {
		made = m.w.issue(m.kind, true, a.made, made, 0)
	}
	b.made = made
	return Map2(m.kind, a, b, func(x, y T) T { return x / y })
}

// Sqrt returns the square root of a, for one SFU instruction.
func Sqrt[T float32 | float64](a Vec[T]) Vec[T] {
	return Map(gpumodel.SFU, a, func(x T) T { return T(math.Sqrt(float64(x))) })
}

// Xor returns a xor b.
func Xor(a, b Vec[int]) Vec[int] {
	return Map2(gpumodel.FP32, a, b, func(x, y int) int { return x ^ y })
}

// Offset returns a + n as an address, for an access has room for a constant beside its register: no
// instruction, and it waits for what a waits for. To compute with, use Plus. That the constant is one
// that the GPU has room for is not checked: global memory's is 2^23 bytes either way on NVIDIA's
// from Volta on, 4 KB on AMD's GFX9 and 2 KB on GFX10.
func Offset(a Vec[int], n int) Vec[int] {
	r := fill(a.with(a), n)
	r.def, r.made = r.mem.w.active, a.made
	for i, z := 0, r.lanes(); i < len(z); i++ {
		z[i] += a.v[i]
	}
	return r
}

// And returns the bits of a that n has.
func And(a Vec[int], n int) Vec[int] {
	return Map(gpumodel.FP32, a, func(x int) int { return x & n })
}

// DivMod returns a / n and a mod n, both as Go has them, for one instruction each where n is a power
// of two and three and one elsewhere, by a multiplication with the reciprocal
// (assumed). An n below 1 is a fault.
func DivMod(a Vec[int], n int) (quotient, remainder Vec[int]) {
	m := a.check()
	if n < 1 {
		m.w.refuse(-1, "DivMod by %d, want 1 or more", n)
	}
	if n&(n-1) == 0 {
		quotient = Map(gpumodel.FP32, a, func(x int) int { return x / n })
		return quotient, Map(gpumodel.FP32, a, func(x int) int { return x % n })
	}
	step := a
	for range 2 {
		step.made = m.w.issue(gpumodel.FP32, true, step.made, 0, 0)
	}
	quotient = Map(gpumodel.FP32, step, func(x int) int { return x / n })
	return quotient, Map2(gpumodel.FP32, quotient, a, func(q, x int) int { return x - q*n })
}

// one issues a single instruction and returns room in m for its result.
func one[T Number](kind gpumodel.Kind, m *arena[T], a, b uint32) Vec[T] {
	w := m.w
	if kind > gpumodel.Scalar {
		w.refuse(-1, "Map as %v, want FP32, FP64, SFU or scalar", kind)
	}
	if w.m.EveryLine {
		w.arithmeticLine()
	}
	return Vec[T]{m, m.alloc(), w.active, w.issue(kind, true, a, b, 0), m.life}
}

// arenaOf returns the wavefront's arena of a type.
func arenaOf[T Number](w *Wavefront) *arena[T] {
	var m any = &w.ints
	switch any((*T)(nil)).(type) {
	case *int32:
		m = &w.int32s
	case *float32:
		m = &w.float32s
	case *float64:
		m = &w.float64s
	case *complex64:
		m = &w.complexes
	}
	return m.(*arena[T])
}
