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

// waitsStream is a wavefront of waits.cu: inside.cu's, with a clock read more right behind the reference.
type waitsStream struct {
	insideStream
	turn  int
	reads [4]gpumodel.Cycles
	n     int                 // of them
	sum   *[4]gpumodel.Cycles // until references had issued, coordinates had been read, results were there; all turns
	born  gpumodel.Cycles
}

func (s *waitsStream) Next(in *gpumodel.Instruction) bool {
	if s.turn == 1 { // the reference is out
		*in = gpumodel.Instruction{Kind: gpumodel.Clock, Lanes: gpumodel.AllLanes(32)}
		s.turn = 2
		return true
	}
	if !s.insideStream.Next(in) {
		return false
	}
	if in.Kind == gpumodel.Texture {
		s.turn = 1
	}
	return true
}

func (s *waitsStream) SetClock(now gpumodel.Cycles) {
	if s.sum[3] == 0 && s.n == 0 {
		s.born = now
	}
	s.reads[s.n] = now
	if s.n++; s.n == len(s.reads) {
		s.n = 0
		for i, at := range s.reads[1:] {
			s.sum[i] += at - s.reads[0]
		}
		s.sum[3] = now - s.born
	}
}

// TestTextureWaits: what waits_model.csv has is what the model gives; one row, with LANEBOOK_FULL=1 two more; -update runs
// all, of which each wavefront makes 64 references for the chip's 256. And what is said of it: of a scheduler no more than
// four references wait unread, of an SM some 42 are in the unit where memory decides; QueueVariant, whose Ahead is of
// other rows and an H200, has the first.
func TestTextureWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on all CUs, left out with -short")
	}
	all, err := textureWaits()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 18 {
		t.Fatalf("%d rows, want 18", len(all))
	}
	long := os.Getenv("LANEBOOK_FULL") == "1"
	holdLines(t, "waits_model.csv", waitsModelCSV, len(all), func(i int) bool { return i == 0 || long && (i == 4 || i == 8) }, func(i int) (string, error) {
		line := fmt.Sprintf("model,lanes=%s,cube=%d", all[i].Name, all[i].Cube)
		for _, d := range []gpumodel.Device{gpu.H100(), QueueVariant(gpu.H100())} {
			w, err := runWaits(d, &all[i])
			if err != nil {
				return "", err
			}
			line += fmt.Sprintf(",issue=%.1f,read=%.1f,unit=%.1f,other=%.1f", w.Issue, w.Read, w.Unit, w.Other)
		}
		return line, nil
	})
	if *update {
		return
	}
	if all, err = CompareTextureWaits(); err != nil {
		t.Fatal(err)
	}
	var off [2]Waits
	for _, r := range all {
		t.Logf("%-15s cube %4d: %.1f; preset %.1f; variant %.1f", r.Name, r.Cube, r.Chip, r.Preset, r.Variant)
		for i, w := range []Waits{r.Preset, r.Variant} {
			off[i].Issue += math.Abs(w.Issue-r.Chip.Issue) / float64(len(all))
			off[i].Read += math.Abs(w.Read-r.Chip.Read) / float64(len(all))
			off[i].Unit += math.Abs(w.Unit-r.Chip.Unit) / float64(len(all))
			off[i].Other += math.Abs(w.Other-r.Chip.Other) / float64(len(all))
		}
		if r.Cube > 0 && !(r.Chip.Read > 11 && r.Chip.Read < 16.2 && r.Chip.Unit < 51) {
			t.Errorf("%s in a cube of %d: %.1f references are unread and %.1f in the unit, want 11 to 16, and at most 51", r.Name, r.Cube, r.Chip.Read, r.Chip.Unit)
		}
	}
	t.Logf("mean errors: preset %.1f, variant %.1f", off[0], off[1])
}

// runWaits runs waits.cu's kernel twice, with 64 references of each wavefront, and returns where wavefronts are in the second.
func runWaits(d gpumodel.Device, of *TextureWaits) (Waits, error) {
	rows, err := H200Inside()
	if err != nil {
		return Waits{}, err
	}
	i := slices.IndexFunc(rows, func(r TextureInside) bool { return r.Name == of.Name && r.Cube == of.Cube })
	if i < 0 {
		return Waits{}, fmt.Errorf("inside.csv has no row of %s in a cube of %d", of.Name, of.Cube)
	}
	volume, err := d.Texture.Layout.Volume(1<<33, [3]int{10, 10, 10})
	if err != nil {
		return Waits{}, err
	}
	groups := 16 * d.CUs
	sums := make([][4]gpumodel.Cycles, 4*groups)
	_, err = chip.Run(chip.Launch{
		Device: d, Workgroups: groups, Wavefronts: 4, Resident: 16, Streams: func(int) func(int, int) gpumodel.Stream {
			return func(workgroup, wavefront int) gpumodel.Stream {
				id := 4*workgroup + wavefront
				sums[id] = [4]gpumodel.Cycles{} // of the launch before
				return &waitsStream{insideStream: insideStream{row: &rows[i], samples: gpumodel.Samples{Volume: volume}, seed: uint32(id)*2654435761 + 12345}, sum: &sums[id]}
			}
		},
	}, chip.Options{Before: groups})
	if err != nil {
		return Waits{}, err
	}
	var mean [4]float64 // of a reference
	for _, sum := range sums {
		for k, c := range sum {
			mean[k] += float64(c) / insideTurns / float64(len(sums))
		}
	}
	return waitsOf(mean[0], mean[1], mean[2], mean[3]), nil
}
