package chip_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

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
