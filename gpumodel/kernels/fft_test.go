package kernels_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
)

// row is gonum's transform of a row.
func row(r []complex128) { fourier.NewCmplxFFT(len(r)).Coefficients(r, r) }

// direct is the transform by its definition, without rows and columns.
func direct(picture []complex64, width, height int) []complex128 {
	out := make([]complex128, len(picture))
	for v := range height {
		for u := range width {
			for y := range height {
				for x := range width {
					angle := -2 * math.Pi * (float64(u*x%width)/float64(width) + float64(v*y%height)/float64(height))
					out[v*width+u] += complex128(picture[y*width+x]) * cmplx.Rect(1, angle)
				}
			}
		}
	}
	return out
}

func TestFFT2D(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, d := range devices {
		for _, p := range []kernels.FFT2D{
			{Width: 1, Height: 1, Tile: 4}, {Width: 8, Height: 8, Tile: 4, Pad: 1}, {Width: 16, Height: 5, Tile: 8}, {Width: 7, Height: 31, Tile: 16, Pad: 1}, {Width: 33, Height: 24, Tile: 32},
		} {
			p.Row = row
			picture := make([]complex64, p.Width*p.Height)
			for i := range picture {
				picture[i] = complex(rng.Float32()-0.5, rng.Float32()-0.5)
			}
			s, err := p.Run(d, picture)
			if err != nil {
				t.Fatalf("%s, %d × %d: %v", d.Name, p.Width, p.Height, err)
			}
			want := direct(picture, p.Width, p.Height)
			most := 0.0
			for _, w := range want {
				most = max(most, cmplx.Abs(w))
			}
			for i, got := range s.Result {
				if miss := cmplx.Abs(complex128(got)-want[i]) / most; miss > 1e-6 { // two roundings to 32 bits
					t.Fatalf("%s, %d × %d: element %d is %v, want %v", d.Name, p.Width, p.Height, i, got, want[i])
				}
			}
		}
	}
}

func TestFFT2DRefuses(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for name, tt := range map[string]struct {
		p       kernels.FFT2D
		picture []complex64
		want    string
	}{
		"no size":       {kernels.FFT2D{Row: row, Tile: 4}, nil, "Width × Height = 0 × 0"},
		"wrong size":    {kernels.FFT2D{Width: 2, Height: 2, Row: row, Tile: 4}, make([]complex64, 3), "3 elements, want Width·Height = 4"},
		"no transform":  {kernels.FFT2D{Width: 1, Height: 1, Tile: 4}, make([]complex64, 1), "Row = nil"},
		"no tile":       {kernels.FFT2D{Width: 1, Height: 1, Row: row}, make([]complex64, 1), "Rows = 0"},
		"not a number":  {kernels.FFT2D{Width: 2, Height: 1, Row: row, Tile: 4}, []complex64{0, complex(0, nan)}, "element 1 of row 0"},
		"infinite":      {kernels.FFT2D{Width: 1, Height: 2, Row: row, Tile: 4}, []complex64{0, complex(inf, 0)}, "element 0 of row 1"},
		"beyond an LDS": {kernels.FFT2D{Width: 1, Height: 1, Row: row, Tile: 32, Pad: 1 << 12}, make([]complex64, 1), "want at most the device's"},
	} {
		if _, err := tt.p.Run(gpu.H200(), tt.picture); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
}

// Every size from 1 to 67 both ways, and every tile from 2 to 32, is transposed
// bit for bit: each size with one tile at least, each tile with many sizes.
func TestTransposeEverySize(t *testing.T) {
	d := gpu.H200()
	turn := func(width, height, tile int) {
		data := numbers[int32](width * height)
		p := kernels.Transpose[int32]{Width: width, Height: height, Tile: tile, Pad: (width + height) % 3}
		for p.Rows = (1024 + tile - 1) / tile; p.Rows > tile || tile%p.Rows != 0; p.Rows-- {
		}
		check(t, "every size", turned(t, d, p, data), data, width, height)
	}
	for width := 1; width <= 67; width++ {
		for height := 1; height <= 67; height++ {
			turn(width, height, 2+(7*width+height)%31)
		}
	}
	for tile := 2; tile <= 32; tile++ {
		for _, width := range []int{1, tile - 1, tile, tile + 1, 67} {
			for _, height := range []int{1, tile - 1, tile, tile + 1, 67} {
				turn(width, height, tile)
			}
		}
	}
}

func turned(t *testing.T, d gpumodel.Device, p kernels.Transpose[int32], data []int32) []int32 {
	t.Helper()
	out, _ := transpose(t, d, p, data, nil)
	return out
}
