// Package tracing is the fourth document, on tracing memory references: its claims, the
// figures that only notebook 04 draws, and its experiment, repeated: a volume renderer,
// in eight shapes of workgroup (block), timed by kernels that read the clock around each
// texture reference. On the GTX 480, as the document did, and on the H200, as its machine
// code, of which package silicon has the same measurements.
package tracing

import (
	"errors"
	"runtime"
	"sync"

	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

// Plan says what to render at one view, for each shape.
type Plan struct {
	GPU    volume.Renderer
	View   volume.View
	Shapes []gpumodel.Shape
	Plain  volume.Window // rendered without clock reads; not at all if it has no CUs
	Timed  volume.Window // rendered by the instrumented kernels; the same
}

// Point is one shape of a Plan. What was not asked for is zero.
type Point struct {
	Shape gpumodel.Shape
	By    [volume.Methods]volume.Measured
}

// Progress is called whenever one of the renderings is done; it may be nil. Calls do
// not overlap.
type Progress func(done, all int)

// Paper returns the document's experiment at a view, on the GTX 480, cut to what runs in
// seconds: an eighth by a quarter of the picture on one CU, a tenth of each ray.
// WholePicture has all of the picture, and DistanceOf says how far this is from it. How the document's second
// view, (90,0,90), is read: see volume.Moving.
func Paper(v volume.View) Plan {
	part := volume.Window{X0: 320, Y0: 256, X1: 448, Y1: 512, CUs: 1, Part: 0.1}
	return Plan{volume.OnGTX480(), v, volume.Shapes(), part, part}
}

// Run renders, several at a time, and returns the points in order of Shapes. The error
// joins those of all renderings.
func (p Plan) Run(progress Progress) ([]Point, error) {
	points := make([]Point, len(p.Shapes))
	for i, s := range p.Shapes {
		points[i].Shape = s
	}
	var jobs []func() error
	for i, shape := range p.Shapes {
		at := &points[i].By
		if p.Plain.CUs > 0 {
			jobs = append(jobs, func() (err error) {
				at[volume.None], err = p.GPU.Render(p.View, shape, volume.None, p.Plain, -1)
				return err
			})
		}
		if p.Timed.CUs > 0 {
			for m := volume.Simple; m < volume.Methods; m++ {
				jobs = append(jobs, func() (err error) {
					at[m], err = p.GPU.Render(p.View, shape, m, p.Timed, -1)
					return err
				})
			}
		}
	}
	err := parallel(len(jobs), progress, func(i int) error { return jobs[i]() })
	return points, err
}

// parallel calls do with each of 0 to n−1, as many at a time as there are processors.
func parallel(n int, progress Progress, do func(i int) error) error {
	errs := make([]error, n)
	jobs := make(chan int)
	var mu sync.Mutex // guards done, and keeps calls of progress apart
	done := 0
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range jobs {
				errs[i] = do(i)
				mu.Lock()
				done++
				if progress != nil {
					progress(done, n)
				}
				mu.Unlock()
			}
		})
	}
	for i := range n {
		jobs <- i
	}
	close(jobs)
	workers.Wait()
	return errors.Join(errs...)
}
