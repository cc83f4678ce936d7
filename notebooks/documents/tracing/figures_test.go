package tracing_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"image/png"
	"io"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/trace"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures/figuretest"
)

// invented is a point of each shape whose numbers are easy to follow: shape i hits i
// tenths, takes 1/(1+i) s a frame, and a reference of the proposed method 100/(1+i)
// cycles, half of the time; of the others twice as long, a fifth.
func invented(v volume.View) []tracing.Point {
	var points []tracing.Point
	for i, s := range volume.Shapes() {
		n := float64(1 + i)
		p := tracing.Point{Shape: s}
		p.By[volume.None] = volume.Measured{View: v, Hit: float64(i) / 10, Frame: 1 / n}
		for _, m := range []volume.Method{volume.Simple, volume.Fence} {
			p.By[m] = volume.Measured{View: v, Reference: 200 / n, Other: 800 / n}
		}
		p.By[volume.Dummy] = volume.Measured{View: v, Reference: 100 / n, Other: 100 / n}
		points = append(points, p)
	}
	return points
}

// inventedCU has 400 warps, of which two in four meet the volume: warp i with three
// references of i + 1 cycles.
func inventedCU(s gpumodel.Shape) tracing.OneCU {
	c := tracing.OneCU{Shape: s}
	for i := range 400 {
		if i%4 >= 2 {
			c.Means = append(c.Means, 0)
			continue
		}
		c.Means = append(c.Means, float64(i+1))
		for range 3 {
			c.Spans = append(c.Spans, volume.TimedReference{Wavefront: i, Cycles: float64(i + 1)})
		}
	}
	return c
}

func smallTrace(t *testing.T) trace.Trace {
	t.Helper()
	tr, _, err := tracing.Traced(gpu.GTX480(), tracing.VolumeRendering{Shape: gpumodel.Shape{X: 8, Y: 16}, Size: 16, Step: 0.5,
		Method: volume.Dummy, Records: 4, Placement: volume.InLDS})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// Every figure of the document is one that any renderer accepts.
func TestFiguresAreValid(t *testing.T) {
	front := invented(volume.View{})
	trend := tracing.TrendOf(front)
	cu := inventedCU(gpumodel.Shape{X: 2, Y: 64})
	tr := smallTrace(t)
	figuretest.Valid(t, map[string]func() (charts.Figure, error){
		"cures": tracing.Cures,
		"loads": func() (charts.Figure, error) { return tracing.TimedLoads(gpu.GTX480()) },
		"gantt": func() (charts.Figure, error) { return tracing.Gantt(tr, 4) },
		"shares": func() (charts.Figure, error) {
			return tracing.MemoryShares(volume.OnGTX480(), front, []volume.Method{volume.Simple})
		},
		"hits":   func() (charts.Figure, error) { return tracing.FrequencyAndHits(trend, "(0,0,0)") },
		"frames": func() (charts.Figure, error) { return tracing.FrequencyAndFrames(trend, "(0,0,0)") },
		"both":   func() (charts.Figure, error) { return tracing.FrequencyAndBoth(trend, "(0,0,0)") },
		"go-together": func() (charts.Figure, error) {
			return tracing.Correlations(tracing.NamedTrend{Name: "invented", Trend: trend})
		},
		"warps": func() (charts.Figure, error) { return tracing.WarpMeans(cu, inventedCU(gpumodel.Shape{X: 8, Y: 16})) },
		"series": func() (charts.Figure, error) {
			return tracing.ReferenceSeries(cu, inventedCU(gpumodel.Shape{X: 8, Y: 16}))
		},
		"h200-frames": func() (charts.Figure, error) { return tracing.H200Frames() },
		"h100-frames": func() (charts.Figure, error) { return tracing.H100Frames() },
		"h200-layout": tracing.VolumeParts,
		"h100-end":    tracing.EndOfFrames,
		"h200-hits":   tracing.FrameHits,
		"h200-units":  tracing.FrameTextures,
		"h200-order":  tracing.FrameOrders,
		"h200-new":    tracing.NewFrames,
		"h200-shares": func() (charts.Figure, error) { return tracing.H200Shares() },
	})
}

// Figure 2 in numbers: the simple method's span ends before the load's, the others'
// after it; all begin before it.
func TestTimedLoads(t *testing.T) {
	f, err := tracing.TimedLoads(gpu.GTX480())
	if err != nil {
		t.Fatal(err)
	}
	s := f.Series[0].(charts.Spans).ByTime()
	if len(s) != 6 {
		t.Fatalf("%d spans, want two for each of three methods", len(s))
	}
	for i := 0; i < 6; i += 2 {
		load, measured := s[i], s[i+1]
		if early := measured.To < load.To; early != (i == 0) || measured.From >= load.From || load.To-load.From < 400 {
			t.Errorf("method %d: the load takes %v to %v, measured is %v to %v", i/2, load.From, load.To, measured.From, measured.To)
		}
	}
}

// Shares, frequencies and correlations of the invented points.
func TestMemoryNumbers(t *testing.T) {
	points := invented(volume.View{})
	flat := gpumodel.Shape{X: 128, Y: 1}
	f, err := tracing.MemoryShares(volume.OnGTX480(), points[7:], []volume.Method{volume.Simple, volume.Dummy}, tracing.Said{Shape: flat, Method: volume.Dummy, Share: 50})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Series[0].(charts.Bars).Y, []float64{20, 50}; !reflect.DeepEqual(got, want) {
		t.Errorf("shares %v, want %v", got, want)
	}
	if said := f.Series[2].(charts.Line); !reflect.DeepEqual(said.X, []float64{1}) || !reflect.DeepEqual(said.Y, []float64{50}) {
		t.Errorf("the document's marks are at %v, %v; want 1, 50", said.X, said.Y)
	}
	if f, err = tracing.FrequencyAndFrames(tracing.TrendOf(points), "x"); err != nil {
		t.Fatal(err)
	}
	want := []float64{12.5, 25, 37.5, 50, 62.5, 75, 87.5, 100}
	for _, s := range f.Series { // all three are straight lines to the same end
		for i, got := range s.(charts.Line).Y {
			if math.Abs(got-want[i]) > 1e-9 {
				t.Errorf("%s: %v at shape %d, want %v", s.(charts.Line).Name, got, i, want[i])
			}
		}
	}
	if !strings.Contains(f.Caption, "proposed 1.00, simple 1.00; neither") {
		t.Errorf("caption %q, want correlations of 1", f.Caption)
	}
}

// What the H200 measured is drawn so, and nothing else.
func TestMeasuredIsMarked(t *testing.T) {
	trend, err := tracing.Measured(volume.Moving())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		draw func() (charts.Figure, error)
		want bool
	}{
		{"H200's trend", func() (charts.Figure, error) { return tracing.FrequencyAndBoth(trend.Between(2, 128), "x") }, true},
		{"H200's warps", func() (charts.Figure, error) { return tracing.MeasuredWarps(volume.Moving()) }, true},
		{"a model's trend", func() (charts.Figure, error) {
			return tracing.FrequencyAndBoth(tracing.TrendOf(invented(volume.View{})), "x")
		}, false},
		{"a model's warps", func() (charts.Figure, error) { return tracing.WarpMeans(inventedCU(gpumodel.Shape{X: 2, Y: 64})) }, false},
	} {
		f, err := c.draw()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range f.Series {
			if l := s.(charts.Line); l.Measured != c.want {
				t.Errorf("%s: %q is measured: %v, want %v", c.name, l.Name, l.Measured, c.want)
			}
		}
	}
}

// Where the simple method's frequency goes with the frames more closely, the caption says
// so.
func TestSimpleMayWin(t *testing.T) {
	trend := tracing.TrendOf(invented(volume.View{}))
	trend.Frequency[volume.Dummy][0] = 1
	f, err := tracing.FrequencyAndBoth(trend, "x")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(f.Caption, "the simple method goes with it more closely"); n != 2 || len(f.Series) != 4 {
		t.Errorf("%d curves, caption %q: want 4, and the simple method closer with hits and frames", len(f.Series), f.Caption)
	}
}

// A mark for each warp that meets the volume, from the first to the last; and all of the slowest warp's references.
func TestWarpFigures(t *testing.T) {
	c := inventedCU(gpumodel.Shape{X: 8, Y: 16})
	f, err := tracing.WarpMeans(c)
	if err != nil {
		t.Fatal(err)
	}
	if l := f.Series[0].(charts.Line); len(l.X) != 200 || l.X[0] != 0 || l.X[2] != 4 || l.Y[2] != 5 {
		t.Errorf("%d marks at %v, want 200, at 0, 1, 4, 5 and so on", len(l.X), l.X)
	}
	if !strings.Contains(f.Alt, "from warp 0 to 397") || !strings.Contains(f.Caption, "warps 0 to 397") {
		t.Errorf("alt %q, caption %q: want the first and the last mark's warp", f.Alt, f.Caption)
	}
	if f, err = tracing.ReferenceSeries(c); err != nil {
		t.Fatal(err)
	}
	if l := f.Series[0].(charts.Line); !reflect.DeepEqual(l.Y, []float64{398, 398, 398}) {
		t.Errorf("references %v, want warp 397's three", l.Y)
	}
}

// The downloads hold the files: each, decoded, is what package trace reads, or JSON.
func TestTraceFiles(t *testing.T) {
	tr := smallTrace(t)
	forms, err := tracing.TraceFiles("a<b", tr)
	if err != nil {
		t.Fatal(err)
	}
	page := forms["text/html"]
	links := regexp.MustCompile(`download="([^"]*)" href="data:([^;]*);base64,([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) != 3 || strings.Contains(page, "a<b") {
		t.Fatalf("%d links in %.300s, want 3, and no < in a name", len(links), page)
	}
	if len(page) > 30000 {
		t.Errorf("links of %d bytes, want at most 30000", len(page))
	}
	var files [][]byte
	for _, l := range links {
		data, err := base64.StdEncoding.DecodeString(l[3])
		if err != nil {
			t.Fatal(err)
		}
		if l[2] == "application/gzip" {
			r, err := gzip.NewReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			if data, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		files = append(files, data)
	}
	for i, write := range []func(io.Writer, trace.Trace) error{trace.WriteCSV, trace.WriteCLOG2, trace.WriteChrome} {
		var want bytes.Buffer
		if err := write(&want, tr); err != nil || !bytes.Equal(files[i], want.Bytes()) {
			t.Errorf("link %d holds %d bytes, want the trace's %d: %v", i, len(files[i]), want.Len(), err)
		}
	}
}

// References have one colour in every figure, and no two states share one.
func TestGanttTones(t *testing.T) {
	tr := trace.Trace{Clock: gpumodel.GHz, States: []trace.State{{Name: "a"}, {Name: trace.Compute}, {Name: "b"}, {Name: trace.MemoryReference}, {Name: "c"}}}
	for i := range tr.States {
		tr.Spans = append(tr.Spans, trace.Interval{Slot: i, State: i, End: 1})
	}
	f, err := tracing.Gantt(tr, 1)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[charts.Tone]string{}
	for _, k := range f.Series[0].(charts.Spans).Keys {
		if other, ok := seen[k.Tone]; ok {
			t.Errorf("%q has the colour of %q", k.Label, other)
		}
		seen[k.Tone] = k.Label
	}
	if seen[charts.Tone2] != trace.MemoryReference {
		t.Errorf("vermilion is %q, want %q", seen[charts.Tone2], trace.MemoryReference)
	}
}

// The picture: the brightest pixel is white, and what is between two is transparent.
func TestRendering(t *testing.T) {
	forms, err := tracing.Rendering("two", [][]float32{{0, 1}, {2, 4}}, [][]float32{{4}})
	if err != nil {
		t.Fatal(err)
	}
	_, data, _ := strings.Cut(strings.TrimSuffix(forms["text/html"], `">`), "base64,")
	img, err := png.Decode(base64.NewDecoder(base64.StdEncoding, strings.NewReader(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		x, y        int
		grey, alpha uint32
	}{{0, 0, 0, 255}, {1, 0, 64, 255}, {0, 1, 128, 255}, {1, 1, 255, 255}, {3, 0, 0, 0}, {6, 0, 255, 255}, {6, 1, 0, 0}} {
		if r, _, _, a := img.At(tt.x, tt.y).RGBA(); r>>8 != tt.grey || a>>8 != tt.alpha {
			t.Errorf("pixel (%d,%d) is %d, alpha %d; want %d, %d", tt.x, tt.y, r>>8, a>>8, tt.grey, tt.alpha)
		}
	}
}

func TestFiguresRefuse(t *testing.T) {
	many := trace.Trace{Clock: gpumodel.GHz, Spans: []trace.Interval{{End: 1}}}
	for _, name := range strings.Split("abcdefg", "") {
		many.States = append(many.States, trace.State{Name: name})
	}
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"no methods": {func() (charts.Figure, error) {
			return tracing.MemoryShares(volume.OnGTX480(), invented(volume.View{}), []volume.Method{volume.None})
		}, "1×128 was not timed by none"},
		"no trend":     {func() (charts.Figure, error) { return tracing.FrequencyAndHits(tracing.Trend{}, "x") }, "want one for each"},
		"no warps":     {func() (charts.Figure, error) { return tracing.WarpMeans(tracing.OneCU{}) }, "meets the volume"},
		"no block":     {func() (charts.Figure, error) { return tracing.Gantt(many, 0) }, "want 1 or more"},
		"seven states": {func() (charts.Figure, error) { return tracing.Gantt(many, 4) }, "want 1 to 6 states"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
	for name, pictures := range map[string][][][]float32{"none": nil, "ragged": {{{1}, {1, 2}}}, "dark": {{{0}}}, "empty": {{}}} {
		if _, err := tracing.Rendering("x", pictures...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Oracle: two GPUs' clocks. No frame set a number, so the bars are what was reached; by a tenth of each ray the H100's
// were 14.1 % off, 47 at worst, 34 within 25.
func TestFrameTwins(t *testing.T) {
	twins, err := tracing.FrameTwins()
	if err != nil {
		t.Fatal(err)
	}
	h100, ratio := twins.H100, twins.Ratio()
	worst, off := h100.Worst(), ratio.Worst()
	t.Logf("%d frames: mean error %.1f %%, worst %+.0f %% (%s), %d within 25 %%; ratio %.1f %%, worst %+.0f %% (%s)", len(h100.Points),
		100*h100.Mean(), 100*h100.Error(worst), worst.What, h100.Within(0.25), 100*ratio.Mean(), 100*ratio.Error(off), off.What)
	if len(h100.Points) != 40 || h100.Mean() > 0.14 || math.Abs(h100.Error(worst)) > 0.38 || h100.Within(0.25) < 35 || ratio.Mean() > 0.062 || math.Abs(ratio.Error(off)) > 0.201 {
		t.Error("want 40 frames, 14 % off on average, 38 at worst, 35 within 25, and ratios 6.2 % off on average, 20.1 at worst")
	}
	if first := ratio.Points[0]; first.What != "(0,0,0) 1×128" || math.Abs(first.Measured-3.054/2.264) > 1e-9 {
		t.Errorf("the first frame is %s, %.3f times as long, want 3.054 ms over 2.264", first.What, first.Measured)
	}
}
