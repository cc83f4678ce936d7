package silicon

import (
	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// The third eight of everyday.cu, told with their machine code in view: what it loads first, switches off and counts
// they do too, but for the additions of addresses.

// tiles is a product by tiles of 64, of which each lane has 4 by 4: the factor whose columns it wants is stored with
// conflicts.
func tiles(n int) kernel.Kernel {
	const edge, deep = 64, 16
	var m kernel.GlobalMemory
	a, b, c := zeros(&m, "a", n*n), zeros(&m, "b", n*n), forgetful(&m, "c", n*n)
	return func(w *kernel.Wavefront) {
		p, q := kernel.NewLocal[float32](w, "p", deep*edge), kernel.NewLocal[float32](w, "q", deep*edge)
		y, x := kernel.DivMod(w.Linear(), 16)
		row, column := w.Group.Y*edge, w.Group.X*edge
		var s [4][4]kernel.Float32
		for i := range s {
			for j := range s[i] {
				s[i][j] = w.Float32(0)
			}
		}
		fromA, fromB := y.Plus(row).TimesPlus(n, x), y.TimesPlus(n, x).Plus(column)
		toP, toQ := x.TimesPlus(edge, y), y.TimesPlus(edge, x)
		y4, x4 := y.Times(4), x.Times(4)
		for k := 0; k < n; k += deep {
			var u, v [4]kernel.Float32
			for i := range u {
				u[i] = a.Load(fromA.Plus(16*i*n + k))
			}
			for i := range v {
				v[i] = b.Load(fromB.Plus(k*n + 16*i))
			}
			for i := range u {
				p.Store(toP.Plus(16*i), u[i])
			}
			for i := range v {
				q.Store(toQ.Plus(16*i), v[i])
			}
			w.Barrier()
			for j := range deep {
				u[0], u[1], u[2], u[3] = p.Load4(y4.Plus(edge * j))
				v[0], v[1], v[2], v[3] = q.Load4(x4.Plus(edge * j))
				for i := range s {
					for o := range s[i] {
						s[i][o] = u[i].FMA(v[o], s[i][o])
					}
				}
			}
			w.Barrier()
		}
		for i := range s {
			c.Store4(y4.Plus(row+i).TimesPlus(n, x4).Plus(column), s[i][0], s[i][1], s[i][2], s[i][3])
		}
	}
}

// bins counts how often each of 256 values comes, in local memory.
func bins(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	in := kernel.Function(&m, "in", n, func(i int) int32 { return int32(mixed(uint32(i)) >> 1) })
	out := kernel.Forgetful(&m, "out", 256, func(int) int32 { return 0 })
	return func(w *kernel.Wavefront) {
		h, t := kernel.NewLocal[int32](w, "h", 256), w.Linear()
		h.Store(t, kernel.To[int32](w.Int(0)))
		w.Barrier()
		for i := w.Group.X*256 + w.Index*32; i < n; i += 256 * stridedGroups {
			h.Count(kernel.And(kernel.To[int](in.Load(w.Lane().Plus(i))), 255))
		}
		w.Barrier()
		out.Add(t, h.Load(t))
	}
}

// sorts sorts blocks of 512 in local memory, in 45 steps.
func sorts(n int) kernel.Kernel {
	const half, size = 256, 512
	var m kernel.GlobalMemory
	in := kernel.Function(&m, "in", n, func(i int) int32 { return int32(mixed(uint32(i)) >> 1) })
	out := kernel.Forgetful(&m, "out", n, func(int) int32 { return 0 })
	return func(w *kernel.Wavefront) {
		s, t := kernel.NewLocal[int32](w, "s", size), w.Linear()
		at := t.Plus(size * w.Group.X)
		a, b := in.Load(at), in.Load(at.Plus(half))
		s.Store(t, a)
		s.Store(t.Plus(half), b)
		for k := 2; k <= size; k *= 2 {
			for j := k / 2; j > 0; j /= 2 {
				w.Barrier()
				i := t.TimesPlus(2, kernel.And(t, j-1).Times(-1))
				p, q := s.Load(i), s.Load(i.Plus(j))
				up, less, more := kernel.And(i, k).Is(0), kernel.Min(p, q), kernel.Max(p, q)
				s.Store(i, kernel.Select(up, less, more))
				s.Store(i.Plus(j), kernel.Select(up, more, less))
			}
		}
		w.Barrier()
		out.Store(at, s.Load(t))
		out.Store(at.Plus(half), s.Load(t.Plus(half)))
	}
}

// lattice is a step of a fluid on a lattice of nine velocities, each in a plane of its own.
func lattice(n int) kernel.Kernel {
	ex, ey := [9]int{0, 1, 0, -1, 0, 1, -1, -1, 1}, [9]int{0, 0, 1, 0, -1, 1, 1, -1, -1}
	plane := (n + 2) * (n + 2)
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", 9*plane), forgetful(&m, "out", 9*plane)
	return func(w *kernel.Wavefront) {
		at := w.GlobalY().Plus(1).TimesPlus(n+2, w.GlobalX().Plus(1))
		var f [9]kernel.Float32
		for k := range f {
			f[k] = in.Load(at.Plus(k*plane - ey[k]*(n+2) - ex[k]))
		}
		rho, u, v := f[0], w.Float32(0), w.Float32(0)
		for k := 1; k < 9; k++ {
			rho = rho.Add(f[k])
			add := func(sum kernel.Float32, e int) kernel.Float32 {
				switch e {
				case 1:
					return sum.Add(f[k])
				case -1:
					return sum.Sub(f[k])
				}
				return sum
			}
			u, v = add(u, ex[k]), add(v, ey[k])
		}
		over := special(rho, func(v float64) float64 { return 1 / v })
		u, v = u.Mul(over), v.Mul(over)
		square := u.FMA(u, v.Mul(v)).TimesPlus(-1.5, w.Float32(1))
		weight := [3]kernel.Float32{rho.Times(4 / 9.0), rho.Times(1 / 9.0), rho.Times(1 / 36.0)}
		of := func(e kernel.Float32, with kernel.Float32, old kernel.Float32) kernel.Float32 {
			return with.FMA(e.Times(0.5).FMA(e, square.Add(e)), old.Times(-1)).TimesPlus(0.6, old)
		}
		for k := range f {
			var e kernel.Float32
			switch {
			case k == 0:
				e = w.Float32(0)
			case ex[k] == 0:
				e = v.Times(float32(3 * ey[k]))
			case ey[k] == 0:
				e = u.Times(float32(3 * ex[k]))
			case ex[k] == ey[k]:
				e = u.Add(v).Times(float32(3 * ex[k]))
			default:
				e = u.Sub(v).Times(float32(3 * ex[k]))
			}
			out.Store(at.Plus(k*plane), of(e, weight[min(1, k)+k/5], f[k]))
		}
	}
}

// darts throws 64 at a quarter of a circle, by a generator of whole numbers.
func darts(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	out := kernel.Forgetful(&m, "out", n, func(int) int32 { return 0 })
	whole := func(v kernel.Int, f func(uint32) uint32) kernel.Int {
		return kernel.Map(gpumodel.FP32, v, func(i int) int { return int(f(uint32(i))) })
	}
	return func(w *kernel.Wavefront) {
		i, k, hits := w.GlobalX(), w.Int(0), w.Int(0)
		s := whole(i, func(i uint32) uint32 { return i*2654435761 + 1 })
		w.While(func() kernel.Mask { return k.Below(64) }, func() {
			for _, shifted := range []func(uint32) uint32{
				func(s uint32) uint32 { return s << 13 }, func(s uint32) uint32 { return s >> 17 }, func(s uint32) uint32 { return s << 5 },
			} {
				kernel.Set(&s, kernel.Xor(s, whole(s, shifted)))
			}
			x := kernel.To[float32](whole(s, func(s uint32) uint32 { return s & 65535 })).Times(1 / 65536.0)
			y := kernel.To[float32](whole(s, func(s uint32) uint32 { return s >> 16 })).Times(1 / 65536.0)
			hit := x.FMA(x, y.Mul(y)).Below(1)
			kernel.Set(&hits, kernel.Select(hit, hits.Plus(1), hits))
			kernel.Set(&k, k.Plus(1))
		})
		out.Store(i, kernel.To[int32](hits))
	}
}

// around adds up eight neighbours by chance.
func around(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	next := kernel.Function(&m, "next", 8*n, func(i int) int32 { return int32(mixed(uint32(i)) & uint32(n-1)) })
	x, y := zeros(&m, "x", n), forgetful(&m, "y", n)
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		at := i.Times(8)
		var to [8]kernel.Vec[int32]
		to[0], to[1], to[2], to[3] = next.Load4(at)
		to[4], to[5], to[6], to[7] = next.Load4(at.Plus(4))
		var of [8]kernel.Float32
		for k := range of {
			of[k] = x.Load(kernel.To[int](to[k]))
		}
		sum := of[0]
		for _, v := range of[1:] {
			sum = sum.Add(v)
		}
		y.Store(i, sum)
	}
}

// seven is a step of a point and its six neighbours: a lane goes through 32 planes, and keeps what it has read.
func seven(n int) kernel.Kernel {
	const planes = 32
	width := n + 2
	plane := width * width
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", (planes+2)*plane), forgetful(&m, "out", (planes+2)*plane)
	return func(w *kernel.Wavefront) {
		at := w.GlobalY().Plus(1).TimesPlus(width, w.GlobalX().Plus(1)).Plus(plane)
		below, c := in.Load(at.Plus(-plane)), in.Load(at)
		for range planes {
			above, down, up, left, right := in.Load(at.Plus(plane)), in.Load(at.Plus(-width)), in.Load(at.Plus(width)), in.Load(at.Plus(-1)), in.Load(at.Plus(1))
			sum := above.Add(below).Add(down).Add(up).Add(left).Add(right)
			out.Store(at, c.TimesPlus(-6, sum).TimesPlus(0.1, c))
			below, c, at = c, above, at.Plus(plane)
		}
	}
}

// running adds up rows of 1024 number by number, a wavefront to a row, by shuffles.
func running(rows int) kernel.Kernel {
	const row = 1024
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", row*rows), forgetful(&m, "out", row*rows)
	return func(w *kernel.Wavefront) {
		lane, carry := w.Lane(), w.Float32(0)
		at := lane.Plus((w.Group.X*w.Workgroup.X/32 + w.Index) * row)
		var first [5]kernel.Mask // lanes that add nothing in a step
		for step := range first {
			first[step] = lane.Below(1 << step)
		}
		for range row / 32 {
			v := in.Load(at)
			for step, none := range first {
				o := v.ShuffleUp(1 << step)
				w.Predicate(none.Not(), func() { kernel.Set(&v, v.Add(o)) })
			}
			v = v.Add(carry)
			out.Store(at, v)
			carry, at = v.Shuffle(w.Int(31)), at.Plus(32)
		}
	}
}
