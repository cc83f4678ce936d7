package issue

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// WavefrontsForArithmetic draws how many wavefronts keep the schedulers issuing
// when each instruction needs the one before it, or the one before that, by the
// latency of arithmetic: the law, what the simulated CU needs, and the numbers of
// the document.
func WavefrontsForArithmetic(d gpumodel.Device) (charts.Figure, error) {
	const least, most = 4, 24
	issue := float64(d.SIMDs * d.CU.Picks)
	slots := float64(d.SIMDs * d.Wavefronts)
	f := charts.Figure{
		Title:   "Warps needed to hide arithmetic",
		Caption: fmt.Sprintf("Little's law: latency × %g instructions per cycle, divided by the independent instructions in a row. The simulated SM reaches 98 %% of its rate exactly where the law says, at the document's 10 cycles and at Volkov's 9 as elsewhere.", issue),
		Alt:     "Warps against latency. Two straight lines from the origin, one twice as steep as the other; simulated points lie on the steeper one; from the axes, lines lead to the document's 40 at 10 cycles and to 36 at Volkov's 9, and on both stands a simulated point.",
		X:       charts.Axis{Label: "latency", Unit: "cycles", Ticks: []float64{4, 8, 12, 16, 20, 24}},
		Y:       charts.Axis{Label: "warps on the SM", Ticks: []float64{0, 16, 32, 48, 64, 80, 96}},
		Note:    figures.Note(d.Assumed),
	}
	for chains := 1; chains <= 2; chains++ {
		law := charts.Line{Name: []string{"each needs the last", "every other does"}[chains-1], Style: charts.Dashed, Tone: charts.Palette[chains-1]}
		for latency := gpumodel.Cycles(least); latency <= most; latency++ {
			law.X, law.Y = append(law.X, float64(latency)), append(law.Y, float64(gpumodel.WavefrontsNeeded(latency, issue, chains)))
		}
		f.Series = append(f.Series, law)
	}
	simulated := charts.Line{Name: "each needs the last, simulated", Style: charts.Dots, Tone: charts.Tone1}
	for latency := gpumodel.Cycles(least); latency <= most; latency++ {
		n, err := fewestAt(d, latency, issue)
		if err != nil {
			return charts.Figure{}, err
		}
		if n > 0 {
			simulated.X, simulated.Y = append(simulated.X, float64(latency)), append(simulated.Y, float64(n))
			simulated.Tips = append(simulated.Tips, fmt.Sprintf("latency %d cycles\n%d warps reach 98 %% of %g instructions per cycle", latency, n, issue))
		}
	}
	from := func(name string, latency, warps float64, tone charts.Tone) charts.Line { // the axes to a point, so that what is simulated stays visible on it
		return charts.Line{Name: name, X: []float64{latency, latency, least}, Y: []float64{0, warps, warps}, Style: charts.Dashed, Tone: tone}
	}
	level := func(name string, y float64, tone charts.Tone) charts.Line {
		return charts.Line{Name: name, X: []float64{least, most}, Y: []float64{y, y}, Style: charts.Dashed, Tone: tone}
	}
	f.Series = append(f.Series,
		from("the document: 10 → 40", 10, 40, charts.Tone5),
		from("with Volkov's 9: 36", 9, 36, charts.Tone4),
		level("NVIDIA's start: 32", 32, charts.Tone3),
		level(fmt.Sprintf("slots: %g", slots), slots, charts.ToneSoft),
		simulated)
	return f, nil
}

// fewestAt returns the fewest wavefronts, the same on each SIMD, with which the
// device issues at 98 % of the rate, when an FP32 instruction takes so many cycles
// and needs the one before it; 0 if all its slots are too few.
func fewestAt(d gpumodel.Device, latency gpumodel.Cycles, rate float64) (int, error) {
	d.CU.Latency[gpumodel.FP32] = latency
	chain := gpumodel.Program{Body: []gpumodel.Instruction{{Kind: gpumodel.FP32, Dst: 1, Src: gpumodel.Sources{1}}}, Times: 50 * int(latency)}
	for n := d.SIMDs; n <= d.SIMDs*d.Wavefronts; n += d.SIMDs {
		t, err := d.Run(chain.Workload(n/d.SIMDs, d.SIMDs))
		if err != nil {
			return 0, err
		}
		if t.PerCycle(gpumodel.FP32) >= 0.98*rate {
			return n, nil
		}
	}
	return 0, nil
}

// WavefrontsForMemory draws how many wavefronts hide each of the latencies of
// memory, by how many other instructions there are for each load: by the CUDA
// guide's rule, and by Volkov's law, which knows the latency of arithmetic and
// what memory can deliver.
func WavefrontsForMemory(d gpumodel.Device, latencies ...gpumodel.Cycles) (charts.Figure, error) {
	if err := d.Validate(); err != nil {
		return charts.Figure{}, err
	}
	issue := float64(d.SIMDs * d.CU.Picks)
	slots := float64(d.SIMDs * d.Wavefronts)
	f := charts.Figure{
		Title: "Warps needed to hide memory",
		Alt:   "Warps against instructions per load, both on logarithmic scales. The guide's lines fall all the way; Volkov's rise to a cusp and fall to the number that arithmetic needs. Most of both lies above the slots that there are.",
		X:     charts.Axis{Label: "other instructions for each load", Scale: charts.Log2},
		Y:     charts.Axis{Label: "warps on the SM", Scale: charts.Log2},
		Note:  fmt.Sprintf("Loads of 128 bytes, %s bytes per cycle and SM; arithmetic in one chain, %d cycles.", charts.FormatNumber(d.CU.Memory.BytesPerCycle), d.CU.Latency[gpumodel.FP32]),
	}
	var cusps string
	for i, latency := range latencies {
		tone := charts.Palette[i%len(charts.Palette)]
		guide := charts.Line{Name: fmt.Sprintf("%d cycles, guide", latency), Style: charts.Dashed, Tone: tone}
		law := charts.Line{Name: fmt.Sprintf("%d cycles, Volkov", latency), Tone: tone}
		v := gpumodel.Volkov{
			MemoryLatency: latency, ArithmeticLatency: d.CU.Latency[gpumodel.FP32],
			MemoryPerCycle: d.CU.Memory.BytesPerCycle / 128, ArithmeticPerCycle: issue, IssuePerCycle: issue,
		}
		for e := 0; e <= 40; e++ {
			x := math.Pow(2, float64(e)/4)
			guide.X, guide.Y = append(guide.X, x), append(guide.Y, gpumodel.GuideWavefronts(latency, issue, x))
			law.X, law.Y = append(law.X, x), append(law.Y, v.Needed(x))
		}
		f.Series = append(f.Series, guide, law)
		at, n := v.Cusp()
		cusps += fmt.Sprintf(" For %d cycles the cusp is at %.0f instructions per load: %.0f warps.", latency, at, n)
	}
	f.Series = append(f.Series, charts.Line{Name: fmt.Sprintf("slots: %g", slots), X: []float64{1, 1024}, Y: []float64{slots, slots}, Style: charts.Dashed, Tone: charts.ToneSoft})
	f.Caption = "To the left of each cusp memory itself is the limit and fewer warps saturate it; to the right it is issue. The guide's rule forgets both." + cusps
	return f, nil
}
