package figures

import (
	"fmt"
	"strings"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
)

// TimestampPlaces is the table of where a kernel's timestamps go, by how many of them
// each wavefront records, and of what each place does to the time of a frame.
func TimestampPlaces(g volume.Renderer, n gpumodel.Need, v volume.View, s gpumodel.Shape, w volume.Window, stamps ...int) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "stamps of a warp", Numeric: true}, {Head: "LDS bytes", Numeric: true}, {Head: "blocks, with them", Numeric: true},
		{Head: "they go to"}, {Head: "clock reads", Numeric: true}, {Head: "in LDS", Numeric: true}, {Head: "in global", Numeric: true},
	}}
	for _, count := range stamps {
		c, all, err := g.Perturbations(n, count, v, s, volume.Dummy, w)
		if err != nil {
			return charts.Figure{}, err
		}
		row := []string{fmt.Sprint(count), fmt.Sprint(c.Bytes), fmt.Sprintf("%d, %d", c.Without.Workgroups, c.With.Workgroups), c.Placement.String()}
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
		Title:   fmt.Sprintf("Where timestamps go, and what they cost: %s, %v, view %v", g.Device.Name, s, v),
		Caption: "One word for each warp and timestamp, in the LDS unless fewer blocks would be resident for it, else in global memory. The last three columns are the time of a frame against the plain kernel: with the clock reads alone, and with the stamps stored in either place, whatever the decision.",
		Alt:     "Table by number of timestamps: the LDS they take, blocks resident without and with them, the decision, and the slowdown in each place.",
		Note:    note(append(g.Device.Assumed, g.Assumed...)),
		Series:  []charts.Series{t},
	}, nil
}

// RelatedTools is the table of what the tools that the document names could tell, and
// where this model tells it.
func RelatedTools() (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{{Head: "tool"}, {Head: "question"}, {Head: "can it tell?"}, {Head: "as the document says"}, {Head: "here"}}}
	for _, r := range volume.RelatedTools() {
		can := "no"
		if r.Answers {
			can = "yes"
		}
		here := r.How
		if len(r.Here) > 0 {
			here += ": " + strings.Join(r.Here[:min(2, len(r.Here))], ", ")
		}
		t.Rows = append(t.Rows, []string{r.Tool, r.Question, can, r.Paper, here})
	}
	return charts.Figure{
		Title:   "Who could tell what",
		Caption: "The tools of 2012 that the document names, and the part of this model that answers the same question.",
		Alt:     "Table of tools, questions, and answers.",
		Series:  []charts.Series{t},
	}, nil
}
