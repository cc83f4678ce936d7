package tracing

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/memory"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// What document 4 claims, run. Several claims are read off one experiment, which a
// program runs once.

// renderer is what the volume renderer needs of a CU, without its timestamps; 20
// registers are assumed.
var renderer = gpumodel.Need{Lanes: 128, Registers: 20}

func frontPoints() ([]Point, error)  { return WholePicture(volume.View{}) }
func turnedPoints() ([]Point, error) { return WholePicture(volume.Moving()) }

func oneCU() ([]OneCU, error) {
	return PaperCUs(nil, gpumodel.Shape{X: 2, Y: 64}, gpumodel.Shape{X: 8, Y: 16})
}

func h200Points() ([]Point, error) { return OnSilicon(volume.View{}) }

var pictures = sync.OnceValues(renderThrice)

func fromFront(of func([]Point, Trend) float64) func() (float64, error) {
	return from(frontPoints, of)
}

func fromTurned(of func([]Point, Trend) float64) func() (float64, error) {
	return from(turnedPoints, of)
}

func from(points func() ([]Point, error), of func([]Point, Trend) float64) func() (float64, error) {
	return func() (float64, error) {
		p, err := points()
		if err != nil {
			return 0, err
		}
		return of(p, TrendOf(p)), nil
	}
}

// one is 1 for yes.
func one(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// rank returns a shape's place by frame rate, 1 for the fastest.
func rank(t Trend, s gpumodel.Shape) float64 {
	n := 1.0
	for _, r := range t.Rate {
		n += one(r > t.Rate[t.Of(s)])
	}
	return n
}

// correlation is of the shapes at least so wide.
func correlation(t Trend, m volume.Method, width int, frames bool) float64 {
	hit, rate := t.Between(width, 128).Correlations(m)
	if frames {
		return rate
	}
	return hit
}

// measured reads the same of the points that the H200 measured.
func measured(v volume.View, m volume.Method, width int, with silicon.Quantity) silicon.Reading {
	return silicon.VolumeCorrelation(angles(v), m.String(), width, with)
}

// both says what model and H200 gave for the other method over the same shapes.
func both(v volume.View, m volume.Method, width int, with silicon.Quantity) string {
	points, err := WholePicture(v)
	if err != nil {
		return err.Error()
	}
	r, err := measured(v, m, width, with)()
	if err != nil {
		return err.Error()
	}
	name := "proposed"
	if m == volume.Simple {
		name = "simple"
	}
	return fmt.Sprintf("The %s frequency over the same shapes: %.2f in the model, %.2f on the H200.", name,
		correlation(TrendOf(points), m, width, with == silicon.Frames), r.Value())
}

// change is by how much a quantity grows from one shape to another, in per cent.
func (t Trend) change(q silicon.Quantity, from, to gpumodel.Shape) float64 {
	values := t.Hit
	switch q {
	case silicon.Frames:
		values = t.Rate
	case simply, proposed:
		values = t.Frequency[volume.Simple]
		if q == proposed {
			values = t.Frequency[volume.Dummy]
		}
	}
	return 100 * (values[t.Of(to)]/values[t.Of(from)] - 1)
}

// The methods' frequencies as quantities.
var simply, proposed = silicon.Quantity(volume.Simple.String()), silicon.Quantity(volume.Dummy.String())

// angles are a view as package silicon has it.
func angles(v volume.View) [3]float64 { return [3]float64{v.Alpha, v.Beta, v.Gamma} }

// meanShare is the share of time in references that a method finds on the H200 at
// (0,0,0), mean over the shapes.
func meanShare(m volume.Method) (float64, error) {
	points, err := h200Points()
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, p := range points {
		sum += 100 * p.By[m].Share()
	}
	return sum / float64(len(points)), nil
}

// covers computes how much of a load the clock reads around it enclose, on a GTX 480: their
// distance over the load's own time.
func covers(m volume.Method) func() (float64, error) {
	return func() (float64, error) {
		h, err := memory.New(gpu.GTX480(), 1)
		if err != nil {
			return 0, err
		}
		l, _, err := TimeLoad(gpu.GTX480(), h.CU(0), m)
		return float64(l.Measured()) / float64(l.End-l.Start), err
	}
}

// tooLong computes by how many cycles the time that a method finds exceeds the load's.
func tooLong(m volume.Method) func() (float64, error) {
	return func() (float64, error) {
		h, err := memory.New(gpu.GTX480(), 1)
		if err != nil {
			return 0, err
		}
		l, _, err := TimeLoad(gpu.GTX480(), h.CU(0), m)
		return float64(l.Measured() - (l.End - l.Start)), err
	}
}

// doubled computes by how many per cent a number of 8×16's strip changes with twice the
// ways in the texture cache.
func doubled(of func(OneCU) float64) func() (float64, error) {
	return func() (float64, error) {
		cus, err := oneCU()
		if err != nil {
			return 0, err
		}
		wide, err := widened()
		return 100 * (of(wide)/of(cus[1]) - 1), err
	}
}

var widened = sync.OnceValues(func() (OneCU, error) {
	g := volume.OnGTX480()
	g.Device.Caches.Texture.Ways *= 2
	return strip(g, gpumodel.Shape{X: 8, Y: 16})
})

// deviceMemory is the time of a load that no cache of the GTX 480 holds.
func deviceMemory() (float64, error) {
	first, _, err := memory.Chase(gpu.GTX480(), 64<<20)
	return first, err
}

// small is a picture of 32 × 32 pixels, 40 samples through the volume.
var small = VolumeRendering{Shape: gpumodel.Shape{X: 8, Y: 16}, Size: 32, Step: 0.05}

// renderThrice renders it without clock reads, with the dummy, and with
// the dummy's path taken at each reference.
func renderThrice() (out [3]Rendered, err error) {
	p := small
	for i := range out {
		if i > 0 {
			p.Method = volume.Dummy
		}
		if i > 1 {
			p.Dummy = math.MaxInt32
		}
		if out[i], err = p.Render(gpu.GTX480(), gpumodel.BlockLinear); err != nil {
			return out, err
		}
	}
	return out, nil
}

// differing returns how many pixels of two pictures differ.
func differing(a, b [][]float32) (n float64) {
	for y := range a {
		for x := range a[y] {
			n += one(a[y][x] != b[y][x])
		}
	}
	return n
}

func dummyChanges() (float64, error) {
	p, err := pictures()
	return differing(p[0].Picture, p[1].Picture), err
}

// dummyReaches computes the share of the pixels whose rays meet the volume that change
// when the dummy's path is taken.
func dummyReaches() (float64, error) {
	p, err := pictures()
	if err != nil {
		return 0, err
	}
	meet := 0.0
	for y := range small.Size {
		for x := range small.Size {
			r := small.View.Ray(x, y, small.Size, small.Step)
			meet += one(r.Samples > 0)
		}
	}
	return 100 * differing(p[0].Picture, p[2].Picture) / meet, nil
}

// dummyWaits follows one wavefront of the dummy's kernel and counts the fetches that
// are not followed by a use of the fetched value, a branch on it, and the clock read.
func dummyWaits() (float64, error) {
	p := small
	p.Method = volume.Dummy
	l, err := p.Launch(gpu.GTX480())
	if err != nil {
		return 0, err
	}
	a, err := p.Arrays(gpu.GTX480(), gpumodel.BlockLinear)
	if err != nil {
		return 0, err
	}
	s, err := l.Start(p.Kernel(a))
	if err != nil {
		return 0, err
	}
	defer s.Close()
	const middle = 4 // workgroup near the picture's middle
	stream := s.Stream(middle, 0)
	var code []gpumodel.Instruction
	var in gpumodel.Instruction
	for stream.Next(&in) {
		code = append(code, in)
	}
	fetches, loose := 0, 0.0
	for i, f := range code {
		if f.Kind != gpumodel.Texture {
			continue
		}
		fetches++
		waits := i+3 < len(code) && slices.Contains(code[i+1].Src[:], f.Dst) &&
			code[i+2].Kind == gpumodel.Branch && slices.Contains(code[i+2].Src[:], code[i+1].Dst) && code[i+3].Kind == gpumodel.Clock
		loose += one(!waits)
	}
	if fetches == 0 {
		return 0, fmt.Errorf("workgroup %d makes no texture fetch", middle)
	}
	return loose, nil
}
