package memory_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// TestOvertaking: behind a reference that waits for DRAM one whose lines are there returns when they
// are, or, where references come in order, with it. The unit that holds two at most takes a
// third when the first of them has ended.
func TestOvertaking(t *testing.T) {
	for _, overtakes := range []bool{false, true} {
		d := gpu.H200()
		d.Texture.Overtakes, d.Texture.Queue = overtakes, 2
		h, err := memory.New(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		v, err := d.Texture.Layout.Volume(0, [3]int{10, 10, 10})
		if err != nil {
			t.Fatal(err)
		}
		sample := func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
			s := &gpumodel.Samples{Volume: v}
			for i := range s.At {
				s.At[i] = [3]float32{x, 0.5, 0.5}
			}
			accept, done, err := h.CU(0).Serve(at, &gpumodel.Instruction{Kind: gpumodel.Texture, Dst: 1, Lanes: gpumodel.AllLanes(32), Sample: s})
			if err != nil {
				t.Fatal(err)
			}
			return accept, done
		}
		sample(0, 0.5) // so that it is there
		_, far := sample(10_000, 512.5)
		accept, near := sample(10_100, 0.5)
		want := far // after the miss, and no place before it has ended
		if overtakes {
			want = 10_100 + 16 + d.Texture.Latency
		}
		if near != want || accept != want {
			t.Errorf("overtakes %v: the hit returns in cycle %d and the unit takes another from %d on, want %d both; the miss in %d", overtakes, near, accept, want, far)
		}
	}
	d := gpu.GTX480()
	d.Texture.Overtakes = true
	if d.Validate() == nil {
		t.Error("GTX 480 with Overtakes: no error, want one for its unit without a Latency")
	}
}
