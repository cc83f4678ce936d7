package gpu_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// The caches of MI300A and MI300X are those of their ladders, with an L2 of each die, and both
// are valid. MI350X, which is made of the same, has none.
func TestCDNA3IsAsItsLadder(t *testing.T) {
	for dies, d := range map[int]gpumodel.Device{6: gpu.MI300A(), 8: gpu.MI300X()} {
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
		l, ok := gpu.Ladder(d.ID)
		if !ok || l.CUs != d.CUs || l.DRAM != d.Caches.DRAM.Latency || d.CUs != 38*dies || d.Caches.L2.Dies != dies {
			t.Fatalf("%s: %d CUs of %d dies and %d cycles to DRAM, want %d of %d and %d as of the ladder", d.Name, d.CUs, d.Caches.L2.Dies, d.Caches.DRAM.Latency, l.CUs, dies, l.DRAM)
		}
		for i, c := range []gpumodel.Cache{d.Caches.L1.Cache, d.Caches.L2.Cache, d.Caches.Beyond[0].Cache} {
			if i == 1 {
				c.Sets /= dies
			}
			if want := l.Levels[i].Cache; c.Size() != want.Size() || c.Line != want.Line || c.Ways != want.Ways || c.Latency != want.Latency {
				t.Errorf("%s: %+v, want as %s %+v", d.Name, c, l.Levels[i].Name, want)
			}
		}
	}
	if d := gpu.MI350X(); d.Caches.Known() || d.Dispatch != (gpumodel.Dispatch{}) {
		t.Errorf("MI350X has caches %+v, want none: they are not known", d.Caches)
	}
}
