package silicon

import (
	"math"
	"os"
	"testing"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
)

// waitsStream is a wavefront of waits.cu: inside.cu's, with a clock read more right behind the reference.
type waitsStream struct {
	insideStream
	out   bool // the reference is
	reads [4]gpumodel.Cycles
	n     int                 // of them
	sum   *[4]gpumodel.Cycles // until references had issued, coordinates had been read, results were there; all turns
	born  gpumodel.Cycles
}

func (s *waitsStream) Next(in *gpumodel.Instruction) bool {
	if s.out {
		*in = gpumodel.Instruction{Kind: gpumodel.Clock, Lanes: gpumodel.AllLanes(32)}
		s.out = false
		return true
	}
	ok := s.insideStream.Next(in)
	s.out = ok && in.Kind == gpumodel.Texture
	return ok
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
// all, of which each wavefront makes 64 references for the chip's 256. And what is said of it: of an SM no more than 16
// references wait unread, whatever the pattern and where 32 wavefronts ask or more; QueueVariant, whose Ahead is of other rows
// and an H200, is 3 off in that, and the preset 12 or more.
func TestTextureWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("launches on all CUs, left out with -short")
	}
	all, err := comparedWaits()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 18 {
		t.Fatalf("%d rows, want 18", len(all))
	}
	long := os.Getenv("LANEBOOK_FULL") == "1"
	holdLines(t, "waits_model.csv", waitsModelCSV, len(all), func(i int) bool { return i == 0 || long && (i == 4 || i == 8) }, func(i int) (string, error) {
		return modelLine(all[i].Name, all[i].Cube, gpu.H100(), "%.1f", func(d gpumodel.Device) ([]float64, error) {
			w, err := runWaits(d, &all[i])
			return w[:], err
		})
	})
	if *update {
		return
	}
	rows, err := textureWaits()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if unread := r.Chip[WaitRead]; r.Wavefronts >= 32 && !(unread < 16.2) {
			t.Errorf("%s in a cube of %d, %d wavefronts: %.1f references are unread, want at most 16", r.Name, r.Cube, r.Wavefronts, unread)
		}
	}
	if all, err = CompareTextureWaits(); err != nil {
		t.Fatal(err)
	}
	var preset, variant Waits
	for _, r := range all {
		t.Logf("%-15s cube %4d: %.1f; preset %.1f; variant %.1f", r.Name, r.Cube, r.Chip, r.Preset, r.Variant)
		for k, x := range r.Chip {
			preset[k] += math.Abs(r.Preset[k]-x) / float64(len(all))
			variant[k] += math.Abs(r.Variant[k]-x) / float64(len(all))
		}
	}
	t.Logf("mean errors: preset %.1f, variant %.1f", preset, variant)
	if variant[WaitRead] > 3 || preset[WaitRead] < 12 {
		t.Errorf("of references unread the variant is %.1f off and the preset %.1f, want at most 3 and at least 12", variant[WaitRead], preset[WaitRead])
	}
}

// runWaits runs waits.cu's kernel twice, with 64 references of each wavefront, and returns where wavefronts are in the second.
func runWaits(d gpumodel.Device, of *TextureWaits) (Waits, error) {
	row, volume, err := insideRow(d, of.Name, of.Cube)
	if err != nil {
		return Waits{}, err
	}
	sums, err := launchInside(d, volume, row, 16*d.CUs, func(s insideStream, took *[4]gpumodel.Cycles) gpumodel.Stream {
		return &waitsStream{insideStream: s, sum: took}
	})
	if err != nil {
		return Waits{}, err
	}
	var mean [4]float64        // of a reference
	last := gpumodel.Cycles(0) // of the first CU
	for id, sum := range sums {
		for k, c := range sum {
			mean[k] += float64(c) / insideTurns / float64(len(sums))
		}
		if id/4%d.CUs == 0 {
			last = max(last, sum[3])
		}
	}
	return of.waits(mean[0], mean[1], mean[2], mean[3], float64(last)/insideTurns), nil
}
