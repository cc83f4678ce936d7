//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// chipMiss is one number of a GPU that the model has not quite.
type chipMiss struct {
	gpu, what, unit string
	measured, model float64
	set             bool
}

func (m chipMiss) error() float64 { return m.model/m.measured - 1 }

// write writes a number with its unit.
func (m chipMiss) write(x float64) string {
	switch {
	case m.unit != "bytes":
		return fmt.Sprintf("%.0f %s", x, m.unit)
	case x >= 1<<20:
		return fmt.Sprintf("%.1f MB", x/(1<<20))
	}
	return fmt.Sprintf("%.0f KB", x/(1<<10))
}

// chipMisses are plateaus, places of steps and bandwidths of all GPUs.
func chipMisses() (plateaus, steps, streams []chipMiss, err error) {
	runs, err := silicon.ChaseRuns()
	if err != nil {
		return nil, nil, nil, err
	}
	for _, r := range runs {
		name := r.GPU + " (" + r.Source + ")"
		for _, p := range r.Plateaus {
			plateaus = append(plateaus, chipMiss{name, "latency of " + p.Name, "cycles", p.Measured, p.Model, p.Set})
		}
		for _, s := range r.Steps {
			steps = append(steps, chipMiss{name, "step to " + s.Name, "bytes", s.Measured, s.Model, s.Set})
		}
	}
	fits, err := silicon.FitStreams()
	if err != nil {
		return nil, nil, nil, err
	}
	for _, f := range fits {
		for k, kernel := range silicon.StreamKernels {
			for i, p := range f.Points {
				streams = append(streams, chipMiss{f.GPU + " (" + f.Date + ")", fmt.Sprintf("%s at %.3g %%", kernel, p.Occupancy), "GB/s", p.BytesPerSecond[k] / 1e9, f.Model[i][k] / 1e9, f.Set[k]})
			}
		}
	}
	return plateaus, steps, streams, nil
}

// ChipErrors is the table of how far the model is off, by what was compared: what was set from
// the numbers themselves apart from what was not.
func ChipErrors() (charts.Figure, error) {
	plateaus, steps, streams, err := chipMisses()
	if err != nil {
		return charts.Figure{}, err
	}
	cached, err := silicon.CompareCached()
	if err != nil {
		return charts.Figure{}, err
	}
	var inL2 []chipMiss
	for _, r := range cached {
		inL2 = append(inL2, chipMiss{gpu: r.GPU, measured: r.BytesPerSecond[1], model: r.Model})
	}
	t := charts.Table{Columns: []charts.Column{{Head: "what was measured"}, {Head: "set from it"}, {Head: "numbers", Numeric: true}, {Head: "mean error", Numeric: true}, {Head: "within the bar", Numeric: true}, {Head: "bar", Numeric: true}}}
	add := func(what, set string, all []chipMiss, bar float64) {
		if len(all) == 0 {
			return
		}
		mean, within := 0.0, 0
		for _, m := range all {
			mean += math.Abs(m.error()) / float64(len(all))
			if math.Abs(m.error()) <= bar {
				within++
			}
		}
		t.Rows = append(t.Rows, []string{what, set, fmt.Sprint(len(all)), fmt.Sprintf("%.1f %%", 100*mean), fmt.Sprint(within), fmt.Sprintf("%.0f %%", 100*bar)})
	}
	of := func(all []chipMiss, set bool) []chipMiss {
		return slices.DeleteFunc(slices.Clone(all), func(m chipMiss) bool { return m.set != set })
	}
	add("reads of arrays in the L2", "no", inL2, 0.15)
	add("bandwidth by occupancy", "no", of(streams, false), 0.15)
	add("latency of a level", "no", of(plateaus, false), 0.05)
	add("place of a step", "no", of(steps, false), 0.10)
	add("bandwidth by occupancy", "yes", of(streams, true), 0.15)
	add("latency of a level", "yes", of(plateaus, true), 0.05)
	add("place of a step", "yes", of(steps, true), 0.10)
	return charts.Figure{
		Title:   "Twenty chips, and how far off the model is",
		Caption: fmt.Sprintf("What is set from a number agrees with it and proves nothing; the rows with a no are what counts. Of %d numbers %d set nothing.", len(plateaus)+len(steps)+len(streams)+len(inL2), len(of(plateaus, false))+len(of(steps, false))+len(of(streams, false))+len(inL2)),
		Alt:     "Table of mean errors by what was measured, once where the model was set from it and once where not.",
		Series:  []charts.Series{t},
	}, nil
}

// ChipMisses is the table of the places at which the model misses other people's measurements
// most: of each kind so many, one of each GPU and kind at most.
func ChipMisses(most int) (charts.Figure, error) {
	plateaus, steps, streams, err := chipMisses()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "what"}, {Head: "measured", Numeric: true}, {Head: "model", Numeric: true}, {Head: "off by", Numeric: true}, {Head: "set from it"}}}
	for _, kind := range [][]chipMiss{streams, steps, plateaus} {
		slices.SortStableFunc(kind, func(a, b chipMiss) int { return cmp.Compare(math.Abs(b.error()), math.Abs(a.error())) })
		seen := map[string]bool{}
		for _, m := range kind {
			if len(seen) == most || seen[m.gpu] {
				continue
			}
			seen[m.gpu] = true
			t.Rows = append(t.Rows, []string{m.gpu, m.what, m.write(m.measured), m.write(m.model), fmt.Sprintf("%+.0f %%", 100*m.error()), map[bool]string{true: "yes", false: "no"}[m.set]})
		}
	}
	return charts.Figure{
		Title:   "Where it misses most",
		Caption: "The worst of each kind, one of a GPU: bandwidths, places of steps, latencies.",
		Alt:     "Table of the worst misses: GPU, what was measured, measured, model, error.",
		Series:  []charts.Series{t},
	}, nil
}

// Delivered is the table of what caches deliver: by the vendors, and as measured.
func Delivered() (charts.Figure, error) {
	rows, err := silicon.CompareDelivered()
	if err != nil {
		return charts.Figure{}, err
	}
	slices.SortStableFunc(rows, func(a, b silicon.DeliveredRow) int {
		return cmp.Compare(a.Measured/a.Vendor, b.Measured/b.Vendor)
	})
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "test"}, {Head: "level"}, {Head: "vendor", Numeric: true}, {Head: "measured", Numeric: true}, {Head: "reached", Numeric: true}}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.GPU, r.Test + ", " + r.Date, r.Level, charts.FormatNumber(r.Vendor), fmt.Sprintf("%.0f", r.Measured), fmt.Sprintf("%.0f %%", 100*r.Measured/r.Vendor)})
	}
	return charts.Figure{
		Title:   "What a cache delivers, and what its vendor says",
		Caption: "Bytes a cycle: of the L1 for one SM or CU, of the L2 for all. What reaches least comes first. Loads are of 4 bytes on NVIDIA's GPUs, of 16 on AMD's.",
		Alt:     "Table of bandwidths of caches by GPU: the vendor's and the measured one.",
		Series:  []charts.Series{t},
	}, nil
}
