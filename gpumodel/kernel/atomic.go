package kernel

import "lanebook/gpumodel"

// Add atomically adds v to element i of each lane, of int32 or float32 (atomicAdd whose result
// nobody reads). Of a Function it is a fault; a Forgetful array forgets it.
//
// It may be called by several goroutines at once, as a whole GPU's kernels are (package chip). In which order
// floating-point numbers are added is then not defined, as on a GPU: the last bits may differ.
func (g *Global[T]) Add(i Vec[int], v Vec[T]) {
	w := i.check().w
	w.here()
	g.add(w, i, v, false)
}

// FetchAdd does the same and returns what was there before. Lanes that name the same
// element come one after another; those of other wavefronts in an order that several goroutines do
// not define.
func (g *Global[T]) FetchAdd(i Vec[int], v Vec[T]) Vec[T] {
	w := i.check().w
	w.here()
	return g.add(w, i, v, true)
}

func (g *Global[T]) add(w *Wavefront, i Vec[int], v Vec[T], returns bool) Vec[T] {
	m := arenaOf[T](w)
	v.checkIn(m)
	op := gpumodel.Atomic
	switch any((*T)(nil)).(type) {
	case *int32:
	case *float32:
		op = gpumodel.AtomicFloat
	default:
		w.refuse(-1, "atomic addition to %s, want elements of int32 or float32", g.name)
	}
	if g.at != nil && !g.forgets {
		w.refuse(-1, "atomic addition to %s, which is a Function: it can only be loaded", g.name)
	}
	made := g.access(w, gpumodel.Global, op, returns, i, 1, v.made, 0)
	r := Vec[T]{m, m.alloc(), w.active, made, m.life}
	if g.forgets && !returns {
		return r
	}
	g.adding.Lock()
	defer g.adding.Unlock()
	for lane, index := range i.lanes() {
		switch {
		case !w.active.Has(lane):
		case g.forgets:
			r.v[lane] = g.at(index)
		default:
			r.v[lane] = g.Data[index]
			g.Data[index] += v.v[lane]
		}
	}
	return r
}

// Add atomically adds v to element i of each lane, of int32 (atomicAdd on shared memory).
// NVIDIA has no instruction for floating-point numbers there, for which compilers write a loop of
// compare-and-swaps: here they are a fault. Lanes that name the same element are served one after another.
func (l Local[T]) Add(i Vec[int], v Vec[T]) {
	l.w.here()
	l.add(gpumodel.Atomic, i, v, false)
}

// FetchAdd does the same and returns what was there before: lanes that name the same
// element come in their order.
func (l Local[T]) FetchAdd(i Vec[int], v Vec[T]) Vec[T] {
	l.w.here()
	return l.add(gpumodel.Atomic, i, v, true)
}

// Count atomically adds 1 to element i of each lane, of int32. Compilers make of
// atomicAdd(&a[i], 1), whose result nobody reads, an instruction that counts the lanes
// of an element at once.
func (l Local[T]) Count(i Vec[int]) {
	l.w.here()
	m := arenaOf[T](l.w)
	one := fill(m, 1)
	l.add(gpumodel.AtomicCount, i, one, false)
}

func (l Local[T]) add(op gpumodel.Op, i Vec[int], v Vec[T], returns bool) Vec[T] {
	w, m := l.check(i), arenaOf[T](l.w)
	v.checkIn(m)
	if _, ok := any((*T)(nil)).(*int32); !ok {
		w.refuse(-1, "atomic addition to %s in the LDS, want elements of int32", l.name)
	}
	w.place(op, i, l.array, 1)
	made := w.issueAccess(gpumodel.Local, op, l.size, returns, i.made, v.made, 0)
	r := Vec[T]{m, m.alloc(), w.active, made, m.life}
	now := w.now()
	if l.adds == nil {
		l.adds = make([]mark, l.n)
	}
	for lane, index := range i.lanes() {
		if !w.active.Has(lane) {
			continue
		}
		now.lane = uint8(lane)
		l.checkAdd(&now, index)
		c := &l.cells[index]
		r.v[lane] = c.value
		c.value += v.v[lane]
	}
	return r
}
