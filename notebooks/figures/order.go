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
		Alt:   "Bars of cycles: hits take 160 whether the reference before them hits or waits for DRAM, a line of the L2 some 400 to 470; only 32 lines of the L2 behind 32 of DRAM take longer, 830, and still less than the 1,066 that order would ask for.",
	}
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
	}
	f.Series = append(f.Series, inOrder)
	f.Caption = fmt.Sprintf("Eight warps of one SM, two of each scheduler. One asks for a texture's texels; the other seven begin %d cycles later, one every %d cycles. The black marks are what they would take, at least, if no reference came back before those that were asked for earlier.", delay, apart)
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
		Alt:   "Scatter plot of 40 frames: up to 50 lines a cycle the fastest SM is at most a third ahead of the median, beyond it half as fast again or twice.",
	}
	var dots charts.Line
	many, least := 0, math.Inf(1)
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
		ahead := p.Turn[2] / p.Turn[0]
		if len(p.Fast) >= 10 {
			many, least = many+1, min(least, m.LookupsPerCycle())
		}
		dots.X, dots.Y = append(dots.X, math.Round(10*m.LookupsPerCycle())/10), append(dots.Y, math.Round(100*ahead)/100)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s %d×%d, %.2f ms\na turn takes %.0f ns on the fastest SM, %.0f in the median, %.0f on the slowest\n%d SMs more than 15 %% faster than the median\nthe L2 looks up %.1f lines a cycle, %.1f GB come from DRAM",
			name, p.X, p.Y, 1e3*p.FrameSeconds, p.Turn[0], p.Turn[2], p.Turn[4], len(p.Fast), m.LookupsPerCycle(), float64(m.DRAMBytes)/1e9))
	}
	f.Series = append(f.Series, dots)
	f.Caption = fmt.Sprintf("Frames of the volume renderer at five views and eight shapes of block: the time of a ray's turn, of the warps that began with the frame, by SM. In %d of them ten SMs or more are over 15 %% faster than the median, eleven of the same twelve or all of them, at times with some others: in none in which the L2 looks up less than %.0f lines a cycle.", many, math.Floor(least))
	return f, nil
}
