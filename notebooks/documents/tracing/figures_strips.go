package tracing

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/notebooks/documents/tracing/volume"
	"lanebook/notebooks/figures"
)

// SMsAtATime is the table of the time of a frame, of which that part of each ray is run, by how
// many strips the picture is cut into, and so how many CUs are simulated at a time.
func SMsAtATime(r volume.Renderer, v volume.View, block gpumodel.Shape, part float64, strips ...int) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "strips", Numeric: true}, {Head: "SMs at a time", Numeric: true}, {Head: "frame", Numeric: true},
		{Head: "texture hits", Numeric: true}, {Head: "L2 hits", Numeric: true}, {Head: "frame against the last row", Numeric: true},
	}}
	var all []Whole
	for _, n := range strips {
		w, err := Strips(r, v, block, n, part)
		if err != nil {
			return charts.Figure{}, err
		}
		all = append(all, w)
	}
	for _, w := range all {
		t.Rows = append(t.Rows, []string{fmt.Sprint(w.Strips), fmt.Sprint(w.CUs), fmt.Sprintf("%.2f ms", 1e3*w.Frame),
			fmt.Sprintf("%.1f %%", 100*w.Hit), fmt.Sprintf("%.1f %%", 100*w.L2Hit), fmt.Sprintf("%+.1f %%", 100*(w.Frame/all[len(all)-1].Frame-1))})
	}
	return charts.Figure{
		Title:   fmt.Sprintf("One SM, two, or all of them: %s, %v, view %v", r.Device.Name, block, v),
		Caption: fmt.Sprintf("The whole picture, %.0f %% of each ray. SMs that are not simulated have their share of the L2's capacity and of all bandwidth; what is lost is how SMs help and hinder each other in the L2.", 100*part),
		Alt:     "Table of the time of a frame by the number of SMs that are simulated at a time.",
		Note:    figures.Note(r.Assumed),
		Series:  []charts.Series{t},
	}, nil
}

// StripAgainstWhole is the table of how far the figures of document 4 are from those of whole
// pictures when they are of a strip on one CU.
func StripAgainstWhole() (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "view"}, {Head: "method"}, {Head: "hits", Numeric: true}, {Head: "share of time", Numeric: true},
		{Head: "r with frames: strip", Numeric: true}, {Head: "whole", Numeric: true}, {Head: "x ≥ 8: strip", Numeric: true}, {Head: "whole", Numeric: true},
	}}
	for _, v := range Views() {
		strip, err := StripPicture(v)
		if err != nil {
			return charts.Figure{}, err
		}
		whole, err := WholePicture(v)
		if err != nil {
			return charts.Figure{}, err
		}
		far := DistanceOf(strip, whole)
		for _, m := range []volume.Method{volume.Simple, volume.Dummy} {
			row := []string{v.String(), m.String(), fmt.Sprintf("%.0f", 100*far.Hit), fmt.Sprintf("%.0f", 100*far.Share[m])}
			for _, least := range []int{1, 8} {
				for _, points := range [][]Point{strip, whole} {
					row = append(row, fmt.Sprintf("%+.2f", correlation(TrendOf(points), m, least, true)))
				}
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return charts.Figure{
		Title:   "A strip on one SM against the whole picture",
		Caption: "Hits and share of time: by how many points the strip is off at most, over the eight shapes. r: correlation of the method's frequency with the frame rate, over all shapes and over those at least 8 wide.",
		Alt:     "Table by view and method: how far the strip's hit rates, shares of time and correlations are from the whole picture's.",
		Series:  []charts.Series{t},
	}, nil
}
