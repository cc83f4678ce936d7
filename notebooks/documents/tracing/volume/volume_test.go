package volume

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"

	"gonum.org/v1/gonum/stat"

	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/gpumodel/trace"
)

// TestRays: straight on, the central ray meets the front at a distance of 3 and
// goes through 2, so 1000 steps; at a corner of the picture it misses.
func TestRays(t *testing.T) {
	r := View{}.Ray(512, 512, 1024, 0.002)
	if math.Abs(float64(r.Samples-1000)) > 1 || math.Abs(float64(r.At[2]-1024)) > 0.01 || math.Abs(float64(r.Step[2]+1.024)) > 1e-3 {
		t.Errorf("central ray %+v, want 1000 samples from z = 1024 in steps of −1.024", r)
	}
	if r := (View{}).Ray(0, 0, 1024, 0.002); r.Samples != 0 {
		t.Errorf("a corner's ray %+v, want none", r)
	}
	// The document's (90,0,90): the picture's y is the volume's x.
	a, b := Moving().Ray(512, 512, 1024, 0.002), Moving().Ray(512, 612, 1024, 0.002)
	if d := b.At[0] - a.At[0]; math.Abs(float64(d)) < 100 || math.Abs(float64(b.At[2]-a.At[2])) > 1 {
		t.Errorf("100 pixels down move the ray by %v in x, %v in z, want 150 and 0", d, b.At[2]-a.At[2])
	}
	// View's own (90,0,90): the picture's x is the volume's y, its y the volume's z.
	a, b = View{90, 0, 90}.Ray(512, 512, 1024, 0.002), View{90, 0, 90}.Ray(612, 512, 1024, 0.002)
	if d := b.At[1] - a.At[1]; d < 100 || math.Abs(float64(b.At[2]-a.At[2])) > 1 {
		t.Errorf("100 pixels to the right move the ray by %v in y, %v in z, want 150 and 0", d, b.At[2]-a.At[2])
	}
}

// TestNoRayEnds shows that no ray takes 98 % of the light, so that all reference the
// volume to its far side whatever the density.
func TestNoRayEnds(t *testing.T) {
	for _, v := range []View{{}, {90, 0, 90}} {
		c := v.caster(32, 0.002)
		for i := range 32 * 32 {
			if _, taken := march(c.ray(i%32, i/32), Opacity(0.002)); taken > 0.9 {
				t.Errorf("view %v, pixel %d: takes %.2f of the light", v, i, taken)
			}
		}
	}
}

// Oracle: the references that the H200's kernel counts in the first lane of each
// wavefront.
func TestReferences(t *testing.T) {
	points, err := silicon.H200Volume()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		c := View{p.View[0], p.View[1], p.View[2]}.caster(1024, 0.002)
		n := 0
		eachWavefront(gpumodel.Shape{X: p.X, Y: p.Y}, Window{X1: 1024, Y1: 1024}, func(x, y [32]int) { n += c.ray(x[0], y[0]).Samples })
		if e := float64(n)/float64(p.References) - 1; math.Abs(e) > 0.0005 {
			t.Errorf("view %v, %d×%d: %d references, measured %d (%+.2f %%)", p.View, p.X, p.Y, n, p.References, 100*e)
		}
	}
}

// job is one shape in one view, by every method.
type job struct {
	v View
	s gpumodel.Shape
	o [Methods]Measured
}

// renderAll renders the eight shapes in each of the views by each of the methods.
func renderAll(t testing.TB, g Renderer, views []View, w Window, methods ...Method) []job {
	var jobs []job
	for _, v := range views {
		for _, s := range Shapes() {
			jobs = append(jobs, job{v: v, s: s})
		}
	}
	var wait sync.WaitGroup
	next := make(chan *job)
	for range 2 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for j := range next {
				for _, m := range methods {
					var err error
					if j.o[m], err = g.Render(j.v, j.s, m, w, -1); err != nil {
						t.Error(err)
					}
				}
			}
		}()
	}
	for i := range jobs {
		next <- &jobs[i]
	}
	close(next)
	wait.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return jobs
}

// full asks for every rendering; quick runs leave out those that assert the same again,
// of another view or shape.
var full = os.Getenv("LANEBOOK_FULL") != ""

// quickly is the window, in quick runs with that part of each ray.
func quickly(w Window, part float64) Window {
	if !full {
		w.Part = part
	}
	return w
}

// TestGTX480 shows what the paper's Figures 6 to 9 show, in a part of the picture: the
// correlations. The ledger has the whole picture, and the shares of Figure 5; LANEBOOK_FULL=1
// has a larger part, and the second view.
func TestGTX480(t *testing.T) {
	if testing.Short() {
		t.Skip("16 renderings, left out with -short")
	}
	views, window := []View{{}}, Window{320, 256, 448, 512, 2, 0.1, 0}
	if os.Getenv("LANEBOOK_FULL") == "1" {
		views, window = append(views, Moving()), Window{320, 256, 448, 768, 2, 0.3, 0}
	}
	jobs := renderAll(t, OnGTX480(), views, window, Simple, Dummy)
	for v := range views {
		var frequency [Methods][]float64
		var hits, frames []float64
		for _, j := range jobs[8*v : 8*v+8] {
			for _, m := range []Method{Simple, Dummy} {
				frequency[m] = append(frequency[m], 1/j.o[m].Reference)
			}
			a, b := j.o[Simple], j.o[Dummy]
			hits, frames = append(hits, b.Hit), append(frames, 1/b.Frame)
			t.Logf("%v %v: %.1f frames/s, hits %.0f %%, simple %.0f cycles %.1f %%, dummy %.0f cycles %.1f %%",
				j.v, j.s, 1/b.Frame, 100*b.Hit, a.Reference, 100*a.Share(), b.Reference, 100*b.Share())
		}
		simple, proposed := frequency[Simple], frequency[Dummy]
		proposedHit, proposedFrame := Correlation(proposed, hits), Correlation(proposed, frames)
		turnHit, turnFrame := Correlation(simple[3:], hits[3:]), Correlation(simple[3:], frames[3:])
		t.Logf("correlation of reference frequency with hits and frame rate: proposed %.2f %.2f; simple %.2f %.2f, from 8×16 on %.2f %.2f",
			proposedHit, proposedFrame, Correlation(simple, hits), Correlation(simple, frames), turnHit, turnFrame)
		if proposedFrame < 0.8 || proposedHit < 0.8 && v == 0 {
			t.Errorf("the proposed method's correlations are %.2f and %.2f, want 0.8 or more", proposedHit, proposedFrame)
		}
	}
}

// TestInvariants: what must hold whatever the parameters.
func TestInvariants(t *testing.T) {
	g := OnGTX480()
	w := Window{448, 448, 576, 576, 2, 0.02, 5000}
	var before Measured
	for m := None; m < Methods; m++ {
		a, err := g.Render(View{}, gpumodel.Shape{X: 32, Y: 4}, m, w, 0)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := g.Render(View{}, gpumodel.Shape{X: 32, Y: 4}, m, w, 0); !reflect.DeepEqual(a, b) {
			t.Errorf("%v: two runs differ", m)
		}
		// Little's law: no more wavefronts on a CU than there is room for.
		resident := (a.Reference + a.Other) * float64(a.References) / a.Cycles / 2
		if resident > float64(4*g.Resident)+1e-6 {
			t.Errorf("%v: %.1f wavefronts on a CU, want at most %d", m, resident, 4*g.Resident)
		}
		if perCU := a.Cycles / float64(a.References) * 2; perCU < g.Device.Texture.Cycles {
			t.Errorf("%v: a reference every %.1f cycles, want at least %.1f", m, perCU, g.Device.Texture.Cycles)
		}
		if m != None && (a.References != before.References || len(a.Series) != a.Wavefronts[0].References) {
			t.Errorf("%v: %d references, %d in the series; want %d and %d", m, a.References, len(a.Series), before.References, a.Wavefronts[0].References)
		}
		if m == Dummy && a.Reference <= before.Reference {
			t.Errorf("the dummy's reference of %.0f cycles is no longer than the fence's", a.Reference)
		}
		before = a
		if m == None {
			continue
		}
		tr, err := g.Trace(a)
		var states [2]int
		for _, s := range tr.Spans {
			states[s.State]++
		}
		if err != nil || states[0] != min(5000, int(a.References)) || states[1] == 0 || states[1] >= states[0] {
			t.Errorf("%v: a trace of %d references and %d times between, %v", m, states[0], states[1], err)
		}
		var file bytes.Buffer
		if err := trace.WriteCLOG2(&file, tr); err != nil {
			t.Error(err)
		}
		for _, s := range tr.Spans {
			if s.Slot >= 4*g.Resident {
				t.Fatalf("slot %d, want below %d", s.Slot, 4*g.Resident)
			}
		}
	}
	if _, err := g.Render(View{}, gpumodel.Shape{X: 32, Y: 4}, None, Window{0, 0, 100, 100, 1, 0, 0}, -1); err == nil {
		t.Error("a window of parts of workgroups gives no error")
	}
}

// TestFigure10 shows what the paper's Figures 10 and 11 show: one CU's wavefronts at
// (90,0,90), by the dummy's method.
func TestFigure10(t *testing.T) {
	if testing.Short() {
		t.Skip("two renderings of a strip, left out with -short")
	}
	type result struct{ ends, middle, spread, series float64 }
	strip := quickly(Window{448, 0, 576, 1024, 2, 0, 0}, 0.3) // through the picture's middle, from border to border of the volume
	var results [2]result
	for k, s := range []gpumodel.Shape{{X: 2, Y: 64}, {X: 8, Y: 16}} {
		m, err := OnGTX480().Render(Moving(), s, Dummy, strip, 2048+5)
		if err != nil {
			t.Fatal(err)
		}
		var means []float64
		for _, w := range m.Wavefronts {
			if w.CU == 0 && w.References > 0 {
				means = append(means, w.Mean)
			}
		}
		end := len(means) / 50
		r := &results[k]
		r.ends = (mean(means[:end]) + mean(means[len(means)-end:])) / 2
		r.middle, r.spread = mean(means[end:len(means)-end]), spread(means[end:len(means)-end])
		r.series = spread(m.Series)
		t.Logf("%v: %d wavefronts of one CU; mean reference %.0f cycles at the ends, %.0f between, spread %.0f (%.2f of it); one wavefront's %d references: mean %.0f, spread %.0f (%.2f)",
			s, len(means), r.ends, r.middle, r.spread, r.spread/r.middle, len(m.Series), mean(m.Series), r.series, r.series/mean(m.Series))
		if r.ends >= r.middle || r.ends < 400 || r.ends > 1500 { // about 1000 in [D4]
			t.Errorf("%v: %.0f cycles at the ends, %.0f between; want less at the ends, 400 to 1500", s, r.ends, r.middle)
		}
	}
	tall, square := results[0], results[1]
	if tall.middle >= square.middle || tall.spread/tall.middle >= square.spread/square.middle || tall.series >= square.series {
		t.Errorf("2×64 %+v, 8×16 %+v, want less time and less spread of 2×64", tall, square)
	}
}

// TestMissed: workgroups that miss the volume take the issue slots of their rays' set-ups, and
// nothing else. Above row 170 a picture shows nothing of it: eleven rows of 64 workgroups.
func TestMissed(t *testing.T) {
	g := OnGTX480()
	below := Window{X0: 256, X1: 768, Y0: 176, Y1: 240, CUs: 15, Part: 0.02}
	above := below
	above.Y0 = 0
	var cycles [2]float64
	for i, w := range []Window{below, above} {
		m, err := g.Render(View{}, gpumodel.Shape{X: 8, Y: 16}, None, w, -1)
		if err != nil {
			t.Fatal(err)
		}
		cycles[i] = m.Cycles
	}
	setups := 704 * 4 * float64(g.Instructions) / 15 // of four wavefronts each, an instruction a cycle on each CU
	if more := cycles[1] - cycles[0]; more < 0.9*setups || more > 1.2*setups {
		t.Errorf("704 workgroups that miss the volume take %.0f cycles, want about %.0f, for their rays' set-ups", more, setups)
	}
}

// TestFewCUs prints what it costs to simulate few CUs, with the others' share of
// the L2 and of bandwidth, where all could be.
func TestFewCUs(t *testing.T) {
	if testing.Short() {
		t.Skip("8 renderings, left out with -short")
	}
	shapes := []gpumodel.Shape{{X: 16, Y: 8}, {X: 1, Y: 128}}
	if !full {
		shapes = shapes[:1]
	}
	for i, s := range shapes {
		// Each in a window of its share of the picture's width, about the middle.
		var all Measured
		for _, c := range []struct{ cus, width int }{{15, 1024}, {8, 512}, {4, 256}, {2, 128}} {
			w := quickly(Window{512 - c.width/2, 384, 512 + c.width/2, 640, c.cus, 0.1, 0}, 0.05)
			m, err := OnGTX480().Render(View{}, s, Dummy, w, -1)
			if err != nil {
				t.Fatal(err)
			}
			if all.References == 0 {
				all = m
			}
			e := m.Frame/all.Frame - 1
			t.Logf("%v: %2d CUs of 15 in detail: %.1f ms a frame instead of %.1f (%+.1f %%), a reference %.0f cycles instead of %.0f, in memory %.1f %% instead of %.1f",
				s, c.cus, 1e3*m.Frame, 1e3*all.Frame, 100*e, m.Reference, all.Reference, 100*m.Share(), 100*all.Share())
			if math.Abs(e) > 0.15 {
				t.Logf("missed: 15 %% wanted")
			}
			if most := []float64{0.05, 0.30}[i]; math.Abs(e) > most { // what is known of either shape, to see it change
				t.Errorf("error %.1f %%, want at most %.0f %%", 100*e, 100*most)
			}
		}
	}
}

func spread(a []float64) float64 {
	m, sum := mean(a), 0.0
	for _, x := range a {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum / float64(len(a)))
}

func TestCorrelation(t *testing.T) {
	a := []float64{1, 2, 3, 4}
	if c := Correlation(a, []float64{2, 4, 6, 8}); math.Abs(c-1) > 1e-12 {
		t.Errorf("correlation of a line %v, want 1", c)
	}
	if c := RankCorrelation(a, []float64{9, 5, 5, -100}); math.Abs(c+math.Sqrt(0.9)) > 1e-12 { // ranks 3, 1.5, 1.5, 0
		t.Errorf("rank correlation %v, want −0.949", c)
	}
	if c := Correlation(a, []float64{7, 7, 7, 7}); c != 0 {
		t.Errorf("correlation with a constant %v, want 0", c)
	}
	for n := range 200 { // far from 0, so that the means are not exact
		rng := rand.New(rand.NewPCG(1, uint64(n)))
		a, b := make([]float64, n+2), make([]float64, n+2)
		for i := range a {
			a[i] = 1e3 + rng.Float64()
			b[i] = a[i] + rng.Float64()
		}
		if got, want := Correlation(a, b), stat.Correlation(a, b, nil); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d values: correlation %v, Gonum says %v", len(a), got, want)
		}
	}
}
