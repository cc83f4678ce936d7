package live

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// object is an object of an option.
type object = map[string]any

// appendJSON appends a value of an option as JSON, keys in order, empty texts left out.
// Package encoding/json would do it too, but takes most of the time that a browser's
// program has between two steps of a slider.
func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case object:
		start := len(b)
		b = append(b, '{')
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if v[key] == "" {
				continue
			}
			if len(b) > start+1 {
				b = append(b, ',')
			}
			b = appendJSON(append(AppendText(b, key), ':'), v[key])
		}
		return append(b, '}')
	case []object:
		return appendList(b, v)
	case []any:
		return appendList(b, v)
	case []string:
		return appendList(b, v)
	case []int:
		return appendList(b, v)
	case data:
		return append(append(append(b, '['), v...), ']')
	case string:
		return AppendText(b, v)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case float64:
		return strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	panic(fmt.Sprintf("option: %T, want what options are made of", v))
}

func appendList[T any](b []byte, list []T) []byte {
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, v)
	}
	return append(b, ']')
}

// AppendText appends a text as JSON.
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := range len(s) {
		escape := ""
		switch c := s[i]; {
		case c == '\n':
			escape = `\n`
		case c == '"':
			escape = `\"`
		case c == '\\':
			escape = `\\`
		case c < ' ':
			escape = fmt.Sprintf(`\u%04x`, c)
		default:
			continue
		}
		b = append(append(b, s[start:i]...), escape...)
		start = i + 1
	}
	return append(append(b, s[start:]...), '"')
}

// data is what stands in the list of a series' data, as JSON: a thousand cells would
// be too many objects.
type data []byte

// add adds what hovering over it says, and a value, if any: numbers, and perhaps a
// label.
func (d *data) add(tip, label string, value ...float64) {
	b := *d
	if len(b) > 0 {
		b = append(b, ',')
	}
	b = append(b, '{')
	if tip != "" {
		b = AppendText(append(b, `"name":`...), tip)
	}
	if tip != "" && len(value) > 0 {
		b = append(b, ',')
	}
	for i, v := range value {
		if i == 0 {
			b = append(b, `"value":[`...)
		} else {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(b, v, 'g', -1, 64)
	}
	if label != "" {
		b = AppendText(append(b, ','), label)
	}
	if len(value) > 0 {
		b = append(b, ']')
	}
	*d = append(b, '}')
}
