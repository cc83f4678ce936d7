package whatif

import (
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/kernel"
	"lanebook/notebooks/figures"
)

// blockSize asks how many workgroups (blocks) of a kernel are resident on a CU.
func blockSize() Definition {
	return Definition{
		Name:  "block-size",
		Title: Text{"How many threads should a block have?", "ブロックのスレッド数をいくつにするか"},
		Params: []Param{
			deviceAmong(knows(), gpu.H200(), gpu.GK110(), gpu.GTX480(), gpu.Fiji(), gpu.MI300X(), gpu.MI350X()),
			ofDevice(number("threads", Text{"Threads of a block", "ブロックのスレッド数"}, Text{}, 1, 1024, 1, 256), func(d gpumodel.Device) int { return d.Limits.WorkgroupLanes }),
			ofDevice(number("registers", Text{"Registers of a thread", "スレッドのレジスタ数"}, Text{}, 8, 255, 1, 64), func(d gpumodel.Device) int { return d.Limits.RegistersPerLane }),
			ofDevice(number("lds", Text{"Local (shared) memory of a block", "ブロックのローカル（シェアード）メモリ"}, Text{"KB", "KB"}, 0, 64, 1, 16), func(d gpumodel.Device) int { return int(d.LDS.Size >> 10) }),
		},
		Run: runBlockSize,
	}
}

func runBlockSize(v Values, _ Progress) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	need := gpumodel.Need{Lanes: v.Int("threads"), Registers: v.Int("registers"), LDS: gpumodel.Bytes(v.Int("lds")) << 10}
	o, err := d.Occupancy(need)
	if err != nil {
		return Result{}, err
	}
	table, err := figures.Occupancies(d, need)
	if err != nil {
		return Result{}, err
	}
	blocks, err := figures.OccupancyByBlock(need.Registers, need.LDS, d)
	if err != nil {
		return Result{}, err
	}
	blocks.Series = append(blocks.Series, chosen(float64(need.Lanes), 100*o.Fraction()))
	tail := gpumodel.Shape{X: need.Lanes, Y: 1, Z: 1}.TailEfficiency(d.Lanes)
	return Result{
		Figures:  []charts.Figure{blocks, table, tailEfficiency(d, need.Lanes, tail)},
		Sentence: blockSentence(d, need, o, tail),
	}, nil
}

// blockSentence says how much is resident and what would make room for more, or why the
// kernel cannot be launched and what would let it.
func blockSentence(d gpumodel.Device, need gpumodel.Need, o gpumodel.Occupancy, tail float64) Text {
	if o.Workgroups == 0 {
		return noLaunch(d, need, o)
	}
	next := Text{"Nothing that the kernel could give up makes room for another.", "これ以上ブロックを増やす方法はありません。"}
	if len(o.Next) > 0 {
		list := cuts(d, o.Next)
		next = Text{"For one block more: " + list + ".", "もう 1 ブロック増やすには：" + list + "。"}
	}
	return Text{
		fmt.Sprintf("%s: %s resident, %d of %s (%s %%), limited by %s. %s %s %% of the lanes are in use.",
			d.Name, figures.Counted(o.Workgroups, "block", "blocks"), o.Wavefronts, figures.Worded(d, figures.Counted(o.Most, "wavefront", "wavefronts")), charts.FormatNumber(100*o.Fraction()), limiters(d, o), next.EN, charts.FormatNumber(100*tail)),
		figures.Worded(d, fmt.Sprintf("%s：常駐ブロック %d、ウェーブフロント %d / %d（%s %%）、制限は %s。%s使われるレーンは %s %%。",
			d.Name, o.Workgroups, o.Wavefronts, o.Most, charts.FormatNumber(100*o.Fraction()), limiters(d, o), next.JA, charts.FormatNumber(100*tail))),
	}
}

// noLaunch says why not even one workgroup of the kernel fits, and both ways to make it
// fit: what to give up with as many threads, and how many threads there may be otherwise.
func noLaunch(d gpumodel.Device, need gpumodel.Need, o gpumodel.Occupancy) Text {
	why := Text{"a CU has not enough " + limiters(d, o) + " for one block", limiters(d, o) + " が 1 ブロック分に足りません"}
	if slices.Contains(o.Limiters, gpumodel.VectorRegisters) {
		have := registersOfSIMD(d, need)
		why = Text{why.EN + " (" + have.EN + ")", why.JA + "（" + have.JA + "）"}
	}
	var ways []string
	if len(o.Next) > 0 {
		ways = append(ways, cuts(d, o.Next))
	}
	if fits := mostThreads(d, need); fits > 0 {
		ways = append(ways, fmt.Sprintf("threads %d → %d", need.Lanes, fits))
	}
	return Text{
		fmt.Sprintf("%s: this kernel cannot be launched: %s. To launch it: %s.", d.Name, figures.Worded(d, why.EN), strings.Join(ways, ", or ")),
		fmt.Sprintf("%s：このカーネルは起動できません。%s。起動するには：%s。", d.Name, figures.Worded(d, why.JA), strings.Join(ways, "、または ")),
	}
}

// registersOfSIMD says how many registers a SIMD would need for its share of a workgroup's
// wavefronts, which are given registers in lumps: threads × registers can be fewer.
func registersOfSIMD(d gpumodel.Device, need gpumodel.Need) Text {
	l := d.Limits
	all := kernel.Cover(need.Lanes, d.Lanes)
	share := kernel.Cover(all, d.SIMDs)
	each := kernel.Cover(need.Registers*d.Lanes, l.RegisterUnit) * l.RegisterUnit
	return Text{
		fmt.Sprintf("of its %s a SIMD would hold %d, given %d registers each: %d, and it has %d", figures.Counted(all, "wavefront", "wavefronts"), share, each, share*each, l.Registers),
		fmt.Sprintf("ウェーブフロント %d のうち 1 SIMD に %d、割り当ては各 %d レジスタで計 %d、SIMD にあるのは %d", all, share, each, share*each, l.Registers),
	}
}

// mostThreads is the most threads, in whole wavefronts, with which a workgroup of the
// kernel fits; 0 if none does.
func mostThreads(d gpumodel.Device, need gpumodel.Need) int {
	for need.Lanes = need.Lanes / d.Lanes * d.Lanes; need.Lanes > 0; need.Lanes -= d.Lanes {
		if o, err := d.Occupancy(need); err == nil && o.Workgroups > 0 {
			return need.Lanes
		}
	}
	return 0
}

func limiters(d gpumodel.Device, o gpumodel.Occupancy) string {
	return figures.Worded(d, figures.Limiters(o))
}

// cuts lists what a kernel would give up.
func cuts(d gpumodel.Device, steps []gpumodel.Step) string {
	var all []string
	for _, s := range steps {
		what := s.Resource.String()
		if s.Resource == gpumodel.WavefrontSlots {
			what = "threads"
		}
		all = append(all, fmt.Sprintf("%s %d → %d", what, s.From, s.To))
	}
	return figures.Worded(d, strings.Join(all, ", "))
}

// tailEfficiency draws the share of a block's lanes that do useful work.
func tailEfficiency(d gpumodel.Device, lanes int, share float64) charts.Figure {
	rule := charts.Line{Name: "by the rule"}
	for n := 1; n <= 1024; n++ {
		rule.X = append(rule.X, float64(n))
		rule.Y = append(rule.Y, 100*gpumodel.Shape{X: n, Y: 1, Z: 1}.TailEfficiency(d.Lanes))
	}
	return charts.Figure{
		Title:   "Lanes in use, by block size",
		Caption: figures.Worded(d, fmt.Sprintf("A block is cut into wavefronts of %d lanes; the last one may be partly empty.", d.Lanes)),
		Alt:     fmt.Sprintf("A sawtooth: 100 %% at the multiples of %d, deep teeth at the left, shallow ones at the right.", d.Lanes),
		X:       charts.Axis{Label: "threads of a block", Ticks: []float64{1, 128, 256, 384, 512, 640, 768, 896, 1024}},
		Y:       charts.Axis{Label: "lanes in use", Unit: "%", Ticks: []float64{0, 25, 50, 75, 100}},
		Series:  []charts.Series{rule, chosen(float64(lanes), 100*share)},
	}
}

// chosen is the point that the sliders stand for.
func chosen(x, y float64) charts.Line {
	return charts.Line{Name: "chosen", X: []float64{x}, Y: []float64{y}, Style: charts.Dots, Tone: charts.Tone2}
}
