package live

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"lanebook/charts"
)

// inkKeys are the keys of an option whose values are colours, or lists of them.
// Elsewhere "lb:c1" is somebody's label. lanebook.js has the same list.
var inkKeys = map[string]bool{"color": true, "backgroundColor": true, "borderColor": true, "textBorderColor": true, "inactiveColor": true}

// Resolve returns the option with inks of the theme in place of its colour
// tokens, as the loader does it in the page. A tone without an ink is an error.
func Resolve(option json.RawMessage, th charts.Theme) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(option))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("option: %w", err)
	}
	v, err := resolve(v, th, "")
	if err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func resolve(v any, th charts.Theme, key string) (any, error) {
	var err error
	switch v := v.(type) {
	case string:
		tone, ok := strings.CutPrefix(v, "lb:")
		if !ok || !inkKeys[key] {
			return v, nil
		}
		ink, ok := charts.Colour(charts.Tone(tone), th)
		if !ok {
			return nil, fmt.Errorf("option: %s = %q, want lb: and one of the tones", key, v)
		}
		return ink, nil
	case []any:
		for i := range v {
			if v[i], err = resolve(v[i], th, key); err != nil {
				return nil, err
			}
		}
	case map[string]any:
		for k := range v {
			if v[k], err = resolve(v[k], th, k); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}
