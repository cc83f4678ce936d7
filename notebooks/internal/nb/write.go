package nb

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(map[string]any{"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}); err != nil {
		return nil, err
	}
	return []byte(lineSeparators.Replace(text.String())), nil
}

// lineSeparators undoes the two escapes of encoding/json that Jupyter does not have.
// A backslash of the text itself is two here, and passes.
var lineSeparators = strings.NewReplacer(`\\`, `\\`, `\u2028`, "\u2028", `\u2029`, "\u2029")

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
		m["ename"], m["evalue"], m["traceback"] = o.EName, o.EValue, append([]string{}, o.Traceback...)
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
	return n
}

// isLines reports whether Jupyter writes content of the MIME type as a list of
// lines; base64 images stay one string.
func isLines(mime string) bool {
	return strings.HasPrefix(mime, "text/") || mime == "image/svg+xml" || mime == "application/javascript"
}

// splitLines cuts text after each line break, at the breaks that Jupyter's
// Python knows.
func splitLines(text string) []string {
	const breaks = "\n\r\v\f\x1c\x1d\x1e\u0085\u2028\u2029"
	list := []string{}
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
