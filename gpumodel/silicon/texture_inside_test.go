package silicon

import (
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
)

// insideStream is a wavefront of inside.cu: 64 references, three clock reads to each.
type insideStream struct {
	row     *textureInside
	samples gpumodel.Samples
	seed    uint32
	step    int
	read    [3]gpumodel.Cycles
	reads   int
	from    gpumodel.Cycles     // its first clock read
	begin   gpumodel.Cycles     // end of the first turn
	taken   *[4]gpumodel.Cycles // until the coordinates had been read, and the result was there; all turns but the first; all turns
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
			s.begin, s.from = s.read[2], s.read[0]
		}
		s.taken[3] = s.read[2] - s.from
		s.reads = 0
	}
}

// TestTextureInside replays inside.csv on the whole GPU: the pace of references, how long
// each waits to be taken, and for its result, with 64 wavefronts where LANEBOOK_FULL is 1. Queue and QueuePasses were set from some of the
// rows with 64 wavefronts, ReadCycles and FillCycles from those with 4; no pace was. When a
// reference is taken is printed and not bound: with many wavefronts the H200 takes them far
// sooner than the model, which makes them wait before the unit and not in it.
func TestTextureInside(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on all CUs, left out with -short")
	}
	rows, err := h200Inside()
	if err != nil {
		t.Fatal(err)
	}
	d := gpu.H200()
	volume, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	if err != nil {
		t.Fatal(err)
	}
	some, cubes, waves := []string{"same", "plane13.2*1.00", "random64.0"}, []int{0}, 16
	if os.Getenv("LANEBOOK_FULL") == "1" {
		waves = 64
		cubes = append(cubes, 256)
		some = append(some, "xy8x4*1", "z*4", "plane5.32*1.00")
	}
	for _, cube := range cubes {
		var off, worst [3]float64
		n := 0
		for _, row := range rows {
			if row.Cube != cube || row.Workgroups == 1 || row.Waves > waves || !slices.Contains(some, row.Name) {
				continue
			}
			waits, err := runInside(d, volume, &row)
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

// What ends_inside_model.csv has is what the model gives: one row, with LANEBOOK_FULL=1 two more; -update runs all. And
// what is said of it: where all hit the youngest quarter ends 60 % later than the oldest and more, on the H200 and by QueueVariant; by the preset none does.
func TestTextureEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on all CUs, left out with -short")
	}
	all, err := textureEnds()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 6 {
		t.Fatalf("%d rows, want 6", len(all))
	}
	long := os.Getenv("LANEBOOK_FULL") == "1"
	holdLines(t, "ends_inside_model.csv", textureEndsCSV, len(all), func(i int) bool { return i == 0 || long && i < 4 && i != 2 }, func(i int) (string, error) {
		return modelLine(all[i].Name, all[i].Cube, gpu.H200(), "%.0f", func(d gpumodel.Device) ([]float64, error) {
			ends, err := runTextureEnds(d, all[i])
			return ends[:], err
		})
	})
	if *update {
		return
	}
	if all, err = CompareTextureEnds(); err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		ahead := func(of [16]float64) float64 { // by how much the younger half ends later
			return (of[12]+of[13]+of[14]+of[15])/(of[0]+of[1]+of[2]+of[3]) - 1
		}
		off := [2]float64{}
		for k := range r.Chip {
			off[0] += math.Abs(r.Preset[k]/r.Chip[k]-1) / 16
			off[1] += math.Abs(r.Variant[k]/r.Chip[k]-1) / 16
		}
		t.Logf("%-5s cube %4d: the youngest quarter ends %3.0f %% later than the oldest (preset %3.0f, variant %3.0f); ends are %2.0f %% off by the preset, %2.0f by the variant", r.Name, r.Cube,
			100*ahead(r.Chip), 100*ahead(r.Preset), 100*ahead(r.Variant), 100*off[0], 100*off[1])
		if r.Cube == 0 && !(ahead(r.Chip) > 0.6 && ahead(r.Variant) > 0.6) || ahead(r.Preset) > 0.05 {
			t.Errorf("%s, cube %d: want a younger quarter that ends 60 %% later where all hit, and no more than 5 by the preset", r.Name, r.Cube)
		}
	}
}

// modelLine is a pattern's line of what the model gives: its numbers by the preset, and by its QueueVariant.
func modelLine(pattern string, cube int, d gpumodel.Device, format string, run func(gpumodel.Device) ([]float64, error)) (string, error) {
	line := fmt.Sprintf("model,lanes=%s,cube=%d", pattern, cube)
	for _, by := range []struct {
		name string
		d    gpumodel.Device
	}{{"preset", d}, {"variant", QueueVariant(d)}} {
		numbers, err := run(by.d)
		if err != nil {
			return "", err
		}
		for _, x := range numbers {
			line += fmt.Sprintf(",%s="+format, by.name, x)
		}
	}
	return line, nil
}

// insideRow returns the row of inside.csv with 64 wavefronts and such a pattern, and the texture that it asks.
func insideRow(d gpumodel.Device, pattern string, cube int) (*textureInside, *gpumodel.Volume, error) {
	rows, err := h200Inside()
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(rows, func(r textureInside) bool { return r.Waves == 64 && r.Name == pattern && r.Cube == cube })
	if i < 0 {
		return nil, nil, fmt.Errorf("inside.csv has no row of 64 wavefronts, %s in a cube of %d", pattern, cube)
	}
	volume, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	return &rows[i], volume, err
}

// runTextureEnds returns when the wavefronts of the first CU end, by workgroup.
func runTextureEnds(d gpumodel.Device, of TextureEnds) (ends [16]float64, err error) {
	row, volume, err := insideRow(d, of.Name, of.Cube)
	if err != nil {
		return ends, err
	}
	waits, err := runInside(d, volume, row)
	if err != nil {
		return ends, err
	}
	for k := range ends {
		for j := range 4 {
			ends[k] += float64(waits[4*d.CUs*k+j][3]) / 4
		}
	}
	return ends, nil
}

// runInside runs inside.cu's kernel twice, and returns of each wavefront of the second what insideStream's taken has.
func runInside(d gpumodel.Device, volume *gpumodel.Volume, row *textureInside) ([][4]gpumodel.Cycles, error) {
	return launchInside(d, volume, row, row.Workgroups, func(s insideStream, took *[4]gpumodel.Cycles) gpumodel.Stream {
		s.taken = took
		return &s
	})
}

// launchInside launches so many workgroups of four wavefronts twice, and returns what the streams of the second, made of
// inside.cu's, wrote down.
func launchInside(d gpumodel.Device, volume *gpumodel.Volume, row *textureInside, workgroups int, stream func(insideStream, *[4]gpumodel.Cycles) gpumodel.Stream) ([][4]gpumodel.Cycles, error) {
	took := make([][4]gpumodel.Cycles, 4*workgroups)
	_, err := chip.Run(chip.Launch{
		Device: d, Workgroups: workgroups, Wavefronts: 4, Resident: 16, Streams: func(int) func(int, int) gpumodel.Stream {
			return func(workgroup, wavefront int) gpumodel.Stream {
				id := 4*workgroup + wavefront
				took[id] = [4]gpumodel.Cycles{} // of the launch before
				return stream(insideStream{row: row, samples: gpumodel.Samples{Volume: volume}, seed: uint32(id)*2654435761 + 12345}, &took[id])
			}
		},
	}, chip.Options{Before: workgroups})
	return took, err
}
