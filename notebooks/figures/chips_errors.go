//go:build !js

package figures

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel/silicon"
)

// ChipErrors is the table of how far the model is off, by what was compared: what was set from
// the numbers themselves apart from what was not.
func ChipErrors() (charts.Figure, error) {
	all, err := allMisses()
	if err != nil {
		return charts.Figure{}, err
	}
	t := charts.Table{Columns: []charts.Column{{Head: "what was measured"}, {Head: "set from it"}, {Head: "numbers", Numeric: true}, {Head: "mean error", Numeric: true}, {Head: "within the bar", Numeric: true}, {Head: "bar", Numeric: true}}}
	add := func(what, set string, all []chipMiss, bar float64) {
		mean, within := 0.0, 0
		for _, m := range all {
			mean += math.Abs(m.error()) / float64(len(all))
			if math.Abs(m.error()) <= bar {
				within++
			}
		}
		row := []string{what, set, fmt.Sprint(len(all)), fmt.Sprintf("%.1f %%", 100*mean), fmt.Sprint(within), fmt.Sprintf("%.0f %%", 100*bar)}
		if bar == 0 {
			row[4], row[5] = "", ""
		}
		t.Rows = append(t.Rows, row)
	}
	add("reads of arrays in AMD's L2, without a limit on the start of lanes", unseen, all.free, streamBar)
	add("reads of arrays in NVIDIA's L2", unseen, from(unseen, all.inL2), streamBar)
	add("speed beside streams, at the clock that it had", unseen, from(unseen, all.roofs), 0)
	add("bandwidth by occupancy", unseen, from(unseen, all.streams), streamBar)
	add("place of a step", unseen, from(unseen, all.steps), stepBar)
	add("of these, where the sizes measured are within the bar", unseen, all.fine, stepBar)
	add("latency of a level", unseen, from(unseen, all.plateaus), latencyBar)
	add("stencils: the law has them as scale", asScale, from(asScale, all.streams), streamBar)
	add("reads of arrays in AMD's L2", "the limit, from stores of the same rows", from(inPart, all.inL2), streamBar)
	add("place of a step", fromIt, from(fromIt, all.steps), stepBar)
	add("bandwidth by occupancy", fromIt, from(fromIt, all.streams), streamBar)
	add("latency of a level", fromIt, from(fromIt, all.plateaus), latencyBar)
	add("speed beside streams, at the clock that it had", fromIt, from(fromIt, all.roofs), 0)
	note, err := all.note()
	if err != nil {
		return charts.Figure{}, err
	}
	numbers, fresh := 0, 0
	for _, kind := range [][]chipMiss{all.plateaus, all.steps, all.streams, all.inL2, all.roofs} {
		numbers, fresh = numbers+len(kind), fresh+len(from(unseen, kind))
	}
	return charts.Figure{
		Title:   "Twenty chips, and how far off the model is",
		Caption: fmt.Sprintf("What is set from a number agrees with it and proves nothing; the rows with a no are what counts. Of %d numbers %d set nothing.", numbers, fresh),
		Alt:     "Table of mean errors by what was measured, once where the model was set from it and once where not.",
		Note:    note,
		Series:  []charts.Series{t},
	}, nil
}

// note says what decides how many steps and reads are within their bars.
func (all chipMisses) note() (string, error) {
	steps := from(unseen, all.steps)
	note := fmt.Sprintf("Half of the %d steps lie between sizes %.0f %% apart or more, which a bar of %.0f %% cannot tell; of %d the model has the place between the same two sizes.", len(steps), 100*(all.gap-1), 100*stepBar, all.same)
	var counts []string
	for _, part := range []float64{0.87, silicon.Visited, 0.97} {
		runs, err := silicon.RunsVisiting(part)
		if err != nil {
			return "", err
		}
		near, n := 0, 0
		for _, r := range runs {
			for _, s := range r.Steps {
				n++
				if math.Abs(s.Error()) <= stepBar {
					near++
				}
			}
		}
		counts = append(counts, fmt.Sprintf("%d of %d if it visits %.0f %%", near, n, 100*part))
	}
	note += fmt.Sprintf(" How much of its buffer AIK's chase visits is not known: of its steps %s, and the second is taken.", strings.Join(counts, ", "))
	var reads []string
	for _, few := range []float64{0.5, 0.6, 0.7, 0.8} {
		rows, err := silicon.CachedBy(few)
		if err != nil {
			return "", err
		}
		mean, n := 0.0, 0.0
		for _, r := range rows {
			if r.GPU == "MI300X" {
				mean, n = mean+math.Abs(r.Model/r.BytesPerSecond[1]-1), n+1
			}
		}
		reads = append(reads, fmt.Sprintf("%.1f", 100*mean/n))
	}
	note += fmt.Sprintf(" Turnover is set from stores up to half of their ceiling, chosen with MI300X's reads from the L2 in view: %s %% is their mean error for 5, 6, 7 and 8 tenths.", strings.Join(reads, ", "))
	return note, nil
}

// ChipMisses is the table of the places at which the model misses other people's measurements
// most: of each kind so many, one of each GPU and kind at most, the worst first.
func ChipMisses(most int) (charts.Figure, error) {
	all, err := allMisses()
	if err != nil {
		return charts.Figure{}, err
	}
	var worst []chipMiss
	byError := func(a, b chipMiss) int { return cmp.Compare(math.Abs(b.error()), math.Abs(a.error())) }
	for _, kind := range [][]chipMiss{all.inL2, all.roofs, all.streams, all.steps, all.plateaus} {
		slices.SortStableFunc(kind, byError)
		seen := map[string]bool{}
		for _, m := range kind {
			if len(seen) < most && !seen[m.gpu] {
				seen[m.gpu] = true
				worst = append(worst, m)
			}
		}
	}
	slices.SortStableFunc(worst, byError)
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "what"}, {Head: "measured", Numeric: true}, {Head: "model", Numeric: true}, {Head: "off by", Numeric: true}, {Head: "set from it"}}}
	for _, m := range worst {
		t.Rows = append(t.Rows, []string{m.gpu, m.what, m.write(m.measured), m.write(m.model), Signed(100*m.error(), 0) + " %", m.from})
	}
	return charts.Figure{
		Title:   "Where it misses most",
		Caption: fmt.Sprintf("The worst %d of each kind, one of a GPU: reads from the L2, roofs at the clock that the chip had, bandwidths, places of steps, latencies.", most),
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
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "level"}, {Head: "test"}, {Head: "run in"}, {Head: "vendor", Numeric: true}, {Head: "measured", Numeric: true}, {Head: "reached", Numeric: true}}}
	for _, r := range rows {
		t.Rows = append(t.Rows, []string{r.GPU, r.Level, r.Test, r.Date, charts.FormatNumber(r.Vendor), fmt.Sprintf("%.0f", r.Measured), fmt.Sprintf("%.0f %%", 100*r.Measured/r.Vendor)})
	}
	return charts.Figure{
		Title:   "What a cache delivers, and what its vendor says",
		Caption: "Bytes a cycle: of the L1 for one SM or CU, of the L2 for all. What reaches least comes first; some were run twice, in different years. Loads are of 4 bytes on NVIDIA's GPUs, of 16 on AMD's.",
		Alt:     "Table of bandwidths of caches by GPU: the vendor's and the measured one.",
		Series:  []charts.Series{t},
	}, nil
}
