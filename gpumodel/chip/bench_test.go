package chip_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/silicon"
)

// BenchmarkTime is how many wavefront-instructions a second of kernels written in Go are
// simulated, by one goroutine: a chain of arithmetic, a copy, and an LDS load for three
// operations. The bar is 10 million, 3 for the copy, and missed.
func BenchmarkTime(b *testing.B) {
	const n = 1 << 20
	var m kernel.GlobalMemory
	in, out := kernel.NewGlobal[float32](&m, "in", n), kernel.NewGlobal[float32](&m, "out", n)
	for i, k := range []kernel.Kernel{
		func(w *kernel.Wavefront) {
			x := w.Float32(1)
			for range 200 {
				x = x.FMA(x, x)
			}
			out.Store(w.GlobalX(), x)
		},
		func(w *kernel.Wavefront) { out.Store(w.GlobalX(), in.Load(w.GlobalX())) },
		func(w *kernel.Wavefront) {
			tile := kernel.NewLocal[float32](w, "tile", 256)
			i, sum := w.Linear(), w.Float32(0)
			tile.Store(i, in.Load(w.GlobalX()))
			w.Barrier()
			for range 50 {
				v := tile.Load(i)
				sum = sum.FMA(v, v).FMA(v, v).FMA(v, v)
			}
			out.Store(w.GlobalX(), sum)
		},
	} {
		b.Run([]string{"chain", "copy", "lds"}[i], func(b *testing.B) {
			done := int64(0)
			for range b.N {
				r, err := chip.Time(kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: n / 256}, Workgroup: gpumodel.Shape{X: 256}}, k, chip.Options{Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				for _, c := range r.Instructions {
					done += c
				}
			}
			b.ReportMetric(float64(done)/1e6/b.Elapsed().Seconds(), "M/s")
		})
	}
}

// BenchmarkWhole is how many wavefront-instructions a second of some of the H200's kernels
// are simulated, by one goroutine and by two.
func BenchmarkWhole(b *testing.B) {
	all, err := silicon.H200Whole()
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"flops,n=4096,threads=256,blocks=132", "copy,type=float,n=1048576", "copy,type=float4,n=4194304", "transpose,type=float,tile=32,pad=0,rows=8,w=4096,h=4096"} {
		for _, w := range all {
			if w.Name != name {
				continue
			}
			for _, threads := range []int{1, 2} {
				b.Run(name+"/"+string(rune('0'+threads)), func(b *testing.B) {
					n := int64(0)
					for range b.N {
						k, err := w.Launch()
						if err != nil {
							b.Fatal(err)
						}
						o, _ := gpu.H200().Occupancy(k.Need)
						r, err := chip.Run(chip.Launch{Device: gpu.H200(), Workgroups: k.Workgroups, Wavefronts: k.Wavefronts, Resident: o.Workgroups,
							Streams: func(int) func(int, int) gpumodel.Stream { return k.Stream }}, chip.Options{Threads: threads})
						if err != nil {
							b.Fatal(err)
						}
						for _, c := range r.Instructions {
							n += c
						}
					}
					b.ReportMetric(float64(n)/1e6/b.Elapsed().Seconds(), "M/s")
				})
			}
		}
	}
}
