package whatif

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/chip"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/gpumodel/kernels"
	"lanebook/gpumodel/memory"
	"lanebook/notebooks/figures"
)

// histogram asks what it costs that all add to the same bins.
func histogram() Definition {
	return Definition{
		Name:  "histogram",
		Title: Text{"What does it cost to count together?", "みんなで数えるといくらかかるか"},
		Params: []Param{
			deviceAmong(func(d gpumodel.Device) bool { return d.Caches.Atomics.Known() }, gpu.H200()),
			numbers("bins", Text{"Bins", "ビンの数"}, Text{"bins", "個"}, 256, 1, 16, 64, 256, 1024, 4096, 16384),
			{Name: "draw", Label: Text{"The numbers", "数の並び"}, Default: "chance", Choices: []Choice{
				{"chance", Text{"by chance", "ランダム"}},
				{"runs", Text{"1024 equal ones in a row", "同じ値が 1024 個ずつ"}},
				{"turns", Text{"one bin after another", "ビンを順番に"}},
			}},
			numbers("apart", Text{"From bin to bin in global memory", "グローバルメモリでのビンの間隔"}, Text{"words", "語"}, 1, 1, 2, 4, 8, 16, 32, 64),
			numbers("blocks", Text{"Blocks that count in the LDS", "LDS で数えるワークグループ"}, Text{"blocks", "個"}, 132, 33, 66, 132, 264),
		},
		Run: func(v Values, _ Progress) (Result, error) { return runHistogram(v, nil) },
		Rest: func(stop Stop, v Values, progress Progress) (Result, error) {
			return runHistogram(v, func(c *counting) error { return c.run(stop, progress) })
		},
	}
}

// counted is how many numbers the whole GPU counts.
const counted = 1 << 16

// counting is a histogram with what is known of it.
type counting struct {
	d       gpumodel.Device
	forms   [2]kernels.Histogram // in global memory, and in the LDS
	draw    string
	number  func(i int) int32
	reports []chip.Report // of both, once run
}

func newCounting(v Values) (c counting, err error) {
	if c.d, err = gpu.ByID(v["device"]); err != nil {
		return c, err
	}
	bins := v.Int("bins")
	p := kernels.Histogram{Size: counted, Bins: bins, Apart: v.Int("apart"), Lanes: 256}
	c.forms[0] = p
	p.Local, p.Workgroups = true, v.Int("blocks")
	c.forms[1] = p
	switch c.draw = v["draw"]; c.draw {
	case "runs":
		c.number = func(i int) int32 { return int32(i / 1024 % bins) }
	case "turns":
		c.number = func(i int) int32 { return int32(i % bins) }
	default:
		c.number = func(i int) int32 { // multiplied, and the middle digits of that
			x := uint64(i+1) * 0x9e3779b97f4a7c15
			return int32((x ^ x>>29) * 0xbf58476d1ce4e5b9 >> 40 % uint64(bins))
		}
	}
	return c, nil
}

// run runs both forms, as launched before.
func (c *counting) run(stop Stop, progress Progress) error {
	for i, p := range c.forms {
		r, err := lastCounts[i].get(countKey{c.d.ID, c.draw, p}, func() (chip.Report, error) {
			l, err := p.Launch(c.d)
			if err != nil {
				return chip.Report{}, err
			}
			var m kernel.GlobalMemory
			k := p.Kernel(kernel.Function(&m, "numbers", counted, c.number), kernel.NewGlobal[int32](&m, "bins", p.Bins*p.Apart))
			return chip.Time(l, k, chip.Options{Before: l.Grid.Lanes(), Stop: stop, Progress: progress.part(i, len(c.forms))})
		})
		if err != nil {
			return err
		}
		c.reports = append(c.reports, r)
	}
	return nil
}

// lastCounts are the last runs of each form.
var lastCounts [2]memo[countKey, chip.Report]

type countKey struct {
	device, draw string
	form         kernels.Histogram
}

// warp is the addition of the first wavefront.
func (c *counting) warp() (gpumodel.Access, []memory.Packet, error) {
	a := gpumodel.Access{Op: gpumodel.Atomic, Width: 4, Active: gpumodel.AllLanes(c.d.Lanes)}
	for lane := range c.d.Lanes {
		a.Addr = append(a.Addr, gpumodel.Bytes(4*c.forms[0].Apart)*gpumodel.Bytes(c.number(lane)))
	}
	packets, err := memory.Packets(nil, &a, c.d.Caches.L2.Line, c.d.Caches.L2.Sector)
	return a, packets, err
}

func runHistogram(v Values, run func(*counting) error) (Result, error) {
	c, err := newCounting(v)
	if err != nil {
		return Result{}, err
	}
	a, packets, err := c.warp()
	if err != nil {
		return Result{}, err
	}
	if run != nil {
		if err := run(&c); err != nil {
			return Result{}, err
		}
	}
	busy := 0.0
	for _, cycles := range memory.OutCycles(nil, &c.d.Caches.Atomics, packets) {
		busy += cycles
	}
	return Result{
		Figures:  []charts.Figure{c.packetMap(a, packets), c.times()},
		Open:     true,
		Sentence: Text{c.say("en", len(packets), busy), c.say("ja", len(packets), busy)},
	}, nil
}

func (c *counting) say(lang string, packets int, busy float64) string {
	bins, sent := figures.Counted(c.forms[0].Bins, "bin", "bins"), figures.Counted(packets, "packet", "packets")
	if lang == "ja" {
		bins, sent = fmt.Sprintf("%d 個", c.forms[0].Bins), fmt.Sprintf("%d パケット", packets)
	}
	said := fmt.Sprintf(Text{
		"%s: the first warp's 32 additions to %s go to the L2 in %s: its SM's way there is busy for %s cycles.",
		"%s：最初のワープの 32 個の加算（ビン %s）は %sで L2 へ行き、SM からの経路を %s サイクル占める。",
	}.In(lang), c.d.Name, bins, sent, charts.FormatNumber(busy))
	if c.reports == nil {
		return said
	}
	slow, fast := c.reports[0].Seconds*1e6, c.reports[1].Seconds*1e6
	return said + fmt.Sprintf(Text{
		" The whole GPU counts %d numbers so in %.1f µs, used most: %s; in shared memory in %.1f µs.",
		" GPU 全体で %d 個を数えると、グローバルメモリでは %.1f µs（最も使われるのは%s）、共有メモリでは %.1f µs。",
	}.In(lang), counted, slow, whole{d: c.d, run: &c.reports[0]}.part().In(lang), fast)
}

// packetMap shows which lanes go to the L2 together.
func (c *counting) packetMap(a gpumodel.Access, packets []memory.Packet) charts.Figure {
	g := charts.Grid{Across: "lane", Down: "packet", Keys: []charts.Key{{Tone: charts.Tone1, Label: "of one word, a cycle"}, {Tone: charts.Tone3, Label: "of several words, a cycle and one for each sector"}}}
	for lane := range c.d.Lanes {
		g.Columns = append(g.Columns, fmt.Sprint(lane))
	}
	for i, p := range packets {
		g.Rows = append(g.Rows, fmt.Sprint(i+1))
		tone := charts.Tone3
		if p.Words == 1 {
			tone = charts.Tone1
		}
		for lane := range c.d.Lanes {
			if p.Lanes.Has(lane) {
				g.Cells = append(g.Cells, charts.Cell{Row: i, Column: lane, Tone: tone, Tip: fmt.Sprintf("lane %d, bin %d\npacket %d: %s of line %d", lane, int(a.Addr[lane])/4/c.forms[0].Apart, i+1, figures.Counted(p.Words, "word", "words"), p.Address/uint64(c.d.Caches.L2.Line))})
			}
		}
	}
	return charts.Figure{
		Title:   "Which lanes of the first warp go to the L2 together",
		Caption: "A packet has lanes of one line, and of each word one: lanes that add to the same bin never go together. Where an access has packets of both sorts, each takes a little longer.",
		Alt:     fmt.Sprintf("A map of %d lanes by %s: a mark for each lane in its packet.", c.d.Lanes, figures.Counted(len(packets), "packet", "packets")),
		Note:    figures.Note(c.d.Caches.Assumed),
		Series:  []charts.Series{g},
	}
}

// times is the table of the whole GPU's times, by form.
func (c *counting) times() charts.Figure {
	t := charts.Table{Columns: []charts.Column{{Head: "form"}, {Head: "time, µs", Numeric: true}, {Head: "used most"}, {Head: "blocks", Numeric: true}}}
	for i, name := range []string{"each lane adds in global memory", "each block counts in the LDS, and adds what it has"} {
		row := []string{name, "…", "…", fmt.Sprint(counted / c.forms[0].Lanes)}
		if c.forms[i].Local {
			row[3] = fmt.Sprint(c.forms[i].Workgroups)
		}
		if c.reports != nil {
			row[1], row[2] = fmt.Sprintf("%.1f", c.reports[i].Seconds*1e6), whole{d: c.d, run: &c.reports[i]}.part().EN
		}
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title:   fmt.Sprintf("%d numbers, on the whole GPU", counted),
		Caption: fmt.Sprintf("As launched before, so that the L2 has the numbers. %.1f µs of each are the launch.", c.d.Dispatch.Seconds*1e6),
		Alt:     "Table of two forms of a histogram: time, the part of the GPU that is used most, blocks.",
		Series:  []charts.Series{t},
	}
}
