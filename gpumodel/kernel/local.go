package kernel

import (
	"fmt"

	"lanebook/gpumodel"
)

// Local is an array in the LDS (shared memory): one for each workgroup. Its
// content is undefined until it is written.
type Local[T Element] struct {
	w    *Wavefront
	life uint32 // of it
	*shared[T]
}

// shared is what the wavefronts of a workgroup have of an array in common.
type shared[T Element] struct {
	array
	cells []cell[T]
	adds  []mark // by element, of atomics; nil before the first
}

// cell is an element, and who has read and written it: together, for they are used together.
type cell[T Element] struct {
	read, write mark
	value       T
}

// local is a shared array of any type.
type local interface{ describe() string }

func (s *shared[T]) describe() string {
	return fmt.Sprintf("%s of %d elements of %d bytes", s.name, s.n, s.size)
}

// NewLocal declares an array of n elements in the LDS, as __shared__ does in
// CUDA. Every wavefront must declare the same arrays in the same order; the
// name is for messages. The arrays together must fit the device's LDS.
func NewLocal[T Element](w *Wavefront, name string, n int) Local[T] {
	if w.m.current != w {
		w.m.foreign()
	}
	g := w.group
	if n < 1 || n > 1<<28 {
		w.refuse(-1, "LDS array %s of %d elements, want 1 to 2^28", name, n)
	}
	base := (w.declaredBytes + 15) &^ 15 // so that 16-byte accesses are aligned
	w.declaredBytes = base + gpumodel.Bytes(n)*SizeOf[T]()
	takes := w.m.repadded(w.declaredBytes)
	if takes > w.m.Device.LDS.Size {
		w.refuse(-1, "LDS arrays take %d bytes with %s, want at most the device's %d", takes, name, w.m.Device.LDS.Size)
	}
	w.m.ldsBytes = max(w.m.ldsBytes, takes)
	if w.declared == len(g.locals) {
		g.locals = append(g.locals, &shared[T]{array: array{name, base, n, SizeOf[T]()}, cells: make([]cell[T], n)})
	}
	s, ok := g.locals[w.declared].(*shared[T])
	if !ok || s.n != n || s.name != name {
		mine := shared[T]{array: array{name: name, n: n, size: SizeOf[T]()}}
		w.refuse(-1, "LDS array %d is %s here, but another wavefront or workgroup declared %s: all must declare the same",
			w.declared, mine.describe(), g.locals[w.declared].describe())
	}
	w.declared++
	return Local[T]{w, w.ints.life, s}
}

// Load returns element i of each lane.
func (l Local[T]) Load(i Vec[int]) Vec[T] {
	l.w.here()
	return l.load(i, 1)[0]
}

// Load2 returns elements i and i+1 of each lane, in one access of twice the
// element's size: i must be even, and the element at most 8 bytes.
func (l Local[T]) Load2(i Vec[int]) (a, b Vec[T]) {
	l.w.here()
	r := l.load(i, 2)
	return r[0], r[1]
}

// Load4 returns elements i to i+3 of each lane in one 16-byte access: i must be
// a multiple of 4, and the element of 4 bytes.
func (l Local[T]) Load4(i Vec[int]) (a, b, c, d Vec[T]) {
	l.w.here()
	r := l.load(i, 4)
	return r[0], r[1], r[2], r[3]
}

// Store writes v to element i of each lane.
func (l Local[T]) Store(i Vec[int], v Vec[T]) {
	l.w.here()
	l.store(i, v)
}

// Store2 writes elements i and i+1 of each lane in one access; see Load2.
func (l Local[T]) Store2(i Vec[int], a, b Vec[T]) {
	l.w.here()
	l.store(i, a, b)
}

// Store4 writes elements i to i+3 of each lane in one access; see Load4.
func (l Local[T]) Store4(i Vec[int], a, b, c, d Vec[T]) {
	l.w.here()
	l.store(i, a, b, c, d)
}

// check returns the wavefront of an array that the running one may use, with that index.
func (l Local[T]) check(i Vec[int]) *Wavefront {
	if l.life != l.w.ints.life {
		l.w.m.foreign()
	}
	i.checkIn(&l.w.ints)
	return l.w
}

func (l Local[T]) load(i Vec[int], n int) (r [4]Vec[T]) {
	w := l.check(i)
	w.place(gpumodel.Load, i, l.array, n)
	made := w.issueAccess(gpumodel.Local, gpumodel.Load, gpumodel.Bytes(n)*l.size, true, i.made, 0, 0)
	m := arenaOf[T](w)
	at, now := i.lanes(), w.now()
	for k := range n {
		r[k] = Vec[T]{m, m.alloc(), w.active, made, m.life}
		to := r[k].lanes()
		for lane, index := range at {
			if !w.active.Has(lane) {
				continue
			}
			c := &l.cells[index+k]
			now.lane = uint8(lane)
			switch at := c.write.epoch; {
			case at < w.group.first || at == now.epoch || l.adds != nil:
				l.checkRead(&now, index+k)
			case c.read.epoch != now.epoch: // written before the last barrier, and not read since
				c.read.set(&now, now.lane, 0)
			case c.read.wave == now.wave && c.read.fence == now.fence: // read by this wavefront lately
				if c.read.lane != now.lane {
					c.read.lane, c.read.several = now.lane, max(c.read.several, severalLanes)
				}
				c.read.site = now.site
			default:
				c.read.note(&now)
			}
			to[lane] = c.value
		}
	}
	return r
}

func (l Local[T]) store(i Vec[int], v ...Vec[T]) {
	w, m := l.check(i), arenaOf[T](l.w)
	for k := range v {
		v[k].checkIn(m)
	}
	w.place(gpumodel.Store, i, l.array, len(v))
	w.issueAccess(gpumodel.Local, gpumodel.Store, gpumodel.Bytes(len(v))*l.size, false, i.made, v[0].made, v[len(v)-1].made)
	readAll(w, v)
	at, now := i.lanes(), w.now()
	for k := range v {
		from := v[k].lanes()
		for lane, index := range at {
			if !w.active.Has(lane) {
				continue
			}
			c := &l.cells[index+k]
			if c.read.epoch == now.epoch || c.write.epoch == now.epoch || l.adds != nil {
				now.lane = uint8(lane)
				l.checkWrite(&now, index+k, from[lane])
			} else { // the same, of what nobody has used since the last barrier
				c.write.set(&now, uint8(lane), 0)
			}
			c.value = from[lane]
		}
	}
}
