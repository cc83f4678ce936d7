package whatif

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// memoryTrace asks what an instrumented volume renderer finds of its memory references
// on the fourth document's GTX 480, or on an H200 or H100, and whether that is the truth.
func memoryTrace() Definition {
	return Definition{
		Name:  "memory-trace",
		Title: Text{"Does the trace tell which block shape is fast?", "トレースから速いブロック形状が分かるか"},
		Params: []Param{
			deviceParam(gpu.GTX480(), gpu.H200(), gpu.H100()),
			chipViewParam(),
			only(onPaper, angle("alpha", Text{"View: turned about x", "視点：x 軸まわり"})),
			only(onPaper, angle("beta", Text{"about y", "y 軸まわり"})),
			only(onPaper, angle("gamma", Text{"about z", "z 軸まわり"})),
			shapeParam(),
			{Name: "method", Label: Text{"Between load and second clock read", "ロードと 2 度目の時刻読み出しの間"}, Default: "dummy", Choices: []Choice{
				{"simple", Text{"nothing (simple)", "何もしない（単純）"}},
				{"fence", Text{"a memory fence", "メモリフェンス"}},
				{"dummy", Text{"a use of the value (dummy)", "値の使用（ダミー）"}},
			}},
			only(onPaper, cacheParam("texture", Text{"Texture cache of an SM", "SM のテクスチャキャッシュ"}, 3, 6, 24, 48, 96)),
			only(onPaper, cacheParam("l2", Text{"L2 cache", "L2 キャッシュ"}, 96, 384, 1536, 3072)),
		},
		Long: true,
		Run:  runMemoryTrace,
	}
}

// onPaper is when the document's GPU is chosen, whose renderer runs at any view: the others'
// whole pictures take minutes, and are known at the views that they were timed at.
const onPaper = "device=gtx480"

// chipViewParam is the choice among the views of chips that were timed, by its place among them.
func chipViewParam() Param {
	p := Param{Name: "view", Label: Text{"View", "視点"}, Default: "0", When: "device=h200|h100"}
	for i, v := range volume.ChipViews() {
		p.Choices = append(p.Choices, Choice{strconv.Itoa(i), Text{EN: v.String()}})
	}
	return p
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

const own = "own"

// cacheParam is a choice of a cache's size: the GPU's own, or so many KB.
func cacheParam(name string, label Text, sizes ...int) Param {
	p := numbers(name, label, Text{"KB", "KB"}, 0, sizes...)
	p.Default = own
	p.Choices = append([]Choice{{own, Text{"the GPU's own", "GPU 本来のもの"}}}, p.Choices...)
	return p
}

// Of the picture a sample is rendered, so that it answers soon: as many workgroups of its
// middle as some of the CUs hold at once, dealt to them in turn as the whole picture's are,
// and of each ray a piece of its middle.
const (
	traceCUs   = 5    // odd, so that workgroups one above the other do not meet on one CU
	traceTurns = 1500 // references of a rendering
)

func runMemoryTrace(v Values, progress Progress) (Result, error) {
	method := map[string]volume.Method{"simple": volume.Simple, "fence": volume.Fence, "dummy": volume.Dummy}[v["method"]]
	view := volume.View{Alpha: float64(v.Int("alpha")), Beta: float64(v.Int("beta")), Gamma: float64(v.Int("gamma"))}
	key := traceKey{v["texture"], v["l2"], view, v["device"]}
	if d, err := gpu.ByID(key.device); err != nil {
		return Result{}, err
	} else if d.ID != gpu.GTX480().ID {
		key = traceKey{own, own, volume.ChipViews()[v.Int("view")], key.device}
	}
	traced, err := lastTraces.get(key, func() (traceOf, error) { return traces(key, progress) })
	if err != nil {
		return Result{}, err
	}
	t := traced.by(method)
	for t.at < len(t.timed)-1 && traceName(t.timed[t.at].Shape) != v["shape"] {
		t.at++
	}
	m, none := t.timed[t.at], t.plain[t.at]
	frames, hits := volume.Correlation(t.frequency, t.frames), volume.Correlation(t.frequency, t.hits)
	share := strconv.Itoa(int(100*m.Share() + 0.5))
	return Result{
		Figures: []charts.Figure{t.curves(), t.table()},
		Sentence: Text{
			fmt.Sprintf("%v blocks: the trace finds %s %% of the time in memory references, one taking %.0f cycles; %.0f %% hit the texture cache, and a frame takes %s ms. Over the eight shapes, the frequency of references goes with the frame rate with a correlation of %.2f, and with the hit rate of %.2f.",
				m.Shape, share, m.Reference, 100*none.Hit, charts.FormatNumber(1e3*none.Frame), frames, hits),
			fmt.Sprintf("ブロック %v：トレースでは時間の %s %% がメモリ参照（1 回 %.0f サイクル）、テクスチャキャッシュのヒット率 %.0f %%、1 フレーム %s ミリ秒。8 形状での参照頻度の相関は、フレームレートと %.2f、ヒット率と %.2f。",
				m.Shape, share, m.Reference, 100*none.Hit, charts.FormatNumber(1e3*none.Frame), frames, hits),
		},
	}, nil
}

// traceKey is what the measurements of all eight shapes depend on.
type traceKey struct {
	texture, l2 string
	view        volume.View
	device      string
}

var lastTraces memo[traceKey, traceOf]

// traceOf is what is found at one key, by shape: without clock reads, and by method.
type traceOf struct {
	all    [volume.Methods][]volume.Measured
	sample string // what was rendered
	note   string
	chip   [volume.Methods][]volume.Measured // what was measured, of a GPU that was
}

// traces renders with each of the eight shapes, without clock reads and with. What
// notebook 04 shows, whole pictures of the unchanged GPU at its three views, it takes from
// where the notebook does.
func traces(key traceKey, progress Progress) (traceOf, error) {
	if key.device != gpu.GTX480().ID {
		return onChip(key.device, key.view)
	}
	if key.texture == own && key.l2 == own {
		all, err := volume.Whole(key.view)
		if err != nil || len(all[volume.None]) > 0 {
			return traceOf{all: all, note: assumed, sample: "The whole picture on all SMs, of each ray the middle 16 % for frames and hits and 8 % for times, as in notebook 04."}, err
		}
	}
	g := volume.OnGTX480()
	resize(&g.Device.Caches.Texture.Cache, key.texture)
	resize(&g.Device.Caches.L2.Cache, key.l2)
	return sampleOf(g, key.view, progress)
}

const assumed = "Much of the GPU is assumed, see notebook 04."

// onChip is a GPU's picture as the model of the whole chip has it, and as it was measured.
func onChip(device string, v volume.View) (traceOf, error) {
	d, model, frames := gpu.H200(), volume.Chip, silicon.H200Frames
	if device != d.ID {
		d, model, frames = gpu.H100(), volume.ChipH100, silicon.H100Frames
	}
	all, err := model(v)
	if err != nil {
		return traceOf{}, err
	}
	points, err := frames()
	t := traceOf{
		all: all, note: "No number of the " + d.Name + "'s was set from a frame, see notebook 06.",
		sample: "The renderer's machine code on all of the " + d.Name + ", frames with all of each ray and times with a part, as in notebooks 06 and 10; hollow marks are what the chip measured.",
	}
	for _, p := range points {
		if p.View != [3]float64{v.Alpha, v.Beta, v.Gamma} {
			continue
		}
		one := volume.Measured{View: v, Shape: gpumodel.Shape{X: p.X, Y: p.Y}, Frame: p.FrameSeconds}
		t.chip[volume.None] = append(t.chip[volume.None], one)
		for i, m := range p.Methods {
			one.Reference, one.Other = m.ReferenceCycles, m.OtherCycles
			t.chip[volume.Simple+volume.Method(i)] = append(t.chip[volume.Simple+volume.Method(i)], one)
		}
	}
	return t, err
}

// sampleOf renders the sample with each of the eight shapes.
func sampleOf(g volume.Renderer, v volume.View, progress Progress) (traceOf, error) {
	t := traceOf{note: assumed}
	shapes := volume.Shapes()
	step := func(done int) {
		if progress != nil {
			progress(done, int(volume.Methods)*len(shapes))
		}
	}
	for i, s := range shapes {
		w := sample(g, s)
		t.sample = fmt.Sprintf("A sample of the picture: %d blocks of its middle on %d of %d SMs, %.2g %% of each ray. Where the whole is known, its hits are within 15 points of it and shares of time within 6.", traceCUs*g.Resident, traceCUs, g.Device.CUs, 100*w.Part)
		for m := range volume.Methods {
			step(int(volume.Methods)*i + int(m))
			measured, err := g.Render(v, s, m, w, -1)
			if err != nil {
				return t, err
			}
			t.all[m] = append(t.all[m], measured)
		}
	}
	return t, nil
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
	c.Lines, c.SetBits = 0, gpumodel.SetBits{}
}

// sample is the window of the sample: rows of workgroups at most half as long as the
// picture's, and such that those above each other are not on one CU.
func sample(g volume.Renderer, s gpumodel.Shape) volume.Window {
	n := traceCUs * g.Resident
	across := n
	for across > 1 && (across*s.X > g.Size/2 || n%across > 0 || across < n && across%traceCUs == 0) {
		across--
	}
	x, y := across*s.X/2, n/across*s.Y/2
	left, top := (g.Size/2-x)/s.X*s.X, (g.Size/2-y)/s.Y*s.Y
	through := 2 / g.Step // samples of a ray from front to back
	return volume.Window{X0: left, X1: left + 2*x, Y0: top, Y1: top + 2*y, CUs: traceCUs, Part: traceTurns / (4 * float64(n) * through)}
}

// traceName is the setting that chooses a shape.
func traceName(s gpumodel.Shape) string { return fmt.Sprintf("%dx%d", s.X, s.Y) }
