package whatif

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// blockSize asks how many workgroups (blocks) of a kernel are resident on a CU.
var blockSize = Definition{
	Name:  "block-size",
	Title: Text{"How many threads should a block have?", "ブロックのスレッド数をいくつにするか"},
	Params: []Param{
		deviceParam(gpu.H200(), gpu.GK110(), gpu.GTX480(), gpu.Fiji(), gpu.MI300X(), gpu.MI350X()),
		ofDevice(number("threads", Text{"Threads of a block", "ブロックのスレッド数"}, Text{}, 1, 1024, 1, 256), func(d gpumodel.Device) int { return d.Limits.WorkgroupLanes }),
		ofDevice(number("registers", Text{"Registers of a thread", "スレッドのレジスタ数"}, Text{}, 8, 255, 1, 64), func(d gpumodel.Device) int { return d.Limits.RegistersPerLane }),
		ofDevice(number("lds", Text{"Local memory of a block", "ブロックのローカルメモリ"}, Text{"KB", "KB"}, 0, 64, 1, 16), func(d gpumodel.Device) int { return int(d.LDS.Size >> 10) }),
	},
	Run: runBlockSize,
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
	next := Text{"Nothing that the kernel could give up makes room for another.", "これ以上ブロックを増やす方法はありません。"}
	if len(o.Next) > 0 {
		next = nextStep(o.Next)
	}
	return Result{
		Figures: []charts.Figure{blocks, table, tailEfficiency(d, need.Lanes, tail)},
		Sentence: Text{
			fmt.Sprintf("%s: %s resident, %d of %d wavefronts (%s %%), limited by %s. %s %s %% of the lanes are in use.",
				d.Name, count(o.Workgroups, "block", "blocks"), o.Wavefronts, o.Most, charts.FormatNumber(100*o.Fraction()), limiters(o), next.EN, charts.FormatNumber(100*tail)),
			fmt.Sprintf("%s：常駐ブロック %d、ウェーブフロント %d / %d（%s %%）、制限は %s。%s使われるレーンは %s %%。",
				d.Name, o.Workgroups, o.Wavefronts, o.Most, charts.FormatNumber(100*o.Fraction()), limiters(o), next.JA, charts.FormatNumber(100*tail)),
		},
	}, nil
}

func limiters(o gpumodel.Occupancy) string {
	var by []string
	for _, r := range o.Limiters {
		by = append(by, r.String())
	}
	return strings.Join(by, ", ")
}

// nextStep says what makes room for one block more.
func nextStep(steps []gpumodel.Step) Text {
	var cuts []string
	for _, s := range steps {
		what := s.Resource.String()
		if s.Resource == gpumodel.WavefrontSlots {
			what = "threads"
		}
		cuts = append(cuts, fmt.Sprintf("%s %d → %d", what, s.From, s.To))
	}
	list := strings.Join(cuts, ", ")
	return Text{"For one block more: " + list + ".", "もう 1 ブロック増やすには：" + list + "。"}
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
		Caption: fmt.Sprintf("A block is cut into wavefronts of %d lanes; the last one may be partly empty.", d.Lanes),
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
