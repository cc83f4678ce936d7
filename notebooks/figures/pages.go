//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// leastPages is the smallest memory that PageReach has: below it nothing is translated anew.
const leastPages = 128 << 20

// PageReach draws what the translation of addresses adds to a load by how much memory the
// loads are spread over: measured on Hopper, and by the TLBs of its ladders.
func PageReach(runs []silicon.PageRun) (charts.Figure, error) {
	l, _ := gpu.Ladder("h200")
	const gb = 1 << 30
	f := charts.Figure{
		Title: "How far a TLB reaches",
		Alt:   "Cycles that a load takes longer against the memory that loads are spread over, from 128 MB to 96 GB: none up to 240 MB, then a rise that flattens out at 10 cycles from 2 GB on, and a second one beyond 64 GB to 44 cycles. Measured points lie on the model's line, but for one, and for lines that are not in the L2 of an H200 from 16 GB on.",
		X:     charts.Axis{Label: "memory that the loads are spread over", Unit: "GB", Scale: charts.Log2},
		Y:     charts.Axis{Label: "longer than within the reach", Unit: "cycles", Ticks: []float64{-10, 0, 10, 20, 30, 40, 50, 60, 70}},
	}
	model := charts.Line{Name: "model"}
	series := []charts.Line{{Name: "H200, pages of 2 MB (set from it)"}, {Name: "H200, lines of each 64 KB"}, {Name: "H200, not in the L2"}, {Name: "H100, all chases"}, {Name: "chases of others: GH200, two H100s"}}
	for _, r := range runs {
		i := 4
		switch own := r.GPU == "H200"; {
		case own && r.From != "":
			i = 0
		case own && r.Loads == "any lines, not in the L2":
			i = 2
		case own:
			i = 1
		case r.GPU == "H100":
			i = 3
		}
		dots := &series[i]
		for _, p := range r.Points {
			if p.Size < leastPages {
				continue
			}
			size := float64(p.Size) / gb
			tip := fmt.Sprintf("%s, %s, %s\nmeasured %.1f\nmodel %.1f", r.GPU, r.Loads, sizeOf(p.Size), p.Measured, p.Model)
			dots.X, dots.Y, dots.Tips = append(dots.X, size), append(dots.Y, p.Measured), append(dots.Tips, tip)
			if i == 0 && (r.Loads == runs[1].Loads || p.Size <= l.TLBs[0].Reach) { // both kinds are the same line
				model.X, model.Y = append(model.X, size), append(model.Y, p.Model)
			}
		}
	}
	f.Series = append(f.Series, model)
	for i, s := range series {
		s.Style, s.Measured, s.Tone = charts.Dots, true, charts.Palette[i%len(charts.Palette)]
		f.Series = append(f.Series, s)
	}
	for _, t := range l.TLBs {
		at := float64(t.Reach) / gb
		f.Series = append(f.Series, charts.Line{Name: "reach of " + sizeOf(t.Reach), Style: charts.Dashed, Tone: charts.ToneInk, X: []float64{at, at}, Y: []float64{0, 60}})
	}
	f.Caption = fmt.Sprintf("One lane's loads past the L1, each at an address that the one before has read. The model has two TLBs: of %s in entries of %d MB, a miss of %d cycles, and of %s in entries of %d MB, %d cycles more. These six numbers were set from an H200's chases over pages of 2 MB, and no other point set any. What a load takes within the reach is each GPU's own.",
		sizeOf(l.TLBs[0].Reach), l.TLBs[0].Page>>20, l.TLBs[0].Miss, sizeOf(l.TLBs[1].Reach), l.TLBs[1].Page>>20, l.TLBs[1].Miss)
	return f, nil
}

// sizeOf writes a size in the larger unit that it has at least one of.
func sizeOf(b gpumodel.Bytes) string {
	if b >= 1<<30 {
		return fmt.Sprintf("%.3g GB", float64(b)/(1<<30))
	}
	return fmt.Sprintf("%d MB", b>>20)
}

// PageErrors is the table of how far the TLBs are off, in cycles: what they were not set from
// first, the worst first.
func PageErrors(runs []silicon.PageRun) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "loads"}, {Head: "set from it"}, {Head: "points", Numeric: true}, {Head: "mean error", Numeric: true}, {Head: "worst at", Numeric: true}, {Head: "silicon", Numeric: true}, {Head: "model", Numeric: true}}}
	runs = slices.Clone(runs)
	mean := func(r silicon.PageRun) float64 { m, _ := r.Errors(); return m }
	slices.SortStableFunc(runs, func(a, b silicon.PageRun) int {
		return cmp.Or(cmp.Compare(min(1, len(a.From)), min(1, len(b.From))), cmp.Compare(mean(b), mean(a)))
	})
	points, sum, least, most := 0, 0.0, math.Inf(1), 0.0
	for _, r := range runs {
		for _, p := range r.Beyond() {
			least, most = min(least, r.Base+p.Measured), max(most, r.Base+p.Measured)
		}
		m, w := r.Errors()
		from := r.From
		if from == "" {
			from = unseen
			points, sum = points+len(r.Beyond()), sum+m*float64(len(r.Beyond()))
		}
		t.Rows = append(t.Rows, []string{r.GPU, r.Loads, from, fmt.Sprint(len(r.Beyond())), fmt.Sprintf("%.1f", m),
			sizeOf(w.Size), fmt.Sprintf("%.1f", w.Measured), fmt.Sprintf("%.1f", w.Model)})
	}
	return charts.Figure{
		Title:   "What two TLBs tell, and what they do not",
		Alt:     "Table: GPU, the loads, what was set from them, how many points lie beyond the first reach, the mean error in cycles, and the worst point with what silicon and the model say.",
		Caption: fmt.Sprintf("Cycles that a load takes longer beyond the first reach: errors, and silicon and model where they are farthest apart. All in all a load takes %.0f to %.0f. The %d points from which nothing was set are %.1f cycles off on average.", least, most, points, sum/float64(points)),
		Note:    "That entries are larger than a page was chosen with the chases of the H100 in view too; all numbers are the H200's.",
		Series:  []charts.Series{t},
	}, nil
}
