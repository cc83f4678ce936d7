package kernel

import (
	"fmt"
	"sync"

	"lanebook/gpumodel"
)

// Element is what memory can hold. Its size, 4 or 8 bytes, is the width of each
// lane's access; Load2, Load4 and their stores move several at once.
type Element interface {
	int32 | float32 | float64 | complex64
}

// GlobalMemory hands out addresses of global memory: an array begins where the one
// before it ended, rounded up to 256 bytes, as cudaMalloc rounds. The zero
// value is an empty memory. It has 2^62 bytes.
type GlobalMemory struct{ next gpumodel.Bytes }

// Global is an array in global memory.
type Global[T Element] struct {
	Data []T // its elements; nil for a Function

	name string
	base gpumodel.Bytes
	n    int
	at   func(int) T

	forgets bool // what is stored
	adding  sync.Mutex
}

// NewGlobal returns an array of n zeroes. The name is for messages.
func NewGlobal[T Element](m *GlobalMemory, name string, n int) *Global[T] {
	return Upload(m, name, make([]T, max(n, 0)))
}

// Upload returns an array whose elements are those of the slice, which is not
// copied: stores of the kernel change it.
func Upload[T Element](m *GlobalMemory, name string, data []T) *Global[T] {
	g := newGlobal[T](m, name, len(data))
	g.Data = data
	return g
}

// Function returns an array of n elements that are computed when they are
// loaded and cannot be stored: a volume too large to be held. One for which the memory
// has no addresses left is a fault when it is loaded.
func Function[T Element](m *GlobalMemory, name string, n int, at func(i int) T) *Global[T] {
	g := newGlobal[T](m, name, n)
	g.at = at
	return g
}

// Forgetful returns an array as Function does, which can be stored to, and forgets what is: for
// a launch of which only the time is wanted, over arrays too large to be held.
func Forgetful[T Element](m *GlobalMemory, name string, n int, at func(i int) T) *Global[T] {
	g := Function(m, name, n, at)
	g.forgets = true
	return g
}

func newGlobal[T Element](m *GlobalMemory, name string, n int) *Global[T] {
	const alignment, space = 256, gpumodel.Bytes(1) << 62
	g := &Global[T]{name: name, base: m.next, n: max(n, 0)}
	if gpumodel.Bytes(g.n) > (space-m.next)/SizeOf[T]() {
		g.base = -1
		return g
	}
	m.next += (gpumodel.Bytes(g.n)*SizeOf[T]() + alignment - 1) &^ (alignment - 1)
	return g
}

// Len returns the number of elements.
func (g *Global[T]) Len() int { return g.n }

// Base returns the address of the first element, −1 where the memory had none left.
func (g *Global[T]) Base() gpumodel.Bytes { return g.base }

// Load returns element i of each lane.
func (g *Global[T]) Load(i Vec[int]) Vec[T] {
	w := i.check().w
	w.here()
	return g.load(w, gpumodel.Global, i, 1)[0]
}

// Load2 returns elements i and i+1 of each lane, in one access of twice the
// element's size: i must be even, and the element at most 8 bytes.
func (g *Global[T]) Load2(i Vec[int]) (a, b Vec[T]) {
	w := i.check().w
	w.here()
	r := g.load(w, gpumodel.Global, i, 2)
	return r[0], r[1]
}

// Load4 returns elements i to i+3 of each lane in one 16-byte access: i must be
// a multiple of 4, and the element of 4 bytes.
func (g *Global[T]) Load4(i Vec[int]) (a, b, c, d Vec[T]) {
	w := i.check().w
	w.here()
	r := g.load(w, gpumodel.Global, i, 4)
	return r[0], r[1], r[2], r[3]
}

// Fetch returns element i of each lane through the texture unit.
func (g *Global[T]) Fetch(i Vec[int]) Vec[T] {
	w := i.check().w
	w.here()
	return g.load(w, gpumodel.Texture, i, 1)[0]
}

// Store writes v to element i of each lane. Where lanes store to the same
// element, the last lane's value stays; no GPU promises that.
func (g *Global[T]) Store(i Vec[int], v Vec[T]) {
	w := i.check().w
	w.here()
	g.store(w, i, v)
}

// Store2 writes elements i and i+1 of each lane in one access; see Load2.
func (g *Global[T]) Store2(i Vec[int], a, b Vec[T]) {
	w := i.check().w
	w.here()
	g.store(w, i, a, b)
}

// Store4 writes elements i to i+3 of each lane in one access; see Load4.
func (g *Global[T]) Store4(i Vec[int], a, b, c, d Vec[T]) {
	w := i.check().w
	w.here()
	g.store(w, i, a, b, c, d)
}

func (g *Global[T]) load(w *Wavefront, kind gpumodel.Kind, i Vec[int], n int) (r [4]Vec[T]) {
	made := g.access(w, kind, gpumodel.Load, true, i, n, 0, 0)
	m := arenaOf[T](w)
	for k := range n {
		r[k] = Vec[T]{m, m.alloc(), w.active, made, m.life}
		g.read(w.active, i.lanes(), k, r[k].lanes())
	}
	return r
}

// read copies element i+k of each lane.
func (g *Global[T]) read(active gpumodel.LaneMask, i []int, k int, to []T) {
	for lane, index := range i {
		switch {
		case !active.Has(lane):
		case g.at != nil:
			to[lane] = g.at(index + k)
		default:
			to[lane] = g.Data[index+k]
		}
	}
}

func (g *Global[T]) store(w *Wavefront, i Vec[int], v ...Vec[T]) {
	m := arenaOf[T](w)
	for k := range v {
		v[k].checkIn(m)
	}
	if g.at != nil && !g.forgets {
		w.refuse(-1, "store to %s, which is a Function: it can only be loaded", g.name)
	}
	g.access(w, gpumodel.Global, gpumodel.Store, false, i, len(v), v[0].made, v[len(v)-1].made)
	readAll(w, v)
	if g.forgets {
		return
	}
	for k := range v {
		from := v[k].lanes()
		for lane, index := range i.lanes() {
			if w.active.Has(lane) {
				g.Data[index+k] = from[lane]
			}
		}
	}
}

// access issues a load, store or atomic of n elements a lane, all inside the array.
func (g *Global[T]) access(w *Wavefront, kind gpumodel.Kind, op gpumodel.Op, returns bool, i Vec[int], n int, a, b uint32) uint32 {
	if g.at == nil && len(g.Data) != g.n { // someone has put another slice there
		w.refuse(-1, "%s has %d elements in Data, want the %d it was made with", g.name, len(g.Data), g.n)
	}
	if g.base < 0 {
		w.refuse(-1, "%s of %d elements does not fit into the 2^62 bytes of global memory", g.name, g.n)
	}
	w.place(op, i, array{g.name, g.base, g.n, SizeOf[T]()}, n)
	return w.issueAccess(kind, op, gpumodel.Bytes(n)*SizeOf[T](), returns, i.made, a, b)
}

// array is what the addresses of an access depend on.
type array struct {
	name string
	base gpumodel.Bytes
	n    int // elements
	size gpumodel.Bytes
}

// place computes the address of every active lane, n elements from index i on,
// and refuses what lies outside the array or is not aligned.
func (w *Wavefront) place(op gpumodel.Op, i Vec[int], a array, n int) {
	if width := gpumodel.Bytes(n) * a.size; width > 16 {
		w.refuse(-1, "%v of %d bytes a lane, want at most 16", op, width)
	}
	for lane, index := range i.lanes() {
		if !w.active.Has(lane) {
			w.addr[lane] = 0
			continue
		}
		if index < 0 || index > a.n-n || index&(n-1) != 0 {
			w.misplaced(op, lane, index, a, n)
		}
		w.addr[lane] = a.base + gpumodel.Bytes(index)*a.size
	}
}

func (w *Wavefront) misplaced(op gpumodel.Op, lane, index int, a array, n int) {
	what := fmt.Sprintf("%v of %s[%d]", op, a.name, index)
	if n > 1 {
		what += fmt.Sprintf(" and %d more", n-1)
	}
	lane += w.Index * w.lanes
	if index&(n-1) != 0 {
		w.refuse(lane, "%s, want a multiple of %d", what, n)
	}
	if a.n < n {
		w.refuse(lane, "%s, an array of %d, want one of %d or more", what, a.n, n)
	}
	w.refuse(lane, "%s, want 0 to %d", what, a.n-n)
}

// SizeOf returns the size of an element in memory: 4 or 8 bytes.
func SizeOf[T Element]() gpumodel.Bytes {
	switch any((*T)(nil)).(type) {
	case *float64, *complex64:
		return 8
	}
	return 4
}
