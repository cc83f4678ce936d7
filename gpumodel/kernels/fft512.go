package kernels

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// FFT512 transforms lines of 512 complex numbers in place, a line of each workgroup of 64
// lanes: three steps of eight elements a lane, between which they change places by way of
// the LDS (SHOC, FFT). Sines and cosines are computed, from doubled angles of double
// precision, as its compiled code has it: each with a reduction of its own.
type FFT512 struct {
	Lines int // to transform
}

// Launch returns the launch that covers the lines. The error says which parameter is wrong.
func (p FFT512) Launch(d gpumodel.Device) (kernel.Launch, error) {
	if p.Lines < 1 {
		return kernel.Launch{}, fmt.Errorf("fft of 512: Lines = %d, want 1 or more", p.Lines)
	}
	return line("fft of 512", d, p.Lines, 64), nil
}

// pair is a complex number of each lane.
type pair struct{ re, im kernel.Float32 }

func (a pair) add(b pair) pair { return pair{a.re.Add(b.re), a.im.Add(b.im)} }
func (a pair) sub(b pair) pair { return pair{a.re.Sub(b.re), a.im.Sub(b.im)} }

// mul takes four instructions.
func (a pair) mul(b pair) pair {
	minus := a.im.Mul(b.im).Times(-1)
	return pair{a.re.FMA(b.re, minus), a.re.FMA(b.im, a.im.Mul(b.re))}
}

// turned is a·−i, for one instruction.
func (a pair) turned() pair { return pair{a.im, a.re.Times(-1)} }

// Kernel transforms the lines of work, each of 512.
func (p FFT512) Kernel(work *kernel.Global[complex64]) kernel.Kernel {
	return func(w *kernel.Wavefront) {
		swap := kernel.NewLocal[float32](w, "swap", 8*8*9)
		x := w.LocalX()
		high, low := kernel.DivMod(x, 8)
		at := x.Plus(w.Group.X * 512)
		var a [8]pair
		for k := range a {
			v := work.Load(at.Plus(64 * k))
			a[k] = pair{kernel.Map(gpumodel.FP32, v, func(c complex64) float32 { return real(c) }), kernel.Map(gpumodel.FP32, v, func(c complex64) float32 { return imag(c) })}
		}
		eight(&a)
		twiddle(w, &a, x, 512)
		exchange(w, swap, &a, high.TimesPlus(8, low), 66, low.TimesPlus(66, high), 8)
		eight(&a)
		twiddle(w, &a, high, 64)
		exchange(w, swap, &a, high.TimesPlus(8, low), 72, high.TimesPlus(72, low), 8)
		eight(&a)
		for k, from := range reversed {
			work.Store(at.Plus(64*k), kernel.Map2(gpumodel.FP32, a[from].re, a[from].im, func(re, im float32) complex64 { return complex(re, im) }))
		}
	}
}

// reversed has the numbers below eight with their bits in the other order.
var reversed = [8]int{0, 4, 2, 6, 1, 5, 3, 7}

// eight transforms eight numbers, which come out in the order reversed.
func eight(a *[8]pair) {
	two := func(i, j int) { a[i], a[j] = a[i].add(a[j]), a[i].sub(a[j]) }
	four := func(i int) {
		two(i, i+2)
		two(i+1, i+3)
		a[i+3] = a[i+3].turned()
		two(i, i+1)
		two(i+2, i+3)
	}
	for i := range 4 {
		two(i, i+4)
	}
	half := float32(math.Sqrt2 / 2)
	a[5] = pair{a[5].re.Add(a[5].im).Times(half), a[5].im.Sub(a[5].re).Times(half)}
	a[6] = a[6].turned()
	a[7] = pair{a[7].im.Sub(a[7].re).Times(half), a[7].re.Add(a[7].im).Times(-half)}
	four(0)
	four(4)
}

// twiddle turns number k by reversed[k] of n parts of a circle, i times.
func twiddle(w *kernel.Wavefront, a *[8]pair, i kernel.Int, n int) {
	angle := kernel.Map(gpumodel.FP64, i, func(i int) float64 { return float64(i) })
	for k := 1; k < 8; k++ {
		phi := kernel.Map(gpumodel.FP64, angle, func(i float64) float32 { return float32(-2 * math.Pi * float64(reversed[k]) / float64(n) * i) })
		a[k] = a[k].mul(pair{circle(w, phi, 1), circle(w, phi, 0)})
	}
}

// circle is the sine of an angle and so many quarters of a circle: the angle is reduced to an
// eighth of the circle on both sides of a quarter, of which polynomials give sine and cosine.
// As in libraries, two branches pass by what reduces large angles.
func circle(w *kernel.Wavefront, phi kernel.Float32, quarters int) kernel.Float32 {
	const high, middle, low = 1.5703125, 4.83810901641845703125e-4, 1.5864568e-8 // together a quarter, so that the first products are exact
	size := kernel.Map(gpumodel.FP32, phi, func(x float32) float32 { return max(x, -x) })
	small := size.Below(1 << 17)
	if w.Any(small.Not()) || !w.Any(small) {
		return kernel.Map(gpumodel.FP32, phi, func(x float32) float32 { return float32(math.NaN()) }) // no kernel here has such angles
	}
	turns := kernel.Map(gpumodel.FP32, phi.Times(2/math.Pi), func(x float32) float32 { return float32(math.RoundToEven(float64(x))) })
	x := turns.FMA(w.Float32(-high), phi)
	x = turns.FMA(w.Float32(-middle), x)
	x = turns.FMA(w.Float32(-low), x)
	quadrant := kernel.And(kernel.To[int](turns).Plus(quarters), 3)
	square := x.Mul(x)
	polynomial := func(c ...float32) kernel.Float32 {
		p := w.Float32(c[0])
		for _, c := range c[1:] {
			p = p.FMA(square, w.Float32(c))
		}
		return p.Mul(square)
	}
	sine := x.FMA(polynomial(2.7525562e-6, -1.9840874e-4, 8.3333310e-3, -1.6666667e-1), x)
	cosine := polynomial(2.4433157e-5, -1.3887316e-3, 4.1666646e-2, -0.5).Plus(1)
	y := kernel.Select(kernel.And(quadrant, 1).Is(1), cosine, sine)
	y = kernel.Map2(gpumodel.FP32, y, kernel.And(quadrant, 2), func(y float32, negative int) float32 {
		if negative != 0 {
			return -y
		}
		return y
	})
	return kernel.Select(size.Below(math.MaxFloat32), y, w.Float32(float32(math.NaN())))
}

// exchange writes the eight numbers, which are in the order reversed, to places of a step,
// and reads eight from others: real parts, then imaginary ones.
func exchange(w *kernel.Wavefront, swap kernel.Local[float32], a *[8]pair, to kernel.Int, step int, from kernel.Int, stride int) {
	for _, part := range []func(*pair) *kernel.Float32{func(p *pair) *kernel.Float32 { return &p.re }, func(p *pair) *kernel.Float32 { return &p.im }} {
		for k, i := range reversed {
			swap.Store(to.Plus(k*step), *part(&a[i]))
		}
		w.Barrier()
		for k := range a {
			*part(&a[k]) = swap.Load(from.Plus(k * stride))
		}
		w.Barrier()
	}
}
