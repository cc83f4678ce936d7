package kernels

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// FFTLines is the Fourier transform of every row, or of every column, of a square
// picture of complex numbers: a workgroup takes Together neighbouring lines into the
// LDS and transforms them there, radix 2, after Stockham, who needs no bit reversal.
//
// Lanes are numbered along the lines' numbers first: neighbouring lanes work on
// neighbouring lines. With Columns and Together = 1 each lane walks down a column.
type FFTLines struct {
	Size     int  // of the picture and of each line: a power of two, 4 or more
	Together int  // lines of a workgroup: a power of two, at most Size
	Lanes    int  // of a workgroup: a power of two, Together to Size·Together/2
	Columns  bool // transform columns, not rows
	Move     bool // only load and store, with no transform between
}

// Launch returns the launch that covers the picture. The error joins everything
// that is wrong with the parameters.
func (p FFTLines) Launch(d gpumodel.Device) (kernel.Launch, error) {
	var errs []error
	bad := func(field string, n int, wish string) {
		errs = append(errs, fmt.Errorf("fft of lines: %s = %d, want a power of two, %s", field, n, wish))
	}
	if !powerOfTwo(p.Size) || p.Size < 4 || p.Size > 1<<15 {
		bad("Size", p.Size, "4 to 32768")
	}
	if !powerOfTwo(p.Together) || p.Together > p.Size {
		bad("Together", p.Together, "1 to Size")
	} else if !powerOfTwo(p.Lanes) || p.Lanes < p.Together || p.Lanes > p.Size*p.Together/2 {
		bad("Lanes", p.Lanes, "Together to Size·Together/2")
	}
	return kernel.Launch{
		Name:      "fft of lines",
		Device:    d,
		Grid:      gpumodel.Shape{X: p.Size / max(p.Together, 1)},
		Workgroup: gpumodel.Shape{X: p.Lanes},
	}, errors.Join(errs...)
}

// Roots returns the size/2 roots of unity that the kernel multiplies with.
func Roots(size int) []complex64 {
	roots := make([]complex64, size/2)
	for i := range roots {
		sin, cos := math.Sincos(-2 * math.Pi * float64(i) / float64(size))
		roots[i] = complex(float32(cos), float32(sin))
	}
	return roots
}

// Kernel returns out = the transforms of in's lines, given the Roots of Size.
func (p FFTLines) Kernel(in, out, roots *kernel.Global[complex64]) kernel.Kernel {
	n, c := p.Size, p.Together
	return func(w *kernel.Wavefront) {
		first, own := kernel.DivMod(w.LocalX(), c)
		line := own.Plus(w.Group.X * c)
		at := func(i kernel.Int) kernel.Int {
			if p.Columns {
				return i.TimesPlus(n, line)
			}
			return line.TimesPlus(n, i)
		}
		butterflies := make([]butterfly, n*c/2/p.Lanes)
		for k := range butterflies {
			j := first.Plus(k * p.Lanes / c)
			butterflies[k] = butterfly{j, in.Load(at(j)), in.Load(at(j.Plus(n / 2)))}
		}
		if !p.Move {
			p.stages(w, butterflies, own, roots)
		}
		for _, b := range butterflies {
			out.Store(at(b.j), b.low)
			out.Store(at(b.j.Plus(n/2)), b.high)
		}
	}
}

// Run transforms the lines of a picture on the device. The error says which parameter
// is wrong.
func (p FFTLines) Run(d gpumodel.Device, picture []complex64) ([]complex64, kernel.Result, error) {
	l, err := p.Launch(d)
	if err != nil {
		return nil, kernel.Result{}, err
	}
	if len(picture) != p.Size*p.Size {
		return nil, kernel.Result{}, fmt.Errorf("fft of lines: the picture has %d elements, want Size·Size = %d", len(picture), p.Size*p.Size)
	}
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[complex64](&m, "out", len(picture))
	r, err := l.Run(p.Kernel(kernel.Upload(&m, "in", picture), out, kernel.Upload(&m, "roots", Roots(p.Size))))
	return out.Data, r, err
}

// butterfly is one of a lane's pairs of elements: j of a line, and half a line on.
type butterfly struct {
	j         kernel.Int
	low, high kernel.Complex64
}

// stages transforms the lines that the workgroup's butterflies hold, by way of the LDS.
func (p FFTLines) stages(w *kernel.Wavefront, all []butterfly, own kernel.Int, roots *kernel.Global[complex64]) {
	n, c := p.Size, p.Together
	x := kernel.NewLocal[complex64](w, "lines", n*c)
	for s := 1; s < n; s *= 2 {
		if s > 1 {
			w.Barrier() // all are stored
			for k, b := range all {
				all[k].low, all[k].high = x.Load(b.j.TimesPlus(c, own)), x.Load(b.j.Plus(n/2).TimesPlus(c, own))
			}
			w.Barrier() // all are loaded
		}
		for k := range all {
			b := &all[k]
			q := kernel.And(b.j, s-1)
			block := b.j.Sub(q)
			b.low, b.high = b.low.Add(b.high), b.low.Sub(b.high).Mul(roots.Load(block))
			to := b.j.Add(block)
			switch {
			case s*c == 1: // neighbours: one store, as compilers make it
				x.Store2(to, b.low, b.high)
			case s < n/2:
				x.Store(to.TimesPlus(c, own), b.low)
				x.Store(to.Plus(s).TimesPlus(c, own), b.high)
			}
		}
	}
}

func powerOfTwo(n int) bool { return n > 0 && bits.OnesCount(uint(n)) == 1 }
