package charts_test

import (
	"fmt"
	"testing"

	"lanebook/charts"
)

// At its least width a grid's words can be read: letters of 8 pixels, and for named rows, which
// are as high as the picture's proportions make them, 16. Tilted categories have as much.
func TestLeastWidth(t *testing.T) {
	g := charts.Grid{Columns: []string{"L1", "L2", "DRAM"}, Keys: []charts.Key{{Tone: charts.Tone1, Label: "one"}}}
	for row := range 25 {
		g.Rows = append(g.Rows, fmt.Sprintf("GPU number %d", row))
		for column := range 3 {
			g.Cells = append(g.Cells, charts.Cell{Row: row, Column: column, Tone: charts.Tone1, Label: "+22.2"})
		}
	}
	f := charts.Figure{Name: "errors", Title: "Errors", Alt: "Errors.", Series: []charts.Series{g}}
	if err := f.Validate(); err != nil {
		t.Fatal(err)
	}
	least, l := f.LeastWidth(), f.Layout()
	if size := f.LayoutWithin(least).LabelSize; size < 8 {
		t.Errorf("letters of %d at the least width of %d, want 8 or more", size, least)
	}
	if high := l.Height*(least+1)/l.Width - l.Top - l.Bottom; high < 16*25 || least >= l.Width {
		t.Errorf("%d rows are %d high at the least width of %d, want 16 each", 25, high, least)
	}
	for i := range g.Cells {
		g.Cells[i].Label = ""
	}
	if bare := f.LeastWidth(); bare >= least {
		t.Errorf("without words the least width is %d, with them %d", bare, least)
	}
	bars := charts.Bars{}
	many := charts.Figure{Name: "bars", Title: "Bars", Alt: "Bars.", Y: charts.Axis{Label: "passes"}}
	for i := range 24 {
		many.X.Categories = append(many.X.Categories, fmt.Sprintf("generation %d", i))
		bars.Y = append(bars.Y, 1)
	}
	many.Series = []charts.Series{bars}
	if l := many.Layout(); !l.Tilt || many.LeastWidth() != l.Left+l.Right+24*16 {
		t.Errorf("24 tilted categories: %d wide at least, tilted: %v; want 16 pixels each", many.LeastWidth(), l.Tilt)
	}
}
