package kernel

import "lanebook/gpumodel"

// Shuffle returns, in each lane, a's value in the lane of the wavefront that from names there
// (__shfl_sync over a whole warp). It is one instruction through the LDS's data path, two of 8-byte numbers. A
// lane that is not active, or that the wavefront has not (CUDA goes round), cannot be read: that is a fault.
func (a Vec[T]) Shuffle(from Vec[int]) Vec[T] {
	w := a.check().w
	w.here()
	from.checkIn(&w.ints)
	var source [64]int
	copy(source[:], from.lanes())
	return a.shuffle(&source, from.made)
}

// ShuffleDown returns a's value n lanes further on (__shfl_down_sync): the last n lanes of the
// GPU's wavefront keep their own. See Shuffle.
func (a Vec[T]) ShuffleDown(n int) Vec[T] {
	a.check().w.here()
	return a.shuffled(n, func(lane int) int { return lane + n })
}

// ShuffleUp returns a's value n lanes before (__shfl_up_sync): the first n lanes keep their own. See Shuffle.
func (a Vec[T]) ShuffleUp(n int) Vec[T] {
	a.check().w.here()
	return a.shuffled(n, func(lane int) int { return lane - n })
}

// ShuffleXor returns a's value in the lane whose number differs in the bits of n
// (__shfl_xor_sync): a lane without such a partner keeps its own. See Shuffle.
func (a Vec[T]) ShuffleXor(n int) Vec[T] {
	a.check().w.here()
	return a.shuffled(n, func(lane int) int { return lane ^ n })
}

func (a Vec[T]) shuffled(by int, partner func(lane int) int) Vec[T] {
	var source [64]int
	n := a.mem.w.lanes
	if by < 0 {
		a.mem.w.refuse(-1, "shuffle by %d, want 0 or more", by)
	}
	for lane := range n {
		if source[lane] = partner(lane); source[lane] < 0 || source[lane] >= n {
			source[lane] = lane
		}
	}
	return a.shuffle(&source, 0)
}

// shuffle reads the lanes that source has, which instruction from made.
func (a Vec[T]) shuffle(source *[64]int, from uint32) Vec[T] {
	m := a.mem
	w := m.w
	for lane, other := range source[:w.lanes] {
		switch {
		case !w.active.Has(lane):
			other = lane
		case other < 0 || other >= w.lanes:
			w.refuse(w.Index*w.lanes+lane, "shuffle from lane %d, want lanes 0 to %d", other, w.lanes-1)
		case !w.active.Has(other):
			w.refuse(w.Index*w.lanes+lane, "shuffle from lane %d, which is not active: it hands out nothing", other)
		}
		w.addr[lane] = gpumodel.Bytes(4 * other)
	}
	made := uint32(0)
	for range m.words() {
		made = w.issueAccess(gpumodel.Local, gpumodel.Shuffle, 4, true, a.made, from, 0)
	}
	r := Vec[T]{m, m.alloc(), w.active, made, m.life}
	for lane, at := range w.addr[:w.lanes] {
		if w.active.Has(lane) {
			r.v[lane] = a.v[at/4]
		}
	}
	return r
}

// words returns how many registers a number takes.
func (m *arena[T]) words() int {
	switch any((*T)(nil)).(type) {
	case *float64, *complex64:
		return 2
	}
	return 1
}
