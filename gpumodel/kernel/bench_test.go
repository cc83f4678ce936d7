package kernel_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// Wavefront-instructions per second, of 32 lanes: how fast results come, and
// how fast a scheduler gets its streams, read in turn.
func BenchmarkKernel(b *testing.B) {
	var m kernel.GlobalMemory
	x := kernel.NewGlobal[float32](&m, "x", 256*64)
	chains := func(w *kernel.Wavefront) { // arithmetic only
		c := [4]kernel.Float32{w.Float32(1), w.Float32(2), w.Float32(3), w.Float32(4)}
		a := w.Float32(0.5)
		for range 250 {
			for k := range c {
				c[k] = c[k].FMA(a, a)
			}
		}
	}
	lds := func(w *kernel.Wavefront) { // an LDS load for three FMAs
		tile := kernel.NewLocal[float32](w, "tile", 256)
		i, sum := w.Linear(), w.Float32(0)
		tile.Store(i, x.Load(w.GlobalX()))
		w.Barrier()
		for range 250 {
			v := tile.Load(i)
			sum = sum.FMA(v, v).FMA(v, v).FMA(v, v)
		}
		x.Store(w.GlobalX(), sum)
	}
	for _, bb := range []struct {
		name string
		k    kernel.Kernel
	}{{"chains", chains}, {"lds", lds}} {
		l := kernel.Launch{Device: gpu.H200(), Grid: gpumodel.Shape{X: 64}, Workgroup: gpumodel.Shape{X: 256}}
		b.Run(bb.name+"/run", func(b *testing.B) {
			n := 0
			for b.Loop() {
				n += run(b, l, bb.k).Total()
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "M-instructions/s")
		})
		b.Run(bb.name+"/streams", func(b *testing.B) {
			n := 0
			for b.Loop() {
				s, err := l.Start(bb.k)
				if err != nil {
					b.Fatal(err)
				}
				n += readInTurn(s)
				s.Close()
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "M-instructions/s")
		})
	}
}

// readInTurn reads an instruction of each wavefront of a workgroup in turn, as
// a round robin would, and returns how many.
func readInTurn(s *kernel.Streams) (n int) {
	streams := make([]gpumodel.Stream, s.Wavefronts())
	var in gpumodel.Instruction
	for g := range s.Workgroups() {
		for i := range streams {
			streams[i] = s.Stream(g, i)
		}
		for open := true; open; {
			open = false
			for _, stream := range streams {
				if stream.Next(&in) {
					n++
					open = true
				}
			}
		}
	}
	return n
}
