package diff

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

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

// live is a figure as a notebook holds it: data in HTML, and pictures of it.
func live(data, picture string) nb.Output {
	return shown(map[string]string{
		"text/html": `<div id="f"></div><script type="application/json">` + data + `</script>`,
		"image/png": picture, "image/svg+xml": "<svg>" + picture + "</svg>", "text/plain": "a figure",
	})
}

// figure is live with the figure itself beside it.
func figure(data, option string) nb.Output {
	out := live(option, "p")
	out.Data["application/vnd.lanebook.figure+json"] = json.RawMessage(data)
	return out
}

func TestOutputs(t *testing.T) {
	for name, c := range map[string]struct {
		old, now []nb.Output
		want     []string
	}{
		"equal": {[]nb.Output{stdout("a\n"), live(`{"x":1}`, "p")}, []nb.Output{stdout("a\n"), live(`{"x":1}`, "p")}, nil},
		"text": {[]nb.Output{stdout("one\ntwo\nthree\n")}, []nb.Output{stdout("one\n2\nthree\nfour\n")},
			[]string{"cell 2 stdout: line 2: - two", "cell 2 stdout: line 2: + 2", "cell 2 stdout: line 4: + four"}},
		"number": {nil, []nb.Output{stdout("a")}, []string{"cell 2 has stdout, and had no output"}},
		"kind": {[]nb.Output{stdout("a")}, []nb.Output{live("1", "p")},
			[]string{"cell 2 has display_data, and had stdout"}},
		"figure": {[]nb.Output{live(`{"series":[{"data":[1,2,3]}],"title":"t","old":0}`, "p")},
			[]nb.Output{live(`{"series":[{"data":[1,4]}],"title":"t","new":{"a":1}}`, "q")},
			[]string{"cell 2 data.new: is new", "cell 2 data.old: is gone", "cell 2 data.series[0].data[1]: 4, was 2",
				"cell 2 data.series[0].data: 2 values, was 3"}},
		"figure's form": {[]nb.Output{live(`{"a":[1]}`, "p")}, []nb.Output{live(`{"a":"x"}`, "p")},
			[]string{`cell 2 data.a: "x", was [1]`}},
		"figure's data": {[]nb.Output{figure(`{"Series":[{"Y":[1,2]}]}`, `{"y":[1,2]}`)}, []nb.Output{figure(`{"Series":[{"Y":[1,3]}]}`, `{"y":[1,3]}`)},
			[]string{"cell 2 figure.Series[0].Y[1]: 3, was 2"}},
		"figure's data, only spaced": {[]nb.Output{figure(`{"X":1}`, "1")}, []nb.Output{figure(`{ "X" : 1 }`, "1")}, nil},
		"picture in a page": {[]nb.Output{shown(map[string]string{"text/html": "<img src=\"data:image/png;base64,AAAA\">"})},
			[]nb.Output{shown(map[string]string{"text/html": "<img src=\"data:image/png;base64,BBBB\">"})},
			[]string{"cell 2 text/html: a picture in it differs"}},
		"picture only": {[]nb.Output{live("1", "abc")}, []nb.Output{live("1", "defg")},
			[]string{"cell 2 image/png: differs (4 bytes, was 3)", "cell 2 image/svg+xml: differs (15 bytes, was 14)"}},
		"page around": {[]nb.Output{shown(map[string]string{"text/html": "<b>\nx\n</b>"})}, []nb.Output{shown(map[string]string{"text/html": "<b>\ny\n</b>"})},
			[]string{"cell 2 text/html: line 2: - x", "cell 2 text/html: line 2: + y"}},
		"missing": {[]nb.Output{shown(map[string]string{"text/plain": "x", "image/png": "p"})}, []nb.Output{shown(map[string]string{"text/plain": "x"})},
			[]string{"cell 2 image/png: is gone"}},
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
	got := lines("", strings.Repeat("x\n", 50))
	if len(got) != most+1 || got[most] != "… and 40 more" {
		t.Errorf("%d lines, the last %q, want %d and the number left out", len(got), got[len(got)-1], most+1)
	}
	got = lines(strings.Repeat("a\n", 5000), strings.Repeat("b\n", 4000))
	if want := []string{"4000 lines from line 1 on, was 5000"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzLines holds for any two texts: the common lines are as many as said, and
// only equal texts have no difference.
func FuzzLines(f *testing.F) {
	f.Add("a\nb\nc", "a\nc\nd")
	f.Add("", "\n")
	f.Fuzz(func(t *testing.T, old, now string) {
		a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
		c := commonLengths(a, b)
		var kept []string
		for i, j := 0, 0; i < len(a) && j < len(b); {
			switch {
			case a[i] == b[j]:
				kept = append(kept, a[i])
				i, j = i+1, j+1
			case c[i+1][j] >= c[i][j+1]:
				i++
			default:
				j++
			}
		}
		if len(kept) != c[0][0] {
			t.Errorf("%d common lines found, %d said", len(kept), c[0][0])
		}
		if (len(lines(old, now)) == 0) != (old == now) {
			t.Errorf("%q and %q: differences %q", old, now, lines(old, now))
		}
	})
}
