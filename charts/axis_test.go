package charts_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// plot is a figure of one line.
func plot(x, y charts.Axis, xs, ys []float64) charts.Figure {
	x.Label, y.Label = "x", "y"
	return charts.Figure{Name: "a", Title: "t", Alt: "a", X: x, Y: y, Series: []charts.Series{charts.Line{X: xs, Y: ys}}}
}

func TestRanges(t *testing.T) {
	for _, c := range []struct {
		name     string
		axis     charts.Axis
		values   []float64
		min, max float64
		ticks    []float64
	}{
		{"from 0 where 0 is near", charts.Axis{}, []float64{2, 64}, 0, 80, []float64{0, 20, 40, 60, 80}},
		{"not from 0 where it is far", charts.Axis{}, []float64{65, 134}, 60, 140, []float64{60, 80, 100, 120, 140}},
		{"both sides of 0", charts.Axis{}, []float64{-12.5, 100}, -20, 100, []float64{-20, 0, 20, 40, 60, 80, 100}},
		{"fractions without dust", charts.Axis{}, []float64{0, 0.5}, 0, 0.5, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5}},
		{"one value", charts.Axis{}, []float64{7, 7}, 6, 8, []float64{6, 6.5, 7, 7.5, 8}},
		{"powers of two", charts.Axis{Scale: charts.Log2}, []float64{3, 40}, 2, 64, []float64{2, 4, 8, 16, 32, 64}},
		{"powers of ten", charts.Axis{Scale: charts.Log10}, []float64{0.02, 5}, 0.01, 10, []float64{0.01, 0.1, 1, 10}},
		{"ticks as asked for", charts.Axis{Ticks: []float64{0, 32, 64}}, []float64{4, 60}, 0, 64, []float64{0, 32, 64}},
		{"categories", charts.Axis{Categories: []string{"a", "b", "c"}}, []float64{0, 2}, -0.5, 2.5, nil},
	} {
		_, r := plot(charts.Axis{}, c.axis, make([]float64, len(c.values)), c.values).Ranges()
		if r.Min != c.min || r.Max != c.max || !near(r.Ticks, c.ticks) {
			t.Errorf("%s: %v to %v with ticks %v, want %v to %v with %v", c.name, r.Min, r.Max, r.Ticks, c.min, c.max, c.ticks)
		}
	}
}

// TestLogLabels: a tick of a logarithmic axis has the prefix that its unit allows.
func TestLogLabels(t *testing.T) {
	for _, c := range []struct {
		axis   charts.Axis
		values []float64
		want   []string
	}{
		{charts.Axis{Scale: charts.Log2, Unit: "bytes"}, []float64{4 << 10, 1 << 20, 1 << 30}, []string{"4 KB", "16 KB", "64 KB", "256 KB", "1 MB", "4 MB", "16 MB", "64 MB", "256 MB", "1 GB"}},
		{charts.Axis{Scale: charts.Log2, Unit: "bytes"}, []float64{256, 4096}, []string{"256", "512", "1 KB", "2 KB", "4 KB"}},
		{charts.Axis{Scale: charts.Log10}, []float64{100, 1e7}, []string{"100", "1k", "10k", "100k", "1M", "10M"}},
		{charts.Axis{Scale: charts.Log2, Unit: "B"}, []float64{512, 2048}, []string{"512", "1 KB", "2 KB"}},
		{charts.Axis{Scale: charts.Log2}, []float64{512, 2048}, []string{"512", "1024", "2048"}}, // not long
		{charts.Axis{Scale: charts.Log2, Unit: "words"}, []float64{512, 16384}, []string{"512", "1Ki", "2Ki", "4Ki", "8Ki", "16Ki"}},
		{charts.Axis{Scale: charts.Log10, Unit: "flops per byte"}, []float64{0.1, 10000}, []string{"0.1", "1", "10", "100", "1k", "10k"}},
		{charts.Axis{Scale: charts.Log10, Unit: "Gflops"}, []float64{100, 1e7}, []string{"100", "1 Tflops", "10 Tflops", "100 Tflops", "1 Pflops", "10 Pflops"}},
		{charts.Axis{Scale: charts.Log10, Unit: "flops"}, []float64{100, 10000}, []string{"100", "1k", "10k"}},
		{charts.Axis{Scale: charts.Log2, Unit: "GB/s"}, []float64{512, 2048}, []string{"512", "1024", "2048"}}, // no whole TB/s
	} {
		_, r := plot(charts.Axis{}, c.axis, make([]float64, len(c.values)), c.values).Ranges()
		if got := r.Labels(c.axis); !slices.Equal(got, c.want) {
			t.Errorf("%+v from %v: %q, want %q", c.axis, c.values, got, c.want)
		}
	}
}

func near(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*math.Abs(y) })
}

// TestRangeProperties: whatever the data, they and the ticks lie within the range.
func TestRangeProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	scales := []charts.Scale{charts.Linear, charts.Log2, charts.Log10}
	for range 2000 {
		a := charts.Axis{Scale: scales[r.IntN(3)]}
		values := make([]float64, 1+r.IntN(4))
		for i := range values {
			values[i] = math.Pow(10, r.Float64()*20-10)
			if a.Scale == charts.Linear && r.IntN(2) == 0 {
				values[i] = -values[i]
			}
		}
		x, y := plot(a, a, values, values).Ranges()
		for _, rg := range []charts.Range{x, y} {
			for _, v := range slices.Concat(values, rg.Ticks) {
				if at := rg.At(v); !(at >= -1e-9 && at <= 1+1e-9) {
					t.Fatalf("%v of %v on %q stands at %v of %v", v, values, a.Scale, at, rg)
				}
			}
			if len(rg.Ticks) > 20 || !slices.IsSorted(rg.Ticks) {
				t.Fatalf("ticks %v for %v", rg.Ticks, values)
			}
			labels := rg.Labels(a)
			if len(slices.Compact(slices.Clone(labels))) != len(labels) {
				t.Fatalf("labels %q of %v cannot be told apart", labels, rg.Ticks)
			}
		}
	}
}

// TestStep: an X axis begins where its first tick is asked for, and its other ticks are
// multiples of a step, so that ECharts can be told of them.
func TestStep(t *testing.T) {
	for _, c := range []struct {
		ticks, values []float64
		min, step     float64
	}{
		{nil, []float64{0, 127}, 0, 50},
		{nil, []float64{50, 127}, 50, 20}, // 60, 80, …
		{nil, []float64{0, 0.5}, 0, 0.1},
		{nil, []float64{1e9, 1e9 + 7}, 1e9, 2},
		{[]float64{1, 16, 32, 48}, []float64{2, 48}, 1, 16},
		{[]float64{16, 32, 64, 96, 128, 255}, []float64{16, 255}, 16, 32},
		{[]float64{0, 10, 30}, []float64{0, 30}, 0, 10},
		{[]float64{0, 1}, []float64{0, 1}, 0, 1},
		{[]float64{0, 1, 3.14159}, []float64{0, 5}, 0, 0}, // which are no steps
	} {
		r, _ := plot(charts.Axis{Ticks: c.ticks}, charts.Axis{}, c.values, make([]float64, len(c.values))).Ranges()
		if got := r.Step(); r.Min != c.min || math.Abs(got-c.step) > 1e-9*c.step {
			t.Errorf("ticks %v for %v: step %v from %v, want %v from %v", r.Ticks, c.values, got, r.Min, c.step, c.min)
		}
	}
}

func TestPiles(t *testing.T) {
	got := sample.Stacked().Piles()
	want := [][]float64{
		{0, 0, 0, 0, 0},
		{20, 30, 25, 20, 10}, // on "issue"
		{50, 40, 30, 40, 40}, // on both
		{0, 0, 0, 0, 0},      // below zero
		{0, 0, 0, 0, 0},      // not stacked
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("bars begin at %v, want %v", got, want)
	}
	_, y := sample.Stacked().Ranges()
	if y.Min != -20 || y.Max != 60 { // -20 and 20+30+10 are the ends of the piles
		t.Errorf("Y from %v to %v, want -20 to 60", y.Min, y.Max)
	}
}

func TestBase(t *testing.T) {
	for _, c := range []struct {
		r    charts.Range
		want float64
	}{
		{charts.Range{Min: -5, Max: 5}, 0},
		{charts.Range{Min: 2, Max: 5}, 2},
		{charts.Range{Min: 0.1, Max: 100, Scale: charts.Log10}, 1},
		{charts.Range{Min: 32, Max: 256, Scale: charts.Log2}, 32},
	} {
		if got := c.r.Base(); got != c.want {
			t.Errorf("bars of %v stand at %v, want %v", c.r, got, c.want)
		}
	}
}

// TestLowestBarShows: on a logarithmic axis no bar has the length 0.
func TestLowestBarShows(t *testing.T) {
	f := sample.Mixed()
	_, y := f.Ranges()
	for _, v := range f.Series[0].(charts.Bars).Y {
		if y.At(v) <= 0 {
			t.Errorf("the bar of %v has no length on %v", v, y)
		}
	}
}

func TestLayout(t *testing.T) {
	for _, f := range sample.Pictures() {
		checkLayout(t, f)
	}
	if got := sample.OneBar().Layout(); !got.Tilt {
		t.Error("long names of categories are not tilted")
	}
	if got := sample.Grouped().Layout(); got.Tilt {
		t.Error("short names of categories are tilted")
	}
	if got := sample.BankMap().Layout().LabelSize; got < 11 {
		t.Errorf("labels of two digits in a map of 32 columns have size %d, want 11 or more", got)
	}
}

func checkLayout(t *testing.T, f charts.Figure) {
	t.Helper()
	l := f.Layout()
	if l.Height < 1 || l.Top+l.Bottom > l.Height {
		t.Errorf("%s: no room for the plot in %+v", f.Name, l)
	}
	for i, e := range l.Legend {
		if e.Y > l.Top || e.X < 0 || e.Y < 0 {
			t.Errorf("%s: entry %d of the legend is out of place in %+v", f.Name, i, l)
		}
	}
}
