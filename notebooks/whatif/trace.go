package whatif

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

// memoryTrace asks what an instrumented volume renderer finds of its memory
// references, and whether that is the truth.
var memoryTrace = Definition{
	Name:  "memory-trace",
	Title: Text{"Does the trace tell which block shape is fast?", "トレースから速いブロック形状が分かるか"},
	Params: []Param{
		deviceParam(volume.OnGTX480().Device, volume.OnH200().Device),
		angle("alpha", Text{"View: turned about x", "視点：x 軸まわり"}),
		angle("beta", Text{"about y", "y 軸まわり"}),
		angle("gamma", Text{"about z", "z 軸まわり"}),
		shapeParam(),
		{Name: "method", Label: Text{"Between load and second clock read", "ロードと 2 度目の時刻読み出しの間"}, Default: "dummy", Choices: []Choice{
			{"simple", Text{"nothing (simple)", "何もしない（単純）"}},
			{"fence", Text{"a memory fence", "メモリフェンス"}},
			{"dummy", Text{"a use of the value (dummy)", "値の使用（ダミー）"}},
		}},
		cacheParam("texture", Text{"Texture cache of a CU", "CU のテクスチャキャッシュ"}, 3, 6, 12, 24, 48, 96, 192),
		cacheParam("l2", Text{"L2 cache", "L2 キャッシュ"}, 96, 384, 768, 3072, 12288, 49152),
	},
	Long: true,
	Run:  runMemoryTrace,
}

func angle(name string, label Text) Param {
	return number(name, label, Text{"°", "°"}, -90, 90, 15, 0)
}

func shapeParam() Param {
	p := Param{Name: "shape", Label: Text{"Block", "ブロック"}, Default: "8x16"}
	for _, s := range volume.Shapes() {
		p.Choices = append(p.Choices, Choice{traceName(s), Text{s.String(), s.String()}})
	}
	return p
}

// cacheParam is a choice of a cache's size: the GPU's own, or so many KB.
func cacheParam(name string, label Text, sizes ...int) Param {
	p := numbers(name, label, Text{"KB", "KB"}, 0, sizes...)
	p.Default = "own"
	p.Choices = append([]Choice{{"own", Text{"the GPU's own", "GPU 本来のもの"}}}, p.Choices...)
	return p
}

// The picture is small, so that it answers at once, and of that only the middle is
// rendered: by one CU, which it fills at least once over.
const (
	traceSide   = 512  // pixels of a side
	tracePart   = 0.04 // of each ray
	traceGroups = 16   // workgroups, 2048 pixels
)

func runMemoryTrace(v Values, progress Progress) (Result, error) {
	method := map[string]volume.Method{"simple": volume.Simple, "fence": volume.Fence, "dummy": volume.Dummy}[v["method"]]
	view := volume.View{Alpha: float64(v.Int("alpha")), Beta: float64(v.Int("beta")), Gamma: float64(v.Int("gamma"))}
	key := traceKey{v["device"], v["texture"], v["l2"], view}
	byMethod, err := lastTraces.get(key, func() ([volume.Methods][]volume.Measured, error) { return traces(key, progress) })
	if err != nil {
		return Result{}, err
	}
	all := byMethod[method]
	at := 0
	for at < len(all)-1 && traceName(all[at].Shape) != v["shape"] {
		at++
	}
	m := all[at]
	frequency, frames, hits := make([]float64, len(all)), make([]float64, len(all)), make([]float64, len(all))
	for i, one := range all {
		frequency[i], frames[i], hits[i] = 1e3/one.Reference, 1/one.Frame, 100*one.Hit
	}
	r := volume.Correlation(frequency, frames)
	share := strconv.Itoa(int(100*m.Share() + 0.5))
	return Result{
		Figures: []charts.Figure{traceCurves(all, at, frequency, frames, hits), traceTable(all, at)},
		Sentence: Text{
			fmt.Sprintf("%v blocks: the trace finds %s %% of the time in memory references, one taking %.0f cycles; %.0f %% hit the texture cache, and a frame takes %s ms. Over the eight shapes, frequency and frame rate go together with a correlation of %.2f.",
				m.Shape, share, m.Reference, 100*m.Hit, charts.FormatNumber(1e3*m.Frame), r),
			fmt.Sprintf("ブロック %v：トレースでは時間の %s %% がメモリ参照（1 回 %.0f サイクル）、テクスチャキャッシュのヒット率 %.0f %%、1 フレーム %s ミリ秒。8 形状での参照頻度とフレームレートの相関は %.2f。",
				m.Shape, share, m.Reference, 100*m.Hit, charts.FormatNumber(1e3*m.Frame), r),
		},
	}, nil
}

// traceKey is what the measurements of all eight shapes depend on.
type traceKey struct {
	device, texture, l2 string
	view                volume.View
}

var lastTraces memo[traceKey, [volume.Methods][]volume.Measured]

// traces renders with each of the eight shapes, and returns by method what is
// measured.
func traces(key traceKey, progress Progress) (all [volume.Methods][]volume.Measured, err error) {
	g, err := renderer(key.device)
	if err != nil {
		return all, err
	}
	g.Size = traceSide
	caches := &g.Device.Caches
	texture := &caches.Texture.Cache
	if texture.Ways == 0 {
		texture = &caches.L1.Cache // which then holds textures too
	}
	resize(texture, key.texture)
	resize(&caches.L2.Cache, key.l2)
	shapes := volume.Shapes()
	for i, s := range shapes {
		if progress != nil {
			progress(i, len(shapes))
		}
		measured, err := g.RenderMethods(key.view, s, middle(s), -1)
		if err != nil {
			return all, err
		}
		for m := range measured {
			all[m] = append(all[m], measured[m])
		}
	}
	return all, nil
}

// renderer returns the renderer on the GPU of an ID.
func renderer(id string) (volume.Renderer, error) {
	for _, g := range []volume.Renderer{volume.OnGTX480(), volume.OnH200()} {
		if g.Device.ID == id {
			return g, nil
		}
	}
	return volume.Renderer{}, fmt.Errorf("memory-trace: device = %q, want gtx480 or h200", id)
}

// resize gives a cache so many KB, unless it keeps its own.
func resize(c *gpumodel.Cache, kilobytes string) {
	size, err := strconv.Atoi(kilobytes)
	if err != nil {
		return
	}
	lines := size << 10 / int(c.Line)
	c.Ways = min(c.Ways, lines)
	c.Sets = lines / c.Ways
}

// middle is the window in the picture's middle that the workgroups fill, as square
// as their shape lets it be.
func middle(s gpumodel.Shape) volume.Window {
	columns := 1
	for columns*s.X < traceGroups*s.Y/columns && columns < traceGroups {
		columns *= 2
	}
	x, y := columns*s.X/2, traceGroups/columns*s.Y/2
	return volume.Window{X0: traceSide/2 - x, X1: traceSide/2 + x, Y0: traceSide/2 - y, Y1: traceSide/2 + y, CUs: 1, Part: tracePart}
}

// traceName is the setting that chooses a shape.
func traceName(s gpumodel.Shape) string { return fmt.Sprintf("%dx%d", s.X, s.Y) }

// traceCurves draws what Figures 6 to 9 of the document show, each in per cent of
// its best shape.
func traceCurves(all []volume.Measured, at int, frequency, frames, hits []float64) charts.Figure {
	x := charts.Axis{Label: "block"}
	for _, m := range all {
		x.Categories = append(x.Categories, m.Shape.String())
	}
	line := func(name string, y []float64, style charts.LineStyle) charts.Line {
		l := charts.Line{Name: name, Style: style}
		best := 0.0
		for _, v := range y {
			best = max(best, v)
		}
		for i, v := range y {
			if best > 0 {
				v *= 100 / best
			}
			l.X, l.Y = append(l.X, float64(i)), append(l.Y, v)
		}
		return l
	}
	frame := line("frame rate", frames, charts.Joined)
	return charts.Figure{
		Title:   fmt.Sprintf("View %v, %v method: what the trace says, and what is so", all[at].View, all[at].Method),
		Caption: "Reference frequency is what the instrumented kernel finds: 1 over the mean time between its clock reads. A method can be trusted where that line rises and falls with the frame rate. Each line in per cent of its best shape.",
		Alt:     "Lines over the eight block shapes: frame rate, reference frequency as traced, and hit rate of the texture cache.",
		Note:    fmt.Sprintf("A small picture of %d × %d, its middle %d pixels rendered by one CU, %g %% of each ray. Much of the GPU is assumed, see notebook 04.", traceSide, traceSide, 128*traceGroups, 100*tracePart),
		X:       x,
		Y:       charts.Axis{Label: "of the best shape", Unit: "%"},
		Series:  []charts.Series{frame, line("reference frequency", frequency, charts.Joined), line("hit rate", hits, charts.Dashed), chosen(float64(at), frame.Y[at])},
	}
}

func traceTable(all []volume.Measured, at int) charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "block"}, {Head: "share of time, %", Numeric: true}, {Head: "cycles a reference", Numeric: true},
		{Head: "hit rate, %", Numeric: true}, {Head: "L2 hit rate, %", Numeric: true}, {Head: "frames a second", Numeric: true}}}
	for i, m := range all {
		name := m.Shape.String()
		if i == at {
			name += ", chosen"
		}
		t.Rows = append(t.Rows, []string{name, fmt.Sprintf("%.1f", 100*m.Share()), fmt.Sprintf("%.0f", m.Reference),
			fmt.Sprintf("%.1f", 100*m.Hit), fmt.Sprintf("%.1f", 100*m.L2Hit), fmt.Sprintf("%.1f", 1/m.Frame)})
	}
	return charts.Figure{
		Title:   "In numbers",
		Alt:     "Table by block shape: share of time in references, cycles of one, hit rates, frame rate.",
		Caption: "Share of time is that of the wavefronts' lives which lies between the two clock reads of a reference.",
		Series:  []charts.Series{t},
	}
}
