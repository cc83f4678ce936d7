//go:build !js

package charts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// MIME is the media type under which a notebook's output keeps the figure's data,
// Packed, beside its picture.
const MIME = "application/vnd.lanebook.figure+json"

// plainFigure is Figure without its methods.
type plainFigure Figure

// figureJSON is a Figure in JSON; its Series hide the embedded ones.
type figureJSON struct {
	plainFigure
	Series []seriesJSON `json:"series"`
}

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
	out := figureJSON{plainFigure(f), make([]seriesJSON, len(f.Series))}
	for i, s := range f.Series {
		switch s := s.(type) {
		case Line:
			out.Series[i].Line = &s
		case Bars:
			out.Series[i].Bars = &s
		case Grid:
			out.Series[i].Grid = &s
		case Spans:
			out.Series[i].Spans = &s
		case Flow:
			out.Series[i].Flow = &s
		case Table:
			out.Series[i].Table = &s
		default:
			return nil, fmt.Errorf("figure %q: Series[%d] is a %T, want one of charts' series", f.Name, i, s)
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. Unknown kinds and fields are
// errors, so that nothing the figure says is lost. It does not validate.
func (f *Figure) UnmarshalJSON(data []byte) error {
	var in figureJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	out := Figure(in.plainFigure)
	out.Series = nil
	for i, s := range in.Series {
		kinds := s.all()
		if len(kinds) != 1 {
			return fmt.Errorf("figure %q: Series[%d] is of %d kinds, want one of line, bars, grid, spans, flow and table", out.Name, i, len(kinds))
		}
		out.Series = append(out.Series, kinds[0])
	}
	*f = out
	return nil
}

// all returns the series that are there.
func (s seriesJSON) all() []Series {
	var all []Series
	kinds := reflect.ValueOf(s)
	for i := range kinds.NumField() {
		if kind := kinds.Field(i); !kind.IsNil() {
			all = append(all, kind.Elem().Interface().(Series))
		}
	}
	return all
}
