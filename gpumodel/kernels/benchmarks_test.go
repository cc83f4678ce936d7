package kernels_test

import (
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

func runs(t *testing.T, l kernel.Launch, err error, k kernel.Kernel) kernel.Result {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r, err := l.Run(k)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestVectorAdd(t *testing.T) {
	var m kernel.GlobalMemory
	p := kernels.VectorAdd{Size: 1000, Lanes: 256}
	a, b := kernel.Upload(&m, "a", numbers[float32](1000)), kernel.Upload(&m, "b", numbers[float32](1000))
	c := kernel.NewGlobal[float32](&m, "c", 1000)
	l, err := p.Launch(gpu.MI300A())
	runs(t, l, err, p.Kernel(a, b, c))
	for i, got := range c.Data {
		if want := float32(2 * (i + 1)); got != want {
			t.Fatalf("element %d = %v, want %v", i, got, want)
		}
	}
}

func TestTransposeByFours(t *testing.T) {
	for _, p := range []kernels.TransposeByFours{{Size: 64, Edge: 16}, {Size: 192, Edge: 16}, {Size: 96, Edge: 8}} {
		var m kernel.GlobalMemory
		in := kernel.Upload(&m, "in", numbers[float32](p.Size*p.Size))
		out := kernel.NewGlobal[float32](&m, "out", p.Size*p.Size)
		l, err := p.Launch(gpu.MI300A())
		runs(t, l, err, p.Kernel(in, out))
		for i, got := range out.Data {
			if want := in.Data[i%p.Size*p.Size+i/p.Size]; got != want {
				t.Fatalf("%+v: element %d = %v, want %v", p, i, got, want)
			}
		}
	}
}

// One workgroup has its tile to itself. Oracle: the definition, in integers.
func TestProductByFours(t *testing.T) {
	var m kernel.GlobalMemory
	p := kernels.ProductByFours{Size: 32, Edge: 8}
	a, b := kernel.Upload(&m, "a", small(1024)), kernel.Upload(&m, "b", small(1024))
	c, tile := kernel.NewGlobal[float32](&m, "c", 1024), kernel.NewGlobal[float32](&m, "tile", 1024)
	l, err := p.Launch(gpu.MI300A())
	runs(t, l, err, p.Kernel(a, b, c, tile))
	for i, got := range c.Data {
		want := float32(0)
		for k := range 32 {
			want += a.Data[i/32*32+k] * b.Data[k*32+i%32]
		}
		if got != want {
			t.Fatalf("element %d = %v, want %v", i, got, want)
		}
	}
}

// Oracle: the definition.
func TestSmooth(t *testing.T) {
	var m kernel.GlobalMemory
	p := kernels.Smooth{Size: 128, Centre: 4, Cardinal: 2, Diagonal: 1}
	n := 130 * p.Pitch()
	in, out := kernel.Upload(&m, "in", small(n)), kernel.NewGlobal[float32](&m, "out", n)
	l, err := p.Launch(gpu.MI300A())
	runs(t, l, err, p.Kernel(in, out))
	for y := range 130 {
		for x := range p.Pitch() {
			want := float32(0)
			if y > 0 && y < 129 && x > 0 && x < 129 {
				for dy := -1; dy <= 1; dy++ {
					for dx := -1; dx <= 1; dx++ {
						want += in.Data[(y+dy)*p.Pitch()+x+dx] * [3]float32{4, 2, 1}[dx*dx+dy*dy]
					}
				}
			}
			if got := out.Data[y*p.Pitch()+x]; got != want {
				t.Fatalf("row %d, column %d: %v, want %v", y, x, got, want)
			}
		}
	}
}

// Oracle: the definition of the Fourier transform. The instructions are as many as those of
// the compiled kernel that a wavefront executes: 4102 in its listing, less 28 reductions of
// large angles of 99 each, 1330; here within a tenth.
func TestFFT512(t *testing.T) {
	var m kernel.GlobalMemory
	p := kernels.FFT512{Lines: 3}
	data := make([]complex64, 3*512)
	for i := range data {
		data[i] = complex(float32(i*i%7-3), float32(i%5-2))
	}
	work := kernel.Upload(&m, "work", append([]complex64(nil), data...))
	l, err := p.Launch(gpu.MI300A())
	r := runs(t, l, err, p.Kernel(work))
	if each := float64(r.Total()) / 3; math.Abs(each/1330-1) > 0.1 {
		t.Errorf("%v instructions of a wavefront, want 1330 within a tenth", each)
	}
	for row := range 3 {
		for k := range 512 {
			var want complex128
			for n := range 512 {
				want += complex128(data[row*512+n]) * cmplx.Rect(1, -2*math.Pi*float64(n*k%512)/512)
			}
			if got := complex128(work.Data[row*512+k]); cmplx.Abs(got-want) > 1e-3 {
				t.Fatalf("line %d, number %d: %v, want %v", row, k, got, want)
			}
		}
	}
}

// Oracle: the definition. Of the compiled kernel a wavefront executes 37 vector instructions,
// one a row of weights, and five and eight of the scalar unit an element; here within a tenth.
func TestConvolve(t *testing.T) {
	for _, p := range []kernels.Convolve{
		{Size: 20, Edge: 3, Weights: []float32{1, 2, 3, 4, 5, 6, 7, 8, -9.25}}, {Size: 16, Edge: 1, Weights: []float32{2}},
		{Size: 128, Edge: 5, Weights: numbers[float32](25)},
	} {
		var m kernel.GlobalMemory
		in := kernel.Upload(&m, "in", numbers[int32](p.Pitch()*p.Pitch()))
		out := kernel.NewGlobal[int32](&m, "out", p.Size*p.Size)
		l, err := p.Launch(gpu.MI300A())
		r := runs(t, l, err, p.Kernel(in, out))
		for i, got := range out.Data {
			want := 0.5
			for k, weight := range p.Weights {
				want += float64(weight) * float64(in.Data[(i/p.Size+k/p.Edge)*p.Pitch()+i%p.Size+k%p.Edge])
			}
			if math.Abs(float64(got)-want) > 1+1e-6*want {
				t.Fatalf("%+v: element %d = %v, want %v", p, i, got, want)
			}
		}
		if each, want := float64(r.Total())/float64(kernel.Cover(p.Size*p.Size, 64)), float64(37+p.Edge+13*p.Edge*p.Edge); p.Size == 128 && math.Abs(each/want-1) > 0.1 {
			t.Errorf("%v instructions of a wavefront, want %v within a tenth", each, want)
		}
	}
}

func TestBenchmarkParameters(t *testing.T) {
	d := gpu.MI300A()
	for want, launch := range map[string]func(gpumodel.Device) (kernel.Launch, error){
		"Size, Lanes = 0, 256":         kernels.VectorAdd{Lanes: 256}.Launch,
		"Size = 100, Edge = 16":        kernels.TransposeByFours{Size: 100, Edge: 16}.Launch,
		"Size, Edge, Steps = 64, 8, 3": kernels.ProductByFours{Size: 64, Edge: 8, Steps: 3}.Launch,
		"Size = 100, want a multiple":  kernels.Smooth{Size: 100}.Launch,
		"Lines = 0, want 1 or more":    kernels.FFT512{}.Launch,
		"Edge = 100, 3 and 0 Weights":  kernels.Convolve{Size: 100, Edge: 3}.Launch,
	} {
		if _, err := launch(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
}
