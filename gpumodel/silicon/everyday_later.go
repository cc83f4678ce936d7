package silicon

import "lanebook/gpumodel/kernel"

// The second eight of everyday.cu.

// scan adds up what is before each number, in blocks of 512, by a tree in local memory (Blelloch 1990), unpadded. When
// the model told, lanes out of the tree jumped over its steps; a compiler switches them off.
func scan(n int) kernel.Kernel {
	const half, size = 256, 512
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", n), forgetful(&m, "out", n)
	return func(w *kernel.Wavefront) {
		s, t := kernel.NewLocal[float32](w, "s", size), w.Linear()
		base := t.Plus(size * w.Group.X)
		a, b := in.Load(base), in.Load(base.Plus(half))
		s.Store(t, a)
		s.Store(t.Plus(half), b)
		step := func(d int, do func(a, b kernel.Int)) {
			w.Barrier()
			w.Predicate(t.Below(d), func() {
				at := t.Times(size / d).Plus(half/d - 1)
				do(at, at.Plus(half/d))
			})
		}
		for d := half; d > 0; d /= 2 {
			step(d, func(a, b kernel.Int) { s.Store(b, s.Load(b).Add(s.Load(a))) })
		}
		w.Predicate(t.Is(0), func() { s.Store(w.Int(size-1), w.Float32(0)) })
		for d := 1; d < size; d *= 2 {
			step(d, func(a, b kernel.Int) {
				p, q := s.Load(a), s.Load(b)
				s.Store(a, q)
				s.Store(b, q.Add(p))
			})
		}
		w.Barrier()
		out.Store(base, s.Load(t))
		out.Store(base.Plus(half), s.Load(t.Plus(half)))
	}
}

// julia counts for each pixel how long a number stays small: lanes leave the loop one by one.
func julia(n int) kernel.Kernel {
	const most = 64
	var m kernel.GlobalMemory
	out := kernel.Forgetful(&m, "out", n*n, func(int) int32 { return 0 })
	return func(w *kernel.Wavefront) {
		x, y := w.GlobalX(), w.GlobalY()
		u := kernel.To[float32](x).TimesPlus(3/float32(n), w.Float32(-1.5))
		v := kernel.To[float32](y).TimesPlus(2/float32(n), w.Float32(-1))
		p, q, k := u.Mul(u), v.Mul(v), w.Int(0)
		w.While(func() kernel.Mask { return p.Add(q).Below(4).And(k.Below(most)) }, func() {
			kernel.Set(&v, u.Add(u).FMA(v, w.Float32(0.6)))
			kernel.Set(&u, p.Sub(q).Plus(-0.4))
			kernel.Set(&p, u.Mul(u))
			kernel.Set(&q, v.Mul(v))
			kernel.Set(&k, k.Plus(1))
		})
		out.Store(y.TimesPlus(n, x), kernel.To[int32](k))
	}
}

// heat is a step of a plate's temperature, of each point and its four neighbours.
func heat(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", (n+2)*(n+2)), forgetful(&m, "out", n*n)
	return func(w *kernel.Wavefront) {
		x, y := w.GlobalX(), w.GlobalY()
		at := y.TimesPlus(n+2, x)
		up, left, c, right, down := in.Load(at.Plus(1)), in.Load(at.Plus(n+2)), in.Load(at.Plus(n+3)), in.Load(at.Plus(n+4)), in.Load(at.Plus(2*n+5))
		sum := c.TimesPlus(-4, up.Add(down).Add(left).Add(right))
		out.Store(y.TimesPlus(n, x), sum.TimesPlus(0.1, c))
	}
}

// structs reads four fields of eight of each structure.
func structs(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", 8*n), forgetful(&m, "out", n)
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		at := i.Times(8)
		x, y, z, mass := in.Load(at.Plus(3)), in.Load(at.Plus(4)), in.Load(at.Plus(5)), in.Load(at.Plus(6))
		out.Store(i, mass.Mul(z.FMA(z, y.FMA(y, x.Mul(x)))))
	}
}

// horner is a polynomial of degree 24 in doubles.
func horner(n int) kernel.Kernel {
	const degree = 24
	var m kernel.GlobalMemory
	in := kernel.Function(&m, "in", n, func(int) float64 { return 0 })
	out := kernel.Forgetful(&m, "out", n, func(int) float64 { return 0 })
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		x, p := in.Load(i), w.Float64(1)
		for k := range degree {
			p = p.FMA(x, w.Float64(1/float64(k+2)))
		}
		out.Store(i, p)
	}
}

// floyd is a step of Floyd's and Warshall's shortest ways, by way of the seventh place.
func floyd(n int) kernel.Kernel {
	const by = 7
	var m kernel.GlobalMemory
	d := forgetful(&m, "d", n*n)
	return func(w *kernel.Wavefront) {
		j, row := w.GlobalX(), w.Group.Y*n
		from, to, way := d.Load(w.Int(row+by)), d.Load(j.Plus(by*n)), d.Load(j.Plus(row))
		d.Store(j.Plus(row), kernel.Min(way, from.Add(to)))
	}
}

// embed fetches rows of 128 numbers by chance from a table of 128 MB, a warp to a row.
func embed(rows int) kernel.Kernel {
	const width, table = 128, 1 << 18
	var m kernel.GlobalMemory
	id := kernel.Function(&m, "id", rows, func(i int) int32 { return int32(mixed(uint32(i)) & (table - 1)) })
	in, out := zeros(&m, "table", width*table), forgetful(&m, "out", width*rows)
	return func(w *kernel.Wavefront) {
		row, lane := w.Group.X*w.Workgroup.X/32+w.Index, w.Lane().Times(4)
		from := kernel.To[int](id.Load(w.Int(row)))
		a, b, c, d := in.Load4(from.TimesPlus(width, lane))
		out.Store4(lane.Plus(width*row), a, b, c, d)
	}
}

// dot is a dot product: 1056 workgroups go through both vectors, and each adds its sum to one word.
func dot(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	a, b, sum := zeros(&m, "a", n), zeros(&m, "b", n), forgetful(&m, "sum", 1)
	return func(w *kernel.Wavefront) {
		part, lane, t := kernel.NewLocal[float32](w, "part", 8), w.Lane(), w.Float32(0)
		all := func() {
			for apart := 16; apart > 0; apart /= 2 {
				t = t.Add(t.ShuffleXor(apart))
			}
		}
		for i := w.Group.X*256 + w.Index*32; i < n; i += 256 * stridedGroups {
			at := lane.Plus(i)
			t = a.Load(at).FMA(b.Load(at), t)
		}
		all()
		w.If(lane.Is(0), func() { part.Store(w.Int(w.Index), t) })
		w.Barrier()
		w.If(w.Linear().Is(0), func() {
			t = part.Load(w.Int(0))
			for k := 1; k < 8; k++ {
				t = t.Add(part.Load(w.Int(k)))
			}
			sum.Add(w.Int(0), t)
		})
	}
}
