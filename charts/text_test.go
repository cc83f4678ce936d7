package charts_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

// TestTextSaysWhatItLeavesOut: no more than 40 lines, and a count of the rest.
func TestTextSaysWhatItLeavesOut(t *testing.T) {
	for _, f := range sample.All() {
		if n := strings.Count(charts.Text(f), "\n"); n > 40 {
			t.Errorf("%s: %d lines", f.Name, n)
		}
	}
	if text := charts.Text(sample.Wave()); !strings.Contains(text, "… 120 of 128 rows left out") {
		t.Errorf("128 points: no word of those left out:\n%s", text)
	}
	rows := make([][]string, 18)
	for i := range rows {
		rows[i] = []string{"r"}
	}
	f := charts.Figure{Name: "rows", Title: "t", Alt: "a", Series: []charts.Series{charts.Table{Columns: []charts.Column{{Head: "h"}}, Rows: rows}}}
	if text := charts.Text(f); !strings.Contains(text, "… 2 of 18 rows left out") {
		t.Errorf("18 rows of a table: no word of two left out:\n%s", text)
	}
	f = sample.BankMap()
	g := f.Series[0].(charts.Grid)
	for len(g.Rows) < 64 {
		g.Rows = append(g.Rows, "r")
	}
	f.Series[0] = g
	if text := charts.Text(f); !strings.Contains(text, "… 48 rows and 0 columns left out") {
		t.Errorf("64 rows: no word of those left out:\n%s", text)
	}
}

// TestTextOfCrowd: of many arrows alike the text has the first three, by hand.
func TestTextOfCrowd(t *testing.T) {
	f := sample.Dataflow()
	flow := charts.Flow{Levels: []string{"memory", "units"}, Columns: 7, Boxes: []charts.Box{{Name: "m", Label: "64 words", Width: 7, Tone: charts.Tone1}}}
	for i := range 7 {
		name := "unit " + string(rune('a'+i))
		flow.Boxes = append(flow.Boxes, charts.Box{Name: name, Level: 1, Column: i, Width: 1, Tone: charts.Tone2})
		flow.Arrows = append(flow.Arrows, charts.Arrow{From: "m", To: name, Label: "a word"})
	}
	f.Series = []charts.Series{flow}
	want := `memory: m (64 words)
  m → unit a: a word
  m → unit b: a word
  m → unit c: a word
… and 4 more
units: unit a; unit b; unit c; … and 4 more
`
	if text := charts.Text(f); !strings.Contains(text, "\n"+want) {
		t.Errorf("%s\nwant in it:\n%s", text, want)
	}
}

func TestTextOfInvalid(t *testing.T) {
	f := sample.Wave()
	f.Alt = ""
	if text := charts.Text(f); !strings.HasPrefix(text, `figure "wave": Alt is empty`) {
		t.Errorf("text of an invalid figure:\n%s", text)
	}
	if err := charts.WriteCSV(&bytes.Buffer{}, f); err == nil {
		t.Error("CSV of an invalid figure: no error")
	}
}

// TestCSVReads: every row has as many fields as the head, whatever the words.
func TestCSVReads(t *testing.T) {
	for _, f := range append(sample.All(), sample.Hostile()...) {
		var b bytes.Buffer
		if err := charts.WriteCSV(&b, f); err != nil {
			t.Fatal(err)
		}
		if _, err := csv.NewReader(&b).ReadAll(); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

func TestCSVForms(t *testing.T) {
	x := []float64{1, 2}
	for _, c := range []struct {
		name   string
		series []charts.Series
		want   string
	}{
		{"X in common", []charts.Series{charts.Line{Name: "a", X: x, Y: []float64{3, 4}}, charts.Line{Name: "b", X: x, Y: []float64{5, 0.1}}},
			"x,a,b\n1,3,5\n2,4,0.1\n"},
		{"a bound by its ends", []charts.Series{charts.Line{Name: "a", X: []float64{1, 2, 3}, Y: []float64{3, 4, 5}}, charts.Line{Name: "b", X: []float64{1, 3}, Y: []float64{9, 9}}},
			"x,a,b\n1,3,9\n2,4,\n3,5,9\n"},
		{"X apart", []charts.Series{charts.Line{Name: "a", X: x, Y: []float64{3, 4}}, charts.Line{Name: "b", X: []float64{1.5}, Y: []float64{5}}},
			"series,x,y\na,1,3\na,2,4\nb,1.5,5\n"},
		{"the same X twice", []charts.Series{charts.Line{X: []float64{1, 1}, Y: []float64{3, 4}}},
			"x,y\n1,3\n1,4\n"},
	} {
		f := plot(charts.Axis{}, charts.Axis{}, x, x)
		f.Series = c.series
		var b bytes.Buffer
		if err := charts.WriteCSV(&b, f); err != nil || b.String() != c.want {
			t.Errorf("%s: %v\n%swant\n%s", c.name, err, b.String(), c.want)
		}
	}
}

// TestCSVFullDisk: an error of the writer is reported.
func TestCSVFullDisk(t *testing.T) {
	if err := charts.WriteCSV(full{}, sample.Wave()); err == nil || !strings.Contains(err.Error(), `figure "wave": CSV: no space`) {
		t.Errorf("error %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestHeading(t *testing.T) {
	for want, f := range map[string]charts.Figure{
		"T":                              {Title: "T"},
		"Figure 1.2. T":                  {Title: "T", Number: "1.2"},
		"Figure 1.2. T (after Fig. 8.6)": {Title: "T", Number: "1.2", After: "Fig. 8.6"},
	} {
		if got := f.Heading(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
