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
	want := [][]charts.BarPart{{{Key: parts[0], Value: 1, Share: 0.25}, {Key: parts[1], Value: 3, Share: 0.75}}, {{Key: parts[0], Value: 2, Share: 0.5}}, nil}
	if got := table.Bars(); got[0] != nil || !slices.EqualFunc(got[1], want, slices.Equal[[]charts.BarPart]) {
		t.Errorf("%+v, want nothing and %+v", got, want)
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

// Parts without a tone or a label are refused, and none at all are no bars.
func TestTableParts(t *testing.T) {
	table := charts.Table{Columns: []charts.Column{{Head: "a", Parts: []charts.Key{}}, {Head: "z"}}, Rows: [][]string{{"0,1", "2"}}}
	f := charts.Figure{Name: "parts", Title: "t", Alt: "a", Series: []charts.Series{table}}
	var b strings.Builder
	if err := charts.WriteCSV(&b, f); err != nil || b.String() != "a,z\n\"0,1\",2\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	table.Rows[0][0] = "1"
	for _, c := range []struct {
		key  charts.Key
		want string
	}{
		{charts.Key{Label: "one"}, `Columns[0].Parts[0].Tone = "", want one of the tones`},
		{charts.Key{Tone: charts.Tone1}, "Columns[0].Parts[0].Label is empty"},
	} {
		table.Columns[0].Parts = []charts.Key{c.key}
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.key, err, c.want)
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
