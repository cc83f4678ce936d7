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
		sample := sampler(t, d, 0)
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
	for _, bad := range []func(*gpumodel.TextureUnit){func(u *gpumodel.TextureUnit) { u.Overtakes = true }, func(u *gpumodel.TextureUnit) { u.Ahead = 1 }, func(u *gpumodel.TextureUnit) { u.JoinCycles = 1 }} {
		d := gpu.GTX480()
		if bad(&d.Texture); d.Validate() == nil {
			t.Errorf("GTX 480 with %+v: no error, want one for its unit without a Latency", d.Texture)
		}
	}
}

// TestAhead: where references wait before the unit, each is taken when there is room for it, and says so: of a
// unit that holds two, one of which waits for DRAM, the next when the first hit has ended.
func TestAhead(t *testing.T) {
	d := gpu.H200()
	d.Texture.Ahead, d.Texture.Queue, d.Texture.Overtakes = 2, 2, true
	sample := sampler(t, d, 0)
	sample(0, 0.5)
	sample(10_000, 512.5)
	for i, want := range []gpumodel.Cycles{10_100, 10_100 + 16 + d.Texture.Latency} {
		if taken, done := sample(10_100, 0.5); taken != want || done != want+16+d.Texture.Latency {
			t.Errorf("hit %d is taken in cycle %d and returns in %d, want %d and %d", i, taken, done, want, want+16+d.Texture.Latency)
		}
	}
}

// sampler returns what asks a CU for one place of a volume, x texels along, with all lanes, each so many planes after the one before.
func sampler(t *testing.T, d gpumodel.Device, apart float32) func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
	t.Helper()
	h, err := memory.New(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := d.Texture.Layout.Volume(0, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	return func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
		s := &gpumodel.Samples{Volume: v}
		for i := range s.At {
			s.At[i] = [3]float32{x, 0.5, 0.5 + apart*float32(i)}
		}
		accept, done, err := h.CU(0).Serve(at, &gpumodel.Instruction{Kind: gpumodel.Texture, Dst: 1, Lanes: gpumodel.AllLanes(32), Sample: s})
		if err != nil {
			t.Fatal(err)
		}
		return accept, done
	}
}

// TestTwoPasses: behind a reference that waits for DRAM one that hits returns first, or, where each two of its lanes lie in lines of
// one bank of the tags, as two planes apart, after it by its passes, and the next by those again.
func TestTwoPasses(t *testing.T) {
	d := gpu.H200()
	d.Texture.Overtakes = true
	for _, apart := range []float32{1, 2} {
		sample := sampler(t, d, apart)
		ask := func(at gpumodel.Cycles, x float32) gpumodel.Cycles {
			_, done := sample(at, x)
			return done
		}
		ask(0, 4.5)
		far := ask(10_000, 512.5)
		passes := gpumodel.Cycles(16 * apart)
		near, next := ask(10_100, 4.5), ask(10_200, 4.5)
		if want := 10_100 + passes + d.Texture.Latency; apart == 1 && (near != want || near >= far) || apart == 2 && (near != far+passes || next != near+passes) {
			t.Errorf("planes %v apart: the miss returns in cycle %d, those that hit in %d and %d", apart, far, near, next)
		}
	}
}
