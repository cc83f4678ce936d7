package nb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"lanebook/notebooks/internal/atomicfile"
)

// WriteFile writes the notebook to path: all of it or, on an error, nothing. A
// file that already holds these bytes is not touched.
func WriteFile(path string, book *Notebook) error {
	data, err := book.Bytes()
	if err != nil {
		return err
	}
	return atomicfile.Write(path, data)
}

// Bytes is the notebook as Jupyter writes it: nbformat 4.5, keys sorted, one
// space of indent, text as lists of lines, no escapes where JSON needs none,
// and a newline at the end.
func (b *Notebook) Bytes() ([]byte, error) {
	cells := make([]any, len(b.Cells))
	for i := range b.Cells {
		cell, err := b.Cells[i].tree()
		if err != nil {
			return nil, fmt.Errorf("cells[%d]: %w", i, err)
		}
		cells[i] = cell
	}
	metadata, err := tree(b.Metadata)
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	book := map[string]any{"cells": cells, "metadata": metadata, "nbformat": json.Number("4"), "nbformat_minor": json.Number("5")}
	return append(appendValue(nil, book, 0), '\n'), nil
}

func (c *Cell) tree() (any, error) {
	metadata, err := tree(c.Metadata)
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	m := map[string]any{"cell_type": string(c.Type), "id": c.ID, "metadata": metadata, "source": splitLines(c.Source)}
	if c.Attachments != nil {
		if m["attachments"], err = tree(c.Attachments); err != nil {
			return nil, fmt.Errorf("attachments: %w", err)
		}
	}
	if c.Type != Code {
		return m, nil
	}
	m["execution_count"] = count(c.ExecutionCount)
	outputs := make([]any, len(c.Outputs))
	for i := range c.Outputs {
		if outputs[i], err = c.Outputs[i].tree(); err != nil {
			return nil, fmt.Errorf("outputs[%d]: %w", i, err)
		}
	}
	m["outputs"] = outputs
	return m, nil
}

func (o *Output) tree() (any, error) {
	m := map[string]any{"output_type": string(o.Type)}
	switch o.Type {
	case Stream:
		m["name"], m["text"] = o.Name, splitLines(o.Text)
		return m, nil
	case ErrorOutput:
		traceback := make([]any, len(o.Traceback))
		for i, line := range o.Traceback {
			traceback[i] = line
		}
		m["ename"], m["evalue"], m["traceback"] = o.EName, o.EValue, traceback
		return m, nil
	case ExecuteResult:
		m["execution_count"] = count(o.ExecutionCount)
	}
	data := map[string]any{}
	for mime, raw := range o.Data {
		value, err := tree(raw)
		if err != nil {
			return nil, fmt.Errorf("data[%q]: %w", mime, err)
		}
		if text, ok := value.(string); ok && isLines(mime) {
			value = splitLines(text)
		}
		data[mime] = value
	}
	metadata, err := tree(o.Metadata)
	if err != nil {
		return nil, fmt.Errorf("metadata: %w", err)
	}
	m["data"], m["metadata"] = data, metadata
	return m, nil
}

// count is an execution count, null for a cell that has not been executed.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return json.Number(fmt.Sprint(n))
}

// isLines reports whether Jupyter writes content of the MIME type as a list of
// lines; base64 images stay one string.
func isLines(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// splitLines cuts text after each line break, at the breaks that Jupyter's
// Python knows.
func splitLines(text string) []any {
	const breaks = "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"
	list := []any{}
	for text != "" {
		end := strings.IndexAny(text, breaks)
		if end < 0 {
			end = len(text)
		} else if strings.HasPrefix(text[end:], "\r\n") {
			end += 2
		} else {
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		list = append(list, text[:end])
		text = text[end:]
	}
	return list
}

// tree decodes raw JSON; numbers keep their spelling. Nothing stands for {}.
func tree(raw json.RawMessage) (any, error) {
	if len(raw) == 0 {
		return map[string]any{}, nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

// appendValue writes v, nested depth deep, with one space of indent a level.
func appendValue(b []byte, v any, depth int) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return fmt.Append(b, v)
	case json.Number:
		return append(b, v...)
	case string:
		return appendString(b, v)
	case []any:
		return appendList(b, '[', ']', len(v), depth, func(b []byte, i int) []byte {
			return appendValue(b, v[i], depth+1)
		})
	case map[string]any:
		keys := slices.Sorted(maps.Keys(v))
		return appendList(b, '{', '}', len(v), depth, func(b []byte, i int) []byte {
			return appendValue(append(appendString(b, keys[i]), ": "...), v[keys[i]], depth+1)
		})
	}
	panic(fmt.Sprintf("nb: %T in a decoded JSON tree", v)) // tree makes no other types
}

// appendList writes n items between the brackets, each on its own line.
func appendList(b []byte, open, shut byte, n, depth int, item func([]byte, int) []byte) []byte {
	b = append(b, open)
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(b, '\n'), strings.Repeat(" ", depth+1)...)
		b = item(b, i)
	}
	if n > 0 {
		b = append(append(b, '\n'), strings.Repeat(" ", depth)...)
	}
	return append(b, shut)
}

// appendString writes s as a JSON string, escaping only what JSON requires.
// Package json would also escape <, >, & and two line separators.
func appendString(b []byte, s string) []byte {
	const short = "\b\t\n\f\r\"\\"
	const letters = "btnfr\"\\"
	b = append(b, '"')
	for _, r := range s { // what is not UTF-8 comes out as U+FFFD
		if i := strings.IndexRune(short, r); i >= 0 {
			b = append(b, '\\', letters[i])
		} else if r < ' ' {
			b = fmt.Appendf(b, `\u%04x`, r)
		} else {
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
