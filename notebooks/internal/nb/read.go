package nb

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ReadFile reads the notebook at path. Errors name the file and, where the file
// is damaged, the offset in bytes.
func ReadFile(path string) (*Notebook, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	book, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	return book, nil
}

// Read reads a notebook of nbformat 4, any minor version. Sources and texts may
// be strings or lists of lines. It refuses what Write could not give back: a
// field that nbformat does not know would be lost silently otherwise.
func Read(data []byte) (*Notebook, error) {
	if err := characters(data); err != nil {
		return nil, err
	}
	var f fileJSON
	if err := decode(data, &f); err != nil {
		return nil, err
	}
	if f.Format != 4 {
		return nil, fmt.Errorf("nbformat is %d, want 4", f.Format)
	}
	if f.Cells == nil {
		return nil, errors.New("cells: none, want a list")
	}
	book := &Notebook{Minor: f.Minor, Metadata: f.Metadata}
	if err := object("metadata", &book.Metadata); err != nil {
		return nil, err
	}
	for i := range f.Cells {
		cell, err := f.Cells[i].cell()
		if err != nil {
			return nil, fmt.Errorf("cells[%d]: %w", i, err)
		}
		book.Cells = append(book.Cells, cell)
	}
	giveIDs(book.Cells)
	return book, nil
}

// escape is a JSON escape; the first group is half of a UTF-16 pair without the other.
var escape = regexp.MustCompile(`\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\(u[dD][89a-fA-F]..)|\\.`)

// characters refuses what stands for no character: decoding would replace it.
func characters(data []byte) error {
	for i, r := range string(data) {
		if r == utf8.RuneError && !bytes.HasPrefix(data[i:], []byte("\uFFFD")) {
			return fmt.Errorf("offset %d: byte %#x is no UTF-8", i, data[i])
		}
	}
	if !bytes.Contains(data, []byte(`\ud`)) && !bytes.Contains(data, []byte(`\uD`)) {
		return nil
	}
	for _, at := range escape.FindAllSubmatchIndex(data, -1) {
		if at[2] >= 0 {
			return fmt.Errorf("offset %d: %s is half a character", at[0], data[at[0]:at[1]])
		}
	}
	return nil
}

// The file as JSON. Field order is alphabetical, as Jupyter writes it.
type (
	fileJSON struct {
		Cells    []cellJSON      `json:"cells"`
		Metadata json.RawMessage `json:"metadata"`
		Format   int             `json:"nbformat"`
		Minor    int             `json:"nbformat_minor"`
	}
	cellJSON struct {
		Attachments    json.RawMessage `json:"attachments"`
		Type           CellType        `json:"cell_type"`
		ExecutionCount *int            `json:"execution_count"`
		ID             string          `json:"id"`
		Metadata       json.RawMessage `json:"metadata"`
		Outputs        []outputJSON    `json:"outputs"`
		Source         lines           `json:"source"`
	}
	outputJSON struct {
		Data           map[string]json.RawMessage `json:"data"`
		EName          string                     `json:"ename"`
		EValue         string                     `json:"evalue"`
		ExecutionCount *int                       `json:"execution_count"`
		Metadata       json.RawMessage            `json:"metadata"`
		Name           string                     `json:"name"`
		Type           OutputType                 `json:"output_type"`
		Text           lines                      `json:"text"`
		Traceback      []string                   `json:"traceback"`
	}
	lines string // a string, or a list of strings to join
)

// UnmarshalJSON joins a list of lines.
func (l *lines) UnmarshalJSON(data []byte) error {
	var list []string
	if json.Unmarshal(data, &list) == nil && list != nil { // null is none
		*l = lines(strings.Join(list, ""))
		return nil
	}
	var s *string
	if json.Unmarshal(data, &s) != nil || s == nil {
		return errors.New("text is neither a string nor a list of strings")
	}
	*l = lines(*s)
	return nil
}

// decode reads exactly one JSON value, and says where it went wrong.
func decode(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case err == nil:
	case errors.Is(err, io.EOF):
		return errors.New("offset 0: the file is empty, want a notebook")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("offset %d: the file ends in the middle: it is truncated", len(data))
	case errors.As(err, &syntax):
		return fmt.Errorf("offset %d: %s", syntax.Offset, syntax)
	case errors.As(err, &kind):
		return fmt.Errorf("offset %d: %s is a %s, want %s", kind.Offset, kind.Field, kind.Value, kind.Type)
	default:
		return err
	}
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		return fmt.Errorf("offset %d: text after the end of the notebook", dec.InputOffset())
	}
	return nil
}

func (c *cellJSON) cell() (Cell, error) {
	cell := Cell{ID: c.ID, Type: c.Type, Metadata: c.Metadata, Source: string(c.Source), Attachments: c.Attachments}
	if err := object("metadata", &cell.Metadata); err != nil {
		return cell, err
	}
	switch c.Type {
	case Code:
		if c.Attachments != nil {
			return cell, errors.New("attachments: a code cell has none")
		}
	case Markdown, Raw:
		if c.Outputs != nil || c.ExecutionCount != nil {
			return cell, fmt.Errorf("outputs, execution_count: a %s cell has none", c.Type)
		}
		if c.Attachments != nil {
			return cell, object("attachments", &cell.Attachments)
		}
	default:
		return cell, fmt.Errorf("cell_type is %q, want code, markdown or raw", c.Type)
	}
	if c.ExecutionCount != nil {
		cell.ExecutionCount = *c.ExecutionCount
	}
	if cell.ExecutionCount < 0 {
		return cell, fmt.Errorf("execution_count is %d, want at least 0", cell.ExecutionCount)
	}
	for i := range c.Outputs {
		out, err := c.Outputs[i].output()
		if err != nil {
			return cell, fmt.Errorf("outputs[%d]: %w", i, err)
		}
		cell.Outputs = append(cell.Outputs, out)
	}
	return cell, nil
}

func (o *outputJSON) output() (Output, error) {
	switch o.Type {
	case Stream:
		return Output{Type: o.Type, Name: o.Name, Text: string(o.Text)}, nil
	case ErrorOutput:
		return Output{Type: o.Type, EName: o.EName, EValue: o.EValue, Traceback: o.Traceback}, nil
	case DisplayData, ExecuteResult:
	default:
		return Output{}, fmt.Errorf("output_type is %q, want stream, display_data, execute_result or error", o.Type)
	}
	out := Output{Type: o.Type, Data: o.Data, Metadata: o.Metadata}
	if o.ExecutionCount != nil && o.Type == ExecuteResult {
		out.ExecutionCount = *o.ExecutionCount
	}
	return out, out.Tidy()
}

// Tidy gives a display's text and metadata the form that they have here. The error
// names what no notebook can hold, such as a number that says it is text/plain.
func (o *Output) Tidy() error {
	for _, mime := range slices.Sorted(maps.Keys(o.Data)) {
		if isJSON(mime) {
			continue
		}
		var text lines
		if err := json.Unmarshal(o.Data[mime], &text); err != nil {
			return fmt.Errorf("data[%q]: %w", mime, err)
		}
		o.Data[mime], _ = json.Marshal(string(text)) // a string always can be
	}
	return object("metadata", &o.Metadata)
}

// object checks that a raw value is a JSON object, and makes a missing one {}.
func object(field string, raw *json.RawMessage) error {
	if *raw == nil {
		*raw = json.RawMessage("{}")
	}
	if trimmed := bytes.TrimSpace(*raw); len(trimmed) == 0 || trimmed[0] != '{' {
		return fmt.Errorf("%s is %.20s, want an object", field, trimmed)
	}
	return nil
}

// isJSON reports whether content of the MIME type is JSON rather than text.
func isJSON(mime string) bool {
	return mime == "application/json" || strings.HasPrefix(mime, "application/") && strings.HasSuffix(mime, "+json")
}

var validID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// giveIDs gives every cell without a valid and unique id one that follows from
// its place and source, so that reading the same file twice gives the same ids.
func giveIDs(cells []Cell) {
	used := map[string]bool{}
	for i := range cells {
		id := cells[i].ID
		for n := i; !validID.MatchString(id) || used[id]; n++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%d %s", n, cells[i].Source))
			id = hex.EncodeToString(sum[:4])
		}
		used[id] = true
		cells[i].ID = id
	}
}
