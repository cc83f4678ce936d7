package charts_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/charts/internal/sample"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with testdata/name, or rewrites that.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what the figure gives now; got:\n%s", path, got)
	}
}

func TestGolden(t *testing.T) {
	for _, f := range sample.All() {
		data, err := json.MarshalIndent(f, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		var csv bytes.Buffer
		if err := charts.WriteCSV(&csv, f); err != nil {
			t.Fatal(err)
		}
		golden(t, f.Name+".json", append(data, '\n'))
		golden(t, f.Name+".csv", csv.Bytes())
		golden(t, f.Name+".txt", []byte(charts.Text(f)))
	}
}

func TestJSONRoundTrip(t *testing.T) {
	for _, f := range sample.All() {
		data, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var back charts.Figure
		if err := json.Unmarshal(data, &back); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if !reflect.DeepEqual(f, back) {
			t.Errorf("%s: JSON gives back %+v, want %+v", f.Name, back, f)
		}
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	for _, c := range []struct{ name, json, want string }{
		{"a kind it does not know", `{"name":"a","series":[{"pie":{}}]}`, `unknown field "pie"`},
		{"no kind", `{"name":"a","series":[{}]}`, `figure "a": Series[0] is of 0 kinds, want one of line`},
		{"two kinds", `{"name":"a","series":[{"line":{},"bars":{}}]}`, `Series[0] is of 2 kinds`},
		{"a field it does not know", `{"name":"a","tilte":"x"}`, `unknown field "tilte"`},
		{"a field of another kind", `{"series":[{"line":{"rows":[]}}]}`, `unknown field "rows"`},
		{"text for a number", `{"series":[{"line":{"x":["1"]}}]}`, `cannot unmarshal string`},
		{"half a file", `{"name":"a","series":[`, `unexpected end`},
		{"a series that is null", `{"series":[null]}`, `is of 0 kinds`},
	} {
		var f charts.Figure
		if err := json.Unmarshal([]byte(c.json), &f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
}

func TestSeedsAreValid(t *testing.T) {
	for _, s := range sample.Seeds {
		var f charts.Figure
		if err := json.Unmarshal([]byte(s), &f); err != nil {
			t.Errorf("%s: %v", s, err)
		} else if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
}

// FuzzFigure reads figures from anybody: what passes Validate must be drawn
// without panic, and come back from JSON as it was.
func FuzzFigure(f *testing.F) {
	for _, s := range sample.Seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fig charts.Figure
		if json.Unmarshal(data, &fig) != nil || fig.Validate() != nil {
			return
		}
		if err := charts.WriteCSV(&bytes.Buffer{}, fig); err != nil {
			t.Error(err)
		}
		if lines := strings.Count(charts.Text(fig), "\n"); lines > 80+strings.Count(fig.Caption+fig.Note, "\n") {
			t.Errorf("Text has %d lines", lines)
		}
		if _, table := fig.Series[0].(charts.Table); !table {
			checkLayout(t, fig)
		}
		again, err := json.Marshal(fig)
		if err != nil {
			t.Fatal(err)
		}
		var back charts.Figure
		if err := json.Unmarshal(again, &back); err != nil {
			t.Fatal(err)
		}
		twice, _ := json.Marshal(back)
		if !bytes.Equal(again, twice) {
			t.Errorf("JSON changes on the way:\n%s\n%s", again, twice)
		}
	})
}
