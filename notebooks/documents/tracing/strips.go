package tracing

import (
	"fmt"
	"math"

	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

// Whole is a whole picture, rendered in upright strips one after another.
type Whole struct {
	Strips     int
	CUs        int     // that render a strip
	Frame      float64 // seconds, if all CUs of the GPU shared the work evenly
	Hit, L2Hit float64
}

// Strips renders a whole picture without clock reads in so many strips, each on its
// share of the GPU's CUs, rounded. One strip is on all of them at once; with more, the
// CUs that render other strips are not simulated but have their share of the L2 and of
// DRAM. Of each ray the given part is rendered.
func Strips(g volume.Renderer, v volume.View, s gpumodel.Shape, strips int, part float64) (Whole, error) {
	if strips < 1 || g.Size%strips != 0 {
		return Whole{}, fmt.Errorf("tracing: %d strips of a picture of %d pixels, want a divisor", strips, g.Size)
	}
	w := Whole{Strips: strips, CUs: max(1, int(math.Round(float64(g.Device.CUs)/float64(strips))))}
	wide := g.Size / strips
	all := make([]volume.Measured, strips)
	err := parallel(strips, nil, func(i int) (err error) {
		window := volume.Window{X0: i * wide, X1: (i + 1) * wide, Y1: g.Size, CUs: w.CUs, Part: part}
		all[i], err = g.Render(v, s, volume.None, window, -1)
		return err
	})
	references := 0.0
	for _, m := range all {
		n := float64(m.References)
		references += n
		w.Frame += n * m.Frame
		w.Hit += n * m.Hit
		w.L2Hit += n * m.L2Hit
	}
	w.Frame, w.Hit, w.L2Hit = w.Frame/references, w.Hit/references, w.L2Hit/references
	return w, err
}
