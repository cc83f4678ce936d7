package whatif

import (
	"fmt"
	"maps"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// warpIssue asks how the schedulers of a CU fill their time.
func warpIssue() Definition {
	return Definition{
		Name:  "warp-issue",
		Title: Text{"How many instructions issue in a cycle?", "1 サイクルに何命令を発行できるか"},
		Params: []Param{
			deviceAmong(knows(gpumodel.FP32), gpu.GK110(), gpu.H200(), gpu.GTX480(), gpu.Fiji(), gpu.MI300X()),
			ofDevice(number("wavefronts", Text{"Wavefronts (warps) on the CU (SM)", "CU（SM）上のウェーブフロント（ワープ）数"}, Text{}, 1, 64, 1, 8), resident),
			number("chains", Text{"Independent chains of each", "それぞれの独立な依存鎖"}, Text{}, 1, 8, 1, 1),
			ownLatency(Text{"Latency of FP32 arithmetic", "FP32 演算のレイテンシ"}, 4, 6, 9, 10, 12, 18, 24),
			share("memory", Text{"Loads among the instructions", "命令に占めるロード"}),
			share("fp64", Text{"FP64 among them", "FP64 命令の割合"}, "memory"),
			share("sfu", Text{"SFU among them", "SFU 命令の割合"}, "memory", "fp64"),
			share("lds", Text{"Local (shared) memory among them", "ローカル（シェアード）メモリ命令の割合"}, "memory", "fp64", "sfu"),
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
}

// ownLatency is a choice of a latency: that of the GPU, or so many cycles.
func ownLatency(label Text, cycles ...int) Param {
	p := numbers("latency", label, inCycles, 0, cycles...)
	p.Default = "own"
	p.Choices = append([]Choice{{"own", Text{"the GPU's own", "GPU 本来の値"}}}, p.Choices...)
	return p
}

// share is the share of one of mixedKinds, of what the others leave; none where the GPU's
// time for it is not known.
func share(name string, label Text, others ...string) Param {
	return atMost(number(name, label, Text{"%", "%"}, 0, 50, 5, 0), func(v Values) (int, Text) {
		d, _ := gpu.ByID(v["device"])
		for _, m := range mixedKinds {
			if m.param == name && !knows(m.kind)(d) {
				return 0, Text{"for how long " + d.Name + " takes is not known", d.Name + " での時間が不明のため"}
			}
		}
		left := 100
		for _, o := range others {
			left -= v.Int(o)
		}
		return left, Text{"what the others leave", "残りの割合"}
	})
}

const (
	shownSpan     = 64 // cycles of the timeline that are drawn, at most
	recordedTimes = 2  // turns of the loop that are recorded for it
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
	loop := mix(d, chains, v)
	t, err := d.Run(loop.Workload(1, n))
	if err != nil {
		return Result{}, err
	}
	timeline, err := issueTimeline(d, loop, n)
	if err != nil {
		return Result{}, err
	}
	bounds, err := issueBounds(d, loop, chains, n)
	if err != nil {
		return Result{}, err
	}
	settings := maps.Clone(v)
	delete(settings, "wavefronts")
	rate := mixed(t)
	curve, err := issueCurve(fmt.Sprint(settings), d, loop, chains, n, rate) // fmt sorts a map's keys
	if err != nil {
		return Result{}, err
	}
	least, why := tightest(bounds), figures.Worded(d, figures.MostlyWaits(t))
	wavefronts := figures.Worded(d, figures.Counted(n, "wavefront", "wavefronts"))
	return Result{
		Figures: []charts.Figure{timeline, curve, boundTable(d, bounds), stallTable(t)},
		Sentence: Text{
			fmt.Sprintf("%s with %s: %.2f instructions per cycle of at most %.2f, which is what %s. Mostly they wait for: %s.", d.Name, wavefronts, rate, least.rate, least.allows.EN, why),
			figures.Worded(d, fmt.Sprintf("%s、ウェーブフロント %d：%.2f 命令/サイクル（上限 %.2f：%s）。主な待ち理由：%s。", d.Name, n, rate, least.rate, least.allows.JA, why)),
		},
	}, nil
}

// issueTimeline draws some cycles of the loop's first turns, of which all is recorded.
func issueTimeline(d gpumodel.Device, loop gpumodel.Program, n int) (charts.Figure, error) {
	loop.Times = recordedTimes
	launch := loop.Workload(1, n)
	launch.Record = 1 << 21 // a million waits where each turn of a GTX 480 is one
	t, err := d.Run(launch)
	if err != nil {
		return charts.Figure{}, err
	}
	from := shownFrom(t)
	to := min(from+shownSpan, t.Cycles)
	f, err := figures.WavefrontTimeline(within(t, from, to), from, to)
	f.Caption = figures.Worded(d, fmt.Sprintf("Each row is a wavefront. It issues, or it waits for exactly one reason. Cycles %d to %d of the first %d instructions of each.", from, to-1, recordedTimes*loopLength))
	return f, err
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

// stallTable says how the wavefronts spend their cycles.
func stallTable(t gpumodel.Timeline) charts.Figure {
	say := func(text string) string { return figures.Worded(t.Device, text) }
	stalls, issued := t.Stalled()
	all := issued
	for _, c := range stalls {
		all += c
	}
	table := charts.Table{
		Columns: []charts.Column{{Head: say("the wavefronts")}, {Head: "cycles of all", Numeric: true}, {Head: "share, %", Numeric: true}},
		Rows:    [][]string{{"issue", fmt.Sprint(issued), fmt.Sprintf("%.1f", 100*float64(issued)/float64(all))}},
	}
	for r, c := range stalls {
		if c == 0 {
			continue
		}
		table.Rows = append(table.Rows, []string{"wait: " + say(gpumodel.Stall(r).String()), fmt.Sprint(c), fmt.Sprintf("%.1f", 100*float64(c)/float64(all))})
	}
	return charts.Figure{
		Title:   say("Where the wavefronts' cycles go"),
		Alt:     say("Table of the cycles in which wavefronts issue, and of each reason to wait."),
		Caption: say("Every cycle of every wavefront is an issue or exactly one reason to wait."),
		Series:  []charts.Series{table},
	}
}
