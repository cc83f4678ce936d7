//go:build !js

package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/gpu"
	"lanebook/gpumodel/silicon"
)

// Agreements is the table of how near the model comes to each set of measurements,
// and of how many of its numbers were set from them.
func Agreements(all []silicon.Agreement) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "what was measured"}, {Head: "points", Numeric: true}, {Head: "numbers set", Numeric: true},
		{Head: "mean error", Numeric: true}, {Head: "worst", Numeric: true}, {Head: "bar"}, {Head: "kept"},
	}}
	set, kept := 0, 0
	for _, a := range all {
		set += a.Set
		met := "no"
		if a.Met() {
			met = "yes"
			kept++
		}
		of := "each"
		if a.OfMean {
			of = "mean"
		}
		t.Rows = append(t.Rows, []string{subject(a), fmt.Sprint(len(a.Points)), fmt.Sprint(a.Set),
			amount(a, a.Mean()), amount(a, a.Error(a.Worst())), of + " " + strings.Replace(amount(a, a.Bar), ".0", "", 1), met})
	}
	things, numbers := silicon.Points(all)
	return charts.Figure{
		Title:   "The model against silicon",
		Caption: fmt.Sprintf("%d accesses, strides, loops and kernels, of which %d numbers were measured: an access has three, its passes, its latency and its throughput. %d of the model's numbers are set from them. %d of %d bars are kept. One test holds every row.", things, numbers, set, kept, len(all)),
		Alt:     "Table of what was measured: how many points, how many numbers were set from them, the mean and the worst error, and the bar.",
		Series:  []charts.Series{t},
	}, nil
}

// WorstPoints is the table of the points that the model misses most, one of each
// set of measurements.
func WorstPoints(all []silicon.Agreement) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "what was measured"}, {Head: "where the model misses most"}, {Head: "measured", Numeric: true}, {Head: "model", Numeric: true}, {Head: "error", Numeric: true}}}
	for _, a := range all {
		w := a.Worst()
		if a.Error(w) == 0 {
			continue
		}
		t.Rows = append(t.Rows, []string{subject(a), w.What, charts.FormatNumber(w.Measured) + " " + a.Unit, charts.FormatNumber(w.Model), amount(a, a.Error(w))})
	}
	return charts.Figure{
		Title:   "The worst of each",
		Caption: "Sets of measurements on which the model misses nothing are left out.",
		Alt:     "Table: for each set of measurements the point that the model misses most, what was measured there, and what the model says.",
		Series:  []charts.Series{t},
	}, nil
}

// subject names a set of measurements, and the GPU if it is not the H200.
func subject(a silicon.Agreement) string {
	if a.On != "H200" {
		return a.Subject + ", " + a.On
	}
	return a.Subject
}

// amount writes an error, or a bar: in the agreement's unit, or in per cent.
func amount(a silicon.Agreement, e float64) string {
	switch {
	case a.Absolute && e == 0:
		return "0"
	case a.Absolute:
		return strings.TrimSuffix(fmt.Sprintf("%.2f", e), ".00") + " " + a.Unit
	}
	return fmt.Sprintf("%.1f %%", 100*e)
}

// Set lists which of the model's numbers were set from what was measured.
func Set(all []silicon.Agreement) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "set from"}, {Head: "points", Numeric: true}, {Head: "numbers", Numeric: true}, {Head: "which"}}}
	for _, a := range all {
		t.Rows = append(t.Rows, []string{subject(a), fmt.Sprint(len(a.Points)), fmt.Sprint(a.Set), a.From})
	}
	return charts.Figure{
		Title:   "What the model was told",
		Caption: "A curve that has as many knobs as points goes through all of them and means nothing. What is not in this table comes from a source that stands on its line, or is marked as assumed.",
		Alt:     "Table: for each set of measurements how many points it has, how many of the model's numbers were set from them, and which.",
		Series:  []charts.Series{t},
	}, nil
}

// leastError is the smallest error in per cent that ErrorQuantiles draws: its axis is
// logarithmic, and has no 0.
const leastError = 0.01

// ErrorQuantiles draws how many of the points of each set of measurements the model
// comes how near to.
func ErrorQuantiles(all []silicon.Agreement) (charts.Figure, error) {
	f := charts.Figure{
		Title: "How near, how often",
		X:     charts.Axis{Label: "share of the points", Unit: "%", Ticks: []float64{0, 20, 40, 60, 80, 100}},
		Y:     charts.Axis{Label: "error at most", Unit: "%", Scale: charts.Log10},
	}
	var points, near int
	var ends []string
	for _, set := range sameMatter(all) {
		if slices.Max(set.errors) == 0 {
			continue
		}
		slices.Sort(set.errors)
		line := charts.Line{Name: set.name}
		for _, share := range quantiles(len(set.errors)) {
			i := int(math.Ceil(share*float64(len(set.errors)))) - 1
			if set.errors[i] < leastError {
				continue
			}
			line.X, line.Y = append(line.X, 100*share), append(line.Y, set.errors[i])
			line.Tips = append(line.Tips, fmt.Sprintf("%s\n%.3g %% of %d points within %.2f %%", set.name, 100*share, len(set.errors), set.errors[i]))
		}
		f.Series = append(f.Series, line)
		points += len(set.errors)
		at, _ := slices.BinarySearch(set.errors, 5)
		near += at
		ends = append(ends, fmt.Sprintf("%s %.2g", set.name, slices.Max(set.errors)))
	}
	f.Caption = fmt.Sprintf("Read from below: at a height of 2 %% ends that part of the points which the model meets within 2 %%. Of the points that have a line, %.0f %% are met within 5 %%. The passes have none: their errors are all 0. Of the others, those below %v %% are left out.", 100*float64(near)/float64(points), leastError)
	f.Alt = "Relative error on a logarithmic axis against the share of points that are nearer than that, one rising line for each set of measurements. They end, in per cent, at: " + strings.Join(ends, ", ") + "."
	return f, nil
}

// matter is what several sets of measurements may be about, with the sizes of the
// errors in per cent.
type matter struct {
	name   string
	errors []float64
}

// sameMatter puts together what was measured of the same: by two parameters, or on
// patterns seen and unseen.
func sameMatter(all []silicon.Agreement) []matter {
	var out []matter
	for _, a := range all {
		name, _, _ := strings.Cut(a.Subject, " by ")
		name, _, _ = strings.Cut(name, ",")
		i := slices.IndexFunc(out, func(m matter) bool { return m.name == name })
		if i < 0 {
			i = len(out)
			out = append(out, matter{name: name})
		}
		for _, p := range a.Points {
			out[i].errors = append(out[i].errors, 100*math.Abs(p.Model/p.Measured-1))
		}
	}
	return out
}

// quantiles returns shares of n points: of each, or in steps of 2.5 %.
func quantiles(n int) []float64 {
	n = min(n, 40)
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i+1) / float64(n)
	}
	return out
}

// RivalRules draws how many of the counted accesses other plausible rules explain.
func RivalRules() (charts.Figure, error) {
	seen, err := silicon.H200Patterns()
	if err != nil {
		return charts.Figure{}, err
	}
	unseen, err := silicon.H200Unseen()
	if err != nil {
		return charts.Figure{}, err
	}
	f := charts.Figure{
		Title: "What the counter refuses",
		Alt:   "Bars of how many accesses each rule explains: all of them for the H200's, fewer for each of its rivals.",
		X:     charts.Axis{Label: "rule"},
		Y:     charts.Axis{Label: "accesses explained", Unit: "%"},
	}
	first, second := charts.Bars{Name: fmt.Sprintf("%d accesses", len(seen))}, charts.Bars{Name: fmt.Sprintf("%d unseen", len(unseen))}
	rivals := rivalRules()
	for _, r := range rivals {
		f.X.Categories = append(f.X.Categories, r.name)
		for _, set := range []struct {
			bars     *charts.Bars
			patterns []silicon.Pattern
		}{{&first, seen}, {&second, unseen}} {
			n, err := explained(r.device, set.patterns)
			if err != nil {
				return charts.Figure{}, fmt.Errorf("%s: %w", r.name, err)
			}
			set.bars.Y = append(set.bars.Y, 100*float64(n)/float64(len(set.patterns)))
			set.bars.Tips = append(set.bars.Tips, fmt.Sprintf("%s\n%s\npasses equal on %d of %d", r.name, r.what, n, len(set.patterns)))
		}
	}
	f.Caption = fmt.Sprintf("Each rival differs from the H200's rule in one thing. Without merging, a rule is right on %.0f %% of the accesses. And one rival was right on %.0f %% of the first set: only accesses drawn to tell the two apart refuse it, with %.1f %%.", first.Y[1], first.Y[2], second.Y[2])
	f.Series = []charts.Series{first, second}
	return f, nil
}

// rival is a device with another rule than the one that is true.
type rival struct {
	name, what string
	device     gpumodel.Device
}

func rivalRules() []rival {
	unmerged, pairs, whole, sixteen, wide, eight := gpu.H200(), gpu.H200(), gpu.H200(), gpu.H200(), gpu.H200(), gpu.H200()
	for i := range unmerged.LDS.Rules {
		unmerged.LDS.Rules[i].MergeXor = nil
		if r := &pairs.LDS.Rules[i]; len(r.MergeXor) > 0 {
			r.MergeXor = r.MergeXor[:1]
		}
		r := &whole.LDS.Rules[i]
		r.Groups, r.MergeXor = []gpumodel.LaneMask{gpumodel.AllLanes(32)}, nil
	}
	sixteen.LDS.Banks, wide.LDS.Banks = 16, 64
	eight.LDS.RowBytes = 8
	return []rival{
		{"the H200's", "32 banks of 4 bytes; 32, 16 or 8 lanes at a time; loads merge by pairs of either kind", gpu.H200()},
		{"no merging", "wide loads whose lanes agree in pairs still take all their groups", unmerged},
		{"one way to merge", "only lanes i and i xor 1 merge, not i and i xor 2", pairs},
		{"no groups", "all 32 lanes at once, whatever the width", whole},
		{"16 banks", "as before Fermi", sixteen},
		{"64 banks", "as gfx950 and MI350 have for wide reads", wide},
		{"8-byte rows", "as Kepler's, in its 4-byte mode", eight},
	}
}

// explained counts the patterns whose passes the device's rule gives.
func explained(d gpumodel.Device, patterns []silicon.Pattern) (int, error) {
	n := 0
	for _, p := range patterns {
		s, err := d.LDS.Serve(p.Access)
		if err != nil {
			return 0, err
		}
		if s.Passes == p.Passes {
			n++
		}
	}
	return n, nil
}
