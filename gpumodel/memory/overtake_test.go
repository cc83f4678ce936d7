package memory_test

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
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
		if overtakes {
			d.Texture.Queue = 2 * (8 + 2) // of lanes on texels
		}
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
	for _, bad := range []func(*gpumodel.TextureUnit){func(u *gpumodel.TextureUnit) { u.Overtakes = true }, func(u *gpumodel.TextureUnit) { u.Ahead = 1 }, func(u *gpumodel.TextureUnit) { u.JoinCycles = 1 }, func(u *gpumodel.TextureUnit) { u.Taken = 1 }} {
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
	d.Texture.Ahead, d.Texture.Queue, d.Texture.Overtakes = 2, 20, true
	sample := sampler(t, d, 0)
	sample(0, 0.5)
	_, far := sample(10_000, 512.5)
	for i, want := range []gpumodel.Cycles{10_100, far} {
		if taken, done := sample(10_100, 0.5); taken != want || done != want+16+d.Texture.Latency {
			t.Errorf("hit %d is taken in cycle %d and returns in %d, want %d and %d", i, taken, done, want, want+16+d.Texture.Latency)
		}
	}
}

// TestRoom: oracle, how many references an H200 holds [room.csv], where 20 of its pauses or more end with the oldest: with as many of one
// kind, of which Taken, that is from elsewhere, are not looked up yet. The rule was set before the rays were drawn, which begin at 64 texels and more.
func TestRoom(t *testing.T) {
	d := gpu.H200()
	d.Texture.Overtakes, d.Texture.Queue, d.Texture.QueuePasses, d.Texture.Taken = true, 1044, 1728, 6
	d.Caches.DRAM.Latency = 1 << 15 // so that none but room is wanting
	f, err := os.Open("../silicon/room.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	off := map[bool]map[int]int{false: {}, true: {}}
	for _, row := range rows[1:] {
		v := func(name string) float32 {
			x, err := strconv.ParseFloat(row[slices.Index(rows[0], name)], 32)
			if err != nil {
				t.Fatal(err)
			}
			return float32(x)
		}
		if v("oldest") < 20 {
			continue
		}
		sample := lanesSampler(t, d, int(v("on")), func(lane int) (at [3]float32) {
			wide := int(v("wide"))
			for a, axis := range []string{"x", "y", "z"} {
				at[a] = v(axis) + float32(lane%wide)*v("d"+axis) + float32(lane/wide)*v("e"+axis)
			}
			if lane < int(v("between")) {
				at[0] += 0.5
			}
			return at
		})
		sample(0, 0)
		_, far := sample(100_000, 512)
		held := 1 + int(d.Texture.Taken)
		for now, _ := sample(100_100, 0); now < far; now, _ = sample(now, 0) {
			held++
		}
		off[v("x") >= 64][held-int(v("n50"))]++
	}
	for rays, want := range map[bool][3]int{false: {39, 34, 39}, true: {60, 49, 59}} { // the one is not full: it waits for the L2
		all, right, near := 0, off[rays][0], off[rays][0]+off[rays][-1]+off[rays][1]
		for _, n := range off[rays] {
			all += n
		}
		if got := [3]int{all, right, near}; got != want {
			t.Errorf("rays %v: of %d rows %d are right and %d within one, want %v: %v", rays, all, right, near, want, off[rays])
		}
	}
}

// sampler returns what asks a CU for one place of a volume, x texels along, with all lanes, each so many planes after the one before.
func sampler(t *testing.T, d gpumodel.Device, apart float32) func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
	t.Helper()
	return lanesSampler(t, d, 32, func(lane int) [3]float32 { return [3]float32{0, 0.5, 0.5 + apart*float32(lane)} })
}

// lanesSampler returns the same with so many lanes on, each where it says.
func lanesSampler(t *testing.T, d gpumodel.Device, on int, places func(lane int) [3]float32) func(at gpumodel.Cycles, x float32) (accept, done gpumodel.Cycles) {
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
			s.At[i] = places(i)
			s.At[i][0] += x
		}
		accept, done, err := h.CU(0).Serve(at, &gpumodel.Instruction{Kind: gpumodel.Texture, Dst: 1, Lanes: gpumodel.AllLanes(on), Sample: s})
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
