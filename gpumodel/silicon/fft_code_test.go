package silicon

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"gonum.org/v1/gonum/dsp/fourier"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/sass/emulate"
)

//go:embed fft.sass
var fftListing string

// start makes the kernel's machine code ready to be launched, of so many workgroups.
func (c FFTCount) start(workgroups int, m *emulate.Memory, out, in emulate.Pointer) (*emulate.Code, error) {
	code, err := machineCode("fft.sass", fftListing, fmt.Sprintf("%s_%d_%d", c.Kernel, c.Size, c.Together))
	if err != nil {
		return nil, err
	}
	roots, err := binary.Append(nil, binary.LittleEndian, kernels.Roots(c.Size))
	if err != nil {
		return nil, err
	}
	return emulate.Launch{
		Kernel: code, Grid: gpumodel.Shape{X: workgroups}, Workgroup: gpumodel.Shape{X: c.Lines().Lanes}, Local: gpumodel.Bytes(8 * c.Size * c.Together), Registers: c.Registers,
		Memory: m, Arguments: emulate.Arguments(out, in, m.Upload("roots", roots)),
	}.Start()
}

// fftCodeRuns are the transforms by their machine code on the device, which ran each before.
func fftCodeRuns(d gpumodel.Device, counts []FFTCount) (all []chipRun) {
	for _, c := range transforming(counts) {
		all = append(all, chipRun{c.name(), func() (chip.Report, error) {
			var m emulate.Memory
			n := gpumodel.Bytes(8 * c.Size * c.Size)
			e, err := c.start(c.Size/c.Together, &m, m.Function("out", n, nil), m.Function("in", n, func(i int) uint32 { return math.Float32bits(float32(i & 1023)) }))
			if err != nil {
				return chip.Report{}, err
			}
			return e.Time(d, again(d, chip.Options{}, e.Workgroups(), 2*n))
		}})
	}
	return all
}

// What fft_code_model.csv has is what the model gives, of an H200, launched before. Quick runs try one kernel,
// LANEBOOK_FULL=1 two more, and -update writes all.
func TestFFTCodeModel(t *testing.T) {
	counts, err := H200FFTCounts()
	if err != nil {
		t.Fatal(err)
	}
	holdResults(t, "fft_code_model.csv", fftCodeModelCSV, fftCodeRuns(gpu.H200(), counts), []string{"rows,n=1024,c=1"}, []string{"columns,n=1024,c=1", "columns,n=1024,c=8"})
}

// Oracle: gonum's transform. The machine code's first workgroup transforms its lines.
func TestFFTExecuted(t *testing.T) {
	for _, c := range []FFTCount{{Kernel: "rows", Size: 1024, Together: 1}, {Kernel: "columns", Size: 1024, Together: 8}, {Kernel: "rows", Size: 4096, Together: 1}} {
		wide, along := 1, 1 // a row is all that is read
		if c.Kernel == "columns" {
			wide, along = c.Size, c.Size
		}
		picture := make([]complex64, c.Size*wide)
		for i := range picture {
			picture[i] = complex(float32(i*i%17)-8, float32(i%5))
		}
		in, err := binary.Append(nil, binary.LittleEndian, picture)
		if err != nil {
			t.Fatal(err)
		}
		var m emulate.Memory
		out, got := make([]byte, len(in)), make([]complex64, len(picture))
		e, err := c.start(1, &m, m.Upload("out", out), m.Upload("in", in))
		if err == nil {
			err = execute(e, nil)
		}
		if err == nil {
			_, err = binary.Decode(out, binary.LittleEndian, got)
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range c.Together {
			want := make([]complex128, c.Size)
			for i := range want {
				want[i] = complex128(picture[line+i*along])
			}
			fourier.NewCmplxFFT(c.Size).Coefficients(want, want)
			for i, w := range want {
				if v := complex128(got[line+i*along]); cmplx.Abs(v-w) > 1e-5*float64(c.Size) {
					t.Fatalf("%s: element %d of line %d is %v, want %v", c.name(), i, line, v, w)
				}
			}
		}
	}
}

// Oracle: an H200's clock. The machine code is further off than the Go functions, all but two of it too fast. Schedulers that take
// turns, which Go functions have, make up for something, on rows and on columns, large and small: with machine code's schedulers and
// queues seven functions took within 6 % of it (runs that are not kept). What it is, is not known.
func TestFFTCode(t *testing.T) {
	var off, code float64
	n := 0
	for _, size := range []int{1024, 2048, 4096} {
		rows, err := FFTResults(size)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r.Lines().Move {
				continue
			}
			t.Logf("%s: function %+.1f %%, machine code %+.1f", r.name(), 100*r.Error(), 100*r.CodeError())
			n++
			off, code = off+math.Abs(r.Error()), code+math.Abs(r.CodeError())
			if math.Abs(r.CodeError()) > 0.181 {
				t.Errorf("%s: %+.1f %%, was 18.0 at worst, and 22.0 before lines that cross the L2's halves took turns", r.name(), 100*r.CodeError())
			}
		}
	}
	off, code = off/float64(n), code/float64(n)
	if t.Logf("%d transforms: functions %.1f %% off, machine code %.1f", n, 100*off, 100*code); n != 15 || off > 0.059 || code > 0.097 { // 0.04 and 0.107 before, likewise
		t.Errorf("%d transforms, functions %.1f %% off, machine code %.1f, want 15, 5.9 and 9.7 at most", n, 100*off, 100*code)
	}
}
