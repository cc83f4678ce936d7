package whatif

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// warpIssue asks how the schedulers of a CU fill their time.
var warpIssue = Definition{
	Name:  "warp-issue",
	Title: Text{"How many instructions issue in a cycle?", "1 サイクルに何命令を発行できるか"},
	Params: []Param{
		deviceParam(gpu.GK110(), gpu.H200(), gpu.GTX480(), gpu.Fiji(), gpu.MI300X()),
		ofDevice(number("wavefronts", Text{"Wavefronts (warps) on the CU", "CU 上のウェーブフロント（ワープ）数"}, Text{}, 1, 64, 1, 8), resident),
		number("chains", Text{"Independent chains of each", "それぞれの独立な依存鎖"}, Text{}, 1, 8, 1, 1),
		ownLatency(Text{"Latency of arithmetic", "演算のレイテンシ"}, 4, 6, 9, 10, 12, 18, 24),
		number("memory", Text{"Loads among the instructions", "命令に占めるロード"}, Text{"%", "%"}, 0, 50, 5, 0),
		{Name: "policy", Label: Text{"Scheduler", "スケジューラ"}, Default: "own", Choices: []Choice{
			{"own", Text{"the GPU's own", "GPU 本来のもの"}},
			{"round-robin", Text{"loose round robin", "緩いラウンドロビン"}},
			{"greedy", Text{"greedy, then oldest", "greedy-then-oldest"}},
			{"two-level", Text{"two-level", "2 レベル"}},
			{"oldest", Text{"oldest first", "最古優先"}},
		}},
		{Name: "dual", Label: Text{"Dual dispatch", "デュアルディスパッチ"}, Default: "own", Choices: []Choice{
			{"own", Text{"as on the GPU", "GPU の通り"}},
			{"1", Text{"off: one instruction", "なし：1 命令"}},
			{"2", Text{"on: two instructions", "あり：2 命令"}},
		}},
	},
	Run: runWarpIssue,
}

// ownLatency is a choice of a latency: that of the GPU, or so many cycles.
func ownLatency(label Text, cycles ...int) Param {
	p := numbers("latency", label, inCycles, 0, cycles...)
	p.Default = "own"
	p.Choices = append([]Choice{{"own", Text{"the GPU's own", "GPU 本来の値"}}}, p.Choices...)
	return p
}

const (
	loopLength = 40 // instructions of the loop's body
	loopTimes  = 2
	shownSpan  = 64 // cycles of the timeline that are drawn, at most
)

func runWarpIssue(v Values, _ Progress) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	if v["latency"] != "own" {
		d.CU.Latency[gpumodel.FP32] = gpumodel.Cycles(v.Int("latency"))
	}
	if v["dual"] != "own" {
		d.CU.Dispatch = v.Int("dual")
	}
	policies := map[string]gpumodel.Policy{"round-robin": gpumodel.RoundRobin, "greedy": gpumodel.GreedyOldest, "two-level": gpumodel.TwoLevel, "oldest": gpumodel.Oldest}
	if p, ok := policies[v["policy"]]; ok {
		d.CU.Policy, d.CU.Group = p, max(d.CU.Group, 4)
	}
	n, chains := v.Int("wavefronts"), v.Int("chains")
	loop := mix(d, chains, v.Int("memory"))
	launch := loop.Workload(1, n)
	launch.Record = 1 << 17
	t, err := d.Run(launch)
	if err != nil {
		return Result{}, err
	}
	from := shownFrom(t)
	timeline, err := figures.WavefrontTimeline(within(t, from, from+shownSpan), from, min(from+shownSpan, t.Cycles))
	if err != nil {
		return Result{}, err
	}
	key := strings.Join([]string{v["device"], v["latency"], v["dual"], v["policy"], v["chains"], v["memory"]}, " ")
	curve, law, err := issueCurve(key, d, loop, chains, v.Int("memory"), n, t.PerCycle(gpumodel.FP32, gpumodel.Global))
	if err != nil {
		return Result{}, err
	}
	stalls, why := stallTable(t)
	rate := t.PerCycle(gpumodel.FP32, gpumodel.Global)
	return Result{
		Figures: []charts.Figure{timeline, curve, stalls},
		Sentence: Text{
			fmt.Sprintf("%s with %s: %.2f instructions per cycle; Volkov's law allows %.2f. Mostly they wait for: %s.", d.Name, count(n, "wavefront", "wavefronts"), rate, law, why),
			fmt.Sprintf("%s、ウェーブフロント %d：%.2f 命令/サイクル（Volkov の法則では %.2f まで）。主な待ち理由：%s。", d.Name, n, rate, law, why),
		},
	}, nil
}

// shownFrom is the cycle from which the timeline is drawn: past the start, where all
// wavefronts are new, but never so that nothing issues in what is shown.
func shownFrom(t gpumodel.Timeline) gpumodel.Cycles {
	from := min(t.Cycles/2, max(0, t.Cycles-shownSpan))
	next := slices.IndexFunc(t.Issues, func(i gpumodel.Issue) bool { return i.Cycle >= from })
	if next < 0 {
		next = len(t.Issues) - 1
	}
	if c := t.Issues[next].Cycle; c < from || c >= from+shownSpan {
		return c
	}
	return from
}

// within returns the timeline with only what it records of some cycles, so that
// not all of it is put into words.
func within(t gpumodel.Timeline, from, to gpumodel.Cycles) gpumodel.Timeline {
	t.Issues = slices.DeleteFunc(slices.Clone(t.Issues), func(i gpumodel.Issue) bool { return i.Cycle < from || i.Cycle >= to })
	t.Waits = slices.DeleteFunc(slices.Clone(t.Waits), func(w gpumodel.Wait) bool { return w.To <= from || w.From >= to })
	return t
}

// mix returns a loop in which percent of the instructions are loads and each
// instruction needs the one that many chains before it.
func mix(d gpumodel.Device, chains, percent int) gpumodel.Program {
	load := gpumodel.Stride(4, d.Lanes, 0, 4)
	p := gpumodel.Program{Times: loopTimes}
	for i := range loopLength {
		r := gpumodel.Register(1 + i%chains)
		in := gpumodel.Instruction{Kind: gpumodel.FP32, Dst: r, Src: [3]gpumodel.Register{r}, Lanes: gpumodel.AllLanes(d.Lanes)}
		if (i+1)*percent/100 > i*percent/100 { // evenly spread
			in.Kind, in.Access = gpumodel.Global, load
		}
		p.Body = append(p.Body, in)
	}
	return p
}

// issueCurve draws the instructions a cycle by wavefronts, simulated and by
// Volkov's law, and returns what the law says of n. Settings with the same key
// have the same device and loop.
func issueCurve(key string, d gpumodel.Device, loop gpumodel.Program, chains, percent, n int, rate float64) (charts.Figure, float64, error) {
	loads := float64(loopLength*percent/100) / loopLength // a whole number of the loop's
	law := func(wavefronts int) float64 {
		issue := float64(d.SIMDs*d.CU.Picks*min(d.CU.Dispatch, chains)) / float64(d.CU.Cadence) // two that need each other do not issue together
		arithmetic := min(unitRate(d, gpumodel.FP32), issue)
		if loads == 0 {
			return min(float64(wavefronts*chains)/float64(d.CU.Latency[gpumodel.FP32]), arithmetic)
		}
		v := gpumodel.Volkov{
			MemoryLatency: d.CU.Memory.Latency, ArithmeticLatency: d.CU.Latency[gpumodel.FP32],
			MemoryPerCycle:     min(d.CU.Memory.BytesPerCycle/float64(4*d.Lanes), unitRate(d, gpumodel.Global)),
			ArithmeticPerCycle: arithmetic, IssuePerCycle: issue,
		}
		return v.Throughput(wavefronts*chains, (1-loads)/loads) / loads
	}
	simulated, err := lastSimulated.get(key, func() (charts.Line, error) { return simulate(d, loop) })
	if err != nil {
		return charts.Figure{}, 0, err
	}
	bound := charts.Line{Name: "Volkov's law", Style: charts.Dashed}
	for w := 1; w <= resident(d); w++ {
		bound.X, bound.Y = append(bound.X, float64(w)), append(bound.Y, law(w))
	}
	return charts.Figure{
		Title:   "Instructions per cycle, by wavefronts",
		Caption: "The law is a bound: below the knee, wavefronts over latency; above it, what the units and the schedulers can take.",
		Alt:     "Instructions per cycle against wavefronts: the simulated line rises along Volkov's law and levels off under it.",
		X:       charts.Axis{Label: "wavefronts on the CU", Scale: charts.Log2},
		Y:       charts.Axis{Label: "instructions per cycle"},
		Series:  []charts.Series{bound, simulated, chosen(float64(n), rate)},
	}, law(n), nil
}

// lastSimulated is what simulate drew last, by the settings that it depends on.
var lastSimulated memo[string, charts.Line]

// simulate runs the loop with 1, 2, 4, … wavefronts.
func simulate(d gpumodel.Device, loop gpumodel.Program) (charts.Line, error) {
	line := charts.Line{Name: "simulated"}
	for w := 1; w <= resident(d); w *= 2 {
		t, err := d.Run(loop.Workload(1, w))
		if err != nil {
			return line, err
		}
		line.X, line.Y = append(line.X, float64(w)), append(line.Y, t.PerCycle(gpumodel.FP32, gpumodel.Global))
	}
	return line, nil
}

// unitRate is how many instructions of a kind a CU's units take in a cycle.
func unitRate(d gpumodel.Device, k gpumodel.Kind) float64 {
	for _, u := range d.CU.Units {
		for _, kind := range u.Kinds {
			if kind == k {
				n := u.Count
				if !u.Shared {
					n *= d.SIMDs
				}
				return float64(n) / float64(d.CU.Interval[k])
			}
		}
	}
	return float64(d.SIMDs)
}

// stallTable says how the wavefronts spend their cycles, and the reason for which
// they wait most.
func stallTable(t gpumodel.Timeline) (charts.Figure, string) {
	stalls, issued := t.Stalled()
	all := issued
	for _, c := range stalls {
		all += c
	}
	table := charts.Table{
		Columns: []charts.Column{{Head: "the wavefronts"}, {Head: "cycles of all", Numeric: true}, {Head: "share, %", Numeric: true}},
		Rows:    [][]string{{"issue", fmt.Sprint(issued), fmt.Sprintf("%.1f", 100*float64(issued)/float64(all))}},
	}
	why, most := "nothing", gpumodel.Cycles(0)
	for r, c := range stalls {
		if c == 0 {
			continue
		}
		reason := gpumodel.Stall(r).String()
		table.Rows = append(table.Rows, []string{"wait: " + reason, fmt.Sprint(c), fmt.Sprintf("%.1f", 100*float64(c)/float64(all))})
		if c > most {
			why, most = reason, c
		}
	}
	return charts.Figure{
		Title:   "Where the wavefronts' cycles go",
		Alt:     "Table of the cycles in which wavefronts issue, and of each reason to wait.",
		Caption: "Every cycle of every wavefront is an issue or exactly one reason to wait.",
		Series:  []charts.Series{table},
	}, why
}
