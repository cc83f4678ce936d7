//go:build !js

package charts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// MIME is the media type under which a notebook's output keeps the figure's data,
// Packed, beside its picture.
const MIME = "application/vnd.lanebook.figure+json"

// plainFigure is Figure without its methods. What embeds it hides its Series.
type plainFigure Figure

// seriesJSON is a Series under the name of its kind; the others are nil.
type seriesJSON struct {
	Line  *Line  `json:"line,omitempty"`
	Bars  *Bars  `json:"bars,omitempty"`
	Grid  *Grid  `json:"grid,omitempty"`
	Spans *Spans `json:"spans,omitempty"`
	Flow  *Flow  `json:"flow,omitempty"`
	Table *Table `json:"table,omitempty"`
}

// MarshalJSON writes the figure with each series under the name of its kind. It does
// not validate, but numbers that JSON cannot hold (NaN, infinities) are errors.
func (f Figure) MarshalJSON() ([]byte, error) {
	out := struct {
		plainFigure
		Series []map[string]Series `json:"series"`
	}{plainFigure(f), make([]map[string]Series, len(f.Series))}
	for i, s := range f.Series {
		if s == nil {
			return nil, fmt.Errorf("figure %q: Series[%d] is nil, want one of charts' series", f.Name, i)
		}
		out.Series[i] = map[string]Series{strings.ToLower(reflect.TypeOf(s).Name()): s}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. Unknown kinds and fields are
// errors, so that nothing the figure says is lost. It does not validate.
func (f *Figure) UnmarshalJSON(data []byte) error {
	var in struct {
		plainFigure
		Series []seriesJSON `json:"series"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	out := Figure(in.plainFigure)
	out.Series = nil
	for i, s := range in.Series {
		kinds := reflect.ValueOf(s)
		n := len(out.Series)
		for k := range kinds.NumField() {
			if kind := kinds.Field(k); !kind.IsNil() {
				out.Series = append(out.Series, kind.Elem().Interface().(Series))
			}
		}
		if n = len(out.Series) - n; n != 1 {
			return fmt.Errorf("figure %q: Series[%d] is of %d kinds, want one of line, bars, grid, spans, flow and table", out.Name, i, n)
		}
	}
	*f = out
	return nil
}
