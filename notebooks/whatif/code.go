package whatif

import (
	"fmt"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/sass"
	"lanebook/gpumodel/silicon/code"
	"lanebook/notebooks/figures"
)

// machineCode asks what a loop of the reader's machine code costs.
func machineCode() Definition {
	return Definition{
		Name:  "machine-code",
		Title: Text{"What does my machine code wait for?", "自分の機械語は何を待つのか"},
		Params: []Param{
			{Name: "listing", Label: Text{"Listing for sm_90, of cuobjdump -sass or nvdisasm -hex", "sm_90 のリスト（cuobjdump -sass または nvdisasm -hex の出力）"}, File: true, Sample: sampleListing},
			{Name: "kernel", Label: Text{"Kernel", "カーネル"}, Default: "1", Min: 1, Max: mostCode, Step: 1, Offer: offerKernels},
			{Name: "loop", Label: Text{"Loop", "ループ"}, Default: "1", Min: 1, Max: mostCode, Step: 1, Offer: offerLoops},
			number("wavefronts", Text{"Wavefronts (warps) of each SIMD (scheduler)", "各 SIMD（スケジューラ）のウェーブフロント（ワープ）数"}, Text{}, 1, 16, 1, 4),
			number("stride", Text{"Shared memory: lanes are apart", "シェアードメモリ：レーンの間隔"}, Text{"words", "ワード"}, 0, 64, 1, 1),
			number("inner", Text{"Loops inside it go round", "内側のループの回数"}, Text{"times", "回"}, 1, 64, 1, 1),
		},
		Run:  runMachineCode,
		Rest: restMachineCode,
	}
}

// samples are the kernels of the sample, each measured on an H200.
var samples = []string{"horner", "warp_sum", "transpose32_bad", "ldsm_mma"}

func sampleListing() string {
	kernels, err := code.KernelCode(samples...)
	if err != nil {
		panic(err) // a test reads them
	}
	return sass.Listing(kernels...)
}

// listing reads the chosen listing, or knows it still.
func listing(v Values) (*sass.File, error) { return lastListing.read(v, sampleListing) }

var lastListing listings

// chosenKernel returns the chosen kernel, nil if the listing cannot be read or has no such one.
func chosenKernel(v Values) *sass.Kernel {
	f, err := listing(v)
	if n := v.Int("kernel"); err == nil && n <= len(f.Kernels) {
		return &f.Kernels[n-1]
	}
	return nil
}

// offerKernels offers the kernels that have a loop.
func offerKernels(v Values) []Choice {
	f, err := listing(v)
	return kernelsOf(f, err, func(k *sass.Kernel) bool { return len(k.Loops) > 0 })
}

func offerLoops(v Values) (all []Choice) {
	k := chosenKernel(v)
	if k == nil {
		return nil
	}
	for i, l := range k.Loops[:min(len(k.Loops), offeredCode)] {
		span, n := fmt.Sprintf("%04x–%04x", k.Code[l.From].Address, k.Code[l.To].Address), l.To-l.From+1
		all = append(all, Choice{strconv.Itoa(i + 1), Text{fmt.Sprintf("%s, %d instructions", span, n), fmt.Sprintf("%s、%d 命令", span, n)}})
	}
	return all
}

// codeLoop is the loop that is asked about.
type codeLoop struct {
	kernel *sass.Kernel
	loop   sass.Loop
	launch sass.Launch
	left   []string // what of the listing was not read
}

func codeLoopOf(v Values) (codeLoop, error) {
	f, err := listing(v)
	if err != nil {
		return codeLoop{}, err
	}
	k := chosenKernel(v)
	if k == nil || len(k.Loops) == 0 {
		return codeLoop{}, fmt.Errorf("none of the listing's %s jumps back", figures.Counted(len(f.Kernels), "kernel", "kernels"))
	}
	c := codeLoop{k, k.Loops[v.Int("loop")-1], sass.Launch{Device: gpu.H200(), Kernel: k, Times: map[int64]int{}, Access: sass.Strided(v.Int("stride"))}, f.LeftOut()}
	for _, l := range k.Loops {
		c.launch.Times[k.Code[l.To].Address] = v.Int("inner")
	}
	return c, nil
}

// report runs the loop with so many wavefronts on each SIMD.
func (c codeLoop) report(wavefronts int) (sass.Report, error) {
	return sass.Hopper().Report(c.launch, c.loop, wavefronts)
}

// shownCode is how many cycles of a timeline are drawn, at most, and turnCode how many turns.
const (
	shownCode = 96
	turnCode  = 6
)

func runMachineCode(v Values, _ Progress) (Result, error) { return machineCodeWith(nil, v) }

// machineCodeWith is the answer with the loop's reports by wavefronts, as far as there are.
func machineCodeWith(curve []sass.Report, v Values) (Result, error) {
	c, err := codeLoopOf(v)
	if err != nil {
		return Result{}, err
	}
	n := v.Int("wavefronts")
	r, err := c.report(n)
	if err != nil {
		return Result{}, err
	}
	turns := min(turnCode, 1+int(shownCode/r.Cycles))
	trace, err := sass.Hopper().Trace(c.launch, c.loop, n, turns)
	if err != nil {
		return Result{}, err
	}
	return Result{
		Figures:  []charts.Figure{figures.CodeTimeline(c.kernel, trace, shownCode), figures.CodeListing(c.kernel, c.loop, r), figures.CodeUnits(c.kernel, c.loop, r), codeCurve(curve, r)},
		Sentence: c.sentence(r),
		Open:     curve == nil,
	}, nil
}

// sentence says what a turn costs, and the instruction before which wavefronts wait longest.
func (c codeLoop) sentence(r sass.Report) Text {
	each, longest, at := r.Cycles/float64(r.Wavefronts), 0.0, 0
	for i := range r.Lines {
		if cycles, _ := r.Lines[i].Waited(); cycles > longest {
			longest, at = cycles, i
		}
	}
	said := Text{
		fmt.Sprintf("%s: with %s on each scheduler a turn takes %.1f cycles, %.1f for each; %.0f %% of the issue slots are in use. Limit: %s.",
			c.kernel.Name, figures.Counted(r.Wavefronts, "warp", "warps"), r.Cycles, each, 100*r.Issue, r.Limit),
		fmt.Sprintf("%s：各スケジューラに %d ワープで 1 周 %.1f サイクル（1 ワープあたり %.1f）。発行スロットの %.0f %% を使用。律速：%s。",
			c.kernel.Name, r.Wavefronts, r.Cycles, each, 100*r.Issue, r.Limit),
	}
	if longest > 0 {
		in := &c.kernel.Code[c.loop.From+at]
		_, why := r.Lines[at].Waited()
		said.EN += fmt.Sprintf(" A warp waits longest before %04x %s: %.1f cycles, mostly for: %v.", in.Address, in.Name, longest, why)
		said.JA += fmt.Sprintf(" 最も長く待つのは %04x %s の前：%.1f サイクル、主に %v。", in.Address, in.Name, longest, why)
	}
	if len(c.left) > 0 {
		said.EN += " Left out: " + firstOf(c.left) + "."
		said.JA += " 読まなかったもの：" + firstOf(c.left) + "。"
	}
	return said
}

// restMachineCode is the run with other numbers of wavefronts besides.
func restMachineCode(stop Stop, v Values, progress Progress) (Result, error) {
	curve, err := lastCurve.get(curveKey(v), func() ([]sass.Report, error) {
		c, err := codeLoopOf(v)
		if err != nil {
			return nil, err
		}
		var all []sass.Report
		for n := range sass.Hopper().Wavefronts {
			if err := stop(); err != nil {
				return nil, err
			}
			if progress != nil {
				progress(n, sass.Hopper().Wavefronts)
			}
			r, err := c.report(n + 1)
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
		return all, nil
	})
	if err != nil {
		return Result{}, err
	}
	return machineCodeWith(curve, v)
}

// lastCurve is the last loop's reports by wavefronts.
var lastCurve memo[[5]string, []sass.Report]

func curveKey(v Values) [5]string {
	return [5]string{v["listing"], v["kernel"], v["loop"], v["stride"], v["inner"]}
}

// codeCurve draws what a turn costs by wavefronts, as far as that is known.
func codeCurve(all []sass.Report, now sass.Report) charts.Figure {
	f := charts.Figure{
		Title:   "By warps of a scheduler",
		Caption: "Cycles from one turn of a warp to the next, and those that a turn costs when they are shared among the warps. More warps help as long as the second falls.",
		Alt:     "Two lines over warps per scheduler: the cycles of a turn, which stay level and then rise, and the same divided by the warps, which falls and then stays level.",
		X:       charts.Axis{Label: "warps per scheduler"},
		Y:       charts.Axis{Label: "cycles a turn", Scale: charts.Log10},
	}
	if all != nil {
		whole, each := charts.Line{Name: "a turn"}, charts.Line{Name: "shared among its warps"}
		for _, r := range all {
			n := float64(r.Wavefronts)
			whole.X, whole.Y = append(whole.X, n), append(whole.Y, r.Cycles)
			each.X, each.Y = append(each.X, n), append(each.Y, r.Cycles/n)
		}
		f.Series = append(f.Series, whole, each)
	}
	f.Series = append(f.Series, chosen(float64(now.Wavefronts), now.Cycles/float64(now.Wavefronts)))
	return f
}
