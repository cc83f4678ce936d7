package issue

import (
	"fmt"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/figures"
)

// StallBreakdown draws how the wavefronts of a CU spend their cycles, by how
// many of them there are: the share in which they issue, and that of each reason
// to wait.
func StallBreakdown(d gpumodel.Device, wavefronts []int, work func(wavefronts int) gpumodel.Workload) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Where a warp's time goes",
		X:     charts.Axis{Label: "warps on the SM"},
		Y:     charts.Axis{Label: "share of the warps' cycles", Unit: "%"},
	}
	var reasons [gpumodel.Stalls][]float64
	var issues, perCycle []float64
	for _, n := range wavefronts {
		t, err := d.Run(work(n))
		if err != nil {
			return charts.Figure{}, fmt.Errorf("%d warps: %w", n, err)
		}
		stalls, issued := t.Stalled()
		all := issued
		for _, c := range stalls {
			all += c
		}
		f.X.Categories = append(f.X.Categories, fmt.Sprint(n))
		issues = append(issues, 100*float64(issued)/float64(all))
		perCycle = append(perCycle, t.PerCycle())
		for r, c := range stalls {
			reasons[r] = append(reasons[r], 100*float64(c)/float64(all))
		}
	}
	bars := func(name string, y []float64, tone charts.Tone) {
		b := charts.Bars{Name: name, Y: y, Stack: "time", Tone: tone}
		for i, v := range y {
			b.Tips = append(b.Tips, fmt.Sprintf("%s: %.1f %%\n%s warps, %.2f instructions per cycle", name, v, f.X.Categories[i], perCycle[i]))
		}
		f.Series = append(f.Series, b)
	}
	bars("issues", issues, figures.ToneIssue)
	for r, y := range reasons {
		most := 0.0
		for _, v := range y {
			most = max(most, v)
		}
		if most >= 0.1 {
			bars(figures.Worded(d, gpumodel.Stall(r).String()), y, figures.StallTone(gpumodel.Stall(r)))
		}
	}
	last := len(wavefronts) - 1
	f.Caption = fmt.Sprintf("Every cycle of every warp is an issue or exactly one reason to wait. From %d warps to %d the SM goes from %.2f to %.2f instructions per cycle, while each warp by itself waits longer: its waiting has become somebody else's work.",
		wavefronts[0], wavefronts[last], perCycle[0], perCycle[last])
	notSelected := reasons[gpumodel.StallNotSelected]
	f.Alt = fmt.Sprintf("Stacked bars to 100 %% for %d counts of warps. From the first to the last, waiting for memory data goes from %.0f to %.0f %% of the time, and that of warps which could issue but are not selected from %.0f to %.0f %%.",
		len(wavefronts), reasons[gpumodel.StallMemory][0], reasons[gpumodel.StallMemory][last], notSelected[0], notSelected[last])
	f.Note = figures.Note(d.Assumed)
	return f, nil
}

// Policies draws the instructions a cycle by how many wavefronts a CU has, for
// each way to choose among them.
func Policies(d gpumodel.Device, wavefronts []int, work func(wavefronts int) gpumodel.Workload) (charts.Figure, error) {
	f := charts.Figure{
		Title: "Does it matter whose turn it is?",
		X:     charts.Axis{Label: "warps on the SM"},
		Y:     charts.Axis{Label: "instructions per cycle"},
		Note:  figures.Note(d.Assumed),
	}
	widest, at := 0.0, 0
	low, high := make([]float64, len(wavefronts)), make([]float64, len(wavefronts))
	for p := range gpumodel.Policies {
		d.CU.Policy, d.CU.Group = p, max(d.CU.Group, 4)
		line := charts.Line{Name: p.String()}
		for i, n := range wavefronts {
			t, err := d.Run(work(n))
			if err != nil {
				return charts.Figure{}, fmt.Errorf("%v, %d warps: %w", p, n, err)
			}
			y := t.PerCycle()
			line.X, line.Y = append(line.X, float64(n)), append(line.Y, y)
			if low[i] == 0 || y < low[i] {
				low[i] = y
			}
			if high[i] = max(high[i], y); high[i]/low[i] > widest {
				widest, at = high[i]/low[i], n
			}
		}
		f.Series = append(f.Series, line)
	}
	f.Caption = fmt.Sprintf("The same warps and instructions, four ways to choose the next. The best is never more than %.0f %% ahead of the worst (at %d warps). How many there are matters far more than who goes first.",
		100*(widest-1), at)
	f.Alt = fmt.Sprintf("Instructions per cycle against warps, one line for each scheduling policy. The lines rise together and cross, never more than %.0f %% apart.", 100*(widest-1))
	return f, nil
}

// IssueCurves draws the H200's measured multiply-adds a cycle by wavefronts and
// independent chains, and the model's.
func IssueCurves(d gpumodel.Device, kind gpumodel.Kind) (charts.Figure, error) {
	curves, _, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	points := slices.DeleteFunc(curves, func(p silicon.IssuePoint) bool { return p.Kind != kind })
	if len(points) == 0 {
		return charts.Figure{}, fmt.Errorf("issue: the H200 was not timed on %v, want FP32 or FP64", kind)
	}
	fit, err := silicon.CompareIssue(d, points)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title:   fmt.Sprintf("%v multiply-adds on an H200", kind),
		Caption: fmt.Sprintf("%d points; the model is %.1f %% off on average, %.1f %% at worst. A warp with more independent chains needs fewer companions to reach the same rate.", len(fit.Points), 100*fit.MeanError, 100*fit.Worst),
		Alt:     "Multiply-adds per cycle against warps, one rising line for each number of independent chains, up to a common ceiling; measured points lie on the simulated lines.",
		X:       charts.Axis{Label: "warps on the SM", Ticks: []float64{0, 4, 8, 12, 16, 20, 24, 28, 32}},
		Y:       charts.Axis{Label: "multiply-adds per cycle"},
		Note:    "One block on one SM; the timed loop's own counter, compare and branch are in both.",
	}
	for i, chains := range []int{1, 2, 4} {
		model := charts.Line{Name: fmt.Sprintf("%s, model", figures.Counted(chains, "chain", "chains")), Style: charts.Joined, Tone: charts.Palette[i]}
		dots := charts.Line{Name: fmt.Sprintf("%s, measured", figures.Counted(chains, "chain", "chains")), Style: charts.Dots, Measured: true, Tone: charts.Palette[i]}
		for _, p := range fit.Points {
			if p.Chains != chains {
				continue
			}
			x, y := float64(p.Wavefronts), p.PerCycle(p.Cycles)
			tip := fmt.Sprintf("%d warps, %s\nmeasured %.3f per cycle\nmodel %.3f (%s %% cycles)", p.Wavefronts, figures.Counted(chains, "chain", "chains"), y, p.PerCycle(p.Model), figures.Signed(100*p.Error, 1))
			dots.X, dots.Y, dots.Tips = append(dots.X, x), append(dots.Y, y), append(dots.Tips, tip)
			model.X, model.Y, model.Tips = append(model.X, x), append(model.Y, p.PerCycle(p.Model)), append(model.Tips, tip)
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, model, dots)
		}
	}
	return f, nil
}

// TailEfficiency draws the share of useful lanes by block size, and what the
// H200 measured: the multiply-adds of its own lanes, as a share of what blocks of
// the same number of full wavefronts reach.
func TailEfficiency(d gpumodel.Device) (charts.Figure, error) {
	_, blocks, err := silicon.H200Issue()
	if err != nil {
		return charts.Figure{}, err
	}
	law := charts.Line{Name: "useful lanes, by the rule"}
	for _, n := range toothPoints(16, 512, d.Lanes) {
		law.X, law.Y = append(law.X, float64(n)), append(law.Y, 100*gpumodel.Shape{X: n, Y: 1, Z: 1}.TailEfficiency(d.Lanes))
	}
	full := map[int]float64{} // by wavefronts
	for _, p := range blocks {
		if p.Lanes%d.Lanes == 0 {
			full[p.Wavefronts] = p.LanesPerCycle(p.Cycles)
		}
	}
	dots := charts.Line{Name: "H200, measured", Style: charts.Dots, Measured: true}
	for _, p := range blocks {
		if full[p.Wavefronts] == 0 {
			return charts.Figure{}, fmt.Errorf("silicon: no block of %d full warps was timed", p.Wavefronts)
		}
		y := p.LanesPerCycle(p.Cycles)
		share := 100 * y / full[p.Wavefronts]
		dots.X, dots.Y = append(dots.X, float64(p.Lanes)), append(dots.Y, share)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%d threads, %d warps\n%.3f useful multiply-adds per cycle\nof %.3f: %.2f %%", p.Lanes, p.Wavefronts, y, full[p.Wavefronts], share))
	}
	return charts.Figure{
		Title:   "What dummy lanes cost",
		Caption: "The share of a block's lanes that do useful work. It jumps to 100 % at every multiple of 32 and falls to the next thread after it; the larger the block, the shallower the teeth. Each point is an H200's rate as a share of the rate with the same number of full warps.",
		Alt:     "A sawtooth over block sizes from 16 to 512 threads: 100 % at multiples of 32, deep teeth at the left, shallow ones at the right; measured points lie on it.",
		X:       charts.Axis{Label: "threads of a block", Ticks: []float64{0, 64, 128, 192, 256, 320, 384, 448, 512}},
		Y:       charts.Axis{Label: "useful share of the lanes", Unit: "%"},
		Series:  []charts.Series{law, dots},
	}, nil
}

// toothPoints returns the sizes between which the share of useful lanes is a
// straight line, and those halfway.
func toothPoints(least, most, lanes int) []int {
	var sizes []int
	for n := least; n <= most; n++ {
		if at := n % lanes; at == 0 || at == 1 || at == lanes/2 || n == least || n == most {
			sizes = append(sizes, n)
		}
	}
	return sizes
}
