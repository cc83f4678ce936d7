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
		at, next := line.TimesPlus(n, first), 1 // the lane's first element, and how far its line's next is
		if p.Columns {
			at, next = first.TimesPlus(n, line), n
		}
		step := p.Lanes / c // from a lane's butterfly to its next
		all := make([]butterfly, n*c/2/p.Lanes)
		for k := range all {
			all[k] = butterfly{in.Load(beyond(at, k*step*next)), in.Load(beyond(at, (k*step+n/2)*next))}
		}
		if !p.Move {
			p.stages(w, all, first, own, roots)
		}
		for k, b := range all {
			out.Store(beyond(at, k*step*next), b.low)
			out.Store(beyond(at, (k*step+n/2)*next), b.high)
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

// beyond returns the place n elements on. An address has room for 8 MB beside its register.
func beyond(at kernel.Int, n int) kernel.Int {
	if n < 1<<23/8 {
		return kernel.Offset(at, n)
	}
	return at.Plus(n)
}

// butterfly is one of a lane's pairs of elements: one of a line, and the one half a line on.
type butterfly struct{ low, high kernel.Complex64 }

// stages transforms the lines that the workgroup's butterflies hold, by way of the LDS: a lane's
// lie at constant distances from its first, as compilers have it, which also load all roots of
// a stage before the first is wanted.
func (p FFTLines) stages(w *kernel.Wavefront, all []butterfly, first, own kernel.Int, roots *kernel.Global[complex64]) {
	n, c, step := p.Size, p.Together, p.Lanes/p.Together
	x := kernel.NewLocal[complex64](w, "lines", n*c)
	from, half := w.LocalX(), n/2*c
	root := make([]kernel.Complex64, len(all))
	for s := 1; s < n; s *= 2 {
		if s > 1 {
			w.Barrier() // all are stored
			for k := range all {
				all[k] = butterfly{x.Load(kernel.Offset(from, k*p.Lanes)), x.Load(kernel.Offset(from, k*p.Lanes+half))}
			}
			w.Barrier() // all are loaded
		}
		block := first.Sub(kernel.And(first, s-1)) // of s butterflies with one root
		for k := range all {
			root[k] = roots.Load(kernel.Offset(block, k*step&^(s-1)))
		}
		to := first.Add(block).TimesPlus(c, own)
		for k := range all {
			b := &all[k]
			b.low, b.high = b.low.Add(b.high), b.low.Sub(b.high).Mul(root[k])
			to := kernel.Offset(to, (k*step+k*step&^(s-1))*c)
			switch {
			case s*c == 1: // neighbours: one store, as compilers make it
				x.Store2(to, b.low, b.high)
			case s < n/2:
				x.Store(to, b.low)
				x.Store(kernel.Offset(to, s*c), b.high)
			}
		}
	}
}

func powerOfTwo(n int) bool { return n > 0 && bits.OnesCount(uint(n)) == 1 }
