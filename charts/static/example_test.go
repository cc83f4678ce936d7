package static_test

import (
	"bytes"
	"fmt"
	"image/color"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"lanebook/charts"
	"lanebook/charts/static"
)

// banks is a bank map of two rows by four banks, in which bank 1 is asked twice.
func banks() charts.Grid {
	g := charts.Grid{Rows: []string{"0", "1"}, Columns: []string{"0", "1", "2", "3"},
		Keys: []charts.Key{{Tone: charts.TonePlain, Label: "word"}, {Tone: charts.Tone2, Label: "asked for"}}}
	for i := range 8 {
		g.Cells = append(g.Cells, charts.Cell{Row: i / 4, Column: i % 4, Tone: charts.TonePlain})
	}
	g.Cells[1].Tone, g.Cells[5].Tone = charts.Tone2, charts.Tone2
	return g
}

// turns is a timeline of two wavefronts that take turns.
func turns() charts.Spans {
	return charts.Spans{Rows: []string{"0", "1"}, Keys: []charts.Key{{Tone: charts.Tone1, Label: "issues"}},
		Spans: []charts.Span{{Row: 0, From: 0, To: 2, Tone: charts.Tone1, Label: "a"}, {Row: 1, From: 2, To: 4, Tone: charts.Tone1, Label: "b"}}}
}

// drawn draws a plot as SVG and says what is in it.
func drawn(p *plot.Plot) string {
	c := static.NewSVG(10*vg.Centimeter, 6*vg.Centimeter)
	p.Draw(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d paths and %d texts", bytes.Count(b.Bytes(), []byte("<path")), bytes.Count(b.Bytes(), []byte("<text")))
}

// golden says whether a picture is that of a file.
func golden(c *static.SVGCanvas, path string) string {
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return err.Error()
	}
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			return err.Error()
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(b.Bytes(), want) {
		return fmt.Sprintf("other than %s (%v)", path, err)
	}
	return "as in " + path
}

// Someone else's plot carries a bank map with a timeline above it.
func Example() {
	p := plot.New()
	p.Title.Text = "Two rows of banks, two wavefronts"
	p.X.Label.Text = "bank, and cycle"
	p.NominalX("0", "1", "2", "3", "4")
	p.NominalY("wavefront 0", "wavefront 1", "", "row 0", "row 1")
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // row 0 on top
	p.Add(
		static.Spans{Spans: turns(), LabelSize: 10},
		static.Grid{Grid: banks(), Y: 3},
	)
	c := static.NewSVG(12*vg.Centimeter, 8*vg.Centimeter)
	p.Draw(draw.New(c))
	fmt.Println(golden(c, "testdata/example.svg"))
	// Output: as in testdata/example.svg
}

func ExampleGrid() {
	p := plot.New()
	p.Add(static.Grid{Grid: banks()})
	p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}} // row 0 on top
	fmt.Println(drawn(p))
	// Output: 6 paths and 8 texts
}

func ExampleSpans() {
	p := plot.New()
	p.Add(static.Spans{Spans: turns(), LabelSize: 10})
	p.NominalY("wavefront 0", "wavefront 1")
	fmt.Println(drawn(p))
	// Output: 3 paths and 7 texts
}

func ExampleFlow() {
	p := plot.New()
	p.HideAxes()
	p.Add(static.Flow{Flow: charts.Flow{
		Levels: []string{"memory", "LDS"}, Columns: 2,
		Boxes: []charts.Box{
			{Name: "A", Label: "A", Width: 2, Tone: charts.Tone5},
			{Name: "tile", Label: "a tile of A", Level: 1, Width: 1, Tone: charts.Tone1},
		},
		Arrows: []charts.Arrow{{From: "A", To: "tile", Label: "8 KB"}},
	}})
	fmt.Println(drawn(p))
	// Output: 6 paths and 5 texts
}

// A figure is a plot that its user can go on changing.
func ExamplePlot() {
	p, err := static.Plot(charts.Figure{
		Name: "strides", Title: "Cycles by stride", Alt: "Cycles rise from 2 to 8 as the stride doubles twice.",
		X:      charts.Axis{Label: "stride", Unit: "words", Scale: charts.Log2},
		Y:      charts.Axis{Label: "time", Unit: "cycles"},
		Series: []charts.Series{charts.Line{X: []float64{1, 2, 4}, Y: []float64{2, 4, 8}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	limit := plotter.NewFunction(func(float64) float64 { return 6 })
	limit.Color = color.RGBA{R: 200, A: 255}
	p.Add(limit)
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		fmt.Print(t.Label, " ")
	}
	fmt.Println(p.X.Label.Text)
	// Output: 1 2 4 stride (words)
}

// A picture in the dark theme, on any of gonum's canvases.
func ExampleIn() {
	p := plot.New()
	p.BackgroundColor = static.Ink(charts.TonePaper)
	c := static.NewSVG(72, 36)
	p.HideAxes()
	p.Draw(draw.New(static.In(charts.Dark, c)))
	var b bytes.Buffer
	c.WriteTo(&b)
	fmt.Println(bytes.Contains(b.Bytes(), []byte(`fill="#14191f" d="M0 36h72v-36h-72z"`)))
	// Output: true
}
