package tracing

import (
	"fmt"

	"lanebook/charts"
	"lanebook/gpumodel"
	"lanebook/gpumodel/silicon"
	"lanebook/notebooks/documents/tracing/volume"
)

// Misses is the table of what stands behind a hit rate: how much the texture unit asks
// for in a reference of each shape of block, and how much of it the cache has not. The
// points are the model's of one view; what the H200 measured there comes below.
func Misses(points []Point, shapes ...gpumodel.Shape) (charts.Figure, error) {
	t := charts.Table{Columns: []charts.Column{
		{Head: "GPU"}, {Head: "block"}, {Head: "texture hits", Numeric: true},
		{Head: "sectors asked for", Numeric: true}, {Head: "of them missed", Numeric: true}, {Head: "L2 hits", Numeric: true}, {Head: "cycles, proposed", Numeric: true},
	}}
	row := func(g string, s gpumodel.Shape, hit, asked, l2, cycles float64) {
		t.Rows = append(t.Rows, []string{g, s.String(), fmt.Sprintf("%.1f %%", 100*hit), fmt.Sprintf("%.1f", asked),
			fmt.Sprintf("%.1f", asked*(1-hit)), fmt.Sprintf("%.1f %%", 100*l2), fmt.Sprintf("%.0f", cycles)})
	}
	var view volume.View
	trend := TrendOf(points)
	for _, s := range shapes {
		i := trend.Of(s)
		if i < 0 || points[i].By[volume.None].References == 0 {
			return charts.Figure{}, fmt.Errorf("tracing: no plain rendering of %v among %d points", s, len(points))
		}
		m := points[i].By[volume.None]
		view = m.View
		row("GTX 480, model", s, m.Hit, float64(m.Asked)/float64(m.References), m.L2Hit, points[i].By[volume.Dummy].Reference)
	}
	measured, err := silicon.H200Volume()
	if err != nil {
		return charts.Figure{}, err
	}
	for _, s := range shapes {
		for _, p := range measured {
			if p.X == s.X && p.Y == s.Y && p.View == angles(view) {
				row("H200, measured", s, p.Hit, float64(p.Asked)/float64(p.References), p.L2Hit, p.Methods[volume.Dummy-volume.Simple].ReferenceCycles)
			}
		}
	}
	return charts.Figure{
		Title:   fmt.Sprintf("Behind a hit rate: view %v", view),
		Caption: "Per reference of a warp: sectors that the texture unit asks its cache for, of a GTX 480 one of them for the transfer function, those that it has not, and the cycles that the proposed method finds. Sectors are each chip's own.",
		Alt:     "Table by GPU and block: texture hit rate, sectors asked for and missed in a reference, L2 hit rate, cycles of a reference.",
		Series:  []charts.Series{t},
	}, nil
}
