package silicon

import (
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

func rowsTimes(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	a, x, y := zeros(&m, "a", n*n), zeros(&m, "x", n), forgetful(&m, "y", n)
	return func(w *kernel.Wavefront) {
		row, lane := w.Group.X*w.Workgroup.X/32+w.Index, w.Lane()
		at, t := lane.Plus(row*n), w.Float32(0)
		each4(n/32, func(steps [4]int) {
			var p, q [4]kernel.Float32
			for k, s := range steps {
				p[k], q[k] = a.Load(at.Plus(32*s)), x.Load(lane.Plus(32*s))
			}
			for k := range p {
				t = p[k].FMA(q[k], t)
			}
		})
		for apart := 16; apart > 0; apart /= 2 {
			t = t.Add(t.ShuffleXor(apart))
		}
		w.If(lane.Is(0), func() { y.Store(w.Int(row), t) })
	}
}

func columnsTimes(n int) kernel.Kernel {
	var m kernel.GlobalMemory
	a, x, y := zeros(&m, "a", n*n), zeros(&m, "x", n), forgetful(&m, "y", n)
	return func(w *kernel.Wavefront) {
		column, t := w.GlobalX(), w.Float32(0)
		each4(n, func(steps [4]int) {
			var p, q [4]kernel.Float32
			for k, row := range steps {
				p[k], q[k] = a.Load(column.Plus(row*n)), x.Load(w.Int(row))
			}
			for k := range p {
				t = p[k].FMA(q[k], t)
			}
		})
		y.Store(column, t)
	}
}

func blur(n int) kernel.Kernel {
	const taps = 5
	var m kernel.GlobalMemory
	in, tap, out := zeros(&m, "in", (n+taps-1)*(n+taps-1)), zeros(&m, "taps", taps*taps), forgetful(&m, "out", n*n)
	return func(w *kernel.Wavefront) {
		x, y, t := w.GlobalX(), w.GlobalY(), w.Float32(0)
		at := y.TimesPlus(n+taps-1, x)
		var p, q [taps * taps]kernel.Float32
		for k := range p {
			p[k], q[k] = in.Load(at.Plus(k/taps*(n+taps-1)+k%taps)), tap.Load(w.Int(k))
		}
		for k := range p {
			t = p[k].FMA(q[k], t)
		}
		out.Store(y.TimesPlus(n, x), t)
	}
}

// special is an instruction of the SFU.
func special(x kernel.Float32, f func(float64) float64) kernel.Float32 {
	return kernel.Map(gpumodel.SFU, x, func(v float32) float32 { return float32(f(float64(v))) })
}

func options(n int) kernel.Kernel {
	const rate, volatility = 0.02, 0.3
	var m kernel.GlobalMemory
	ones := func(name string) *kernel.Global[float32] {
		return kernel.Function(&m, name, n, func(i int) float32 { return 1 + float32(i%7)/8 })
	}
	price, strike, years, call, put := ones("price"), ones("strike"), ones("years"), forgetful(&m, "call", n), forgetful(&m, "put", n)
	// Base-2 functions of the SFU, each after a multiplication.
	exp := func(x kernel.Float32) kernel.Float32 { return special(x.Times(math.Log2E), math.Exp2) }
	over := func(x kernel.Float32) kernel.Float32 {
		return special(x, func(v float64) float64 { return 1 / v })
	}
	normal := func(w *kernel.Wavefront, d kernel.Float32) kernel.Float32 {
		positive := kernel.Map(gpumodel.FP32, d, func(v float32) float32 { return max(v, -v) })
		k := over(positive.TimesPlus(0.2316419, w.Float32(1)))
		sum := w.Float32(1.330274429)
		for _, a := range []float32{-1.821255978, 1.781477937, -0.356563782, 0.31938153} {
			sum = k.FMA(sum, w.Float32(a))
		}
		c := exp(d.Mul(d.Times(-0.5))).Times(0.39894228).Mul(k.Mul(sum))
		return kernel.Select(w.Float32(0).Less(d), c.Times(-1).Plus(1), c)
	}
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		s, x, t := price.Load(i), strike.Load(i), years.Load(i)
		root := special(t, math.Sqrt)
		log := special(s.Mul(over(x)), math.Log2).Times(math.Ln2)
		d1 := t.TimesPlus(rate+0.5*volatility*volatility, log).Mul(over(root.Times(volatility)))
		d2 := root.TimesPlus(-volatility, d1)
		a, b := normal(w, d1), normal(w, d2)
		e := x.Mul(exp(t.Times(-rate)))
		call.Store(i, s.Mul(a).Sub(e.Mul(b)))
		put.Store(i, e.Mul(b.Times(-1).Plus(1)).Sub(s.Mul(a.Times(-1).Plus(1))))
	}
}

func bodies(n int) kernel.Kernel {
	const tile = 256
	var m kernel.GlobalMemory
	at, force := zeros(&m, "at", 4*n), forgetful(&m, "force", 4*n)
	return func(w *kernel.Wavefront) {
		x, y, z, mass := kernel.NewLocal[float32](w, "x", 4*tile), w.Linear().Times(4), w.GlobalX().Times(4), w.Float32(0)
		mx, my, mz, _ := at.Load4(z)
		fx, fy, fz := mass, mass, mass
		for j := 0; j < n; j += tile {
			a, b, c, d := at.Load4(y.Plus(4 * j))
			x.Store4(y, a, b, c, d)
			w.Barrier()
			for k := 0; k < tile; k += 8 {
				var o [8][4]kernel.Float32
				for i := range o {
					o[i][0], o[i][1], o[i][2], o[i][3] = x.Load4(w.Int(4 * (k + i)))
				}
				for i := range o {
					dx, dy, dz := o[i][0].Sub(mx), o[i][1].Sub(my), o[i][2].Sub(mz)
					r := special(dz.FMA(dz, dy.FMA(dy, dx.FMA(dx, w.Float32(0.01)))), func(v float64) float64 { return 1 / math.Sqrt(v) })
					f := o[i][3].Mul(r).Mul(r).Mul(r)
					fx, fy, fz = dx.FMA(f, fx), dy.FMA(f, fy), dz.FMA(f, fz)
				}
			}
			w.Barrier()
		}
		force.Store4(z, fx, fy, fz, w.Float32(0))
	}
}

func softmax(rows int) kernel.Kernel {
	var m kernel.GlobalMemory
	in, out := zeros(&m, "in", 1024*rows), forgetful(&m, "out", 1024*rows)
	return func(w *kernel.Wavefront) {
		part := kernel.NewLocal[float32](w, "part", 8)
		all := func(v kernel.Float32, with func(a, b kernel.Float32) kernel.Float32) kernel.Float32 {
			for apart := 16; apart > 0; apart /= 2 {
				v = with(v, v.ShuffleXor(apart))
			}
			w.If(w.Lane().Is(0), func() { part.Store(w.Int(w.Index), v) })
			w.Barrier()
			v = part.Load(w.Int(0))
			for k := 1; k < 8; k++ {
				v = with(v, part.Load(w.Int(k)))
			}
			w.Barrier()
			return v
		}
		i := w.Linear().Plus(1024 * w.Group.X)
		var v [4]kernel.Float32
		for k := range v {
			v[k] = in.Load(i.Plus(256 * k))
		}
		most := kernel.Max(kernel.Max(v[0], v[1]), kernel.Max(v[2], v[3]))
		most = all(most, kernel.Max[float32])
		sum := w.Float32(0)
		for k := range v {
			v[k] = special(v[k].Sub(most).Times(math.Log2E), math.Exp2)
			sum = sum.Add(v[k])
		}
		sum = special(all(sum, kernel.Float32.Add), func(v float64) float64 { return 1 / v })
		for k := range v {
			out.Store(i.Plus(256*k), v[k].Mul(sum))
		}
	}
}

func bitonic(n, apart int) kernel.Kernel {
	var m kernel.GlobalMemory
	a := kernel.Forgetful(&m, "a", n, func(i int) int32 { return int32(mixed(uint32(i)) >> 1) })
	return func(w *kernel.Wavefront) {
		i := w.GlobalX()
		o := kernel.Xor(i, w.Int(apart))
		w.If(i.Less(o), func() {
			p, q := a.Load(i), a.Load(o)
			up := kernel.And(i, 1<<19).Is(0)
			less, more := kernel.Min(p, q), kernel.Max(p, q)
			a.Store(i, kernel.Select(up, less, more))
			a.Store(o, kernel.Select(up, more, less))
		})
	}
}

func sparse(n int) kernel.Kernel {
	const elements = 16
	var m kernel.GlobalMemory
	column := kernel.Function(&m, "column", elements*n, func(i int) int32 { return int32(mixed(uint32(i)) & uint32(n-1)) })
	value, x, y := zeros(&m, "value", elements*n), zeros(&m, "x", n), forgetful(&m, "y", n)
	return func(w *kernel.Wavefront) {
		row, t := w.GlobalX(), w.Float32(0)
		var c [elements]kernel.Vec[int32]
		var v, of [elements]kernel.Float32
		for k := range c {
			c[k], v[k] = column.Load(row.Plus(k*n)), value.Load(row.Plus(k*n))
		}
		for k := range c {
			of[k] = x.Load(kernel.To[int](c[k]))
		}
		for k := range c {
			t = v[k].FMA(of[k], t)
		}
		y.Store(row, t)
	}
}
