package kernel

import "lanebook/gpumodel"

// arena holds the numbers of a wavefront's Vecs of one type. A long life takes new chunks
// from the heap, and the garbage collector takes the old ones back.
type arena[T Number] struct {
	w       *Wavefront
	kind    gpumodel.Kind // of arithmetic
	complex bool
	life    uint32

	chunk []T // in use, from at
	at    int
	held  [][]T  // chunks, for the next life of any wavefront
	free  *[][]T // those of the machine: what was used last is still in the processor's caches
}

// Sizes of an arena, in Vecs: of one chunk, and of one that is not kept; and chunks kept of a life.
const (
	chunkVecs  = 16
	longVecs   = 64
	keptChunks = 16
)

// chunks are a machine's that no wavefront holds.
type chunks struct {
	ints      [][]int
	int32s    [][]int32
	float32s  [][]float32
	float64s  [][]float64
	complexes [][]complex64
}

func (m *arena[T]) init(w *Wavefront, kind gpumodel.Kind, free *[][]T) {
	m.w, m.kind, m.free = w, kind, free
	_, m.complex = any(m).(*arena[complex64])
}

// end gives back what a life has held.
func (m *arena[T]) end() {
	m.life++
	m.chunk, m.at = nil, 0
	*m.free, m.held = append(*m.free, m.held...), m.held[:0]
}

// alloc returns room for one Vec, of which only the wavefront's lanes may be
// touched: the next Vec begins there. Its content is anything.
func (m *arena[T]) alloc() *[64]T {
	if m.at+64 > len(m.chunk) {
		m.grow()
	}
	v := (*[64]T)(m.chunk[m.at:])
	m.at += m.w.lanes
	return v
}

func (m *arena[T]) grow() {
	m.at = 0
	if len(m.held) == keptChunks {
		m.chunk = make([]T, (longVecs-1)*m.w.lanes+64)
		return
	}
	if last := len(*m.free) - 1; last >= 0 {
		m.chunk, *m.free = (*m.free)[last], (*m.free)[:last]
	} else {
		m.chunk = make([]T, (chunkVecs-1)*m.w.lanes+64)
	}
	m.held = append(m.held, m.chunk)
}

// issue executes an operation on the arena's type and returns room for its
// result. Of a complex operation's instructions, which follow each other, the
// last completes last: it stands for all.
func (m *arena[T]) issue(real, complex int, a, b, c uint32) Vec[T] {
	w, n := m.w, real
	if m.complex {
		n = complex
	}
	if w.m.EveryLine {
		w.arithmeticLine()
	}
	made := uint32(0)
	for range n {
		made = w.issue(m.kind, true, a, b, c)
	}
	return Vec[T]{m, m.alloc(), w.active, made, m.life}
}

// fill returns the same number in all lanes.
func fill[T Number](m *arena[T], n T) Vec[T] {
	r := Vec[T]{m, m.alloc(), gpumodel.AllLanes(64), 0, m.life}
	for i, z := 0, r.lanes(); i < len(z); i++ {
		z[i] = n
	}
	return r
}
