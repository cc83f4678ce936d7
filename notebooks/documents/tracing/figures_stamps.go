package tracing

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// Stamps is the table of where so many timestamps of a warp go, and what they cost the time of
// a frame, of which a window is rendered, in either place.
func Stamps(r volume.Renderer, need gpumodel.Need, v volume.View, block gpumodel.Shape, w volume.Window, stamps ...int) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "stamps of a warp", Numeric: true}, {Head: "bytes of a block", Numeric: true}, {Head: "blocks, with them", Numeric: true},
		{Head: "they go to"}, {Head: "clock reads", Numeric: true}, {Head: "in shared", Numeric: true}, {Head: "in global", Numeric: true},
	}}
	for _, n := range stamps {
		choice, all, err := r.Perturbations(need, n, v, block, volume.Dummy, w)
		if err != nil {
			return charts.Figure{}, err
		}
		row := []string{fmt.Sprint(n), fmt.Sprint(choice.Bytes), fmt.Sprintf("%d, %d", choice.Without.Workgroups, choice.With.Workgroups),
			strings.ReplaceAll(choice.Placement.String(), "LDS", "shared memory")}
		for _, p := range all {
			if p.Resident == 0 {
				row = append(row, "do not fit")
			} else {
				row = append(row, fmt.Sprintf("%+.1f %%", 100*p.Slowdown))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return charts.Figure{
		Title: fmt.Sprintf("Where timestamps go, and what they cost: %s, %v, view %v", r.Device.Name, block, v),
		Caption: fmt.Sprintf("One word for each warp and timestamp, in shared memory unless fewer blocks would be resident for it, else in global memory. The last three columns are the time of a frame against the plain kernel: with the clock reads alone, and with the stamps stored in either place, whatever the decision. A window of %d × %d pixels on one SM, %.0f %% of each ray.",
			w.X1-w.X0, w.Y1-w.Y0, 100*w.Part),
		Alt:    "Table by number of timestamps: the shared memory they take, blocks resident without and with them, the decision, and the slowdown in each place.",
		Note:   figures.Note(append(r.Device.Assumed, r.Assumed...)),
		Series: []charts.Series{t},
	}, nil
}
