package charts_test

import (
	"slices"
	"strings"
	"testing"

	"lanebook/charts"
)

// Bars in a table: the longest fills its column, and the data has a column for each part.
func TestTableBars(t *testing.T) {
	parts := []charts.Key{{Tone: charts.Tone1, Label: "one"}, {Tone: charts.Tone2, Label: "two"}}
	table := charts.Table{Columns: []charts.Column{{Head: "line"}, {Head: "waits", Parts: parts}}, Rows: [][]string{{"a", "1 3"}, {"b", "2 0"}, {"c", ""}}}
	f := charts.Figure{Name: "bars", Title: "t", Alt: "a", Series: []charts.Series{table}}
	if got, want := table.Bar(0, 1), []charts.BarPart{{Key: parts[0], Value: 1, Share: 0.25}, {Key: parts[1], Value: 3, Share: 0.75}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got, want := table.Bar(1, 1), []charts.BarPart{{Key: parts[0], Value: 2, Share: 0.5}}; !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := table.Bar(2, 1); got != nil {
		t.Errorf("%+v, want nothing", got)
	}
	var b strings.Builder
	if err := charts.WriteCSV(&b, f); err != nil || b.String() != "line,waits: one,waits: two\na,1,3\nb,2,0\nc,,\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	if text := charts.Text(f); !strings.Contains(text, "waits: two") {
		t.Error(text)
	}
	for _, bad := range []string{"1", "1 2 3", "1 x", "1 -2", "1 NaN", "1 Inf"} {
		table.Rows[1][1] = bad
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), `want a number for each of 2 Parts`) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// Rows that the picture leaves out are in the data all the same, and are checked.
func TestTableMore(t *testing.T) {
	table := charts.Table{Columns: []charts.Column{{Head: "h"}}, Rows: [][]string{{"1"}}, More: [][]string{{"2"}}}
	f := charts.Figure{Name: "more", Title: "t", Alt: "a", Series: []charts.Series{table}}
	var b strings.Builder
	if err := charts.WriteCSV(&b, f); err != nil || b.String() != "h\n1\n2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	table.More[0] = []string{"2", "3"}
	if err := f.Validate(); err == nil || !strings.Contains(err.Error(), "More[0]") {
		t.Errorf("a row of two cells under one head: %v", err)
	}
}
