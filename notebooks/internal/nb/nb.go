// Package nb reads and writes Jupyter notebooks (nbformat 4) so that the same
// notebook always gives the same bytes: those that Jupyter itself would write.
package nb

import (
	"encoding/json"
	"slices"
	"strings"
)

// Notebook is one .ipynb file.
type Notebook struct {
	Cells    []Cell
	Metadata json.RawMessage // kept as read; a JSON object
	Minor    int             // nbformat_minor as read; nbformat is always 4, and Write makes it 4.5
}

// CellType tells prose from code.
type CellType string

// The cell types of nbformat 4.
const (
	Markdown CellType = "markdown"
	Code     CellType = "code"
	Raw      CellType = "raw"
)

// Cell is one cell. Outputs and ExecutionCount are of code cells only.
type Cell struct {
	ID             string // unique in the notebook; Read makes one up where the file has none
	Type           CellType
	Metadata       json.RawMessage // kept as read; "tags" is what Tags reads
	Source         string
	Attachments    json.RawMessage // of markdown and raw cells, kept as read
	ExecutionCount int             // 0 means not executed
	Outputs        []Output
}

// OutputType is the kind of an Output.
type OutputType string

// The output types of nbformat 4.
const (
	Stream        OutputType = "stream"
	DisplayData   OutputType = "display_data"
	ExecuteResult OutputType = "execute_result"
	ErrorOutput   OutputType = "error"
)

// Output is one output of a code cell.
type Output struct {
	Type           OutputType
	Name, Text     string                     // Stream: "stdout" or "stderr", and the text
	Data           map[string]json.RawMessage // DisplayData, ExecuteResult: content by MIME type, as JSON
	Metadata       json.RawMessage            // DisplayData, ExecuteResult
	ExecutionCount int                        // ExecuteResult
	EName, EValue  string                     // ErrorOutput
	Traceback      []string                   // ErrorOutput
}

// Tags are the cell's tags, in the file's order; nil when it has none.
func (c *Cell) Tags() []string {
	var meta struct {
		Tags []string `json:"tags"`
	}
	if json.Unmarshal(c.Metadata, &meta) != nil {
		return nil
	}
	return meta.Tags
}

// HasTag reports whether the cell bears the tag.
func (c *Cell) HasTag(tag string) bool { return slices.Contains(c.Tags(), tag) }

// Runs reports whether the cell is executed: it is code and not blank.
func (c *Cell) Runs() bool { return c.Type == Code && strings.TrimSpace(c.Source) != "" }

// Running are the cells that are executed, in order. Front ends number them
// from 1, in brackets beside them, and so do errors.
func (b *Notebook) Running() []*Cell {
	var cells []*Cell
	for i := range b.Cells {
		if b.Cells[i].Runs() {
			cells = append(cells, &b.Cells[i])
		}
	}
	return cells
}

// Content is the output's content of one MIME type, and whether there is any.
// Text is as the kernel sent it, images are base64, and JSON types are JSON.
func (o *Output) Content(mime string) (string, bool) {
	raw, ok := o.Data[mime]
	if !ok {
		return "", false
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return string(raw), true // a JSON type, such as application/json
	}
	return text, true
}
