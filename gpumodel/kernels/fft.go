package kernels

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/gpumodel/kernel"
)

// FFT2D is the two-dimensional Fourier transform of a picture in four steps:
// transform every row, transpose, transform every row again, which are the
// picture's columns, and transpose back.
//
// So no step walks down a column of global memory. The transposes are kernels
// and run on the device; the transform of one row is a function of the caller.
type FFT2D struct {
	Width, Height int                // of the picture
	Tile          int                // edge of the transposes' tile
	Pad           int                // unused elements after each of its rows
	Row           func([]complex128) // transforms one row in place
}

// FFTSteps are the picture after each of the four steps.
type FFTSteps struct {
	Rows    []complex64      // after the first rows; Height rows of Width
	Turned  []complex64      // transposed; Width rows of Height
	Columns []complex64      // after the second rows; Width rows of Height
	Result  []complex64      // transposed back: the spectrum, Height rows of Width
	Turns   [2]kernel.Result // what the two transposes counted
}

// Run transforms a picture of Height rows of Width on the device. The error says
// which parameter is wrong, or which element is not a finite number.
func (p FFT2D) Run(d gpumodel.Device, picture []complex64) (FFTSteps, error) {
	var s FFTSteps
	if err := matrix("fft", p.Width, p.Height); err != nil {
		return s, err
	}
	if len(picture) != p.Width*p.Height {
		return s, fmt.Errorf("fft: the picture has %d elements, want Width·Height = %d", len(picture), p.Width*p.Height)
	}
	if p.Row == nil {
		return s, fmt.Errorf("fft: Row = nil, want the transform of one row")
	}
	for i, v := range picture {
		if re, im := float64(real(v)), float64(imag(v)); math.IsNaN(re-re) || math.IsNaN(im-im) { // ∞ − ∞ is no number either
			return s, fmt.Errorf("fft: element %d of row %d is %v, want a finite number", i%p.Width, i/p.Width, v)
		}
	}
	var err error
	s.Rows = p.rows(picture, p.Width)
	if s.Turned, s.Turns[0], err = p.turn(d, s.Rows, p.Width, p.Height); err != nil {
		return s, err
	}
	s.Columns = p.rows(s.Turned, p.Height)
	s.Result, s.Turns[1], err = p.turn(d, s.Columns, p.Height, p.Width)
	return s, err
}

// rows returns the transforms of all rows, each of n elements.
func (p FFT2D) rows(in []complex64, n int) []complex64 {
	out := make([]complex64, len(in))
	row := make([]complex128, n)
	for first := 0; first < len(in); first += n {
		for i, v := range in[first : first+n] {
			row[i] = complex128(v)
		}
		p.Row(row)
		for i, v := range row {
			out[first+i] = complex64(v)
		}
	}
	return out
}

// turn returns the transpose of a matrix, by the kernel.
func (p FFT2D) turn(d gpumodel.Device, in []complex64, width, height int) ([]complex64, kernel.Result, error) {
	t := Transpose[complex64]{Width: width, Height: height, Tile: p.Tile, Pad: p.Pad}
	l, err := t.Launch(d)
	if err != nil {
		return nil, kernel.Result{}, err
	}
	var m kernel.GlobalMemory
	out := kernel.NewGlobal[complex64](&m, "out", len(in))
	r, err := l.Run(t.Kernel(kernel.Upload(&m, "in", in), out))
	return out.Data, r, err
}
