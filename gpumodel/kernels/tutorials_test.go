package kernels_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// tutorial is one of the tutorials' kernels with its launch, and what it should compute.
type tutorial struct {
	name   string
	size   int
	launch func(gpumodel.Device) (kernel.Launch, error)
	kernel kernel.Kernel
	got    []float32
	want   func(i int) float32
}

// small holds integers, of which floats have exact sums in any order.
func small(n int) []float32 {
	data := make([]float32, n)
	for i := range data {
		data[i] = float32(i*i%7 - 3)
	}
	return data
}

func sum(data []float32) (s float32) {
	for _, x := range data {
		s += x
	}
	return s
}

func reduction(name string, p kernels.Reduction) tutorial {
	var m kernel.GlobalMemory
	each := p.Lanes
	if p.Pairs {
		each *= 2
	}
	data := small(p.Size)
	out := kernel.NewGlobal[float32](&m, "out", p.Size/each)
	return tutorial{"reduction " + name, p.Size, p.Launch, p.Kernel(kernel.Upload(&m, "in", data), out), out.Data, func(i int) float32 { return sum(data[i*each : (i+1)*each]) }}
}

func stencil(name string, p kernels.Stencil) tutorial {
	var m kernel.GlobalMemory
	data := small(p.Size + 2*p.Radius)
	out := kernel.NewGlobal[float32](&m, "out", p.Size)
	return tutorial{name, p.Size, p.Launch, p.Kernel(kernel.Upload(&m, "in", data), out), out.Data, func(i int) float32 { return sum(data[i : i+2*p.Radius+1]) }}
}

func productOf(name string, p kernels.Product) tutorial {
	var m kernel.GlobalMemory
	n := p.Size
	a, b, c := kernel.Upload(&m, "a", small(n*n)), kernel.Upload(&m, "b", small(n*n + 1)[1:]), kernel.NewGlobal[float32](&m, "c", n*n)
	return tutorial{name, n, p.Launch, p.Kernel(a, b, c), c.Data, func(i int) float32 {
		s := float32(0)
		for k := range n {
			s += a.Data[i/n*n+k] * b.Data[k*n+i%n]
		}
		return s
	}}
}

// tutorials are all of them, by the tutorials' order: each before what should be faster.
func tutorials(elements, edge int) []tutorial {
	r := kernels.Reduction{Size: elements, Lanes: 256}
	interleaved, sequential, pairs := r, r, r
	interleaved.Order, sequential.Order, pairs.Order, pairs.Pairs = kernels.Interleaved, kernels.Sequential, kernels.Sequential, true
	s, p := kernels.Stencil{Size: elements, Lanes: 256, Radius: 8}, kernels.Product{Size: edge, Edge: 16}
	local, tiled := s, p
	local.Local, tiled.Local = true, true
	return []tutorial{
		reduction("scattered", r), reduction("interleaved", interleaved), reduction("sequential", sequential), reduction("pairs", pairs),
		stencil("stencil", s), stencil("stencil local", local), productOf("product", p), productOf("product local", tiled),
	}
}

// onChip runs all of them on all of a GPU, perhaps as launched before, checks what they
// have computed, and returns the microseconds.
func onChip(t *testing.T, d gpumodel.Device, again bool, all []tutorial) (us []float64) {
	t.Helper()
	for _, k := range all {
		l, err := k.launch(d)
		if err != nil {
			t.Fatal(err)
		}
		o := chip.Options{}
		if again {
			o.Before = l.Grid.Lanes()
		}
		r, err := chip.Time(l, k.kernel, o)
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range k.got {
			if want := k.want(i); got != want {
				t.Fatalf("%s, %s: element %d is %v, want %v", d.Name, k.name, i, got, want)
			}
		}
		if conflicts := r.LocalPasses > r.LocalIdeal; conflicts != (k.name == "reduction interleaved") {
			t.Errorf("%s, %s: %d passes, %d without conflicts: want conflicts when interleaved, and only then", d.Name, k.name, r.LocalPasses, r.LocalIdeal)
		}
		us = append(us, 1e6*r.Seconds)
	}
	return us
}

// On the GPU of the tutorials' time every step makes a kernel faster, as they say.
func TestTutorialsOfTheirTime(t *testing.T) {
	all := tutorials(1<<17, 256)
	us := onChip(t, gpu.GTX480(), false, all)
	for i, k := range all {
		t.Logf("GTX 480, %s: %.2f µs without its launch", k.name, us[i])
		if i != 0 && i != 4 && i != 6 && us[i] >= us[i-1] {
			t.Errorf("%s takes %.2f µs, want less than the %.2f of %s", k.name, us[i], us[i-1], all[i-1].name)
		}
	}
}

// On the H200, as launched before, they compute the same; how long they take there is
// silicon.TutorialResults'.
func TestTutorialsOnTheH200(t *testing.T) {
	for i, us := range onChip(t, gpu.H200(), true, tutorials(1<<14, 64)) {
		if us <= 1e6*gpu.H200().Dispatch.Seconds {
			t.Errorf("kernel %d takes %.2f µs, want more than a launch", i, us)
		}
	}
}
