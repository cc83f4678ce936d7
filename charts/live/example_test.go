package live_test

import (
	"fmt"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"lanebook/charts"
	"lanebook/charts/live"
)

// A figure's chart is a go-echarts chart like any other: here its line turns red,
// and a mark line says where the roof is. line.Render would write it as a page.
func ExampleChart() {
	chart, err := live.Chart(charts.Figure{
		Name: "roof", Title: "Bandwidth", Alt: "It rises to 5,300 GB/s.",
		X: charts.Axis{Label: "wavefronts"}, Y: charts.Axis{Label: "bandwidth", Unit: "GB/s"},
		Series: []charts.Series{charts.Line{X: []float64{1, 2, 4}, Y: []float64{2100, 4200, 5300}}},
	}, charts.Light)
	if err != nil {
		panic(err)
	}
	line := chart.(*echarts.Line)
	line.SetSeriesOptions(
		echarts.WithLineStyleOpts(opts.LineStyle{Color: "crimson", Width: 3}),
		echarts.WithMarkLineNameYAxisItemOpts(opts.MarkLineNameYAxisItem{Name: "roof", YAxis: 5300}))
	fmt.Println(line.MultiSeries[0].LineStyle.Color, len(line.MultiSeries[0].MarkLines.Data))
	// Output: crimson 1
}
