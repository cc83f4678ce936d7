package whatif

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/notebooks/figures"
)

// latencyHiding asks how much must be in flight to use the memory's bandwidth.
func latencyHiding() Definition {
	return Definition{
		Name:  "latency-hiding",
		Title: Text{"How many bytes must be in flight?", "何バイトを同時に要求すべきか"},
		Params: []Param{
			deviceAmong(knows(gpumodel.Global, gpumodel.FP32, gpumodel.Branch), gpu.H200(), gpu.GK110(), gpu.GTX480(), gpu.Fiji(), gpu.MI300X(), gpu.MI350X()),
			ofDevice(number("wavefronts", Text{"Wavefronts (warps) on the CU (SM)", "CU（SM）上のウェーブフロント（ワープ）数"}, Text{}, 1, 64, 1, 16), resident),
			number("loads", Text{"Independent loads of each", "それぞれの独立なロード数"}, Text{}, 1, 8, 1, 1),
			numbers("bytes", Text{"A lane loads", "1 レーンのロード"}, inBytes, 4, 4, 8, 16),
			ownLatency(Text{"Latency of memory", "メモリのレイテンシ"}, 100, 200, 400, 600, 800, 1200),
		},
		Run: runLatencyHiding,
	}
}

func runLatencyHiding(v Values, _ Progress) (Result, error) {
	d, err := gpu.ByID(v["device"])
	if err != nil {
		return Result{}, err
	}
	if v["latency"] != "own" {
		d.CU.Memory.Latency = gpumodel.Cycles(v.Int("latency"))
	}
	n, loads := v.Int("wavefronts"), v.Int("loads")
	each := loads * v.Int("bytes") * d.Lanes // bytes in flight of one wavefront
	peak, latency := d.CU.Memory.BytesPerCycle, d.CU.Memory.Latency
	needed := gpumodel.Little(latency, peak)
	reached := math.Min(float64(n*each)/float64(latency), peak)
	curve, err := hidingCurve(d, loads, gpumodel.Bytes(v.Int("bytes")), each, float64(n*each), reached)
	if err != nil {
		return Result{}, err
	}
	enough := int(math.Ceil(needed / float64(each)))
	table := charts.Table{
		Columns: []charts.Column{{Head: "bytes in flight", Numeric: true}, {Head: "bytes needed", Numeric: true}, {Head: "cycles", Numeric: true}, {Head: "bytes per cycle", Numeric: true}, {Head: figures.Worded(d, "wavefronts needed"), Numeric: true}, {Head: "that fit", Numeric: true}},
		Rows:    [][]string{{fmt.Sprint(n * each), fmt.Sprintf("%.0f", needed), fmt.Sprint(latency), charts.FormatNumber(peak), fmt.Sprint(enough), fmt.Sprint(resident(d))}},
	}
	rest := enoughWavefronts(d, enough, v.Int("bytes")*d.Lanes, each, needed)
	share := 100 * reached / peak
	return Result{
		Figures: []charts.Figure{curve, {Title: "Little's law in numbers", Alt: figures.Worded(d, "Table: bytes in flight, bytes needed, latency, bandwidth, wavefronts needed, and those that fit."), Series: []charts.Series{table}}},
		Sentence: Text{
			fmt.Sprintf("%s: %d bytes in flight of the %.0f that %d cycles take give at most %.0f %% of the bandwidth; %s", d.Name, n*each, needed, latency, share, figures.Worded(d, rest.EN)),
			fmt.Sprintf("%s：%d サイクルを隠すのに必要な %.0f バイトのうち %d バイトを要求中。帯域の最大 %.0f %%。%s", d.Name, latency, needed, n*each, share, figures.Worded(d, rest.JA)),
		},
	}, nil
}

// enoughWavefronts says how many wavefronts would be enough, or that so many do not fit:
// then how much those that fit reach, and how many loads of each would do.
func enoughWavefronts(d gpumodel.Device, enough, load, each int, needed float64) Text {
	fit := resident(d)
	if enough <= fit {
		return Text{
			figures.Counted(enough, "such wavefront", "such wavefronts") + " would be enough.",
			fmt.Sprintf("%d ウェーブフロントで足ります。", enough),
		}
	}
	loads := int(math.Ceil(needed / float64(fit*load)))
	share := 100 * float64(fit*each) / needed
	return Text{
		fmt.Sprintf("%d such wavefronts would be needed, and a CU holds %d, which reach %.0f %% at most: with all of them, each needs %d independent loads in flight, or wider ones.", enough, fit, share, loads),
		fmt.Sprintf("%d ウェーブフロントが必要ですが、CU に入るのは %d までで、%.0f %% 止まりです。全部を使っても、それぞれ %d 個の独立なロード（またはより幅の広いロード）が必要です。", enough, fit, share, loads),
	}
}

// hidingCurve draws the bandwidth by bytes in flight: Little's law, and the
// simulated CU with more and more wavefronts.
func hidingCurve(d gpumodel.Device, loads int, width gpumodel.Bytes, each int, x, y float64) (charts.Figure, error) {
	law := charts.Line{Name: "Little's law: at most", Style: charts.Dashed}
	simulated := charts.Line{Name: "simulated", Style: charts.Dots}
	access := gpumodel.Stride(width, d.Lanes, 0, width)
	loop := gpumodel.Program{Times: 16}
	for i := range loads {
		r := gpumodel.Register(1 + i)
		loop.Body = append(loop.Body, gpumodel.Instruction{Kind: gpumodel.Global, Dst: r, Src: gpumodel.Sources{r}, Lanes: gpumodel.AllLanes(d.Lanes), Access: access})
	}
	for e := 6.0; e <= 17; e += 0.125 {
		in := math.Exp2(e)
		law.X, law.Y = append(law.X, in), append(law.Y, math.Min(in/float64(d.CU.Memory.Latency), d.CU.Memory.BytesPerCycle))
	}
	for w := 1; w <= resident(d); w *= 2 {
		t, err := d.Run(loop.Workload(1, w))
		if err != nil {
			return charts.Figure{}, err
		}
		moved := float64(w * each * loop.Times)
		simulated.X, simulated.Y = append(simulated.X, float64(w*each)), append(simulated.Y, moved/float64(t.Cycles))
		simulated.Tips = append(simulated.Tips, figures.Worded(d, fmt.Sprintf("%d wavefronts", w)))
	}
	return charts.Figure{
		Title:   "Bandwidth, by bytes in flight",
		Caption: figures.Worded(d, fmt.Sprintf("Until the bytes in flight are latency times bandwidth, twice as many bring twice as much; after that, nothing more: a bound, which memory that is asked by many falls short of near the knee. A dot is a number of wavefronts: 1, 2, 4, … to the %d that fit.", resident(d))),
		Alt:     "Bytes per cycle against bytes in flight: a rise to a knee, then level. Simulated dots lie on the law or just under it.",
		X:       charts.Axis{Label: "bytes in flight", Unit: "bytes", Scale: charts.Log2},
		Y:       charts.Axis{Label: figures.Worded(d, "bytes per cycle and CU")},
		Series:  []charts.Series{law, simulated, chosen(x, y)},
	}, nil
}
