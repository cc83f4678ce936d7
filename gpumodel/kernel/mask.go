package kernel

import "lanebook/gpumodel"

// Mask is a condition: true or false in every lane.
type Mask struct {
	w    *Wavefront
	set  gpumodel.LaneMask // lanes in which it is true
	def  gpumodel.LaneMask // lanes in which it was computed
	made uint32
	life uint32
}

// Less returns a < b. Complex numbers have no order: a fault.
func (a Vec[T]) Less(b Vec[T]) Mask {
	m := a.compare(b)
	m.set = m.def & less(a.v, b.v, m.w.lanes)
	return m
}

// Below returns a < n, for the same number in all lanes.
func (a Vec[T]) Below(n T) Mask { return a.Less(fill(a.check(), n)) }

// Equal returns a == b.
func (a Vec[T]) Equal(b Vec[T]) Mask {
	m := a.compare(b)
	y := b.lanes()
	for i, x := range a.lanes() {
		if x == y[i] {
			m.set |= m.def & (1 << i)
		}
	}
	return m
}

// Is returns a == n, for the same number in all lanes.
func (a Vec[T]) Is(n T) Mask { return a.Equal(fill(a.check(), n)) }

// And returns a and b.
func (a Mask) And(b Mask) Mask { return a.combine(b, a.set&b.set) }

// Or returns a or b.
func (a Mask) Or(b Mask) Mask { return a.combine(b, a.set|b.set) }

// Not returns not a. It costs no instruction: a branch can go either way.
func (a Mask) Not() Mask {
	a.check()
	a.set = a.def &^ a.set
	return a
}

// Lanes returns the lanes in which the condition is true, for looking at it in
// Go: no instruction.
func (a Mask) Lanes() gpumodel.LaneMask { return a.set }

// Select returns a where the condition is true, b elsewhere.
func Select[T Number](where Mask, a, b Vec[T]) Vec[T] {
	where.check()
	m := a.with(b)
	r := m.issue(1, 2, where.made, a.made, b.made)
	x, y, z := a.lanes(), b.lanes(), r.lanes()
	for i := range z {
		if z[i] = y[i]; where.set.Has(i) {
			z[i] = x[i]
		}
	}
	return r
}

// compare issues a comparison. Its outcome is still false in every lane.
func (a Vec[T]) compare(b Vec[T]) Mask {
	m := a.with(b)
	w := m.w
	if w.m.EveryLine {
		w.arithmeticLine()
	}
	return Mask{w, 0, w.active, w.issue(m.kind, true, a.made, b.made, 0), w.ints.life}
}

func (a Mask) combine(b Mask, set gpumodel.LaneMask) Mask {
	w := a.check()
	b.check()
	if w.m.EveryLine {
		w.arithmeticLine()
	}
	return Mask{w, set & w.active, w.active, w.issue(gpumodel.FP32, true, a.made, b.made, 0), a.life}
}

// check returns the wavefront of a Mask that its active lanes may use.
func (a Mask) check() *Wavefront {
	w := a.w
	if w == nil {
		panic("a Mask is used before it is assigned")
	}
	if a.life != w.ints.life || w.m.current != w {
		w.m.foreign()
	}
	if missing := w.active &^ a.def; missing != 0 {
		w.refuse(w.first(missing), "a condition that this lane never computed: it was masked off then")
	}
	return w
}

// less returns the lanes in which a < b.
func less[T Number](a, b *[64]T, lanes int) gpumodel.LaneMask {
	switch a := any(a).(type) {
	case *[64]int:
		return below(a, any(b).(*[64]int), lanes)
	case *[64]int32:
		return below(a, any(b).(*[64]int32), lanes)
	case *[64]float32:
		return below(a, any(b).(*[64]float32), lanes)
	case *[64]float64:
		return below(a, any(b).(*[64]float64), lanes)
	}
	panic("complex numbers have no order")
}

func below[T Real](a, b *[64]T, lanes int) (set gpumodel.LaneMask) {
	for i := range lanes & 127 {
		if a[i] < b[i] {
			set |= 1 << i
		}
	}
	return set
}
