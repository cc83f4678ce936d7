package memory_test

import (
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
)

// TestOvertaking: behind a reference that waits for DRAM one whose lines are there returns when they
// are, or, where references come in order, with it. Of a unit that holds two at most a third is taken when the first has returned.
func TestOvertaking(t *testing.T) {
	for _, overtakes := range []bool{false, true} {
		d := gpu.H200()
		d.Texture.Overtakes, d.Texture.Queue = overtakes, 2
		sample := sampler(t, d, 0)
		sample(0, 0.5) // so that it is there
		_, far := sample(10_000, 512.5)
		accept, near := sample(10_100, 0.5)
		taken, third := sample(10_200, 0.5)
		want := far // after the miss
		if overtakes {
			want = 10_100 + 16 + d.Texture.Latency
		}
		if near != want || !overtakes && accept != far || overtakes && (taken != far || third != far+16+d.Texture.Latency) {
			t.Errorf("overtakes %v: the hit returns in cycle %d, want %d, and makes room in %d; another is taken in %d and returns in %d, the miss in %d", overtakes, near, want, accept, taken, third, far)
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
// unit that holds two, one of which waits for DRAM, one at once and the next when that has returned.
func TestAhead(t *testing.T) {
	d := gpu.H200()
	d.Texture.Ahead, d.Texture.Queue, d.Texture.Overtakes = 2, 2, true
	sample := sampler(t, d, 0)
	sample(0, 0.5)
	_, far := sample(10_000, 512.5)
	for i, want := range []gpumodel.Cycles{10_100, far} {
		if taken, done := sample(10_100, 0.5); taken != want || done != want+16+d.Texture.Latency {
			t.Errorf("hit %d is taken in cycle %d and returns in %d, want %d and %d", i, taken, done, want, want+16+d.Texture.Latency)
		}
	}
}

// TestPlaces: oracle, ring.csv's medians: so many references that hit are taken behind one that waits for DRAM, of which the first so
// many lanes need two passes for each two. The model takes one or two fewer, and with few passes no more than frames do: a known miss.
func TestPlaces(t *testing.T) {
	d := gpu.H200()
	d.Texture.Overtakes, d.Texture.Queue, d.Texture.QueuePasses = true, 58, 1728
	d.Caches.DRAM.Latency = 1 << 14 // so that none but room is wanting
	for _, row := range []struct{ twos, chip, want int }{{0, 68, 57}, {8, 63, 57}, {16, 54, 53}, {24, 48, 47}, {28, 46, 44}, {32, 43, 42}} {
		sample := lanesSampler(t, d, func(lane int) float32 {
			if lane < row.twos {
				return 2 * float32(lane%4)
			}
			return 0
		})
		sample(0, 4.5)
		_, far := sample(100_000, 512.5)
		taken := 0
		for now, _ := sample(100_100, 4.5); now < far; now, _ = sample(now, 4.5) {
			taken++
		}
		t.Logf("%d lanes: %d, the chip %d", row.twos, taken, row.chip)
		if taken != row.want {
			t.Errorf("%d lanes: %d references are taken behind one that waits, want %d; the chip takes %d", row.twos, taken, row.want, row.chip)
		}
	}
}

// sampler returns what asks a CU for one place of a volume, x texels along, with all lanes, each so many planes after the one before.
func sampler(t *testing.T, d gpumodel.Device, apart float32) func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
	t.Helper()
	return lanesSampler(t, d, func(lane int) float32 { return apart * float32(lane) })
}

// lanesSampler returns the same with each lane as many planes on as it says.
func lanesSampler(t *testing.T, d gpumodel.Device, planes func(lane int) float32) func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
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
		for i := range 32 {
			s.At[i] = [3]float32{x, 0.5, 0.5 + planes(i)}
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
