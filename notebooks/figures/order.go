//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// Overtaking draws what references to a texture take on an H200 that begin while another one waits.
func Overtaking() (charts.Figure, error) {
	references, _, err := silicon.H200Order()
	if err != nil {
		return charts.Figure{}, err
	}
	const delay, apart = 60, 40
	then := []string{"hit", "l2", "l2x32", "dram"}
	f := charts.Figure{
		Title: "Behind a reference that waits",
		X:     charts.Axis{Label: "what the later references ask for", Categories: []string{"a hit in the L1", "a line of the L2", "32 lines of the L2", "a line of DRAM"}},
		Y:     charts.Axis{Label: "cycles that they take"},
	}
	f.Alt = "Bars of cycles, by what the later references ask for, from a hit in the L1 to a line of DRAM:"
	inOrder := charts.Line{Name: "if all came back in order, behind 32 lines of DRAM", Style: charts.Dots, Tone: charts.ToneInk}
	for i, first := range []struct{ kind, name string }{{"hit", "behind a hit"}, {"dram", "behind a line of DRAM"}, {"dramx32", "behind 32 lines of DRAM"}} {
		bars := charts.Bars{Name: first.name + ", measured", Measured: true, Tone: charts.Palette[i]}
		for k, kind := range then {
			for _, r := range references {
				if r.First != first.kind || r.Then != kind || r.Delay != delay || r.Apart != apart {
					continue
				}
				all := (6*r.Others + r.SameScheduler) / 7
				bars.Y = append(bars.Y, math.Round(all))
				bars.Tips = append(bars.Tips, fmt.Sprintf("%s: %s\nthe first takes %.0f cycles\nthe others, from %d cycles later on, %.0f on average\nthat of the same scheduler %.0f", first.name, f.X.Categories[k], r.FirstCycles, delay, all, r.SameScheduler))
				if first.kind == "dramx32" {
					inOrder.X = append(inOrder.X, float64(k))
					inOrder.Y = append(inOrder.Y, math.Round(r.FirstCycles-delay-3*apart))
				}
			}
		}
		if len(bars.Y) != len(then) {
			return charts.Figure{}, fmt.Errorf("figures: order.csv has %d rows behind %q with %d and %d cycles, want %d", len(bars.Y), first.kind, delay, apart, len(then))
		}
		f.Series = append(f.Series, bars)
		f.Alt += fmt.Sprintf(" %s %s;", first.name, listed(bars.Y))
	}
	f.Series = append(f.Series, inOrder)
	f.Alt += fmt.Sprintf(" if all came back in order, behind 32 lines of DRAM, %s.", listed(inOrder.Y))
	f.Caption = fmt.Sprintf("Eight warps of one SM, two of each scheduler. One asks for a texture's texels; the other seven begin %d cycles later, one every %d cycles. The full marks are what they would take, at least, if no reference came back before those that were asked for earlier.", delay, apart)
	return f, nil
}

// PaceOfSMs draws by how much the fastest SM of an H200 is ahead in each of 40 frames, by how many
// lines the L2 looks up in a cycle.
func PaceOfSMs() (charts.Figure, error) {
	_, frames, err := silicon.H200Order()
	if err != nil {
		return charts.Figure{}, err
	}
	memory, err := silicon.H200FrameMemory()
	if err != nil {
		return charts.Figure{}, err
	}
	if len(memory) != len(frames) {
		return charts.Figure{}, fmt.Errorf("figures: vr_l2.csv has %d frames, want the %d of order.csv", len(memory), len(frames))
	}
	f := charts.Figure{
		Title: "SMs that run ahead",
		X:     charts.Axis{Label: "lines that the L2 looks up", Unit: "a cycle"},
		Y:     charts.Axis{Label: "pace of the fastest SM", Unit: "× the median"},
	}
	var dots charts.Line
	many, least, calm, ahead := 0, math.Inf(1), 0.0, [2]float64{math.Inf(1), 0}
	for i, p := range frames {
		m := memory[i]
		if m.View != p.View || m.X != p.X {
			return charts.Figure{}, fmt.Errorf("figures: row %d of vr_l2.csv is of %v %d×%d, want %v %d×%d", i+1, m.View, m.X, m.Y, p.View, p.X, p.Y)
		}
		name := fmt.Sprintf("(%g,%g,%g)", p.View[0], p.View[1], p.View[2])
		if dots.Name != name {
			if len(dots.X) > 0 {
				f.Series = append(f.Series, dots)
			}
			dots = charts.Line{Name: name, Style: charts.Dots, Measured: true}
		}
		pace := p.Turn[2] / p.Turn[0]
		if len(p.Fast) >= 10 {
			many, least = many+1, min(least, m.LookupsPerCycle())
			ahead = [2]float64{min(ahead[0], pace), max(ahead[1], pace)}
		} else {
			calm = max(calm, pace)
		}
		dots.X, dots.Y = append(dots.X, math.Round(10*m.LookupsPerCycle())/10), append(dots.Y, math.Round(100*pace)/100)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s %d×%d, %.2f ms\na turn takes %.0f ns on the fastest SM, %.0f in the median, %.0f on the slowest\n%d SMs more than 15 %% faster than the median\nthe L2 looks up %.1f lines a cycle, %.1f GB come from DRAM",
			name, p.X, p.Y, 1e3*p.FrameSeconds, p.Turn[0], p.Turn[2], p.Turn[4], len(p.Fast), m.LookupsPerCycle(), float64(m.DRAMBytes)/1e9))
	}
	f.Series = append(f.Series, dots)
	f.Alt = fmt.Sprintf("Scatter plot of 40 frames. In %d the fastest SM is %.1f to %.1f times as fast as the median, all of them with %.0f lines a cycle or more; in the others it is at most %.2f times as fast.", many, ahead[0], ahead[1], math.Floor(least), calm)
	f.Caption = fmt.Sprintf("Frames of the volume renderer at five views and eight shapes of block: the time of a ray's turn by SM, over the first 512 turns of the warps that began with the frame. In %d of them ten SMs or more are over 15 %% faster than the median, eleven of the same twelve or all of them, at times with some others: in none in which the L2 looks up less than %.0f lines a cycle.", many, math.Floor(least))
	return f, nil
}

// ReadsFarApart draws how many lines a cycle an SM reads of 4 MB of the L2's lines, by how much memory they
// are spread over, of groups of four SMs and of six.
func ReadsFarApart() (charts.Figure, error) {
	f := charts.Figure{
		Title: "Lines of the L2 that lie far apart",
		X:     charts.Axis{Label: "4 MB of lines are spread over", Unit: "MB", Scale: charts.Log2},
		Y:     charts.Axis{Label: "lines a cycle of an SM"},
		Alt:   "Lines a cycle of an SM against the memory they are spread over: flat to 256 MB, then they fall, of groups of six SMs to two thirds of what those of four get.",
	}
	for i, device := range []string{"H200", "H100"} {
		groups, reads, err := silicon.ReadsFarApart(device)
		if err != nil {
			return charts.Figure{}, err
		}
		count := map[int]int{}
		for _, g := range groups {
			count[len(g.SMs)]++
		}
		f.Caption += fmt.Sprintf(" The %s has %d groups of six SMs and %d of four.", device, count[6], count[4])
		for k, of := range []int{4, 6} {
			dots := charts.Line{Name: fmt.Sprintf("%s, groups of %d", device, of), Style: charts.Dots, Measured: true, Tone: charts.Palette[2*i+k]}
			for _, r := range reads {
				if r.Sectors != 1 {
					continue
				}
				x := float64(r.Over >> 20)
				dots.X, dots.Y = append(dots.X, x), append(dots.Y, thousandths(r.By[of]))
				dots.Tips = append(dots.Tips, fmt.Sprintf("%s, over %.0f MB\n%.3f lines a cycle of an SM in a group of %d\n%.2f of the group", device, x, r.By[of], of, float64(of)*r.By[of]))
			}
			f.Series = append(f.Series, dots)
		}
	}
	for _, of := range []int{4, 6} {
		each := thousandths(1 / float64(of))
		f.Series = append(f.Series, charts.Line{Name: fmt.Sprintf("a line a cycle for each group of %d", of), Style: charts.Dashed, Tone: charts.ToneInk, X: []float64{256, 4096}, Y: []float64{each, each}})
	}
	f.Caption = "All SMs read single sectors, past their L1s, of lines drawn by chance; the L2 has them all." + f.Caption + " Which SMs are a group was found by this: two pairs of one together get a line a cycle of 4 GB, as one pair alone does."
	return f, nil
}

// listed writes whole numbers: 1, 2 and 3.
func listed(y []float64) string {
	text := ""
	for i, v := range y {
		switch {
		case i == len(y)-1 && i > 0:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += fmt.Sprintf("%.0f", v)
	}
	return text
}
