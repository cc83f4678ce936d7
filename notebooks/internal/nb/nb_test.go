package nb

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// jupyter.ipynb was written by Python's nbformat 5.11 and has every kind of
// cell, output and awkward character.
const jupyter = "testdata/jupyter.ipynb"

func TestBytesAreJupyters(t *testing.T) {
	want, err := os.ReadFile(jupyter)
	if err != nil {
		t.Fatal(err)
	}
	book, err := Read(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := book.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("rewritten:\n%s\nwant:\n%s", got, want)
	}
}

func TestRead(t *testing.T) {
	book, err := ReadFile(jupyter)
	if err != nil {
		t.Fatal(err)
	}
	code := &book.Cells[1]
	if code.Type != Code || code.ID != "c1" || code.ExecutionCount != 3 {
		t.Errorf("cell is %s %s [%d], want code c1 [3]", code.Type, code.ID, code.ExecutionCount)
	}
	if want := "fmt.Println(\"x\")\r\nfoo\fbar\n\ttab"; code.Source != want {
		t.Errorf("source is %q, want %q", code.Source, want)
	}
	if want := []string{"hide", "b"}; !reflect.DeepEqual(code.Tags(), want) || !code.HasTag("b") || code.HasTag("c") {
		t.Errorf("tags are %q, want %q", code.Tags(), want)
	}
	display := &code.Outputs[1]
	for mime, want := range map[string]string{
		"text/html": "<div>\n</div>", "image/svg+xml": "<svg>\n</svg>\n", "image/png": "aGVsbG8=", "text/plain": "",
	} {
		if got, ok := display.Content(mime); got != want || !ok {
			t.Errorf("content of %s is %q, %v, want %q", mime, got, ok, want)
		}
	}
	if got, ok := display.Content("application/json"); !ok || !json.Valid([]byte(got)) || !strings.Contains(got, `"b"`) {
		t.Errorf("content of application/json is %q, %v, want the JSON", got, ok)
	}
	if _, ok := display.Content("image/gif"); ok {
		t.Error("there is an image/gif, want none")
	}
}

func TestReadTolerates(t *testing.T) {
	for name, text := range map[string]string{
		"source is a string":  `{"cells":[{"cell_type":"markdown","metadata":{},"source":"a\nb"}],"metadata":{},"nbformat":4,"nbformat_minor":4}`,
		"source is lines":     `{"cells":[{"cell_type":"markdown","metadata":{},"source":["a\n","b"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`,
		"no metadata":         `{"cells":[{"cell_type":"markdown","source":"a\nb"}],"nbformat":4,"nbformat_minor":2}`,
		"spaces at both ends": "\n {\"cells\":[{\"cell_type\":\"raw\",\"source\":\"a\\nb\"}],\"nbformat\":4,\"nbformat_minor\":5}\n\n",
	} {
		book, err := Read([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := book.Cells[0].Source; got != "a\nb" {
			t.Errorf("%s: source is %q, want a and b", name, got)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	whole, err := os.ReadFile(jupyter)
	if err != nil {
		t.Fatal(err)
	}
	const head, tail = `{"cells":[`, `],"metadata":{},"nbformat":4,"nbformat_minor":5}`
	for name, c := range map[string]struct{ text, want string }{
		"empty":          {"", "offset 0: the file is empty"},
		"truncated":      {string(whole[:700]), "offset 700: the file ends in the middle"},
		"damaged":        {head + `{"cell_type" "code"}` + tail, "offset 24: invalid character"},
		"two notebooks":  {head + tail + head + tail, "offset 58: text after the end"},
		"old format":     {`{"cells":[],"nbformat":3}`, "nbformat is 3, want 4"},
		"no cells":       {`{"nbformat":4}`, "cells: none"},
		"cell type":      {head + `{"cell_type":"heading","source":""}` + tail, `cells[0]: cell_type is "heading"`},
		"source":         {head + `{"cell_type":"code","source":7}` + tail, "text is neither a string nor a list"},
		"count":          {head + `{"cell_type":"code","source":"","execution_count":-1}` + tail, "cells[0]: execution_count is -1"},
		"markdown count": {head + `{"cell_type":"markdown","source":"","execution_count":1}` + tail, "a markdown cell has none"},
		"output type":    {head + `{"cell_type":"code","source":"","outputs":[{"output_type":"pyout"}]}` + tail, `cells[0]: outputs[0]: output_type is "pyout"`},
		"output text":    {head + `{"cell_type":"code","source":"","outputs":[{"output_type":"display_data","data":{"text/plain":{}}}]}` + tail, `data["text/plain"]`},
		"no UTF-8":       {head + "{\"cell_type\":\"code\",\"source\":\"a\xffb\"}" + tail, "offset 41: byte 0xff is no UTF-8"},
		"half a pair":    {head + `{"cell_type":"code","source":"a\\\ud800x"}` + tail, `offset 43: \ud800 is half a character`},
		"other half":     {head + `{"cell_type":"code","source":"\ude00"}` + tail, `offset 40: \ude00 is half a character`},
		"null as text":   {head + `{"cell_type":"code","source":"","outputs":[{"output_type":"display_data","data":{"text/plain":null}}]}` + tail, `data["text/plain"]`},
		"metadata":       {head + `{"cell_type":"code","source":"","metadata":[]}` + tail, "cells[0]: metadata is [], want an object"},
		"unknown field":  {head + `{"cell_type":"code","source":"","colour":"red"}` + tail, `unknown field "colour"`},
		"wrong kind":     {head + `{"cell_type":"code","source":"","execution_count":"1"}` + tail, "execution_count is a string, want int"},
	} {
		if _, err := Read([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error is %v, want %q", name, err, c.want)
		}
	}
}

func TestReadKeepsEveryCharacter(t *testing.T) {
	book, err := Read([]byte(`{"cells":[{"cell_type":"raw","source":"\ud83d\ude00 \ufffd \u00e9 \\ud800"}],"nbformat":4}`))
	if err != nil || book.Cells[0].Source != "\U0001F600 \uFFFD é \\ud800" {
		t.Errorf("the source is %q, %v", book.Cells, err)
	}
}

func TestReadFileNamesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "03-broken.ipynb")
	if err := os.WriteFile(path, []byte(`{"cells": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "03-broken.ipynb: offset 11: the file ends in the middle: it is truncated"
	if _, err := ReadFile(path); err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func TestIDsAreUniqueAndStable(t *testing.T) {
	text := []byte(`{"cells":[{"cell_type":"raw","source":"a"},{"cell_type":"raw","source":"a"},
		{"cell_type":"raw","source":"a","id":"x"},{"cell_type":"raw","source":"a","id":"x"},
		{"cell_type":"raw","source":"a","id":"no good"}],"nbformat":4,"nbformat_minor":4}`)
	first, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Read(text)
	if err != nil {
		t.Fatal(err)
	}
	if first.Cells[2].ID != "x" {
		t.Errorf("the first x is %q now", first.Cells[2].ID)
	}
	seen := map[string]bool{}
	for i, cell := range first.Cells {
		if !validID.MatchString(cell.ID) || seen[cell.ID] {
			t.Errorf("cell %d: id %q is not valid or not unique", i, cell.ID)
		}
		if again.Cells[i].ID != cell.ID {
			t.Errorf("cell %d: id is %q, then %q", i, cell.ID, again.Cells[i].ID)
		}
		seen[cell.ID] = true
	}
}

func TestWriteFileLeavesTheOldOneOnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.ipynb")
	if err := WriteFile(path, &Notebook{}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, &Notebook{Metadata: json.RawMessage(`{"a":`)}); err == nil {
		t.Error("damaged metadata was written")
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file is %q, %v, want %q", after, err, before)
	}
}

// FuzzRead holds for any input: no panic, and what can be read is written such
// that reading it again gives the same notebook and the same bytes.
func FuzzRead(f *testing.F) {
	whole, err := os.ReadFile(jupyter)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add(whole[:500])
	f.Add([]byte(`{"cells":[{"cell_type":"code","source":["%%\n"],"outputs":[{"output_type":"stream","text":"\u2028"}]}],"nbformat":4}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		book, err := Read(data)
		if err != nil {
			return
		}
		first, err := book.Bytes()
		if err != nil {
			t.Fatalf("read, but not written: %v", err)
		}
		again, err := Read(first)
		if err != nil {
			t.Fatalf("written, but not read: %v\n%s", err, first)
		}
		second, err := again.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("written once:\n%s\ntwice:\n%s", first, second)
		}
		for i := range book.Cells {
			if again.Cells[i].Source != book.Cells[i].Source {
				t.Errorf("cell %d: source was %q, is %q", i, book.Cells[i].Source, again.Cells[i].Source)
			}
		}
	})
}
