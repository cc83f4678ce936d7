package kernels_test

import (
	"math/cmplx"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// runLines transforms a picture of small numbers and returns it, the result and the counts.
func runLines(t *testing.T, d gpumodel.Device, p kernels.FFTLines) (in, out []complex64, r kernel.Result) {
	t.Helper()
	in = make([]complex64, p.Size*p.Size)
	for i := range in {
		in[i] = complex(float32(i*i%17)-8, float32(i%5))
	}
	out, r, err := p.Run(d, in)
	if err != nil {
		t.Fatalf("%+v on %s: %v", p, d.Name, err)
	}
	return in, out, r
}

// Every line is gonum's transform of it, whichever lanes do it.
func TestFFTLines(t *testing.T) {
	for _, d := range []gpumodel.Device{gpu.H200(), gpu.MI300X()} {
		for _, p := range []kernels.FFTLines{
			{Size: 4, Together: 1, Lanes: 2}, {Size: 16, Together: 4, Lanes: 16}, {Size: 64, Together: 1, Lanes: 32}, {Size: 64, Together: 8, Lanes: 128}, {Size: 128, Together: 4, Lanes: 4},
		} {
			for _, p.Columns = range []bool{false, true} {
				in, out, _ := runLines(t, d, p)
				along, across := 1, p.Size
				if p.Columns {
					along, across = across, along
				}
				for line := range p.Size {
					want := make([]complex128, p.Size)
					for i := range want {
						want[i] = complex128(in[line*across+i*along])
					}
					row(want)
					for i := range want {
						if miss := cmplx.Abs(complex128(out[line*across+i*along]) - want[i]); miss > 1e-5*float64(p.Size) {
							t.Fatalf("%+v on %s: element %d of line %d is %v, want %v", p, d.Name, i, line, out[line*across+i*along], want[i])
						}
					}
				}
			}
		}
	}
}

// What a picture of 64 × 64 moves, by hand: a row of 8 bytes an element is 16 sectors
// of 32 bytes; a lane that walks down a column wants a sector of its own for each
// element; 4 columns together want whole sectors again, and 2 half of each.
func TestFFTLinesSectors(t *testing.T) {
	for _, tt := range []struct {
		p    kernels.FFTLines
		want int // sectors read, and written
	}{
		{kernels.FFTLines{Size: 64, Together: 1, Lanes: 32}, 64 * 16},
		{kernels.FFTLines{Size: 64, Together: 1, Lanes: 32, Columns: true}, 64 * 64},
		{kernels.FFTLines{Size: 64, Together: 2, Lanes: 64, Columns: true}, 64 * 32},
		{kernels.FFTLines{Size: 64, Together: 4, Lanes: 128, Columns: true}, 64 * 16},
		{kernels.FFTLines{Size: 64, Together: 16, Lanes: 512, Columns: true}, 64 * 16},
	} {
		for _, tt.p.Move = range []bool{false, true} {
			_, _, r := runLines(t, gpu.H200(), tt.p)
			moved := map[gpumodel.Op]int{}
			for _, s := range r.Sites {
				if s.Kind == gpumodel.Global {
					moved[s.Op] += s.Sectors
				}
			}
			if moved[gpumodel.Store] != tt.want || tt.p.Move && moved[gpumodel.Load] != tt.want {
				t.Errorf("%+v: %v sectors, want %d each way", tt.p, moved, tt.want)
			}
		}
	}
}

func TestFFTLinesRefuses(t *testing.T) {
	for want, p := range map[string]kernels.FFTLines{
		"Size = 12":     {Size: 12, Together: 1, Lanes: 2},
		"Together = 3":  {Size: 16, Together: 3, Lanes: 8},
		"Together = 32": {Size: 16, Together: 32, Lanes: 64},
		"Lanes = 16":    {Size: 16, Together: 1, Lanes: 16},
		"Lanes = 0":     {Size: 16, Together: 1},
	} {
		if _, err := p.Launch(gpu.H200()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}
