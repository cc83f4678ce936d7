package charts_test

import (
	"fmt"
	"os"

	"lanebook/charts"
)

// strides is a small figure: two lines and what they are of.
func strides() charts.Figure {
	return charts.Figure{
		Name:    "strides",
		Number:  "2",
		Title:   "Cycles of one wavefront by stride",
		Alt:     "Cycles rise from 2 to 64 as the stride rises from 1 to 32 words.",
		X:       charts.Axis{Label: "stride", Unit: "words", Scale: charts.Log2},
		Y:       charts.Axis{Label: "time", Unit: "cycles"},
		Caption: "Each doubling of the stride doubles the time.",
		Series: []charts.Series{
			charts.Line{Name: "no padding", X: []float64{1, 2, 4, 8, 16, 32}, Y: []float64{2, 4, 8, 16, 32, 64}},
			charts.Line{Name: "ideal", X: []float64{1, 32}, Y: []float64{2, 2}, Style: charts.Dashed},
		},
	}
}

func ExampleText() {
	fmt.Print(charts.Text(strides()))
	// Output:
	// Figure 2. Cycles of one wavefront by stride
	// Each doubling of the stride doubles the time.
	//
	// time (cycles)
	// stride (words)  no padding  ideal
	//              1           2      2
	//              2           4
	//              4           8
	//              8          16
	//             16          32
	//             32          64      2
}

func ExampleWriteCSV() {
	if err := charts.WriteCSV(os.Stdout, strides()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// stride (words),no padding,ideal
	// 1,2,2
	// 2,4,
	// 4,8,
	// 8,16,
	// 16,32,
	// 32,64,2
}

func ExampleFigure_Validate() {
	f := strides()
	f.Alt = ""
	f.Series[1] = charts.Line{Name: "ideal", X: []float64{0, 32}, Y: []float64{2, 2, 2}, Style: "dotted"}
	fmt.Println(f.Validate())
	// Output:
	// figure "strides": Alt is empty, want words for a reader who cannot see the figure
	// figure "strides": Series[1].Y has 3 values, want 2, as many as X
	// figure "strides": Series[1].X[0] = 0, want more than 0 on a log2 scale
	// figure "strides": Series[1].Style = "dotted", want joined (empty), dashed, dots or steps
}

func ExampleFigure_Ranges() {
	x, y := strides().Ranges()
	fmt.Println(x.Min, x.Max, x.Ticks)
	fmt.Println(y.Min, y.Max, y.Ticks)
	fmt.Println(x.At(8)) // three doublings of five
	// Output:
	// 1 32 [1 2 4 8 16 32]
	// 0 80 [0 20 40 60 80]
	// 0.6
}
