//go:build !js

package figures

import (
	"fmt"
	"math"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
)

// SharesOfL2 draws how many words a cycle an H100's SM gets of an L2 that all ask, in groups of four SMs and of
// six, by how many wavefronts of each ask.
func SharesOfL2() (charts.Figure, error) {
	all, err := silicon.H100Shares()
	if err != nil {
		return charts.Figure{}, err
	}
	const groups = 24
	f := charts.Figure{
		Title:   "Whom an overloaded L2 serves",
		X:       charts.Axis{Label: "warps of each SM that ask", Scale: charts.Log2},
		Y:       charts.Axis{Label: "words of an SM", Unit: "a cycle"},
		Caption: fmt.Sprintf("All SMs of an H100 ask past their L1s, each lane for a word of another line of 8 MB, by chance; eight reads of a warp are on their way at a time. Which SMs are a group was found on the same GPU by other reads, of lines over 4 GB; there are 18 groups of six and six of four. Full marks: if each group got a %dth of what all get. With small L1s, blocks ask for 200 KB of shared memory, for which 228 of 256 should be set aside.", groups),
		Alt:     "Words a cycle of an SM against warps of each SM that ask:",
	}
	law := charts.Line{Name: fmt.Sprintf("if each group got a %dth", groups), Style: charts.Dots, Tone: charts.ToneInk}
	for i, ask := range []struct {
		kind, name string
		lds        gpumodel.Bytes
	}{{"read parts", "reads", 0}, {"read parts", "reads, small L1", 200 << 10}, {"write parts", "writes", 0}} {
		four, six := charts.Line{Name: ask.name + ", groups of 4", Measured: true, Tone: charts.Palette[2*i]}, charts.Line{Name: ask.name + ", groups of 6", Measured: true, Tone: charts.Palette[2*i+1]}
		for _, s := range all.Shares {
			if s.Ask != ask.kind || s.Over != 8<<20 || s.LDS != ask.lds {
				continue
			}
			x := float64(s.Wavefronts)
			tip := fmt.Sprintf("%s by %d warps of each SM\n%.1f words a cycle of all SMs\n%.3f of one in a group of four, the slowest %.3f\n%.3f of one in a group of six, the fastest %.3f", ask.name, s.Wavefronts, s.Lines, s.Of.Four, s.Least4, s.Of.Six, s.Most6)
			four.X, four.Y, four.Tips = append(four.X, x), append(four.Y, thousandths(s.Of.Four)), append(four.Tips, tip)
			six.X, six.Y, six.Tips = append(six.X, x), append(six.Y, thousandths(s.Of.Six)), append(six.Tips, tip)
			if ask.lds == 0 {
				law.X, law.Y = append(law.X, x, x), append(law.Y, thousandths(s.Lines/groups/4), thousandths(s.Lines/groups/6))
			}
		}
		f.Series = append(f.Series, four, six)
		last := len(four.Y) - 1
		f.Alt += fmt.Sprintf(" %s, %.2f in a group of four and %.2f in one of six with %.0f, %.2f and %.2f with %.0f;", ask.name, four.Y[0], six.Y[0], four.X[0], four.Y[last], six.Y[last], four.X[last])
	}
	f.Series = append(f.Series, law)
	f.Alt += " where they differ, four SMs of the one get as much as six of the other."
	return f, nil
}

func thousandths(x float64) float64 { return math.Round(1000*x) / 1000 }

// FramesInL2 draws how much longer a turn of a ray's loop takes on an H100's SM in a group of six than on one
// of four, in frames whose volume the L2 holds, against the same in frames of all of it.
func FramesInL2() (charts.Figure, error) {
	shares, err := silicon.H100Shares()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "SMs of two sorts, where nothing needs a translation",
		X:     charts.Axis{Label: "1 GB: a turn in groups of six", Unit: "× of four"},
		Y:     charts.Axis{Label: "2 MB: likewise", Unit: "× of four"},
	}
	small := map[string]silicon.GroupFrame{}
	name := func(g silicon.GroupFrame) string {
		return fmt.Sprintf("(%g,%g,%g) %d×%d", g.View[0], g.View[1], g.View[2], g.X, g.Y)
	}
	for _, g := range shares.Frames {
		if g.Voxels == 128 {
			small[name(g)] = g
		}
	}
	const apart = 1.3
	of, both := 0, 0
	for _, g := range shares.Frames {
		if g.Voxels == 128 {
			continue
		}
		view := fmt.Sprintf("(%g,%g,%g)", g.View[0], g.View[1], g.View[2])
		if n := len(f.Series); n == 0 || f.Series[n-1].(charts.Line).Name != view {
			f.Series = append(f.Series, charts.Line{Name: view, Style: charts.Dots, Measured: true, Tone: charts.Palette[n]})
		}
		dots := f.Series[len(f.Series)-1].(charts.Line)
		s, ok := small[name(g)]
		if !ok {
			return charts.Figure{}, fmt.Errorf("figures: share_h100.csv has no frame %s of 128³ voxels", name(g))
		}
		x, y := g.Turn.Six/g.Turn.Four, s.Turn.Six/s.Turn.Four
		if x > apart {
			if of++; y > apart {
				both++
			}
		}
		dots.X, dots.Y = append(dots.X, math.Round(100*x)/100), append(dots.Y, math.Round(100*y)/100)
		dots.Tips = append(dots.Tips, fmt.Sprintf("%s\n1 GB: %.2f ms; a turn takes %.0f ns in groups of four, %.0f in those of six\n2 MB: %.2f ms; %.0f ns, %.0f", name(g), 1e3*g.FrameSeconds, g.Turn.Four, g.Turn.Six, 1e3*s.FrameSeconds, s.Turn.Four, s.Turn.Six))
		f.Series[len(f.Series)-1] = dots
	}
	f.Alt = fmt.Sprintf("Scatter plot of 40 frames. Of %d in which SMs in groups of six take over %g times as long with 1 GB of voxels, they do in %d with 2 MB.", of, apart, both)
	f.Caption = "Frames of the volume renderer on one H100 at five views and eight shapes of block, of 1024³ voxels, and once more of 128³ through which each ray runs eight times over: these the L2 holds, and a TLB reaches. Medians of five launches and over SMs, of the first 512 turns of the warps that began with the frame."
	return f, nil
}
