package whatif

import (
	"fmt"
	"slices"
	"strconv"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/figures"
)

// inNumbers is the table of what an access costs one wavefront.
func inNumbers(access gpumodel.Access, s gpumodel.Service, wasted int) charts.Figure {
	t := charts.Table{
		Columns: []charts.Column{{Head: "active lanes", Numeric: true}, {Head: "phases", Numeric: true}, {Head: "passes", Numeric: true}, {Head: "conflicts", Numeric: true}, {Head: "broadcast words", Numeric: true}, {Head: "wasted bytes", Numeric: true}},
		Rows: [][]string{{
			strconv.Itoa(access.Active.Count()), strconv.Itoa(s.Ideal), strconv.Itoa(s.Passes), strconv.Itoa(s.Conflicts), strconv.Itoa(s.Broadcast), strconv.Itoa(wasted),
		}},
	}
	return charts.Figure{Title: "In numbers, of one wavefront", Alt: "Table of the access's cost.", Series: []charts.Series{t}}
}

// atOnce is the table of how fast the access is served, of one wavefront and of so many
// at once, and says it in a sentence.
func atOnce(d gpumodel.Device, access gpumodel.Access, s gpumodel.Service, wavefronts int) (charts.Figure, Text, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "wavefronts", Numeric: true}, {Head: "cycles", Numeric: true}, {Head: "cycles each", Numeric: true}, {Head: "bytes per cycle", Numeric: true}, {Head: "pace set by"}}}
	var r rate
	for _, n := range slices.Compact([]int{1, wavefronts}) {
		var err error
		if r, err = rateOf(d, access, s, n); err != nil {
			return charts.Figure{}, Text{}, err
		}
		t.Rows = append(t.Rows, []string{strconv.Itoa(n), strconv.Itoa(r.cycles), charts.FormatNumber(r.each), charts.FormatNumber(r.bytes), r.pace.EN})
	}
	f := charts.Figure{
		Title:   "How fast, alone and at once",
		Caption: "Cycles are those in which the local memory is busy, all wavefronts waiting at the start; to issue them, and to wait for an answer, comes on top." + known(d, access),
		Alt:     "Table of cycles and bytes per cycle, for one wavefront and for as many as were asked for.",
		Series:  []charts.Series{t},
	}
	each, cycles := charts.FormatNumber(r.each), figures.Counted(r.cycles, "cycle", "cycles")
	how := Text{"Alone: " + cycles, fmt.Sprintf("単独で %d サイクル", r.cycles)}
	if wavefronts > 1 {
		how = Text{
			fmt.Sprintf("%d wavefronts at once: %s, %s each", wavefronts, cycles, each),
			fmt.Sprintf("同時に %d ウェーブフロントで %d サイクル（1 つあたり %s）", wavefronts, r.cycles, each),
		}
	}
	said := Text{
		fmt.Sprintf("%s, %s bytes per cycle; the pace is set by %s.", how.EN, charts.FormatNumber(r.bytes), r.pace.EN),
		fmt.Sprintf("%s、毎サイクル %s バイト。律速は%s。", how.JA, charts.FormatNumber(r.bytes), r.pace.JA),
	}
	return f, said, nil
}

// rate is how fast the LDS serves the same access of several wavefronts.
type rate struct {
	cycles      int     // for all
	each, bytes float64 // cycles of one wavefront; bytes to or from all active lanes in a cycle
	pace        Text    // what sets it
}

func rateOf(d gpumodel.Device, access gpumodel.Access, s gpumodel.Service, wavefronts int) (rate, error) {
	cycles, err := d.LDS.Together(slices.Repeat([]gpumodel.Access{access}, wavefronts)...)
	if err != nil {
		return rate{}, err
	}
	n := float64(wavefronts)
	r := rate{cycles: cycles, each: float64(cycles) / n, bytes: n * float64(access.Active.Count()) * float64(access.Width) / float64(cycles), pace: Text{"the banks", "バンク"}}
	if cycles > wavefronts*s.Passes {
		r.pace = Text{"the SIMDs' ports", "SIMD のポート"}
	}
	return r, nil
}

// known says what the cycles rest on: the ports of AMD's GPUs, or of a lone wavefront's
// next access what was measured.
func known(d gpumodel.Device, access gpumodel.Access) string {
	if p := d.LDS.Port; p.Count > 0 {
		return fmt.Sprintf(" The %d ports, each for a pair of SIMDs, are from AMD's documentation of a later GPU's profiler; that a lone wavefront has but one of them is inferred, not measured.", p.Count)
	}
	cycles, err := d.LDS.Latency(access)
	switch {
	case err != nil:
		return ""
	case access.Op == gpumodel.Store:
		return fmt.Sprintf(" A lone wavefront's next store follows after %s cycles.", charts.FormatNumber(cycles))
	}
	return fmt.Sprintf(" A lone wavefront that needs what it loads goes on after %s cycles.", charts.FormatNumber(cycles))
}
