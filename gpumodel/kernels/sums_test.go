package kernels_test

import (
	"strings"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
)

// Every form of a histogram counts what a loop counts, on one goroutine and on a whole GPU.
func TestHistogram(t *testing.T) {
	for _, p := range []kernels.Histogram{
		{Size: 1000, Bins: 7, Lanes: 64},
		{Size: 5000, Bins: 300, Lanes: 128, Local: true, Workgroups: 5},
		{Size: 300, Bins: 5, Lanes: 32, Apart: 3},
		{Size: 77, Bins: 64, Lanes: 32, Local: true, Workgroups: 1},
	} {
		for _, whole := range []bool{false, true} {
			var m kernel.GlobalMemory
			in, bins := kernel.NewGlobal[int32](&m, "in", p.Size), kernel.NewGlobal[int32](&m, "bins", p.Bins*max(1, p.Apart))
			want := make([]int32, p.Bins)
			for i := range in.Data {
				in.Data[i] = int32(i * i % p.Bins)
				want[in.Data[i]]++
			}
			l, err := p.Launch(gpu.H200())
			if err != nil {
				t.Fatal(err)
			}
			if whole {
				_, err = chip.Time(l, p.Kernel(in, bins), chip.Options{})
			} else {
				_, err = l.Run(p.Kernel(in, bins))
			}
			if err != nil {
				t.Fatalf("%+v: %v", p, err)
			}
			for i, n := range want {
				if bins.Data[i*max(1, p.Apart)] != n {
					t.Fatalf("%+v: bin %d has %d, want %d", p, i, bins.Data[i*max(1, p.Apart)], n)
				}
			}
		}
	}
}

// By hand: 1 to n sum up to n(n+1)/2, which floats hold; a workgroup's scan is that of its own.
func TestSumAndScan(t *testing.T) {
	for _, p := range []kernels.Sum{{Size: 4096, Lanes: 256, Workgroups: 3}, {Size: 500, Lanes: 32, Workgroups: 1}, {Size: 3000, Lanes: 1024, Workgroups: 2, Each: true}, {Size: 96, Lanes: 96, Workgroups: 1}} {
		var m kernel.GlobalMemory
		in, out := kernel.NewGlobal[float32](&m, "in", p.Size), kernel.NewGlobal[float32](&m, "out", 1)
		for i := range in.Data {
			in.Data[i] = float32(i + 1)
		}
		l, err := p.Launch(gpu.H200())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Run(p.Kernel(in, out)); err != nil {
			t.Fatal(err)
		}
		if want := float32(p.Size * (p.Size + 1) / 2); out.Data[0] != want {
			t.Errorf("%+v: %v, want %v", p, out.Data[0], want)
		}
	}
	p := kernels.Scan{Size: 512, Lanes: 256}
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", p.Size), kernel.NewGlobal[float32](&m, "out", p.Size)
	for i := range in.Data {
		in.Data[i] = float32(i%256 + 1)
	}
	l, err := p.Launch(gpu.H200())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(p.Kernel(in, out)); err != nil {
		t.Fatal(err)
	}
	for i, v := range out.Data {
		n := i%256 + 1
		if want := float32(n * (n + 1) / 2); v != want {
			t.Fatalf("out[%d] = %v, want %v", i, v, want)
		}
	}
}

// What is impossible is refused, and what a GPU is not known to do.
func TestSumsRefuse(t *testing.T) {
	h200 := gpu.H200()
	_, histogram := kernels.Histogram{Size: 1, Bins: 0, Lanes: 32}.Launch(h200)
	_, sum := kernels.Sum{Size: 1, Lanes: 40, Workgroups: 1}.Launch(h200)
	_, scan := kernels.Scan{Size: 300, Lanes: 256}.Launch(h200)
	run := func(d gpumodel.Device, k func(m *kernel.GlobalMemory) (kernel.Kernel, kernel.Launch)) error {
		var m kernel.GlobalMemory
		body, l := k(&m)
		l.Device = d
		_, err := chip.Time(l, body, chip.Options{Threads: 1})
		return err
	}
	global := func(m *kernel.GlobalMemory) (kernel.Kernel, kernel.Launch) {
		p := kernels.Histogram{Size: 64, Bins: 8, Lanes: 32}
		l, _ := p.Launch(h200)
		return p.Kernel(kernel.NewGlobal[int32](m, "in", 64), kernel.NewGlobal[int32](m, "bins", 8)), l
	}
	shuffled := func(m *kernel.GlobalMemory) (kernel.Kernel, kernel.Launch) {
		p := kernels.Sum{Size: 64, Lanes: 64, Workgroups: 1}
		l, _ := p.Launch(h200)
		return p.Kernel(kernel.NewGlobal[float32](m, "in", 64), kernel.NewGlobal[float32](m, "out", 1)), l
	}
	plain := h200
	plain.Caches.Atomics = gpumodel.Atomics{}
	for want, err := range map[string]error{
		"histogram: Bins = 0":                       histogram,
		"sum: Lanes = 40, want a multiple":          sum,
		"scan: Size = 300, want a multiple":         scan,
		"what it costs on this device is not known": run(plain, global),
		"Rules have none for a 4-byte shuffle":      run(gpu.MI300A(), shuffled),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}
