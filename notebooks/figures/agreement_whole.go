//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// wholeKernels are the kernels of whole rows in the order of the legend, with their colours.
var wholeKernels = []wholeKernel{
	{"copy", "copy", charts.Tone1}, {"strided", "strided", charts.Tone2}, {"saxpy", "saxpy", charts.Tone3},
	{"transpose", "transpose", charts.Tone4}, {"naive", "naive transpose", charts.Tone8}, {"flops", "flops", charts.Tone7},
	{"empty", "empty, set from these", charts.ToneSoft},
}

// wholeKernel is how one kernel of the rows is drawn.
type wholeKernel struct {
	kernel, name string
	tone         charts.Tone
}

// WholeKernels draws what whole kernels took on the whole H200 against what the model says
// they take: where the two are the same, a mark is on the line. Both axes are in
// microseconds. There is an error if there is no row, or one of a kernel without a colour.
func WholeKernels(rows []silicon.WholeResult) (charts.Figure, error) {
	score, err := scoreWhole(rows)
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title:   "Whole kernels on the whole H200",
		Caption: score.caption(),
		Alt:     fmt.Sprintf("Measured time against the model's on logarithmic axes, %s. The marks follow the line of equal times; the one furthest from it is %s, %s.", microseconds(rows), wholeName(score.rows[0]), missed(score.rows[0])),
		Note:    score.note(),
		X:       charts.Axis{Label: "by the model", Unit: "µs", Scale: charts.Log10},
		Y:       charts.Axis{Label: "measured", Unit: "µs", Scale: charts.Log10},
	}
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		least, most = min(least, r.Model, r.Microseconds), max(most, r.Model, r.Microseconds)
	}
	f.Series = append(f.Series, charts.Line{Name: "model", X: []float64{least, most}, Y: []float64{least, most}, Tone: charts.ToneInk})
	for _, k := range wholeKernels {
		dots := charts.Line{Name: k.name, Style: charts.Dots, Measured: true, Tone: k.tone}
		for _, r := range rows {
			if r.Kernel == k.kernel {
				dots.X, dots.Y, dots.Tips = append(dots.X, r.Model), append(dots.Y, r.Microseconds), append(dots.Tips, wholeTip(r))
			}
		}
		if len(dots.X) > 0 {
			f.Series = append(f.Series, dots)
		}
	}
	return f, nil
}

// mostErrors is how many rows WholeErrors shows: more cannot all be named.
const mostErrors = 32

// WholeErrors draws by how many per cent the model is off on whole kernels, the worst first.
// Those that the model was set from are left out, and so are the nearest of many. There is
// an error as of WholeKernels.
func WholeErrors(rows []silicon.WholeResult) (charts.Figure, error) {
	score, err := scoreWhole(rows)
	if err != nil {
		return charts.Figure{}, err
	}
	shown, others := score.rows[:min(mostErrors, len(score.rows))], ""
	if n := len(score.rows) - len(shown); n > 0 {
		others = fmt.Sprintf(" Left out: %s, within %.1f %%.", Counted(n, "row", "rows"), 100*math.Abs(score.rows[len(shown)].Error()))
	}
	s := charts.Spans{}
	used := map[charts.Tone]bool{}
	for i, r := range shown {
		e, tone := 100*r.Error(), charts.Tone2
		if e < 0 {
			tone = charts.Tone1
		}
		const thin = 0.05 // more at each end, without which an error near 0 could not be seen
		used[tone] = true
		s.Rows = append(s.Rows, wholeName(r))
		s.Spans = append(s.Spans, charts.Span{Row: i, From: min(e, 0) - thin, To: max(e, 0) + thin, Tone: tone, Label: Signed(e, 0), Tip: wholeTip(r)})
	}
	for _, k := range []charts.Key{{Tone: charts.Tone2, Label: "model too slow"}, {Tone: charts.Tone1, Label: "model too fast"}} {
		if used[k.Tone] {
			s.Keys = append(s.Keys, k)
		}
	}
	last := shown[len(shown)-1]
	return charts.Figure{
		Title:   "Where the model misses whole kernels",
		Caption: fmt.Sprintf("The model's error, the worst first; a tile of 16 × 17 is one of 16 × 16 with a column of padding. %s%s", score.caption(), others),
		Alt:     fmt.Sprintf("Horizontal bars of the model's error, one for each of %d kernels, from %s, %s, to %s, %s.", len(shown), wholeName(shown[0]), missed(shown[0]), wholeName(last), missed(last)),
		Note:    score.note(),
		X:       charts.Axis{Label: "error of the model", Unit: "%"},
		Series:  []charts.Series{s},
	}, nil
}

// wholeNear is the error up to which a whole kernel counts as near.
const wholeNear = 0.25

// wholeScore is how near the model comes to whole kernels.
type wholeScore struct {
	rows []silicon.WholeResult // that set nothing, the worst first
	set  []silicon.WholeResult // that set something, the worst first
	mean float64               // size of the rows' error
	near int                   // rows within wholeNear
}

func scoreWhole(all []silicon.WholeResult) (s wholeScore, err error) {
	for _, r := range all {
		if !slices.ContainsFunc(wholeKernels, func(k wholeKernel) bool { return k.kernel == r.Kernel }) {
			return s, fmt.Errorf("figures: whole kernel %q, want one that WholeKernels has a colour for", r.Kernel)
		}
		if r.Set() {
			s.set = append(s.set, r)
			continue
		}
		s.rows = append(s.rows, r)
		if s.mean += math.Abs(r.Error()); math.Abs(r.Error()) <= wholeNear {
			s.near++
		}
	}
	if len(s.rows) == 0 {
		return s, fmt.Errorf("figures: %d whole kernels that set nothing, want at least one", len(s.rows))
	}
	s.mean /= float64(len(s.rows))
	for _, rows := range [][]silicon.WholeResult{s.rows, s.set} {
		slices.SortStableFunc(rows, func(a, b silicon.WholeResult) int {
			return cmp.Compare(math.Abs(b.Error()), math.Abs(a.Error()))
		})
	}
	return s, nil
}

// caption says how near the model comes, and where it misses most.
func (s wholeScore) caption() string {
	var worst []string
	for _, r := range s.rows[:min(3, len(s.rows))] {
		worst = append(worst, wholeName(r)+" "+missed(r))
	}
	return fmt.Sprintf("%s set nothing. On them the model is %.1f %% off on average; %d of them are within %.0f %%. The worst: %s.",
		Counted(len(s.rows), "row", "rows"), 100*s.mean, s.near, 100*wholeNear, strings.Join(worst, "; "))
}

// note says what was set from some of the rows.
func (s wholeScore) note() string {
	if len(s.set) == 0 {
		return ""
	}
	return fmt.Sprintf("The time of a launch and the pace of the dispatcher were set from the %s: that these come out is no agreement. Times are of one day.", Counted(len(s.set), "empty kernel", "empty kernels"))
}

// wholeName names a row in a few words.
func wholeName(r silicon.WholeResult) string {
	size := ""
	if r.Width > 4096 { // most are of 4096²
		size = fmt.Sprintf(", %d²", r.Width)
	}
	element := map[gpumodel.Bytes]string{4: "float", 8: "float2", 16: "float4"}[r.Element]
	switch r.Kernel {
	case "empty", "flops":
		return fmt.Sprintf("%s, %s", r.Kernel, Counted(r.Workgroups, "block", "blocks"))
	case "copy":
		return fmt.Sprintf("copy, %s by %s", kilobytes(gpumodel.Bytes(r.N)*r.Element), element)
	case "strided":
		return fmt.Sprintf("strided by %d", r.Stride)
	case "saxpy":
		if r.LDS == 0 {
			return "saxpy, no shared memory"
		}
		return fmt.Sprintf("saxpy, %s shared memory", kilobytes(r.LDS))
	case "transpose":
		return fmt.Sprintf("transpose, %s, %d × %d%s", element, r.Tile, r.Tile+r.Pad, size)
	}
	return fmt.Sprintf("naive transpose, %s%s", element, size)
}

// kilobytes writes whole KB, or MB where it is a number of those.
func kilobytes(n gpumodel.Bytes) string {
	if n >= 1<<20 && n%(1<<20) == 0 {
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d KB", n>>10)
}

// missed writes a row's error with its sign.
func missed(r silicon.WholeResult) string { return Signed(100*r.Error(), 1) + " %" }

// microseconds writes between which times the rows are.
func microseconds(rows []silicon.WholeResult) string {
	least, most := rows[0].Microseconds, rows[0].Microseconds
	for _, r := range rows {
		least, most = min(least, r.Microseconds), max(most, r.Microseconds)
	}
	return fmt.Sprintf("from %.0f to %.0f microseconds", least, most)
}

func wholeTip(r silicon.WholeResult) string {
	tip := fmt.Sprintf("%s\nmeasured %.1f µs\nmodel %.1f (%s)\nmost used in the model: %s, %.0f %%", wholeName(r), r.Microseconds, r.Model, missed(r), Worded(gpu.H200(), r.Part), 100*r.Used)
	if r.Set() {
		tip += "\nset from this row"
	}
	return tip
}
