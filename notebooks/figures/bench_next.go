//go:build !js

package figures

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
)

// OnGPUs is the table of a kernel's time on the whole of each GPU, what limits it there,
// and its uneven end. Of GPUs whose caches the model does not know, or that cannot run the
// kernel, it has the reason and no time; where it does not know what a launch costs, that is
// left out. The error is the kernel's on the first GPU, if none can run it.
func OnGPUs(v Variant, devices ...gpumodel.Device) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "GPU"}, {Head: "µs", Numeric: true}, {Head: "of them launch", Numeric: true}, {Head: "what limits it"}, {Head: "waits mostly for"}, {Head: "uneven end, %", Numeric: true}}}
	var without, notes []string
	var first error
	ran := false
	for _, d := range devices {
		if !d.Caches.Known() {
			t.Rows = append(t.Rows, []string{d.Name, "not known", "", "its caches are not known", "", ""})
			continue
		}
		r, err := v.run(d)
		if ended := v.ended(); ended != nil {
			return charts.Figure{}, ended
		}
		if err != nil {
			t.Rows = append(t.Rows, []string{d.Name, "does not run", "", oneLine(errors.Unwrap(err)), "", ""})
			first = cmp.Or(first, err)
			continue
		}
		ran, notes = true, append(notes, Note(slices.Concat(d.Assumed, d.Caches.Assumed)))
		launch := fmt.Sprintf("%.1f", d.Dispatch.Seconds*1e6)
		if len(r.Unknown) > 0 {
			launch = "not known"
			without = append(without, d.Name)
		}
		t.Rows = append(t.Rows, []string{d.Name, fmt.Sprintf("%.1f", r.Seconds*1e6), launch, r.limit(), Worded(d, mostly(r.Stalls)), r.uneven()})
	}
	if first != nil && !ran {
		return charts.Figure{}, first
	}
	f := charts.Figure{
		Title:   "One kernel, several GPUs",
		Caption: fmt.Sprintf("The whole grid on the whole GPU, as its first launch: the caches hold nothing. A part of which more than %.0f %% is used sets the pace.", 100*pacing),
		Alt:     "Table by GPU: time, the launch's part of it, what sets the pace, the main reason to wait, and the share of the time at the end in which not every SM has work.",
		Series:  []charts.Series{t},
	}
	if len(without) > 0 {
		notes = append(notes, fmt.Sprintf("What it takes to launch a kernel and its blocks is not known of the %s, and left out.", strings.Join(without, " and the ")))
	}
	f.Note = strings.Join(notes, "\n")
	return f, nil
}
