package chip_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
)

// A slow L3 with all of an array is what limits reads of it; without one no part has its name.
// By hand: every second of 256 workgroups of 1 KB is run, 128 lines of 8 each, in four sectors.
func TestThirdLevel(t *testing.T) {
	d := gpu.H200()
	d.Caches.Beyond = []gpumodel.CacheLevel{{
		Name:          "L3",
		Cache:         gpumodel.Cache{Sets: 1024, Ways: 16, Line: 128, Sector: 32, Latency: d.Caches.L2.Latency + d.Caches.L2.Far + 50, LinesPerTurn: 1},
		BytesPerCycle: 32, Slices: 4,
	}}
	for _, d := range []gpumodel.Device{d, gpu.H200()} {
		var m kernel.GlobalMemory
		a := kernel.Upload(&m, "a", make([]float32, 256*256))
		l := kernel.Launch{Device: d, Grid: gpumodel.Shape{X: 256}, Workgroup: gpumodel.Shape{X: 256}}
		r, err := chip.Time(l, func(w *kernel.Wavefront) { a.Load(w.GlobalX()) }, chip.Options{
			Held: 256 << 10, Of: 128, Pick: func(i int) int { return 2 * i },
		})
		if err != nil {
			t.Fatal(err)
		}
		third := d.Caches.Beyond != nil
		if r.Totals.Wavefronts != 128*8 || third != (len(r.Levels) == 1) || third != (r.Read == 0) {
			t.Errorf("%d wavefronts, %d levels, %d bytes from DRAM; want 1024, and nothing from DRAM where there is a level", r.Totals.Wavefronts, len(r.Levels), r.Read)
		}
		if third && (r.Levels[0].Lookups != 128*8 || r.Levels[0].Hits != 4*128*8) {
			t.Errorf("%+v, want 1024 lines that are all there", r.Levels[0])
		}
		if (r.Limits[0].Part == "L3") != third {
			t.Errorf("%v limits, want L3 where there is one: %v", r.Limits[0], third)
		}
	}
}
