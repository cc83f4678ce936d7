package execute

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"lanebook/notebooks/internal/nb"
)

func TestNormalise(t *testing.T) {
	show := nb.Output{Type: nb.DisplayData, Data: map[string]json.RawMessage{"text/plain": json.RawMessage(`"x"`)}, Metadata: json.RawMessage("{}")}
	result := nb.Output{Type: nb.ExecuteResult, ExecutionCount: 7, Metadata: json.RawMessage("{}")}
	stream := func(name, text string) nb.Output { return nb.Output{Type: nb.Stream, Name: name, Text: text} }
	book := &nb.Notebook{
		Metadata: json.RawMessage(`{"language_info":{"name":"go","version":"go1.99"},"lanebook":{"data":["a"]}}`),
		Cells: []nb.Cell{
			{Type: nb.Markdown, Metadata: json.RawMessage(`{"execution":{}}`)},
			{Type: nb.Code, Source: " \n", ExecutionCount: 4},
			{Type: nb.Code, Source: "a", ExecutionCount: 9, Metadata: json.RawMessage(`{"tags":["t"],"execution":{"iopub.status.busy":"2024-01-01"}}`),
				Outputs: []nb.Output{show, stream("stderr", "\x1b[7mw\x1b[0m"), stream("stdout", "a"), result, stream("stdout", "b\n")}},
			{Type: nb.Code, Source: "b", Outputs: []nb.Output{stream("stdout", "")}},
		},
	}
	if err := Normalise(book); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{0, 0, 1, 2} {
		if got := book.Cells[i].ExecutionCount; got != want {
			t.Errorf("cell %d: count is %d, want %d", i, got, want)
		}
	}
	result.ExecutionCount = 1
	if got, want := book.Cells[2].Outputs, []nb.Output{stream("stdout", "ab\n"), stream("stderr", "w"), show, result}; !reflect.DeepEqual(got, want) {
		t.Errorf("outputs are %+v, want %+v", got, want)
	}
	if got := book.Cells[3].Outputs; len(got) != 0 {
		t.Errorf("empty output is kept: %+v", got)
	}
	if got := string(book.Cells[2].Metadata); got != `{"tags":["t"]}` {
		t.Errorf("cell metadata is %s, want the tags only", got)
	}
	if got := string(book.Cells[0].Metadata); got != `{"execution":{}}` {
		t.Errorf("metadata of prose is %s, want it as it was", got)
	}
	const want = `{"kernelspec":{"display_name":"Lanebook (Go)","language":"go","name":"lanebook"},` +
		`"lanebook":{"data":["a"]},"language_info":{"codemirror_mode":"","file_extension":".go",` +
		`"mimetype":"text/x-go","name":"go","nbconvert_exporter":"","pygments_lexer":"","version":"go1.99"}}`
	if got := string(book.Metadata); got != want {
		t.Errorf("metadata is %s, want %s", got, want)
	}
	fresh := &nb.Notebook{Metadata: json.RawMessage("{}")}
	if err := Normalise(fresh); err != nil || !strings.Contains(string(fresh.Metadata), `"version":"`+runtime.Version()+`"`) {
		t.Errorf("metadata of a new notebook is %s, %v; want the version of this Go", fresh.Metadata, err)
	}
}
