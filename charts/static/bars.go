package static

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
)

// bars is a bar chart in one of the lanes side by side that share three quarters of a
// category's room, however wide the plot is.
type bars struct {
	*plotter.BarChart
	lane, lanes int
}

// newBars stacks bars on where each begins: its pile, or the base of the axis.
func newBars(b charts.Bars, ink Ink, piles []float64, base float64) (bars, error) {
	from, high := make(plotter.Values, len(b.Y)), make(plotter.Values, len(b.Y))
	for i, v := range b.Y {
		from[i], high[i] = base, v-base
		if b.Stack != "" {
			from[i], high[i] = piles[i], v
		}
	}
	chart, err := plotter.NewBarChart(high, 1)
	if err != nil {
		return bars{}, err
	}
	chart.StackOn(&plotter.BarChart{Values: from})
	chart.Color, chart.LineStyle = ink, draw.LineStyle{}
	if b.Measured {
		chart.Color, chart.LineStyle = color.Transparent, draw.LineStyle{Color: ink, Width: hollowWidth}
	}
	return bars{BarChart: chart}, nil
}

func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	chart := *b.BarChart
	room := (c.Max.X - c.Min.X) / vg.Length(p.X.Max-p.X.Min)
	chart.Width = room * 0.75 / vg.Length(b.lanes)
	chart.Offset = chart.Width * (vg.Length(b.lane) - vg.Length(b.lanes-1)/2)
	if chart.LineStyle.Width > 0 {
		chart.Width -= hollowWidth // its line is in its room
	}
	chart.Plot(c, p)
}

// lanesOf says in which place within a category each series of bars stands, and
// how many places there are. A stack shares one.
func lanesOf(f charts.Figure) (lanes []int, n int) {
	lanes = make([]int, len(f.Series))
	stacks := map[string]int{}
	for i, s := range f.Series {
		b, ok := s.(charts.Bars)
		if !ok {
			continue
		}
		if at, shared := stacks[b.Stack]; shared && b.Stack != "" {
			lanes[i] = at
			continue
		}
		lanes[i], stacks[b.Stack] = n, n
		n++
	}
	return lanes, n
}
