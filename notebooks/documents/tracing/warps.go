package tracing

import (
	"fmt"
	"sync"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// OneCU is what the document's Figures 10 and 11 show: the wavefronts (warps) of one CU
// at the second view, by the dummy's method.
type OneCU struct {
	Shape    gpumodel.Shape
	Means    silicon.WavefrontMeans // 0: the wavefront misses the volume
	Spans    []volume.TimedReference
	Measured bool // on silicon, not by the model
}

// PaperCUs renders, for each shape, a strip of the picture that is as wide as one CU's
// share of it, on that CU, with whole rays. A program renders each strip once, whoever
// asks first.
func PaperCUs(progress Progress, shapes ...gpumodel.Shape) ([]OneCU, error) {
	render, _ := strips.LoadOrStore(fmt.Sprint(shapes), sync.OnceValues(func() ([]OneCU, error) {
		out := make([]OneCU, len(shapes))
		err := parallel(len(shapes), progress, func(i int) (err error) {
			out[i], err = strip(volume.OnGTX480(), shapes[i])
			return err
		})
		return out, err
	}))
	return render.(func() ([]OneCU, error))()
}

var strips sync.Map // from shapes in words to a function that returns their strips

func strip(g volume.Renderer, s gpumodel.Shape) (OneCU, error) {
	window := volume.Window{X0: 480, X1: 544, Y1: 1024, CUs: 1, Record: 1 << 20} // more than there are
	m, err := g.Render(volume.Moving(), s, volume.Dummy, window, -1)
	c := OneCU{Shape: s, Spans: m.Spans}
	for _, w := range m.Wavefronts {
		c.Means = append(c.Means, w.Mean)
	}
	return c, err
}

// Slowest returns the wavefront that the document looks at: many references, and a long
// mean. Here, of the wavefronts with at least nine tenths of the most references, the
// one with the longest mean. It returns its number and the cycles of each reference.
func (c OneCU) Slowest() (wavefront int, cycles []float64) {
	by := make([][]float64, len(c.Means))
	most := 0
	for _, s := range c.Spans {
		by[s.Wavefront] = append(by[s.Wavefront], s.Cycles)
		most = max(most, len(by[s.Wavefront]))
	}
	for i, list := range by {
		if len(list) > 0 && 10*len(list) >= 9*most && c.Means[i] > c.Means[wavefront] {
			wavefront = i
		}
	}
	return wavefront, by[wavefront]
}
