// Package sample holds one figure of each kind for the tests of the renderers.
package sample

import (
	"fmt"
	"math"
	"slices"

	"lanebook/charts"
)

// All returns a figure of each kind, and of each way in which a kind is used.
func All() []charts.Figure {
	return []charts.Figure{
		BankMap(), HeatMap(), LogHeatMap(), Stride(), Laws(), Wave(), Grouped(), Stacked(), OneBar(), Mixed(), Timeline(), Dataflow(), Table(),
	}
}

// Pictures returns the figures of All that have a picture: all but tables.
func Pictures() []charts.Figure {
	return slices.DeleteFunc(All(), func(f charts.Figure) bool { _, table := f.Series[0].(charts.Table); return table })
}

func figure(name, title string, x, y charts.Axis, series ...charts.Series) charts.Figure {
	return charts.Figure{
		Name: name, Number: "1", Title: title, Caption: "What to see in " + title + ".",
		Alt: "In words: " + title + ".", Note: "Made up for tests.", X: x, Y: y, Series: series,
	}
}

// BankMap is 16 rows by 32 banks, with padding.
func BankMap() charts.Figure {
	g := charts.Grid{Across: "bank", Down: "LDS row", Keys: []charts.Key{
		{Tone: charts.TonePlain, Label: "element of the array"},
		{Tone: charts.Tone2, Label: "column 0, read by the wavefront"},
		{Tone: charts.ToneMuted, Label: "padding"},
	}}
	for b := range 32 {
		g.Columns = append(g.Columns, fmt.Sprint(b))
	}
	for r := range 16 {
		g.Rows = append(g.Rows, fmt.Sprint(r))
		for b := range 32 {
			word := r*32 + b
			row, col := word/17, word%17
			c := charts.Cell{Row: r, Column: b, Tone: charts.TonePlain, Value: float64(word)}
			switch {
			case col == 16:
				c.Tone, c.Tip = charts.ToneMuted, fmt.Sprintf("padding\naddress %d", 4*word)
			case col == 0:
				c.Tone, c.Label = charts.Tone2, fmt.Sprint(row)
			}
			if c.Tip == "" {
				c.Tip = fmt.Sprintf("A[%d][%d]\naddress %d\nbank %d, row %d", row, col, 4*word, b, r)
			}
			g.Cells = append(g.Cells, c)
		}
	}
	return figure("bank-map", "A[32][17] in 32 banks", charts.Axis{}, charts.Axis{}, g)
}

// HeatMap is 12 by 24 values, from -1 to 1, without some.
func HeatMap() charts.Figure {
	g := charts.Grid{Across: "tile width", Down: "tile height", Unit: "GB/s"}
	for i := range 24 {
		g.Columns = append(g.Columns, fmt.Sprint(8*i))
	}
	for i := range 12 {
		g.Rows = append(g.Rows, fmt.Sprint(2*i))
		for j := range 24 {
			if i+j < 33 {
				g.Cells = append(g.Cells, charts.Cell{Row: i, Column: j, Value: 500 + 450*math.Sin(float64(i)/4)*math.Cos(float64(j)/5)})
			}
		}
	}
	return figure("heat-map", "Bandwidth by tile", charts.Axis{}, charts.Axis{}, g)
}

// LogHeatMap is 3 by 4 values over six decades, with labels.
func LogHeatMap() charts.Figure {
	g := charts.Grid{Across: "lanes", Down: "", Unit: "cycles", Scale: charts.Log10, Columns: []string{"1", "16", "32", "64"}, Rows: []string{"GCN", "MI300X", "H200"}}
	for i := range 12 {
		v := math.Pow(10, float64(i)/2)
		g.Cells = append(g.Cells, charts.Cell{Row: i / 4, Column: i % 4, Value: v, Label: charts.FormatNumber(v)})
	}
	return figure("log-heat-map", "Cycles by lanes", charts.Axis{}, charts.Axis{}, g)
}

// Stride is two lines on a base-2 axis with a bound.
func Stride() charts.Figure {
	x := []float64{4, 8, 16, 32, 64, 128, 256}
	return figure("stride", "Cycles by stride",
		charts.Axis{Label: "stride", Unit: "bytes", Scale: charts.Log2}, charts.Axis{Label: "cycles of one wavefront", Unit: "cycles"},
		charts.Line{Name: "GCN", X: x, Y: []float64{2, 4, 8, 16, 32, 64, 64}},
		charts.Line{Name: "H200", X: x, Y: []float64{1, 2, 4, 8, 16, 32, 32}, Measured: true},
		charts.Line{Name: "ideal", X: []float64{4, 256}, Y: []float64{2, 2}, Style: charts.Dashed, Tone: charts.ToneSoft},
	)
}

// Laws is dots, steps and a curve on two logarithmic axes.
func Laws() charts.Figure {
	var x, law, steps, seen []float64
	for i := range 60 {
		v := math.Pow(10, float64(i)/20)
		x = append(x, v)
		law = append(law, math.Min(v*3, 900))
		steps = append(steps, math.Min(math.Pow(2, math.Floor(math.Log2(v)))*3, 900))
		seen = append(seen, math.Min(v*2.7, 850)*(1+0.05*math.Sin(float64(i))))
	}
	return figure("laws", "Throughput by bytes in flight",
		charts.Axis{Label: "bytes in flight", Unit: "kB", Scale: charts.Log10}, charts.Axis{Label: "throughput", Unit: "GB/s", Scale: charts.Log10},
		charts.Line{Name: "Little's law", X: x, Y: law, Style: charts.Dashed},
		charts.Line{Name: "model", X: x, Y: steps, Style: charts.Steps},
		charts.Line{Name: "measured", X: x, Y: seen, Style: charts.Dots, Measured: true},
	)
}

// Wave is one line of 128 points.
func Wave() charts.Figure {
	var x, y []float64
	for i := range 128 {
		x = append(x, float64(i))
		y = append(y, 100+30*math.Sin(float64(i)/9)+5*math.Cos(float64(i)))
	}
	return figure("wave", "Latency by offset",
		charts.Axis{Label: "offset", Unit: "words"}, charts.Axis{Label: "latency", Unit: "cycles"},
		charts.Line{X: x, Y: y})
}

var devices = []string{"GCN", "Kepler", "MI300X", "MI350X", "H200"}

// Grouped is three series of bars side by side.
func Grouped() charts.Figure {
	return figure("grouped", "Cycles by device",
		charts.Axis{Label: "device", Categories: devices}, charts.Axis{Label: "cycles", Unit: "cycles"},
		charts.Bars{Name: "4 bytes", Y: []float64{2, 1, 2, 2, 1}},
		charts.Bars{Name: "8 bytes", Y: []float64{4, 1, 4, 4, 2}},
		charts.Bars{Name: "16 bytes", Y: []float64{8, 2, 8, 4, 4}},
	)
}

// Stacked is a stack of four, one of them negative, beside a bar of its own.
func Stacked() charts.Figure {
	return figure("stacked", "Where the cycles go",
		charts.Axis{Categories: devices}, charts.Axis{Label: "cycles"},
		charts.Bars{Name: "issue", Stack: "all", Y: []float64{20, 30, 25, 20, 10}},
		charts.Bars{Name: "stall on LDS", Stack: "all", Y: []float64{30, 10, 5, 20, 30}},
		charts.Bars{Name: "stall on DRAM", Stack: "all", Y: []float64{10, 8, 4, 2, 1}},
		charts.Bars{Name: "hidden", Stack: "all", Y: []float64{-10, -5, -5, -12, -20}},
		charts.Bars{Name: "measured", Y: []float64{48, 42, 33, 41, 37}, Measured: true, Tone: charts.Tone8},
	)
}

// OneBar is one series of bars with long names, below and above zero.
func OneBar() charts.Figure {
	return figure("one-bar", "Gain by method",
		charts.Axis{Categories: []string{"no padding at all", "one word of padding", "XOR swizzle", "two wavefronts overlapped", "ideal, by the bound"}},
		charts.Axis{Label: "gain", Unit: "%"},
		charts.Bars{Name: "gain", Y: []float64{-12.5, 40, 43.75, 88, 100}},
	)
}

// Mixed is bars with a line over them.
func Mixed() charts.Figure {
	return figure("mixed", "Model and silicon",
		charts.Axis{Label: "device", Categories: devices}, charts.Axis{Label: "bandwidth", Unit: "B/cycle", Scale: charts.Log2},
		charts.Bars{Name: "model", Y: []float64{64, 128, 128, 256, 128}},
		charts.Line{Name: "silicon", X: []float64{0, 1, 2, 3, 4}, Y: []float64{60, 121, 126, 240, 127.5}, Style: charts.Dots, Measured: true},
	)
}

// Timeline is 12 wavefronts over 60 cycles that issue, wait, and issue again; they
// start one after another.
func Timeline() charts.Figure {
	s := charts.Spans{Down: "wavefront", Keys: []charts.Key{
		{Tone: charts.Tone1, Label: "issues"},
		{Tone: charts.Tone5, Label: "waits for a result"},
		{Tone: charts.ToneMuted, Label: "not selected"},
	}}
	for w := range 12 {
		s.Rows = append(s.Rows, fmt.Sprint(w))
		for at := float64(100 + w); at < 148; at += 12 {
			s.Spans = append(s.Spans,
				charts.Span{Row: w, From: at, To: at + 2, Tone: charts.Tone1, Label: fmt.Sprint(w), Tip: fmt.Sprintf("wavefront %d\ncycle %v", w, at)},
				charts.Span{Row: w, From: at + 2, To: at + 9, Tone: charts.Tone5, Label: "FMA"},
				charts.Span{Row: w, From: at + 9, To: at + 11.5, Tone: charts.ToneMuted, Label: "too long a label"})
		}
	}
	return figure("timeline", "Twelve wavefronts", charts.Axis{Label: "cycle"}, charts.Axis{}, s)
}

// Dataflow is four levels of boxes, one of tiles, with arrows down, up, aside and
// around a corner.
func Dataflow() charts.Figure {
	s := charts.Flow{
		Levels: []string{"memory", "cache", "", "units"}, Columns: 8,
		Keys: []charts.Key{{Tone: charts.Tone1, Label: "stays"}, {Tone: charts.Tone5, Label: "streams"}},
		Boxes: []charts.Box{
			{Name: "A", Label: "A\n512 × 512", Width: 3, Tone: charts.Tone5},
			{Name: "B", Label: "B", Column: 4, Width: 4, Tone: charts.Tone1, Tip: "B\nread once", Tiles: charts.Tiles{Rows: 4, Columns: 8, Marked: []charts.Tile{
				{Row: 1, Rows: 1, Columns: 8, Tone: charts.Tone5}, {Row: 2, Column: 3, Rows: 2, Columns: 1, Tone: charts.Tone2, Tip: "two tiles"}}}},
			{Name: "line", Label: "a line", Level: 1, Width: 2, Tone: charts.Tone5},
			{Name: "bare", Level: 2, Column: 5, Width: 1, Tone: charts.ToneMuted},
			{Name: "left", Label: "unit 0", Level: 3, Width: 2, Tone: charts.Tone1},
			{Name: "right", Label: "unit 1", Level: 3, Column: 6, Width: 2, Tone: charts.Tone1},
		},
		Arrows: []charts.Arrow{
			{From: "A", To: "line", Label: "128 bytes", Tip: "each step"}, {From: "line", To: "A"}, {From: "B", To: "bare", Label: "32 words"},
			{From: "line", To: "right", Label: "1 word"}, {From: "left", To: "right", Label: "a sum"}, {From: "left", To: "line"}, {From: "A", To: "B"},
		},
	}
	return figure("dataflow", "What moves where", charts.Axis{}, charts.Axis{}, s)
}

// Table is five rows of text and numbers.
func Table() charts.Figure {
	return figure("capacity", "LDS of five devices", charts.Axis{}, charts.Axis{}, charts.Table{
		Columns: []charts.Column{{Head: "device"}, {Head: "banks", Numeric: true}, {Head: "LDS (KiB)", Numeric: true}, {Head: "remark"}},
		Rows: [][]string{
			{"GCN", "32", "64", "two passes of 32 lanes"},
			{"Kepler", "32", "48", "8-byte banks"},
			{"MI300X", "32", "64", "lane groups are not contiguous"},
			{"MI350X", "64", "160", ""},
			{"H200", "32", "228", "228 KiB of L1 and shared memory together"},
		},
	})
}

// Hostile are figures whose every word tries to break out of where it stands.
func Hostile() []charts.Figure {
	const bad = `</script><img src=x onerror="alert(1)">{b}]]>'&` + "`${1}"
	g := charts.Grid{
		Columns: []string{bad, "lb:c1"}, Rows: []string{bad, "=1+1"}, Across: bad, Down: bad,
		Keys:  []charts.Key{{Tone: charts.Tone1, Label: bad}},
		Cells: []charts.Cell{{Tone: charts.Tone1, Label: bad, Tip: bad + "\n" + bad}, {Row: 1, Tone: charts.Tone1, Label: "{a}"}},
	}
	s := charts.Spans{Rows: []string{bad, "{b}"}, Down: bad, Keys: []charts.Key{{Tone: charts.Tone1, Label: bad}},
		Spans: []charts.Span{{To: 1000, Tone: charts.Tone1, Label: bad, Tip: bad}, {Row: 1, To: 10, Tone: charts.Tone1}}}
	d := charts.Flow{Levels: []string{bad, "{c}"}, Columns: 2, Keys: []charts.Key{{Tone: charts.Tone1, Label: bad}},
		Boxes:  []charts.Box{{Name: bad, Label: bad + "\n{b}", Width: 2, Tone: charts.Tone1, Tip: bad}, {Name: "{a}", Label: "{a}", Level: 1, Width: 1, Tone: charts.Tone2}},
		Arrows: []charts.Arrow{{From: bad, To: "{a}", Label: bad, Tip: bad}}}
	t := charts.Table{Columns: []charts.Column{{Head: bad}, {Head: bad}}, Rows: [][]string{{bad, "1"}, {"a,\"b\"", bad}}}
	x := charts.Axis{Label: bad, Unit: bad, Categories: []string{bad, "b"}}
	y := charts.Axis{Label: bad, Unit: bad}
	figures := []charts.Figure{
		figure("hostile-grid", bad, charts.Axis{}, charts.Axis{}, g),
		figure("hostile-spans", bad, charts.Axis{Label: bad, Unit: bad}, charts.Axis{}, s),
		figure("hostile-flow", bad, charts.Axis{}, charts.Axis{}, d),
		figure("hostile-table", bad, charts.Axis{}, charts.Axis{}, t),
		figure("hostile-plot", bad, x, y,
			charts.Bars{Name: bad, Y: []float64{1, 2}, Stack: bad, Tips: []string{bad, bad}},
			charts.Line{Name: bad + "2", X: []float64{0, 1}, Y: []float64{1, 2}, Tips: []string{bad, ""}}),
	}
	for i := range figures {
		f := &figures[i]
		f.Number, f.Caption, f.Note = bad, bad, bad
	}
	return figures
}

// Seeds are small figures in JSON, for fuzzing: minimising large ones takes the
// fuzzer all its time.
var Seeds = []string{
	`{"name":"a","title":"t","alt":"a","x":{"label":"x"},"y":{"label":"y","ticks":[1,2]},"series":[{"line":{"x":[1,2],"y":[3,4.5]}}]}`,
	`{"name":"a","title":"t","alt":"a","x":{"label":"x","scale":"log2"},"y":{"label":"y","scale":"log10"},"series":[{"line":{"name":"n","x":[1,2],"y":[3,4],"style":"steps","tips":["a","b"],"tone":"c1"}},{"line":{"name":"m","x":[7],"y":[3e9],"style":"dots"}}]}`,
	`{"name":"a","title":"t","alt":"a","x":{"categories":["a","long name"]},"y":{"label":"y","unit":"s"},"series":[{"bars":{"name":"n","y":[1,-2],"stack":"s"}},{"bars":{"name":"m","y":[1,2],"stack":"s"}},{"line":{"name":"l","x":[1],"y":[2],"style":"dashed"}}]}`,
	`{"name":"a","number":"1","title":"t","caption":"c","alt":"a","note":"n","series":[{"grid":{"columns":["0","1"],"rows":["r"],"across":"bank","down":"row","keys":[{"tone":"plain","label":"p"}],"cells":[{"row":0,"column":1,"tone":"plain","label":"7","tip":"x\ny"}]}}]}`,
	`{"name":"a","title":"t","alt":"a","series":[{"grid":{"columns":["0","1"],"rows":["r"],"unit":"s","scale":"log10","cells":[{"row":0,"column":1,"value":2},{"row":0,"column":0,"value":3}]}}]}`,
	`{"name":"a","title":"t","alt":"a","x":{"label":"cycle"},"series":[{"spans":{"rows":["r","s"],"down":"d","keys":[{"tone":"c1","label":"k"}],"spans":[{"row":1,"from":1,"to":2.5,"tone":"c1","label":"7","tip":"x\ny"},{"row":1,"from":2.5,"to":9,"tone":"c1"}]}}]}`,
	`{"name":"a","title":"t","alt":"a","series":[{"flow":{"levels":["l","m"],"columns":4,"keys":[{"tone":"c1","label":"k"}],"boxes":[{"name":"a","label":"x\ny","level":0,"column":0,"width":3,"tone":"c1","tiles":{"rows":2,"columns":3,"marked":[{"row":1,"column":1,"rows":1,"columns":2,"tone":"c2","tip":"t"}]}},{"name":"b","level":1,"column":3,"width":1,"tone":"muted","tip":"t"}],"arrows":[{"from":"a","to":"b","label":"w","tip":"t"}]}}]}`,
	`{"name":"a","title":"t","alt":"a","series":[{"table":{"columns":[{"head":"h","numeric":true},{"head":"g"}],"rows":[["1","a"]]}}]}`,
}
