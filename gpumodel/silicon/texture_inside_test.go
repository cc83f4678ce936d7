package silicon_test

import (
	"math"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// insideStream is a wavefront of inside.cu: 64 references, three clock reads to each.
type insideStream struct {
	row     *silicon.TextureInside
	samples gpumodel.Samples
	seed    uint32
	step    int
	read    [3]gpumodel.Cycles
	reads   int
	begin   gpumodel.Cycles     // end of the first turn
	taken   *[3]gpumodel.Cycles // until the coordinates had been read, and the result was there; all turns but the first
}

const insideTurns = 64

// What a turn does besides: the loop, and the numbers by chance. 67 cycles of a lone warp.
const insideSteps = 5 + 16

func (s *insideStream) Next(in *gpumodel.Instruction) bool {
	const result, coordinates, other = 1, 2, 3
	if s.step == insideTurns*insideSteps {
		return false
	}
	*in = gpumodel.Instruction{Kind: gpumodel.Clock, Lanes: gpumodel.AllLanes(32)}
	switch s.step % insideSteps {
	case 0:
		if s.row.Cube > 0 {
			s.seed = s.seed*1664525 + 1013904223
		}
		s.put()
	case 1:
		in.Kind, in.Dst, in.Read, in.Sample = gpumodel.Texture, result, coordinates, &s.samples
	case 2:
		in.Src[0] = coordinates
	case 3:
		in.Kind, in.Src[0], in.Dst = gpumodel.FP32, result, result
	case 4:
	default:
		in.Kind, in.Src[0], in.Dst = gpumodel.FP32, other, other
	}
	s.step++
	return true
}

// put puts the pattern where the turn has it.
func (s *insideStream) put() {
	base := float32(256.75)
	if s.row.Cube == 1024 {
		base = 0.75
	}
	at := [3]float32{base, base, base}
	if c := uint32(s.row.Cube); c > 0 {
		at[0] += float32(s.seed >> 2 & (c - 1) &^ 63)
		at[1] += float32(s.seed >> 12 & (c - 1) &^ 7)
		at[2] += float32(s.seed >> 22 & (c - 1) &^ 3)
	}
	for i := range s.row.At {
		for axis := range 3 {
			s.samples.At[i][axis] = at[axis] + s.row.At[i][axis]
		}
	}
}

func (s *insideStream) SetClock(now gpumodel.Cycles) {
	s.read[s.reads] = now
	if s.reads++; s.reads == 3 {
		if s.step > insideSteps { // the first turn waits for instructions to be fetched
			s.taken[0] += s.read[1] - s.read[0]
			s.taken[1] += s.read[2] - s.read[0]
			s.taken[2] = s.read[2] - s.begin
		} else {
			s.begin = s.read[2]
		}
		s.reads = 0
	}
}

// TestTextureInside replays inside.csv on the whole GPU: the pace of references, how long
// each waits to be taken, and for its result. Queue and QueuePasses were set from some of the
// rows with 64 wavefronts, ReadCycles and FillCycles from those with 4; no pace was. When a
// reference is taken is printed and not bound: with many wavefronts the H200 takes them far
// sooner than the model, which makes them wait before the unit and not in it.
func TestTextureInside(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on all CUs, left out with -short")
	}
	rows, err := silicon.H200Inside()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H200()
	volume, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	some, cubes := []string{"same", "plane13.2*1.00", "random64.0"}, []int{0}
	if os.Getenv("LANEBOOK_FULL") == "1" {
		cubes = append(cubes, 256)
		some = append(some, "xy8x4*1", "z*4", "plane5.32*1.00")
	}
	for _, cube := range cubes {
		var off, worst [3]float64
		n := 0
		for _, row := range rows {
			if row.Cube != cube || row.Workgroups == 1 || !slices.Contains(some, row.Name) {
				continue
			}
			waits := make([][3]gpumodel.Cycles, 4*row.Workgroups)
			_, err := chip.Run(chip.Launch{
				Device: d, Workgroups: row.Workgroups, Wavefronts: 4, Resident: 16, Streams: func(int) func(int, int) gpumodel.Stream {
					return func(workgroup, wavefront int) gpumodel.Stream {
						id := 4*workgroup + wavefront
						waits[id] = [3]gpumodel.Cycles{} // of the launch before
						return &insideStream{row: &row, samples: gpumodel.Samples{Volume: volume}, seed: uint32(id)*2654435761 + 12345, taken: &waits[id]}
					}
				},
			}, chip.Options{Before: row.Workgroups})
			if err != nil {
				t.Fatal(err)
			}
			var sum [3]gpumodel.Cycles
			for _, w := range waits {
				sum[0], sum[1], sum[2] = sum[0]+w[0], sum[1]+w[1], max(sum[2], w[2])
			}
			references := float64(insideTurns-1) * float64(len(waits))
			pace := float64(sum[2]) / (insideTurns - 1) / float64(row.Waves)
			got := [3]float64{pace, float64(sum[0]) / references, float64(sum[1]) / references}
			for i, want := range [3]float64{row.EachReference, row.Taken, row.Done} {
				e := got[i]/want - 1
				off[i], worst[i] = off[i]+math.Abs(e), max(worst[i], math.Abs(e))
			}
			n++
			t.Logf("%-16s cube %4d, %2d wavefronts: a reference each %.1f cycles (%.1f), taken after %.0f (%.0f), done after %.0f (%.0f)", row.Name, cube, row.Waves,
				got[0], row.EachReference, got[1], row.Taken, got[2], row.Done)
		}
		t.Logf("cube %d, %d rows: mean errors: pace %.1f %%, until taken %.1f %%, until done %.1f %%; worst %.0f, %.0f, %.0f %%", cube, n,
			100*off[0]/float64(n), 100*off[1]/float64(n), 100*off[2]/float64(n), 100*worst[0], 100*worst[1], 100*worst[2])
		if most := map[int]float64{0: 0.10, 256: 0.35}[cube]; n == 0 || off[0]/float64(n) > most {
			t.Errorf("cube %d: the pace of %d rows is %.1f %% off on average, want at most %.0f %%", cube, n, 100*off[0]/float64(n), 100*most)
		}
	}
}
