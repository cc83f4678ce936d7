package figures_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
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
	"lanebook/notebooks/documents/ledger"
	"lanebook/notebooks/documents/tracing"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
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

func TestMemoryFiguresAreValid(t *testing.T) {
	front := invented(volume.View{})
	trend := tracing.TrendOf(front)
	cu := inventedCU(gpumodel.Shape{X: 2, Y: 64})
	tiny := volume.Window{X0: 512, Y0: 512, X1: 528, Y1: 528, CUs: 1, Part: 0.01}
	tr := smallTrace(t)
	checkValid(t, map[string]func() (charts.Figure, error){
		"loads": func() (charts.Figure, error) { return figures.TimedLoads(gpu.GTX480()) },
		"gantt": func() (charts.Figure, error) { return figures.Gantt(tr) },
		"shares": func() (charts.Figure, error) {
			return figures.MemoryShares(volume.GTX480(), front, []volume.Method{volume.Simple})
		},
		"hits":   func() (charts.Figure, error) { return figures.FrequencyAndHits(trend, "(0,0,0)") },
		"frames": func() (charts.Figure, error) { return figures.FrequencyAndFrames(trend, "(0,0,0)") },
		"go-together": func() (charts.Figure, error) {
			return figures.Correlations(figures.NamedTrend{Name: "invented", Trend: trend})
		},
		"warps": func() (charts.Figure, error) { return figures.WarpMeans(cu, inventedCU(gpumodel.Shape{X: 8, Y: 16})) },
		"series": func() (charts.Figure, error) {
			return figures.ReferenceSeries(cu, inventedCU(gpumodel.Shape{X: 8, Y: 16}))
		},
		"h200-frames": func() (charts.Figure, error) {
			return figures.H200Frames(front, invented(volume.View{Alpha: 90, Gamma: 90}))
		},
		"h200-shares": func() (charts.Figure, error) { return figures.H200Shares(front) },
		"strips": func() (charts.Figure, error) {
			return figures.SeveralCUs(volume.GTX480(), volume.View{}, gpumodel.Shape{X: 128, Y: 1}, 0.001, 2, 1)
		},
		"places": func() (charts.Figure, error) {
			return figures.TimestampPlaces(volume.GTX480(), gpumodel.Need{Registers: 20}, volume.View{}, gpumodel.Shape{X: 16, Y: 8}, tiny, 2, 1<<14)
		},
		"tools": figures.RelatedTools,
	})
}

// Figure 2 in numbers: the simple method's span ends before the load's, the others'
// after it; all begin before it.
func TestTimedLoads(t *testing.T) {
	f, err := figures.TimedLoads(gpu.GTX480())
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
	f, err := figures.MemoryShares(volume.GTX480(), points[7:], []volume.Method{volume.Simple, volume.Dummy}, figures.Said{Shape: flat, Method: volume.Dummy, Share: 50})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Series[0].(charts.Bars).Y, []float64{20, 50}; !reflect.DeepEqual(got, want) {
		t.Errorf("shares %v, want %v", got, want)
	}
	if said := f.Series[2].(charts.Line); !reflect.DeepEqual(said.X, []float64{1}) || !reflect.DeepEqual(said.Y, []float64{50}) {
		t.Errorf("the document's marks are at %v, %v; want 1, 50", said.X, said.Y)
	}
	if f, err = figures.FrequencyAndFrames(tracing.TrendOf(points), "x"); err != nil {
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
	if !strings.Contains(f.Caption, "proposed 1.00, simple 1.00") {
		t.Errorf("caption %q, want correlations of 1", f.Caption)
	}
}

// A mark for each eighth warp that meets the volume; and the slowest warp's references.
func TestWarpFigures(t *testing.T) {
	c := inventedCU(gpumodel.Shape{X: 8, Y: 16})
	f, err := figures.WarpMeans(c)
	if err != nil {
		t.Fatal(err)
	}
	if l := f.Series[0].(charts.Line); len(l.X) != 50 || l.X[1] != 8 || l.Y[1] != 9 {
		t.Errorf("marks at %v, want 50, at 0, 8, 16 and so on", l.X)
	}
	if f, err = figures.ReferenceSeries(c); err != nil {
		t.Fatal(err)
	}
	if l := f.Series[0].(charts.Line); !reflect.DeepEqual(l.Y, []float64{398, 398, 398}) {
		t.Errorf("references %v, want warp 397's three", l.Y)
	}
}

// The downloads hold the files: each, decoded, is what package trace reads, or JSON.
func TestTraceFiles(t *testing.T) {
	tr := smallTrace(t)
	forms, err := figures.TraceFiles("a<b", tr)
	if err != nil {
		t.Fatal(err)
	}
	page := forms["text/html"].(string)
	links := regexp.MustCompile(`download="([^"]*)" href="data:([^;]*);base64,([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) != 3 || strings.Contains(page, "a<b") {
		t.Fatalf("%d links in %.300s, want 3, and no < in a name", len(links), page)
	}
	if len(page) > 30000 {
		t.Errorf("links of %d bytes, want at most 30000", len(page))
	}
	var files []io.Reader
	for _, l := range links {
		data, err := base64.StdEncoding.DecodeString(l[3])
		if err != nil {
			t.Fatal(err)
		}
		var r io.Reader = bytes.NewReader(data)
		if l[2] == "application/gzip" {
			if r, err = gzip.NewReader(r); err != nil {
				t.Fatal(err)
			}
		}
		files = append(files, r)
	}
	if got, err := trace.ReadCSV(files[0]); err != nil || len(got.Spans) != len(tr.Spans) {
		t.Errorf("the table has %d spans, %v; want %d", len(got.Spans), err, len(tr.Spans))
	}
	if got, err := trace.ReadCLOG2(files[1]); err != nil || !reflect.DeepEqual(got.Spans, tr.Spans) {
		t.Errorf("CLOG-2 has %d spans, %v; want the trace's %d", len(got.Spans), err, len(tr.Spans))
	}
	var events any
	if err := json.NewDecoder(files[2]).Decode(&events); err != nil {
		t.Errorf("trace events: %v", err)
	}
}

// References have one colour in every figure, and no two states share one.
func TestGanttTones(t *testing.T) {
	tr := trace.Trace{Clock: gpumodel.GHz, States: []trace.State{{Name: "a"}, {Name: trace.Compute}, {Name: "b"}, {Name: trace.MemoryReference}, {Name: "c"}}}
	for i := range tr.States {
		tr.Spans = append(tr.Spans, trace.Interval{Slot: i, State: i, End: 1})
	}
	f, err := figures.Gantt(tr)
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
	forms, err := figures.Rendering("two", [][]float32{{0, 1}, {2, 4}}, [][]float32{{4}})
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(forms["image/png"].([]byte)))
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

// A claim that the model does not meet says so, with its reason, and is not counted among
// those that hold.
func TestClaimsApart(t *testing.T) {
	compute := func() (float64, error) { return 92, nil }
	f, err := figures.Claims([]ledger.Claim{
		{ID: "D4.1", Kind: ledger.Derived, Says: ledger.Exactly(92), Compute: compute},
		{ID: "D4.2", Kind: ledger.Derived, Says: ledger.Exactly(80), Compute: compute, Apart: "Too coarse"},
	})
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Join(f.Series[0].(charts.Table).Rows[1], "|")
	if !strings.Contains(row, "Too coarse") || !strings.HasSuffix(row, "|not met by the model|–") || !strings.HasPrefix(f.Caption, "2 numbers of the documents: 2 derived (1 hold, 1 not met by the model). ") {
		t.Errorf("row %q under %q", row, f.Caption)
	}
}

func TestMemoryFiguresRefuse(t *testing.T) {
	many := trace.Trace{Clock: gpumodel.GHz, Spans: []trace.Interval{{End: 1}}}
	for _, name := range strings.Split("abcdefg", "") {
		many.States = append(many.States, trace.State{Name: name})
	}
	for name, tt := range map[string]struct {
		make func() (charts.Figure, error)
		want string
	}{
		"no methods": {func() (charts.Figure, error) {
			return figures.MemoryShares(volume.GTX480(), invented(volume.View{}), []volume.Method{volume.None})
		}, "1×128 was not timed by none"},
		"no trend":     {func() (charts.Figure, error) { return figures.FrequencyAndHits(tracing.Trend{}, "x") }, "want one for each"},
		"no warps":     {func() (charts.Figure, error) { return figures.WarpMeans(tracing.OneCU{}) }, "meets the volume"},
		"other views":  {func() (charts.Figure, error) { return figures.H200Frames(invented(volume.Moving())) }, "none of the points"},
		"seven states": {func() (charts.Figure, error) { return figures.Gantt(many) }, "want 1 to 6 states"},
		"three strips": {func() (charts.Figure, error) {
			return figures.SeveralCUs(volume.GTX480(), volume.View{}, gpumodel.Shape{X: 16, Y: 8}, 0.01, 3)
		}, "want a divisor"},
	} {
		if _, err := tt.make(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, tt.want)
		}
	}
	for name, pictures := range map[string][][][]float32{"none": nil, "ragged": {{{1}, {1, 2}}}, "dark": {{{0}}}, "empty": {{}}} {
		if _, err := figures.Rendering("x", pictures...); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
