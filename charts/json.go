//go:build !js

package charts

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// MIME is the media type of a Figure's JSON, under which a notebook's output
// keeps the figure's data beside its pictures.
const MIME = "application/vnd.lanebook.figure+json"

// plainFigure is Figure without its methods.
type plainFigure Figure

// MarshalJSON writes the figure with a "kind" in each series. It does not
// validate, but numbers that JSON cannot hold (NaN, infinities) are errors.
func (f Figure) MarshalJSON() ([]byte, error) {
	out := struct {
		plainFigure
		Series []any `json:"series"`
	}{plainFigure: plainFigure(f), Series: []any{}}
	for i, s := range f.Series {
		switch s := s.(type) {
		case Line:
			out.Series = append(out.Series, kinded[Line]{"line", s})
		case Bars:
			out.Series = append(out.Series, kinded[Bars]{"bars", s})
		case Grid:
			out.Series = append(out.Series, kinded[Grid]{"grid", s})
		case Spans:
			out.Series = append(out.Series, kinded[Spans]{"spans", s})
		case Flow:
			out.Series = append(out.Series, kinded[Flow]{"flow", s})
		case Table:
			out.Series = append(out.Series, kinded[Table]{"table", s})
		default:
			return nil, fmt.Errorf("figure %q: Series[%d] is a %T, want one of charts' series", f.Name, i, s)
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes. Unknown kinds and fields are
// errors, so that nothing the figure says is lost. It does not validate.
func (f *Figure) UnmarshalJSON(data []byte) error {
	var in struct {
		plainFigure
		Series []json.RawMessage `json:"series"`
	}
	if err := strictly(data, &in); err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	out := Figure(in.plainFigure)
	out.Series = nil
	for i, raw := range in.Series {
		s, err := unmarshalSeries(raw)
		if err != nil {
			return fmt.Errorf("figure %q: Series[%d]: %w", out.Name, i, err)
		}
		out.Series = append(out.Series, s)
	}
	*f = out
	return nil
}

func unmarshalSeries(raw []byte) (Series, error) {
	var k struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(raw, &k); err != nil {
		return nil, err
	}
	switch k.Kind {
	case "line":
		return unmarshalKind[Line](raw)
	case "bars":
		return unmarshalKind[Bars](raw)
	case "grid":
		return unmarshalKind[Grid](raw)
	case "spans":
		return unmarshalKind[Spans](raw)
	case "flow":
		return unmarshalKind[Flow](raw)
	case "table":
		return unmarshalKind[Table](raw)
	}
	return nil, fmt.Errorf("kind = %q, want line, bars, grid, spans, flow or table", k.Kind)
}

// kinded is a series with its kind, flat in JSON: the fields of S follow kind.
type kinded[S Series] struct {
	Kind   string
	Series S
}

func (k kinded[S]) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(k.Series)
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(k.Kind)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, `{"kind":%s,%s`, head, body[1:]), nil
}

func unmarshalKind[S Series](raw []byte) (Series, error) {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil, err
	}
	delete(fields, "kind")
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, err
	}
	var s S
	err = strictly(body, &s)
	return s, err
}

func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
