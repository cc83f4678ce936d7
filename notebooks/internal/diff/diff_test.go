package diff

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"lanebook/charts"
	"lanebook/notebooks/internal/nb"
)

func stdout(text string) nb.Output { return nb.Output{Type: nb.Stream, Name: "stdout", Text: text} }

func shown(content map[string]string) nb.Output {
	out := nb.Output{Type: nb.DisplayData, Data: map[string]json.RawMessage{}, Metadata: json.RawMessage("{}")}
	for mime, text := range content {
		out.Data[mime], _ = json.Marshal(text)
	}
	return out
}

// figure is a figure as a notebook holds it: its data, and HTML with a picture.
func figure(t *testing.T, data, letter string) nb.Output {
	t.Helper()
	packed := charts.Pack([]byte(data))
	out := shown(map[string]string{"text/html": page(letter), "text/plain": "a figure"})
	out.Data[charts.MIME], _ = json.Marshal(packed)
	return out
}

func page(letter string) string {
	return "<figure>\n<img src=\"data:image/svg+xml;base64," + strings.Repeat(strings.Repeat(letter, 100)+"\n", 3) + "\">\n</figure>"
}

func TestOutputs(t *testing.T) {
	for name, c := range map[string]struct {
		old, now []nb.Output
		want     []string
	}{
		"equal": {[]nb.Output{stdout("a\n"), figure(t, `{"x":1}`, "p")}, []nb.Output{stdout("a\n"), figure(t, `{ "x" : 1 }`, "p")}, nil},
		"text": {[]nb.Output{stdout("one\ntwo\nthree\n")}, []nb.Output{stdout("one\n2\nthree\nfour\n")},
			[]string{"cell 2 stdout:", "@@ -2 +2 @@", "-two", "+2", "@@ -4 +4 @@", "+four"}},
		"number": {nil, []nb.Output{stdout("a")}, []string{"cell 2 has stdout, and had no output"}},
		"kind": {[]nb.Output{stdout("a")}, []nb.Output{figure(t, "1", "p")},
			[]string{"cell 2 has display_data, and had stdout"}},
		"figure's data": {[]nb.Output{figure(t, `{"title":"t","series":[{"line":{"x":[1,2,3]}}]}`, "p")}, []nb.Output{figure(t, `{"title":"t","series":[{"line":{"x":[1,2.5]}}]}`, "q")},
			[]string{"cell 2 application/vnd.lanebook.figure+json:", "@@ -2 +2 @@", "-figure.series[0].line.x: 3 values", "+figure.series[0].line.x: 2 values",
				"@@ -4,2 +4 @@", "-figure.series[0].line.x[1]: 2", "-figure.series[0].line.x[2]: 3", "+figure.series[0].line.x[1]: 2.5"}},
		"picture": {[]nb.Output{figure(t, "1", "p")}, []nb.Output{figure(t, "1", "q")},
			[]string{"cell 2 text/html:", "@@ -2 +2 @@",
				`-<img src="data:image/svg+xml;base64,(303 letters of base64, 940ec6b9)">`, `+<img src="data:image/svg+xml;base64,(303 letters of base64, 49342730)">`}},
		"missing": {[]nb.Output{shown(map[string]string{"text/plain": "x", "text/html": ""})}, []nb.Output{shown(map[string]string{"text/plain": "x"})},
			[]string{"cell 2 text/html:", "@@"}},
	} {
		if got := Outputs(book(c.old), book(c.now)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// book has prose, a cell, a blank cell, and one with the outputs.
func book(outputs []nb.Output) *nb.Notebook {
	return &nb.Notebook{Cells: []nb.Cell{
		{Type: nb.Markdown, Source: "# Title"}, {Type: nb.Code, Source: "a"}, {Type: nb.Code, Source: "\n"},
		{Type: nb.Code, Source: "b", Outputs: outputs},
	}}
}

func TestLinesAreCut(t *testing.T) {
	got := changes("", strings.Repeat(strings.Repeat("x", 300)+"\n", 50))
	if len(got) != 21 || got[20] != "… and 31 lines more" || len(got[1]) > 170 {
		t.Errorf("%d lines, the second %q, the last %q", len(got), got[1], got[len(got)-1])
	}
}
