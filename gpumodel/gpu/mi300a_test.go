package gpu_test

import (
	"testing"

	"lanebook/gpumodel/gpu"
)

// MI300A's caches are those of its ladder, six of its L2 together, and it is valid.
func TestMI300AIsAsItsLadder(t *testing.T) {
	d := gpu.MI300A()
	if err := d.Validate(); err != nil {
		t.Fatal(err)
	}
	l, ok := gpu.Ladder(d.ID)
	if !ok || l.CUs != d.CUs || l.DRAM != d.Caches.DRAM.Latency {
		t.Fatalf("%d CUs and %d cycles to DRAM, want %d and %d as of the ladder", d.CUs, d.Caches.DRAM.Latency, l.CUs, l.DRAM)
	}
	l1, l2 := l.Levels[0].Cache, l.Levels[1].Cache
	if c := d.Caches.L1.Cache; c.Size() != l1.Size() || c.Line != l1.Line || c.Ways != l1.Ways || c.Latency != l1.Latency {
		t.Errorf("L1 %+v, want as %+v", c, l1)
	}
	if c := d.Caches.L2.Cache; c.Size() != 6*l2.Size() || c.Line != l2.Line || c.Latency != l2.Latency {
		t.Errorf("L2 %+v, want six of %+v", c, l2)
	}
}
