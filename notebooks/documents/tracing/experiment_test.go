package tracing_test

import (
	"math"
	"reflect"
	"testing"

	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
)

var (
	c = gpumodel.Shape{X: 4, Y: 32}
	d = gpumodel.Shape{X: 8, Y: 16}
)

// small is a plan of two shapes that takes no time.
func small() tracing.Plan {
	p := tracing.Paper(volume.View{})
	p.Shapes = []gpumodel.Shape{c, d}
	p.Timed = volume.Window{X0: 448, X1: 512, Y0: 448, Y1: 512, CUs: 1, Part: 0.02}
	p.Plain = p.Timed
	return p
}

// TestRun: points come in order of the shapes, whoever is done first; progress counts
// up to all of them; another run gives the same.
func TestRun(t *testing.T) {
	var seen []int
	first, err := small().Run(func(done, all int) {
		if seen = append(seen, done); all != 8 {
			t.Errorf("progress speaks of %d renderings, want 8: of two shapes, without clock reads and by three methods", all)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8}; !reflect.DeepEqual(seen, want) {
		t.Errorf("progress is %v, want %v", seen, want)
	}
	for i, s := range []gpumodel.Shape{c, d} {
		p := first[i]
		if p.Shape != s || p.By[volume.Dummy].Shape != s || p.By[volume.None].Frame == 0 || p.By[volume.Simple].Reference == 0 {
			t.Errorf("point %d: %+v, want %v without clock reads and with them", i, p, s)
		}
	}
	second, err := small().Run(nil)
	if err != nil || !reflect.DeepEqual(first, second) {
		t.Errorf("a second run differs, error %v", err)
	}
	p := small()
	p.Plain = volume.Window{}
	third, err := p.Run(nil)
	if err != nil || third[1].By[volume.None].Frame != 0 || !reflect.DeepEqual(third[1].By[volume.Dummy], first[1].By[volume.Dummy]) {
		t.Errorf("without the plain kernel: %+v, error %v; want the same of the others and nothing of it", third[1], err)
	}
}

func TestRunRefuses(t *testing.T) {
	p := small()
	p.Shapes = append(p.Shapes, gpumodel.Shape{X: 3, Y: 5})
	if _, err := p.Run(nil); err == nil {
		t.Error("a workgroup of 15 lanes gives no error")
	}
	if _, err := tracing.Strips(volume.OnGTX480(), volume.View{}, d, 3, 0.01); err == nil {
		t.Error("three strips of 1024 pixels give no error")
	}
}

// TestTrend: frequencies are inverse times, and correlations those of the shapes asked
// for. Over the last three, 1, 2, 4 goes with hits 1, 2, 4 and against frames 4, 2, 1.
func TestTrend(t *testing.T) {
	var points []tracing.Point
	for i, by := range []struct{ reference, hit, frame float64 }{{1, 0, 1}, {1, 0.25, 1. / 4}, {1. / 2, 0.5, 1. / 2}, {1. / 4, 1, 1}} {
		var p tracing.Point
		p.Shape = volume.Shapes()[i]
		p.By[volume.None].Hit, p.By[volume.None].Frame = by.hit, by.frame
		p.By[volume.Simple].Reference = by.reference
		points = append(points, p)
	}
	trend := tracing.TrendOf(points)
	if want := []float64{1, 1, 2, 4}; !reflect.DeepEqual(trend.Frequency[volume.Simple], want) || trend.Frequency[volume.Dummy] != nil {
		t.Errorf("frequencies %v, want %v by the simple method only", trend.Frequency, want)
	}
	hit, rate := trend.Between(2, 128).Correlations(volume.Simple)
	if want := volume.Correlation([]float64{1, 2, 4}, []float64{4, 2, 1}); math.Abs(hit-1) > 1e-12 || math.Abs(rate-want) > 1e-12 {
		t.Errorf("correlations from 2×64 on %v and %v, want 1 and %v", hit, rate, want)
	}
	if trend.Of(c) != 2 || trend.Of(gpumodel.Shape{X: 9, Y: 9}) != -1 {
		t.Errorf("4×32 is at %d, want 2; 9×9 at %d, want −1", trend.Of(c), trend.Of(gpumodel.Shape{X: 9, Y: 9}))
	}
}

// TestMeasured: what the H200 found is in the trend, in the shapes' order.
func TestMeasured(t *testing.T) {
	for _, v := range tracing.Views() {
		m, err := tracing.Measured(v)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Shapes, volume.Shapes()) || len(m.Rate) != 8 || len(m.Frequency[volume.Fence]) != 8 {
			t.Errorf("view %v: %d shapes, %d rates; want the eight", v, len(m.Shapes), len(m.Rate))
		}
	}
	m, _ := tracing.Measured(volume.View{})
	if f := 1000 / m.Frequency[volume.Dummy][0]; math.Abs(f-3116.3e3) > 100 { // vr.csv, 1×128
		t.Errorf("the dummy's reference at 1×128 is %v thousandths of a cycle, want 3116.3 cycles", f)
	}
}

// TestOneCU: the borders are the first and the last fiftieth, and the slowest wavefront
// is none with few references.
func TestOneCU(t *testing.T) {
	var c tracing.OneCU
	for i := range 102 {
		switch {
		case i == 50 || i == 51:
			c.Means = append(c.Means, 0) // miss the volume
		case i < 2 || i > 99:
			c.Means = append(c.Means, 3)
		case i%2 == 0:
			c.Means = append(c.Means, 4)
		default:
			c.Means = append(c.Means, 6)
		}
	}
	for i, m := range c.Means {
		for range min(i+1, 90) {
			c.Spans = append(c.Spans, volume.TimedReference{Wavefront: i, Cycles: m})
		}
	}
	c.Means[10] = 100 // slow, and with 11 references only
	if got := len(c.Means.Hits()); got != 100 {
		t.Errorf("%d wavefronts meet the volume, want 100", got)
	}
	c.Means[10] = 4
	mean, deviation := c.Means.Within()
	if c.Means.Border() != 3 || math.Abs(mean-5) > 0.02 || math.Abs(deviation-1) > 0.01 {
		t.Errorf("border %v, within %v ± %v; want 3, 5 ± 1", c.Means.Border(), mean, deviation)
	}
	if w, cycles := c.Slowest(); w != 81 || len(cycles) != 82 || cycles[0] != 6 {
		t.Errorf("slowest is %d with %d references, want 81 with 82", w, len(cycles))
	}
}
